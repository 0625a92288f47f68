/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* Functions of angles in radians and hyperbolic ones, element by element. */
KomaTensor *koma_tensor_acos (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_acosh (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_asin (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_asinh (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_atan (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_atan2 (KomaTensor *self, KomaTensor *b, GError **error);
KomaTensor *koma_tensor_atanh (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_cos (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_cosh (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_sin (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_sinh (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_tan (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_tanh (KomaTensor *self, GError **error);

G_END_DECLS
