/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* What optimizers note, taken out and set again. */
#include "tests/engine/koma/memory-fixture.h"
#include "tests/engine/koma/optimizer-fixture.h"
#include "tests/test-main.h"

/* Another optimizer, with another variable, goes on to the last bit as the first one does. */
static void
test_weights (void)
{
  const char *settings = "{'learningRate': 0.1}";

  for (guint i = 0; i < G_N_ELEMENTS (optimizer_names); i++) {
    g_autoptr (KomaOptimizer) first = koma_optimizer_new (optimizer_names[i], settings, NULL);
    g_autoptr (KomaOptimizer) second = koma_optimizer_new (optimizer_names[i], settings, NULL);
    g_autoptr (KomaVariable) x = new_variable (3, -1, TRUE);
    g_autoptr (KomaVariable) other = new_variable (1, 1, TRUE);
    g_autoptr (KomaVariable) y = NULL;

    for (guint step = 0; step < 3; step++)
      minimize (first, x);
    minimize (second, other);
    y = new_variable (read_float (x, 0), read_float (x, 1), TRUE);
    take_weights (second, first);
    for (guint step = 0; step < 3; step++)
      g_assert_cmpfloat (minimize (first, x), ==, minimize (second, y));
    g_assert_cmpuint (koma_optimizer_get_iterations (second), ==, 6);
  }
}

static void
assert_weight (GPtrArray *weights,
               guint      index,
               guint      rank,
               float      value)
{
  g_assert_cmpuint (koma_tensor_get_rank (weights->pdata[index]), ==, rank);
  g_assert_cmpfloat_with_epsilon (read_float (weights->pdata[index], 0), value, 1e-6);
}

/* The first moments of both, then the second ones; in the order of steps, not of lists. */
static void
test_weights_of_two (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (KomaOptimizer) adam = koma_optimizer_new ("adam", "{'beta1': 0.5}", NULL);
  g_autoptr (KomaOptimizer) sgd = koma_optimizer_new_sgd (0.5, NULL);
  g_autoptr (KomaVariable) x = new_variable (4, 8, TRUE);
  KomaTensor *one = koma_tensor_new_scalar (1, NULL);
  g_autoptr (KomaVariable) y = koma_variable_new (one, TRUE, NULL, NULL);
  KomaVariable *both[] = { x, y };
  KomaTensor   *gradients[] = { koma_tensor_new_1d ((float[]){ 2, -2 }, 2, NULL),
                                koma_tensor_new_scalar (6, NULL) };
  g_autoptr (GPtrArray) weights = NULL;
  g_autoptr (GPtrArray) none = koma_optimizer_get_weights (sgd, NULL);

  g_assert_true (koma_optimizer_apply_gradients (adam, &y, 1, &gradients[1], 1, NULL));
  g_assert_true (koma_optimizer_apply_gradients (adam, both, 2, gradients, 2, NULL));
  weights = koma_optimizer_get_weights (adam, NULL);
  g_assert_cmpuint (weights->len, ==, 4);
  assert_weight (weights, 0, 0, 4.5f);
  assert_weight (weights, 1, 1, 1);
  assert_weight (weights, 2, 0, 0.001f * 36 * 1.999f);
  assert_weight (weights, 3, 1, 0.004f);
  g_assert_cmpuint (none->len, ==, 0);
}

static gboolean
set_weights (KomaOptimizer *self,
             KomaTensor    *first,
             KomaTensor    *second,
             guint          n,
             GError       **error)
{
  return koma_optimizer_set_weights (self, (KomaTensor *[]){ first, second }, n, 7, error);
}

/* What was noted stays then. */
static void
test_weights_refused (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (KomaOptimizer) sgd = koma_optimizer_new_sgd (0.5, NULL);
  g_autoptr (KomaOptimizer) adam = koma_optimizer_new_adam (0.5, NULL);
  g_autoptr (KomaVariable) x = new_variable (4, 8, TRUE);
  KomaTensor *one = koma_tensor_new_scalar (1, NULL);
  KomaTensor *whole = koma_tensor_cast (one, KOMA_DTYPE_INT32, NULL);
  KomaTensor *two = koma_tensor_new_1d ((float[]){ 2, -2 }, 2, NULL);

  assert_refused (set_weights (sgd, one, one, 1, &error), KOMA_ERROR_ARGUMENT);
  assert_refused (set_weights (adam, one, one, 1, &error), KOMA_ERROR_ARGUMENT);
  assert_refused (set_weights (adam, one, whole, 2, &error), KOMA_ERROR_SHAPE);
  g_assert_cmpuint (koma_optimizer_get_iterations (adam), ==, 0);
  g_assert_true (set_weights (adam, one, one, 2, NULL));
  assert_refused (koma_optimizer_apply_gradients (adam, &x, 1, &two, 1, &error), KOMA_ERROR_SHAPE);
  assert_floats (KOMA_TENSOR (x), 4, 8);
  g_assert_cmpuint (koma_optimizer_get_iterations (adam), ==, 7);
  koma_tensor_dispose_data (one);
  assert_refused (set_weights (adam, one, one, 2, &error), KOMA_ERROR_ARGUMENT);
  koma_optimizer_dispose_data (adam);
  assert_refused (set_weights (adam, two, two, 2, &error), KOMA_ERROR_ARGUMENT);
  assert_refused (koma_optimizer_get_weights (adam, &error), KOMA_ERROR_ARGUMENT);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/optimizer-weights/go-on", test_weights);
  g_test_add_func ("/optimizer-weights/two", test_weights_of_two);
  g_test_add_func ("/optimizer-weights/refused", test_weights_refused);
  return g_test_run ();
}
