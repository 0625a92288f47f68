/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "optimizer-fixture.h"

const char *const optimizer_names[8] = { "sgd", "momentum", "nesterov", "adagrad",
                                         "adadelta", "rmsprop", "adam", "adamax" };

KomaVariable *
new_variable (float    a,
              float    b,
              gboolean is_trainable)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();

  return koma_variable_new (koma_tensor_new_1d ((float[]){ a, b }, 2, NULL), is_trainable, NULL,
                            NULL);
}

float
read_float (gpointer tensor,
            guint    index)
{
  gsize             n = 0;
  g_autofree float *values = koma_tensor_read_floats (tensor, &n, NULL);

  g_assert_cmpuint (index, <, n);
  return values[index];
}

KomaTensor *
sum_of_squares (GPtrArray *xs,
                gpointer   variable,
                GError   **error)
{
  KomaTensor *x = variable != NULL ? variable : xs->pdata[0];

  return koma_tensor_sum (koma_tensor_square (x, error), NULL, 0, FALSE, error);
}

float
minimize (KomaOptimizer *optimizer,
          KomaVariable  *variable)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  KomaTensor *loss =
    koma_optimizer_minimize (optimizer, sum_of_squares, NULL, &variable, 1, &error);

  g_assert_no_error (error);
  return read_float (loss, 0);
}

void
take_weights (KomaOptimizer *self,
              KomaOptimizer *from)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) weights = koma_optimizer_get_weights (from, &error);

  g_assert_no_error (error);
  koma_optimizer_set_weights (self, (KomaTensor *const *) weights->pdata, weights->len,
                              koma_optimizer_get_iterations (from), &error);
  g_assert_no_error (error);
}
