/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gdk/gdk.h>

G_BEGIN_DECLS

/* Files or a picture that another program hands over by drag and drop or the clipboard. */
typedef struct
{
  GPtrArray *files;     /* GFile, with a path on this computer */
  GPtrArray *addresses; /* strings: those that are not on this computer */
  GBytes    *picture;   /* (nullable) an encoded picture, if there are no files */
} KomaTransfer;

GdkContentFormats *koma_transfer_get_formats (void); /* (transfer full) the types it reads */

void          koma_transfer_read_drop_async (GdkDrop            *drop,
                                             GCancellable       *cancellable,
                                             GAsyncReadyCallback callback,
                                             gpointer            user_data);
void          koma_transfer_read_clipboard_async (GdkClipboard       *clipboard,
                                                  GCancellable       *cancellable,
                                                  GAsyncReadyCallback callback,
                                                  gpointer            user_data);
KomaTransfer *koma_transfer_read_finish (GAsyncResult *result, GError **error);
void          koma_transfer_free (KomaTransfer *transfer);

/* Parses text/uri-list. Thread: any */
KomaTransfer *koma_transfer_new_from_uri_list (GBytes *text);
/* Takes paths and addresses out of a text. Thread: any but main */
KomaTransfer *koma_transfer_new_from_text (const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTransfer, koma_transfer_free)

G_END_DECLS
