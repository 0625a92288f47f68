/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"
#include "picture-folder.h"

G_BEGIN_DECLS

/**
 * KomaPictureReader:
 *
 * The pictures of a folder as tensors of one size, one after the other: threads decode those that
 * come next meanwhile. The properties are set when it is made, or by g_object_set(), before the
 * first picture is asked for.
 */
#define KOMA_TYPE_PICTURE_READER (koma_picture_reader_get_type ())
G_DECLARE_FINAL_TYPE (KomaPictureReader, koma_picture_reader, KOMA, PICTURE_READER, GObject)

KomaPictureReader *koma_picture_reader_new (KomaPictureFolder *folder, guint height, guint width);
gboolean           koma_picture_reader_set_order (KomaPictureReader *self,
                                                  const guint       *indices,
                                                  gsize              n_indices,
                                                  GError           **error);
KomaTensor        *koma_picture_reader_next (KomaPictureReader *self,
                                             guint             *ret_index,
                                             GError           **error);
char             **koma_picture_reader_list_damaged (KomaPictureReader *self);
void               koma_picture_reader_stop (KomaPictureReader *self);

G_END_DECLS
