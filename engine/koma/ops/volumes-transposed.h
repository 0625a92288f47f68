/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"
#include "window-options.h"

G_BEGIN_DECLS

/* Transposed convolutions of volumes. */
KomaTensor *koma_tensor_conv3d_transpose (KomaTensor              *self,
                                          KomaTensor              *filter,
                                          const int               *output_shape,
                                          guint                    rank,
                                          const KomaWindowOptions *options,
                                          GError                 **error);

G_END_DECLS
