/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* Sums of products, in Einstein's notation. */
KomaTensor *koma_tensor_einsum (const char        *equation,
                                KomaTensor *const *tensors,
                                guint              n_tensors,
                                GError           **error);

G_END_DECLS
