/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* The same elements in another shape, order or dtype. */
KomaTensor             *
koma_tensor_broadcast_to (KomaTensor *self, const int *shape, guint rank, GError **error);
KomaTensor *koma_tensor_cast (KomaTensor *self, KomaDType dtype, GError **error);
KomaTensor             *
koma_tensor_ensure_shape (KomaTensor *self, const int *shape, guint rank, GError **error);
KomaTensor *koma_tensor_expand_dims (KomaTensor *self, int axis, GError **error);
KomaTensor *koma_tensor_flatten (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_reshape (KomaTensor *self, const int *shape, guint rank, GError **error);
KomaTensor *koma_tensor_reverse (KomaTensor *self, const int *axes, guint n_axes, GError **error);
KomaTensor *koma_tensor_squeeze (KomaTensor *self, const int *axes, guint n_axes, GError **error);
KomaTensor *koma_tensor_tile (KomaTensor *self, const int *reps, guint n_reps, GError **error);
KomaTensor *koma_tensor_transpose (KomaTensor *self, const int *perm, guint n_perm, GError **error);

G_END_DECLS
