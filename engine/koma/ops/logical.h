/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* Comparisons and logic, element by element; shapes are broadcast by NumPy's rule. */
KomaTensor *koma_tensor_equal (KomaTensor *self, KomaTensor *b, GError **error);
KomaTensor *koma_tensor_greater (KomaTensor *self, KomaTensor *b, GError **error);
KomaTensor *koma_tensor_greater_equal (KomaTensor *self, KomaTensor *b, GError **error);
KomaTensor *koma_tensor_less (KomaTensor *self, KomaTensor *b, GError **error);
KomaTensor *koma_tensor_less_equal (KomaTensor *self, KomaTensor *b, GError **error);
KomaTensor *koma_tensor_logical_and (KomaTensor *self, KomaTensor *b, GError **error);
KomaTensor *koma_tensor_logical_not (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_logical_or (KomaTensor *self, KomaTensor *b, GError **error);
KomaTensor *koma_tensor_logical_xor (KomaTensor *self, KomaTensor *b, GError **error);
KomaTensor *koma_tensor_not_equal (KomaTensor *self, KomaTensor *b, GError **error);
KomaTensor *koma_tensor_where (KomaTensor *condition, KomaTensor *a, KomaTensor *b, GError **error);

G_END_DECLS
