/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* Products of matrices and vectors. */
KomaTensor *koma_tensor_dot (KomaTensor *self, KomaTensor *b, GError **error);
KomaTensor *koma_tensor_mat_mul (KomaTensor *self,
                                 KomaTensor *b,
                                 gboolean    is_self_transposed,
                                 gboolean    is_b_transposed,
                                 GError    **error);
KomaTensor *koma_tensor_outer_product (KomaTensor *self, KomaTensor *b, GError **error);

G_END_DECLS
