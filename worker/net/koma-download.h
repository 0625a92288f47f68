/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-transport.h"

G_BEGIN_DECLS

/* A wish for one file. */
typedef struct
{
  const char *address;
  const char *name; /* of the file in the folder: "a/b.bin" */
  guint64     max_bytes;
  guint64     size_bytes; /* 0: not known */
  const char *sha256;     /* (nullable) 64 hexadecimal digits */
} KomaDownloadFile;

typedef void (*KomaDownloadProgress) (guint64  done_bytes,  /* of the file in hand */
                                      guint64  total_bytes, /* of that file; 0: not known */
                                      gpointer user_data);

/* Downloads files into one folder, one after the other, and goes on where it stopped. One thread
 * at a time, and never the main one: it waits for the network and computes hashes. */
typedef struct _KomaDownload KomaDownload;

KomaDownload *koma_download_new (const KomaTransport *transport,
                                 const char          *folder,
                                 GCancellable        *cancellable, /* (nullable) */
                                 KomaDownloadProgress progress,
                                 gpointer             progress_data);
void          koma_download_free (KomaDownload *self);
/* All files come from a hub: what it says of them is checked. */
void     koma_download_set_hub (KomaDownload *self,
                                const char   *address, /* any of its own */
                                const char   *token);    /* (nullable) of the user's account */
gboolean koma_download_get (KomaDownload           *self,
                            const KomaDownloadFile *file,
                            GError                **error);
/* Whether the disk has room for as much; each file is looked at, too. */
gboolean koma_download_check_space (KomaDownload *self, guint64 more_bytes, GError **error);
/* Whether the server still has what koma_download_get () got last under that name. */
gboolean koma_download_check (KomaDownload *self, const KomaDownloadFile *file, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaDownload, koma_download_free)

/* What is kept in the folder between two tries, and what is behind the name of a file till it is
 * whole. */
#define KOMA_DOWNLOAD_STATE ".download.ini"
#define KOMA_DOWNLOAD_PART  ".part"

G_END_DECLS
