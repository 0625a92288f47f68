/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Gradients of the decomposition by singular values, against differences of its numbers. */
#include <math.h>

#include "engine/koma/koma.h"
#include "tests/test-main.h"

#define STEP      2e-3
#define TOLERANCE 4e-4 /* of the greatest difference: what float32 leaves of such a step */
#define MAX_SIZE  24

typedef enum {
  S,
  U,
  V
} Part;

typedef struct
{
  const char *name;
  Part        part;
  gboolean    is_full;
  int         shape[3];
  guint       rank;
} Case;

static const Case cases[] = {
  { "s", S, FALSE, { 3, 3 }, 2 },
  { "s-tall", S, FALSE, { 4, 2 }, 2 },
  { "s-wide", S, FALSE, { 2, 4 }, 2 },
  { "s-full", S, TRUE, { 4, 2 }, 2 },
  { "s-batch", S, FALSE, { 2, 3, 2 }, 3 },
  { "u", U, FALSE, { 3, 3 }, 2 },
  { "u-tall", U, FALSE, { 4, 2 }, 2 },
  { "u-wide", U, FALSE, { 2, 4 }, 2 },
  { "u-batch", U, FALSE, { 2, 3, 2 }, 3 },
  { "u-full", U, TRUE, { 3, 3 }, 2 },
  { "u-full-wide", U, TRUE, { 2, 4 }, 2 },
  { "v", V, FALSE, { 3, 3 }, 2 },
  { "v-tall", V, FALSE, { 4, 2 }, 2 },
  { "v-wide", V, FALSE, { 2, 4 }, 2 },
  { "v-batch", V, FALSE, { 2, 2, 3 }, 3 },
  { "v-full", V, TRUE, { 4, 2 }, 2 },
  { "u-column", U, FALSE, { 5, 1 }, 2 },
  { "v-row", V, FALSE, { 1, 5 }, 2 },
};

/* Of a matrix with singular values that are not near to each other. */
static KomaTensor *
make_matrix (const Case *self,
             guint       moved, /* the element that … */
             double      by)         /* … is more by this */
{
  float values[MAX_SIZE];
  gsize n = 1;

  for (guint d = 0; d < self->rank; d++)
    n *= (gsize) self->shape[d];
  for (guint i = 0; i < n; i++)
    values[i] = (float) (sin (2.3 * i * i + 1) * 2 + (i == moved ? by : 0));
  return koma_tensor_new (values, n, self->shape, self->rank, NULL);
}

/* The sum of the part's elements, each with a factor of its own. */
static KomaTensor *
weigh (KomaTensor *part,
       GError    **error)
{
  float       factors[MAX_SIZE];
  KomaTensor *product = NULL;
  const int  *shape = NULL;
  guint       rank = 0;

  if (part == NULL)
    return NULL;
  shape = koma_tensor_get_shape (part, &rank);
  for (guint i = 0; i < koma_tensor_get_size (part); i++)
    factors[i] = (float) cos (1.7 * i + 0.4);
  product = koma_tensor_mul (
    part, koma_tensor_new (factors, koma_tensor_get_size (part), shape, rank, error), error);
  return koma_tensor_sum (product, NULL, 0, FALSE, error);
}

static KomaTensor *
compute (KomaTensor *x,
         const Case *self,
         GError    **error)
{
  KomaTensor *parts[3] = { NULL };

  return koma_tensor_svd (x, self->is_full, &parts[S], &parts[U], &parts[V], error)
           ? weigh (parts[self->part], error)
           : NULL;
}

static KomaTensor *
compute_of_xs (GPtrArray *xs,
               gpointer   data,
               GError   **error)
{
  return compute (xs->pdata[0], data, error);
}

static double
compute_number (const Case *self,
                guint       moved,
                double      by)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  gsize                       n = 0;
  g_autofree float           *values =
    koma_tensor_read_floats (compute (make_matrix (self, moved, by), self, &error), &n, &error);

  g_assert_no_error (error);
  return values[0];
}

static void
test_case (gconstpointer data)
{
  const Case *self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  KomaTensor                 *x = make_matrix (self, 0, 0);
  gsize                       n = 0;
  g_autofree float           *found = koma_tensor_read_floats (
              koma_grad (compute_of_xs, (gpointer) self, x, NULL, &error), &n, &error);
  double greatest = 0.1;
  double wanted[MAX_SIZE];

  g_assert_no_error (error);
  for (guint i = 0; i < n; i++) {
    wanted[i] = (compute_number (self, i, STEP) - compute_number (self, i, -STEP)) / (2 * STEP);
    greatest = MAX (greatest, fabs (wanted[i]));
  }
  for (guint i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon (found[i], wanted[i], TOLERANCE * greatest);
}

static KomaTensor *
slope (GPtrArray *xs,
       gpointer   data,
       GError   **error)
{
  KomaTensor *x = xs->pdata[0];

  return weigh (koma_grad (compute_of_xs, data, x, NULL, error), error);
}

/* A gradient of U of a gradient. */
static void
test_twice (void)
{
  const Case self = { "u", U, FALSE, { 3, 2 }, 2 };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  KomaTensor                 *gradient =
    koma_grad (slope, (gpointer) &self, make_matrix (&self, 0, 0), NULL, &error);
  gsize             n = 0;
  g_autofree float *found = koma_tensor_read_floats (gradient, &n, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < n; i++) {
    double sides[2] = { 0 };

    for (guint k = 0; k < 2; k++) {
      g_autoptr (GPtrArray) xs = g_ptr_array_new ();
      g_autofree float *value = NULL;
      gsize             n_values = 0;

      g_ptr_array_add (xs, make_matrix (&self, i, k == 0 ? -STEP : STEP));
      value = koma_tensor_read_floats (slope (xs, (gpointer) &self, &error), &n_values, &error);
      g_assert_no_error (error);
      sides[k] = value[0];
    }
    g_assert_cmpfloat_with_epsilon (found[i], (sides[1] - sides[0]) / (2 * STEP), 2e-2);
  }
}

static void
assert_refused (const Case *self,
                KomaTensor *x,
                const char *words)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_grad (compute_of_xs, (gpointer) self, x, NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, words));
}

/* U and V of what has several are derived by an error; the singular values are derived. */
static void
test_refused (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  const Case  of_u = { "u", U, FALSE, { 0 }, 0 };
  const Case  of_v = { "v", V, FALSE, { 0 }, 0 };
  const Case  of_s = { "s", S, FALSE, { 0 }, 0 };
  const Case  full_u = { "u", U, TRUE, { 4, 2 }, 2 };
  const Case  full_v = { "v", V, TRUE, { 2, 4 }, 2 };
  KomaTensor *eye = koma_tensor_new_eye (KOMA_DTYPE_FLOAT32, 2, 2, &error);
  KomaTensor *rank_one = koma_tensor_new_2d (KOMA_VALUES (1, 2, 2, 4, 3, 6), 3, 2, &error);

  assert_refused (&of_u, eye, "singular values 0 and 1 of matrix 0 are the same");
  assert_refused (&of_v, eye, "are the same");
  assert_refused (&of_u, rank_one, "singular value 1 of matrix 0 is 0");
  assert_refused (&full_u, make_matrix (&full_u, 0, 0), "full_matrices");
  assert_refused (&full_v, make_matrix (&full_v, 0, 0), "full_matrices");
  g_assert_nonnull (koma_grad (compute_of_xs, (gpointer) &of_s, eye, NULL, &error));
  g_assert_nonnull (koma_grad (compute_of_xs, (gpointer) &of_v, rank_one, NULL, &error));
  g_assert_no_error (error);
}

/* The trace norm: U Vᵀ. */
static KomaTensor *
add_values (GPtrArray *xs,
            gpointer   data,
            GError   **error)
{
  return koma_tensor_sum (koma_tensor_singular_values (xs->pdata[0], error), NULL, 0, FALSE, error);
}

static void
test_singular_values (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  KomaTensor       *x = koma_tensor_new_2d (KOMA_VALUES (0, 2, -3, 0), 2, 2, &error);
  gsize             n = 0;
  g_autofree float *found =
    koma_tensor_read_floats (koma_grad (add_values, NULL, x, NULL, &error), &n, &error);

  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (found[0], 0, 1e-6);
  g_assert_cmpfloat_with_epsilon (found[1], 1, 1e-6);
  g_assert_cmpfloat_with_epsilon (found[2], -1, 1e-6);
  g_assert_cmpfloat_with_epsilon (found[3], 0, 1e-6);
}

static KomaTensor *
measure (GPtrArray *xs,
         gpointer   data,
         GError   **error)
{
  return koma_tensor_norm (xs->pdata[0], KOMA_NORM_2, KOMA_DIMS (0, 1), GPOINTER_TO_INT (data),
                           error);
}

/* u vᵀ of the greatest singular value, also where another one is as great. */
static void
test_norm (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;

  for (gboolean keep_dims = FALSE; keep_dims <= TRUE; keep_dims++)
    for (float other = 2; other <= 3; other++) {
      KomaTensor       *x = koma_tensor_new_2d (KOMA_VALUES (0, other, -3, 0), 2, 2, &error);
      KomaTensor       *dx = koma_grad (measure, GINT_TO_POINTER (keep_dims), x, NULL, &error);
      gsize             n = 0;
      g_autofree float *found = koma_tensor_read_floats (dx, &n, &error);

      g_assert_no_error (error);
      g_assert_cmpfloat_with_epsilon (fabsf (found[0]) + fabsf (found[3]), 0, 1e-6);
      g_assert_cmpfloat_with_epsilon (found[1] - found[2], 1, 1e-6);
      g_assert_true (other == 3 || fabsf (found[1]) < 1e-6);
    }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *name = g_strdup_printf ("/svd-gradients/%s", cases[i].name);

    g_test_add_data_func (name, &cases[i], test_case);
  }
  g_test_add_func ("/svd-gradients/twice", test_twice);
  g_test_add_func ("/svd-gradients/refused", test_refused);
  g_test_add_func ("/svd-gradients/singular-values", test_singular_values);
  g_test_add_func ("/svd-gradients/norm", test_norm);
  return g_test_run ();
}
