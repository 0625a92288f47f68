/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/queue/koma-request.h"

G_BEGIN_DECLS

/* The picture of @request that fits into a square of @side pixels; decoded on another thread.
 * Thread: main. Errors: those of koma_decoder_decode_file () and koma_grid_picture_decode_cell ();
 * G_IO_ERROR_NO_SPACE: there is no memory for it. */
void koma_picture_load_async (KomaRequest        *request,
                              guint               side,
                              GCancellable       *cancellable, /* (nullable) */
                              GAsyncReadyCallback callback,
                              gpointer            user_data);
/* The same; of a file, the user's other programs may have made a thumbnail already. */
void         koma_picture_load_thumbnail_async (KomaRequest        *request,
                                                guint               side,
                                                GCancellable       *cancellable, /* (nullable) */
                                                GAsyncReadyCallback callback,
                                                gpointer            user_data);
KomaPicture *koma_picture_load_finish (GAsyncResult *result, GError **error);

G_END_DECLS
