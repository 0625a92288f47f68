/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"
#include "window-options.h"

G_BEGIN_DECLS

/* Sums of products of windows with filters. */
KomaTensor *koma_tensor_conv1d (KomaTensor              *self,
                                KomaTensor              *filter,
                                const KomaWindowOptions *options,
                                GError                 **error);
KomaTensor *koma_tensor_conv2d (KomaTensor              *self,
                                KomaTensor              *filter,
                                const KomaWindowOptions *options,
                                GError                 **error);
KomaTensor *koma_tensor_conv2d_transpose (KomaTensor              *self,
                                          KomaTensor              *filter,
                                          const int               *output_shape,
                                          guint                    rank,
                                          const KomaWindowOptions *options,
                                          GError                 **error);
KomaTensor *koma_tensor_depthwise_conv2d (KomaTensor              *self,
                                          KomaTensor              *filter,
                                          const KomaWindowOptions *options,
                                          GError                 **error);
KomaTensor *koma_tensor_separable_conv2d (KomaTensor              *self,
                                          KomaTensor              *depthwise_filter,
                                          KomaTensor              *pointwise_filter,
                                          const KomaWindowOptions *options,
                                          GError                 **error);

G_END_DECLS
