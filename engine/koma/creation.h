/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tensor.h"

G_BEGIN_DECLS

/* Tensors by a rule. */
KomaTensor *koma_tensor_new_eye (KomaDType  dtype,
                                 int        rows,
                                 int        columns,
                                 const int *batch_shape,
                                 guint      rank,
                                 GError   **error);
KomaTensor *koma_tensor_new_linspace (double start, double stop, int num, GError **error);
KomaTensor *koma_tensor_new_range (KomaDType dtype,
                                   double    start,
                                   double    stop,
                                   double    step,
                                   GError  **error);
KomaTensor *koma_tensor_ones_like (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_zeros_like (KomaTensor *self, GError **error);

G_END_DECLS
