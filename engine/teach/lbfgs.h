/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Private: a function of many numbers that is to be made small. */
typedef struct
{
  guint n;
  /* The value at @x and the gradient there. */
  gboolean (*compute) (const float *x,            /* [n] */
                       float       *ret_gradient, /* [n] */
                       double      *ret_value,
                       gpointer     user_data,
                       GError     **error);
  /* After each step, which counts from 1. FALSE and an error stop it. */
  gboolean (*tell) (guint step, gpointer user_data, GError **error);
  gpointer user_data;
} KomaObjective;

gboolean koma_lbfgs_minimise (const KomaObjective *objective,
                              guint                n_steps, /* at most */
                              float               *x,       /* [n] where it begins, and ends */
                              GError             **error);

G_END_DECLS
