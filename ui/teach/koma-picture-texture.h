/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gdk/gdk.h>

#include "worker/queue/koma-request.h"

G_BEGIN_DECLS

/* The texture uses the memory of the picture, and holds a reference to it. */
GdkTexture *koma_picture_texture_new (KomaPicture *picture);

/* The picture of @request, a file or bytes, that fits into a square of @side pixels; decoded on
 * another thread. Errors: those of koma_decoder_decode_file (). Thread: main. */
void        koma_picture_texture_load_async (KomaRequest        *request,
                                             guint               side,
                                             GCancellable       *cancellable,
                                             GAsyncReadyCallback callback,
                                             gpointer            user_data);
GdkTexture *koma_picture_texture_load_finish (GAsyncResult *result, GError **error);

G_END_DECLS
