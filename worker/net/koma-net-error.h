/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What keeps a model from coming over the network into the store. The message of each is a whole
 * sentence with a way out, in the user's language. A call that was cancelled is
 * G_IO_ERROR_CANCELLED. */
#define KOMA_NET_ERROR (koma_net_error_quark ())

typedef enum {
  KOMA_NET_ERROR_ADDRESS,     /* none that Koma asks */
  KOMA_NET_ERROR_HUB_ADDRESS, /* none of a model of a hub */
  KOMA_NET_ERROR_CATALOGUE,   /* no such model in it */
  KOMA_NET_ERROR_OFFLINE,     /* no network */
  KOMA_NET_ERROR_HOST,        /* no such host */
  KOMA_NET_ERROR_TLS,         /* its certificate, or what it speaks */
  KOMA_NET_ERROR_REFUSED,     /* nothing answers there */
  KOMA_NET_ERROR_STALLED,     /* no byte for too long */
  KOMA_NET_ERROR_FORBIDDEN,   /* 401, 403 */
  KOMA_NET_ERROR_GATED,       /* the same of a hub, for all files of a model */
  KOMA_NET_ERROR_MISSING,     /* 404, 410 */
  KOMA_NET_ERROR_SERVER,      /* 5xx */
  KOMA_NET_ERROR_STATUS,      /* any other answer */
  KOMA_NET_ERROR_REDIRECTS,   /* too many */
  KOMA_NET_ERROR_INSECURE,    /* from https to http, or elsewhere */
  KOMA_NET_ERROR_SHORT,       /* the connection ended before the file */
  KOMA_NET_ERROR_TOO_LARGE,   /* above the limit */
  KOMA_NET_ERROR_CONTENT,     /* not the bytes that were expected */
  KOMA_NET_ERROR_CHANGED,     /* files of two versions */
  KOMA_NET_ERROR_PAGE,        /* a web page */
  KOMA_NET_ERROR_POINTER,     /* of Git LFS, in place of the file */
  KOMA_NET_ERROR_WEIGHTS,     /* the hub has none that Koma opens */
  KOMA_NET_ERROR_MODEL,       /* it arrived, and does not open */
  KOMA_NET_ERROR_BUSY,        /* another Koma is at it */
  KOMA_NET_ERROR_DISK_FULL,
  KOMA_NET_ERROR_STORE,       /* it can not be written */
  KOMA_NET_ERROR_NOT_STORED,  /* no model that was downloaded */
  KOMA_NET_ERROR_UNAVAILABLE, /* Koma's module for the network is not there */
} KomaNetError;

GQuark   koma_net_error_quark (void);
gboolean koma_net_fail (GError **error, KomaNetError code, const char *what);
/* Its message without the address or file in front, where that is known from elsewhere. */
const char *koma_net_error_get_sentence (const GError *error);
/* The same for errno, of what is written in the store. */
gboolean koma_net_fail_errno (GError **error, int code, const char *path);
/* The same for an error of GIO or libsoup, which is freed. */
void koma_net_propagate (GError    **error,
                         GError     *cause, /* (transfer full) */
                         const char *address);

G_END_DECLS
