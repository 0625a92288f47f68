/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* Elements around a tensor, and between it and its batch. */
KomaTensor *koma_tensor_batch_to_space_nd (KomaTensor *self,
                                           const int  *block_shape,
                                           guint       n_block_shape,
                                           const int  *crops,
                                           guint       n_crops,
                                           GError    **error);
KomaTensor *koma_tensor_depth_to_space (KomaTensor *self, int block_size, GError **error);
KomaTensor *koma_tensor_diag (KomaTensor *self, GError **error);

/**
 * KomaMirror:
 * @KOMA_MIRROR_REFLECT: at the last element, which is not repeated: 3 2 | 1 2 3 | 2 1
 * @KOMA_MIRROR_SYMMETRIC: behind the last element: 2 1 | 1 2 3 | 3 2
 *
 * Where koma_tensor_mirror_pad() puts the mirror.
 */
typedef enum {
  KOMA_MIRROR_REFLECT,
  KOMA_MIRROR_SYMMETRIC,
} KomaMirror;

KomaTensor *koma_tensor_mirror_pad (
  KomaTensor *self, const int *paddings, guint n_paddings, KomaMirror mirror, GError **error);
KomaTensor *koma_tensor_pad (
  KomaTensor *self, const int *paddings, guint n_paddings, double value, GError **error);
KomaTensor *koma_tensor_space_to_batch_nd (KomaTensor *self,
                                           const int  *block_shape,
                                           guint       n_block_shape,
                                           const int  *paddings,
                                           guint       n_paddings,
                                           GError    **error);

G_END_DECLS
