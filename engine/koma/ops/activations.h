/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* Functions that networks have between their layers. */
KomaTensor *koma_tensor_elu (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_hard_sigmoid (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_leaky_relu (KomaTensor *self, double alpha, GError **error);
KomaTensor *koma_tensor_log_sigmoid (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_log_softmax (KomaTensor *self, int axis, GError **error);
KomaTensor *koma_tensor_prelu (KomaTensor *self, KomaTensor *alpha, GError **error);
KomaTensor *koma_tensor_relu (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_relu6 (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_selu (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_sigmoid (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_softmax (KomaTensor *self, int axis, GError **error);
KomaTensor *koma_tensor_softplus (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_softsign (KomaTensor *self, GError **error);

G_END_DECLS
