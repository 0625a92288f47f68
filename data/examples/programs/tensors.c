/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tensors: making, computing, reading, the gradient of a formula. */
#include <koma/koma.h>
#include <stdio.h>

static gboolean
print_values (const char *name,
              KomaTensor *tensor,
              GError    **error)
{
  gsize             n = 0;
  g_autofree float *values = koma_tensor_read_floats (tensor, &n, error);

  if (values == NULL)
    return FALSE;
  printf ("%s: [", name);
  for (gsize i = 0; i < n; i++)
    printf ("%s%.1f", i > 0 ? ", " : "", values[i]);
  printf ("]\n");
  return TRUE;
}

static gboolean
print_text (KomaTensor *tensor,
            GError    **error)
{
  g_autofree char *text = koma_tensor_to_string (tensor, FALSE, error);

  if (text != NULL)
    printf ("%s\n", text);
  return text != NULL;
}

static KomaTensor *
sum_of_cubes (GPtrArray *xs,
              gpointer   user_data,
              GError   **error)
{
  KomaTensor *cubes = koma_tensor_pow (xs->pdata[0], koma_tensor_new_scalar (3, error), error);

  return koma_tensor_sum (cubes, KOMA_ALL_AXES, FALSE, error);
}

/* Calls nest: one that is given the NULL of another that failed returns NULL, too. */
static gboolean
run (GError **error)
{
  KomaTensor *weights = koma_tensor_new_2d (KOMA_VALUES (1, 2, 3, 4, 5, 6), 2, 3, error);
  KomaTensor *x = koma_tensor_new_1d (KOMA_VALUES (1, 0, -1), error);
  KomaTensor *y = koma_tensor_mul (weights, x, error);
  KomaTensor *product = koma_tensor_mat_mul (weights, weights, FALSE, TRUE, error);
  KomaTensor *squares = koma_tensor_square (product, error);
  KomaTensor *sum = koma_tensor_sum (squares, KOMA_ALL_AXES, FALSE, error);
  guint       rank = 0;
  const int  *shape = NULL;

  if (y == NULL || sum == NULL)
    return FALSE;
  /* [2, 3] times [3]: the smaller shape is repeated. */
  shape = koma_tensor_get_shape (y, &rank);
  printf ("shape: [%d, %d]\n", shape[0], shape[1]);
  /* Ops chain: a product of matrices, and the sum of its squares. How fast the sum of x³ grows with
   * each element: 3 x². */
  return print_values ("values", y, error) && print_text (product, error) &&
         print_values ("sum of squares", sum, error) &&
         print_values ("slope", koma_grad (sum_of_cubes, NULL, x, NULL, error), error);
}

int
main (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;

  if (run (&error))
    return 0;
  fprintf (stderr, "%s\n", error->message);
  return 1;
}
