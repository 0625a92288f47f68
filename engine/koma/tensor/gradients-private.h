/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "gradients.h"

G_BEGIN_DECLS

/* (transfer container) (element-type KomaVariable): those given; all trainable ones of float32 that
 * this thread made for NULL. */
GPtrArray *koma_gradients_list_variables (KomaVariable *const *variables, /* (nullable) */
                                          guint                n_variables);

gboolean koma_gradients_watch (KomaTape *tape, GPtrArray *variables, GError **error);

/* The derivatives of a loss, as koma_variable_grads() gives them, but traced by @tape, which is in
 * force before and after: nothing is computed yet. */
GPtrArray *koma_gradients_derive_loss (KomaTape   *tape,
                                       KomaTensor *value,
                                       GPtrArray  *variables, /* that it watches */
                                       GError    **error);

/* f (xs); (transfer none) (nullable): @error is set then, whatever the function does. */
KomaTensor *
koma_gradients_call (KomaFunction f, GPtrArray *xs, gpointer user_data, GError **error);

G_END_DECLS
