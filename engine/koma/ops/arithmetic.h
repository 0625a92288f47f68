/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* Functions of two numbers, element by element; shapes are broadcast by NumPy's rule. A dtype is
 * raised to that of the other side: bool to int32, int32 to float32. */
KomaTensor *koma_tensor_add (KomaTensor *self, KomaTensor *b, GError **error);
KomaTensor *koma_tensor_add_n (KomaTensor *const *tensors, guint n_tensors, GError **error);
KomaTensor *koma_tensor_div (KomaTensor *self, KomaTensor *b, GError **error);
KomaTensor *koma_tensor_div_no_nan (KomaTensor *self, KomaTensor *b, GError **error);
KomaTensor *koma_tensor_floor_div (KomaTensor *self, KomaTensor *b, GError **error);
KomaTensor *koma_tensor_maximum (KomaTensor *self, KomaTensor *b, GError **error);
KomaTensor *koma_tensor_minimum (KomaTensor *self, KomaTensor *b, GError **error);
KomaTensor *koma_tensor_mod (KomaTensor *self, KomaTensor *b, GError **error);
KomaTensor *koma_tensor_mul (KomaTensor *self, KomaTensor *b, GError **error);
KomaTensor *koma_tensor_pow (KomaTensor *self, KomaTensor *b, GError **error);
KomaTensor *koma_tensor_squared_difference (KomaTensor *self, KomaTensor *b, GError **error);
KomaTensor *koma_tensor_sub (KomaTensor *self, KomaTensor *b, GError **error);

G_END_DECLS
