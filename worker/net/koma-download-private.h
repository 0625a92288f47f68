/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-download.h"
#include "koma-hub-claim.h"

G_BEGIN_DECLS

/* For koma-download.c, koma-download-body.c and koma-download-content.c. */
struct _KomaDownload
{
  /* Immutable after construction. */
  const KomaTransport *transport;
  gpointer             connection;
  char                *folder;
  char                *state_path;
  GCancellable        *cancellable; /* (nullable) */
  KomaDownloadProgress progress;
  gpointer             progress_data;
  char                *hub;   /* (nullable) an address there */
  char                *token; /* (nullable) for it alone */

  char     *commit; /* (nullable) what the hub said first */
  GKeyFile *state;  /* a group for each file: KEY_ETAG, KEY_MODIFIED */
};

/* One file on its way. */
typedef struct
{
  const KomaDownloadFile *file;
  char                   *path;
  char                   *part;
  guint64                 from; /* bytes that are there */
  char                   *etag; /* (nullable) when these arrived */
  char                   *modified;
  KomaHubClaim            claim;
} KomaDownloadArrival;

/* From the answer to arrival->part; that goes on where it is appended to. */
gboolean koma_download_receive (KomaDownload        *self,
                                KomaDownloadArrival *arrival,
                                const KomaReply     *reply,
                                GError             **error);
/* Whether what lies at @path can be what was asked for. */
gboolean koma_download_check_content (const char             *path,
                                      const KomaDownloadFile *file,
                                      GError                **error);

G_END_DECLS
