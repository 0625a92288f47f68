/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A training loop: the line y = a x + b through four points. */
#include <koma/koma.h>

#define N_STEPS 300

/* The mean of squared errors. */
static KomaTensor *
find_loss (GPtrArray *variables, gpointer user_data, GError **error)
{
  KomaTensor **points = user_data; /* x, y */
  KomaTensor  *ax = koma_tensor_mul (variables->pdata[0], points[0], error);
  KomaTensor  *found = koma_tensor_add (ax, variables->pdata[1], error);
  KomaTensor  *squares = koma_tensor_squared_difference (found, points[1], error);

  return koma_tensor_mean (squares, KOMA_ALL_AXES, FALSE, error);
}

int
main (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  KomaTensor *zero = koma_tensor_new_scalar (0, &error);
  g_autoptr (KomaVariable) a = koma_variable_new (zero, TRUE, "a", &error);
  g_autoptr (KomaVariable) b = koma_variable_new (zero, TRUE, "b", &error);
  g_autoptr (KomaOptimizer) optimizer = koma_optimizer_new_sgd (0.1, &error);
  KomaTensor *points[] = {
    koma_tensor_new_1d (KOMA_VALUES (0, 1, 2, 3), &error),
    koma_tensor_new_1d (KOMA_VALUES (1, 3, 5, 7), &error),
  };

  for (int i = 0; i < N_STEPS; i++) {
    g_autoptr (KomaScope) step G_GNUC_UNUSED = koma_scope_begin ();

    if (koma_optimizer_minimize (optimizer, find_loss, points, (KomaVariable *[]){ a, b }, 2,
                                 &error) == NULL)
      g_error ("%s", error->message);
  }
  if (!koma_tensor_print (koma_tensor_round (KOMA_TENSOR (a), &error), FALSE, &error) ||
      !koma_tensor_print (koma_tensor_round (KOMA_TENSOR (b), &error), FALSE, &error))
    g_error ("%s", error->message);
  return 0;
}
