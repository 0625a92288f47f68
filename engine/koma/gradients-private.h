/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "gradients.h"

G_BEGIN_DECLS

/* (transfer container) (element-type KomaVariable): those given; all trainable ones of float32 that
 * this thread made for NULL. */
GPtrArray *koma_gradients_list_variables (KomaVariable *const *variables, /* (nullable) */
                                          guint                n_variables);

/* The derivatives of a loss, as koma_variable_grads() gives them, but traced by @tape, which is in
 * force before and after: nothing is computed yet. */
GPtrArray *koma_gradients_derive_loss (KomaTape    *tape,
                                       KomaFunction f,
                                       gpointer     user_data,
                                       GPtrArray   *variables,
                                       KomaTensor **ret_value, /* (transfer full) */
                                       GError     **error);

G_END_DECLS
