/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* Functions of one number, element by element. */
KomaTensor *koma_tensor_abs (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_ceil (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_clip_by_value (KomaTensor *self, double min, double max, GError **error);
KomaTensor *koma_tensor_erf (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_exp (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_expm1 (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_floor (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_is_finite (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_is_inf (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_is_nan (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_log (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_log1p (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_neg (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_reciprocal (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_round (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_rsqrt (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_sign (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_sqrt (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_square (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_step (KomaTensor *self, double alpha, GError **error);

G_END_DECLS
