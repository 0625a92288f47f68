/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* Parts of tensors, and tensors of parts. */
KomaTensor             *
koma_tensor_concat (KomaTensor *const *tensors, guint n_tensors, int axis, GError **error);
KomaTensor *koma_tensor_slice (
  KomaTensor *self, const int *begin, guint n_begin, const int *size, guint n_size, GError **error);
GPtrArray *koma_tensor_split (KomaTensor *self, guint n_splits, int axis, GError **error);
GPtrArray *koma_tensor_split_sizes (
  KomaTensor *self, const int *sizes, guint n_sizes, int axis, GError **error);
KomaTensor             *
koma_tensor_stack (KomaTensor *const *tensors, guint n_tensors, int axis, GError **error);
KomaTensor *koma_tensor_strided_slice (KomaTensor *self,
                                       const int  *begin,
                                       const int  *end,
                                       const int  *strides,
                                       guint       n,
                                       guint       begin_mask,
                                       guint       end_mask,
                                       guint       ellipsis_mask,
                                       guint       new_axis_mask,
                                       guint       shrink_axis_mask,
                                       GError    **error);
GPtrArray  *koma_tensor_unstack (KomaTensor *self, int axis, GError **error);

G_END_DECLS
