/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "gradients.h"

G_BEGIN_DECLS

/**
 * KomaGradientFunction:
 * @dy: factors of the value, of its shape
 * @xs: (element-type KomaTensor): the arguments that the value was computed from
 * @user_data: data given with the function
 * @error: return location for an error
 *
 * The derivatives of sum (f (xs) · dy) by each x, made of ops on tensors.
 *
 * Returns: (transfer container) (element-type KomaTensor) (nullable): one of the shape of each x;
 *   %NULL with @error set
 */
typedef GPtrArray *(*KomaGradientFunction) (KomaTensor *dy,
                                            GPtrArray  *xs,
                                            gpointer    user_data,
                                            GError    **error);

GPtrArray  *koma_custom_grad_begin (KomaTensor *const *xs, guint n_xs, GError **error);
KomaTensor *koma_custom_grad_end (GPtrArray           *xs,
                                  KomaTensor          *value,
                                  KomaGradientFunction gradient,
                                  gpointer             user_data,
                                  GDestroyNotify       destroy,
                                  GError             **error);
KomaTensor *koma_custom_grad (KomaFunction         f,
                              KomaGradientFunction gradient,
                              gpointer             user_data,
                              GDestroyNotify       destroy,
                              KomaTensor *const   *xs,
                              guint                n_xs,
                              GError             **error);

G_END_DECLS
