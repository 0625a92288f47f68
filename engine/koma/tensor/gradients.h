/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tape.h"
#include "variable.h"

G_BEGIN_DECLS

/* Arrays of tensors own them: g_ptr_array_unref () frees both. */

/**
 * KomaFunction:
 * @xs: (element-type KomaTensor): arguments
 * @user_data: data given with the function
 * @error: return location for an error
 *
 * A function of tensors, made of ops on them.
 *
 * Returns: (transfer none) (nullable): its value; %NULL with @error set
 */
typedef KomaTensor *(*KomaFunction) (GPtrArray *xs, gpointer user_data, GError **error);

KomaTensor *koma_grad (KomaFunction f,
                       gpointer     user_data,
                       KomaTensor  *x,
                       KomaTensor  *dy,
                       GError     **error);
GPtrArray  *koma_grads (KomaFunction       f,
                        gpointer           user_data,
                        KomaTensor *const *xs,
                        guint              n_xs,
                        KomaTensor        *dy,
                        GError           **error);
GPtrArray  *koma_value_and_grads (KomaFunction       f,
                                  gpointer           user_data,
                                  KomaTensor *const *xs,
                                  guint              n_xs,
                                  KomaTensor        *dy,
                                  KomaTensor       **ret_value,
                                  GError           **error);
GPtrArray  *koma_tape_watch_variables (KomaTape            *self,
                                       KomaVariable *const *variables,
                                       guint                n_variables,
                                       GError             **error);
GPtrArray  *koma_variable_grads (KomaFunction         f,
                                 gpointer             user_data,
                                 KomaVariable *const *variables,
                                 guint                n_variables,
                                 KomaTensor         **ret_value,
                                 GError             **error);

G_END_DECLS
