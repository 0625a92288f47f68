/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* Along one dimension: running sums and products, and the greatest numbers. */
KomaTensor *koma_tensor_cumprod (
  KomaTensor *self, int axis, gboolean is_exclusive, gboolean is_reversed, GError **error);
KomaTensor *koma_tensor_cumsum (
  KomaTensor *self, int axis, gboolean is_exclusive, gboolean is_reversed, GError **error);
gboolean koma_tensor_top_k (
  KomaTensor *self, int k, KomaTensor **ret_values, KomaTensor **ret_indices, GError **error);

G_END_DECLS
