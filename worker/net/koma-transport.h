/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* One question to a server: GET. */
typedef struct
{
  const char *address;
  guint64     from;          /* 0: from the beginning */
  const char *if_range;      /* (nullable) what the file must still be for that */
  const char *if_none_match; /* (nullable) 304 where it still is that */
  const char *token;         /* (nullable) of the user's account there */
} KomaAsk;

/* The head of the answer. Redirects are answers too. */
typedef struct
{
  guint    status;
  char    *location;    /* (nullable) */
  char    *etag;        /* (nullable) */
  char    *modified;    /* (nullable) Last-Modified */
  char    *range;       /* (nullable) Content-Range */
  char    *linked_etag; /* (nullable) X-Linked-ETag: of what a hub leads to */
  char    *linked_size; /* (nullable) X-Linked-Size */
  char    *commit;      /* (nullable) X-Repo-Commit */
  gint64   length;      /* bytes that follow; -1: not known */
  gboolean is_encoded;  /* compressed on the way: @length is not that of the file */
} KomaReply;

/* What asks servers: HTTP, in a module of its own, so that nothing else can. It follows no
 * redirect, keeps no cookies, sends no name of the user but KomaAsk.token. Errors: those of GIO and
 * of the module's library. */
typedef struct
{
  /* The thread that asks and reads; never the main one. @stall_seconds: without any byte. */
  gpointer (*open) (guint stall_seconds);
  gboolean (*ask) (gpointer       self,
                   const KomaAsk *ask,
                   KomaReply     *ret_reply, /* cleared by koma_reply_clear () */
                   GCancellable  *cancellable,
                   GError       **error);
  /* The next bytes of the last answer; 0: its end; -1 and @error. */
  gssize (*read) (gpointer      self,
                  void         *buffer,
                  gsize         size_bytes,
                  GCancellable *cancellable,
                  GError      **error);
  void (*close) (gpointer self);
} KomaTransport;

/* The name of the module and of the KomaTransport in it. */
#define KOMA_TRANSPORT_MODULE "koma-network.so"
#define KOMA_TRANSPORT_SYMBOL koma_transport

/* (transfer none) NULL, KOMA_NET_ERROR_UNAVAILABLE: there is no module. Loads it. Any thread but
 * main. */
const KomaTransport *koma_transport_find (GError **error);
void                 koma_reply_clear (KomaReply *reply);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaReply, koma_reply_clear)

G_END_DECLS
