/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* Means, variances, and what is divided by them. */
KomaTensor *koma_tensor_batch_norm (KomaTensor *self,
                                    KomaTensor *mean,
                                    KomaTensor *variance,
                                    KomaTensor *offset,
                                    KomaTensor *scale,
                                    double      epsilon,
                                    GError    **error);
gboolean    koma_tensor_moments (KomaTensor  *self,
                                 const int   *axes,
                                 guint        n_axes,
                                 gboolean     keep_dims,
                                 KomaTensor **ret_mean,
                                 KomaTensor **ret_variance,
                                 GError     **error);

KomaTensor *koma_tensor_local_response_normalization (KomaTensor *self,
                                                      int         depth_radius,
                                                      double      bias,
                                                      double      alpha,
                                                      double      beta,
                                                      GError    **error);

G_END_DECLS
