/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* Elements by their indices, and the other way round. */
KomaTensor *koma_tensor_bincount (KomaTensor *self, KomaTensor *weights, int size, GError **error);
KomaTensor *koma_tensor_gather (KomaTensor *self, KomaTensor *indices, int axis, GError **error);
KomaTensor *koma_tensor_gather_batches (KomaTensor *self,
                                        KomaTensor *indices,
                                        int         axis,
                                        guint       n_batch_dims,
                                        GError    **error);
KomaTensor *koma_tensor_gather_nd (KomaTensor *self, KomaTensor *indices, GError **error);
KomaTensor             *
koma_tensor_one_hot (KomaTensor *self, int depth, int on_value, int off_value, GError **error);
KomaTensor *koma_tensor_scatter_nd (
  KomaTensor *indices, KomaTensor *updates, const int *shape, guint rank, GError **error);
KomaTensor *koma_tensor_tensor_scatter_update (KomaTensor *self,
                                               KomaTensor *indices,
                                               KomaTensor *updates,
                                               GError    **error);
KomaTensor *koma_tensor_unsorted_segment_sum (KomaTensor *self,
                                              KomaTensor *segment_ids,
                                              int         n_segments,
                                              GError    **error);

G_END_DECLS
