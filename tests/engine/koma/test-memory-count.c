/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* What tf.memory () of TensorFlow.js counts, step by step. */
#include "tests/engine/koma/memory-fixture.h"
#include "tests/test-main.h"

static KomaTensor *
filled (KomaDType dtype,
        int       n,
        double    value)
{
  return koma_tensor_new_fill (dtype, KOMA_DIMS (n), value, NULL);
}

static void
test_ops (void)
{
  g_autoptr (KomaTensor) a = g_object_ref_sink (filled (KOMA_DTYPE_FLOAT32, 3, 2));
  g_autoptr (KomaTensor) b = g_object_ref_sink (koma_tensor_square (a, NULL));
  g_autoptr (KomaTensor) c = g_object_ref_sink (koma_tensor_add (a, b, NULL));

  assert_memory (3, 3, 36);
  g_clear_object (&a);
  koma_tensor_dispose_data (b);
  assert_memory (1, 1, 12);
  g_clear_object (&b);
  assert_floats (c, 6, 6, 6);
}

static void
test_dtypes (void)
{
  g_autoptr (KomaTensor) a G_GNUC_UNUSED = g_object_ref_sink (filled (KOMA_DTYPE_FLOAT32, 10, 0));
  g_autoptr (KomaTensor) b G_GNUC_UNUSED = g_object_ref_sink (filled (KOMA_DTYPE_INT32, 10, 0));
  g_autoptr (KomaTensor) c G_GNUC_UNUSED = g_object_ref_sink (filled (KOMA_DTYPE_BOOL, 10, 0));

  assert_memory (3, 3, 90);
}

static void
test_variable (void)
{
  g_autoptr (KomaTensor) zeros = g_object_ref_sink (filled (KOMA_DTYPE_FLOAT32, 5, 0));
  g_autoptr (KomaTensor) ones = NULL;
  g_autoptr (KomaVariable) variable = koma_variable_new (zeros, TRUE, "biases", NULL);

  assert_memory (2, 1, 40);
  ones = g_object_ref_sink (filled (KOMA_DTYPE_FLOAT32, 5, 1));
  g_assert_true (koma_variable_assign (variable, ones, NULL));
  assert_memory (3, 2, 60);
  assert_floats (KOMA_TENSOR (variable), 1, 1, 1, 1, 1);
  koma_tensor_dispose_data (KOMA_TENSOR (variable));
  assert_memory (2, 2, 40);
}

static void
test_variable_refused (void)
{
  g_autoptr (KomaTensor) two = g_object_ref_sink (filled (KOMA_DTYPE_FLOAT32, 2, 0));
  g_autoptr (KomaTensor) three = g_object_ref_sink (filled (KOMA_DTYPE_FLOAT32, 3, 0));
  g_autoptr (KomaTensor) ints = g_object_ref_sink (filled (KOMA_DTYPE_INT32, 2, 0));
  g_autoptr (KomaVariable) variable = koma_variable_new (two, FALSE, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_variable_get_name (variable));
  g_assert_false (koma_variable_is_trainable (variable));
  g_assert_false (koma_variable_assign (variable, three, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_clear_error (&error);
  g_assert_false (koma_variable_assign (variable, ints, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_clear_error (&error);
  koma_tensor_dispose_data (two);
  g_assert_false (koma_variable_assign (variable, two, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  g_clear_error (&error);
  g_assert_null (koma_variable_new (two, TRUE, NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
}

static KomaTensor *
compute_in_scope (KomaTensor *x)
{
  g_autoptr (KomaScope) scope = koma_scope_begin ();

  return koma_scope_return (scope, koma_tensor_square (koma_tensor_add (x, x, NULL), NULL));
}

static void
test_scope (void)
{
  g_autoptr (KomaTensor) x = g_object_ref_sink (filled (KOMA_DTYPE_FLOAT32, 2, 1));
  KomaTensor *y = compute_in_scope (x);

  g_assert_true (g_object_is_floating (y));
  assert_memory (2, 2, 16);
  g_object_ref_sink (y);
  assert_floats (y, 4, 4);
  g_object_unref (y);
  assert_memory (1, 1, 8);
}

/* What an inner scope returns is the outer one's; what was kept is nobody's. */
static void
test_scopes_nested (void)
{
  KomaScope  *scope = koma_scope_begin ();
  KomaTensor *x = filled (KOMA_DTYPE_FLOAT32, 2, 1);
  KomaTensor *y = compute_in_scope (x);
  g_autoptr (KomaTensor) kept = koma_tensor_keep (filled (KOMA_DTYPE_FLOAT32, 3, 7));
  g_autoptr (KomaVariable) variable = koma_variable_new (x, TRUE, NULL, NULL);
  g_autoptr (KomaTensor) held = g_object_ref (y);

  assert_memory (4, 3, 36);
  koma_scope_end (scope);
  assert_memory (2, 2, 20);
  assert_floats (kept, 7, 7, 7);
  assert_floats (KOMA_TENSOR (variable), 1, 1);
  g_assert_true (koma_tensor_is_disposed (held));
  koma_scope_end (scope);
  g_object_unref (scope);
}

/* The end of a scope ends those that began in it. */
static void
test_scopes_unbalanced (void)
{
  g_autoptr (KomaScope) outer = koma_scope_begin ();
  g_autoptr (KomaScope) inner = koma_scope_begin ();
  g_autoptr (KomaTensor) moved = g_object_ref (filled (KOMA_DTYPE_FLOAT32, 1, 0));

  filled (KOMA_DTYPE_FLOAT32, 2, 0);
  assert_memory (2, 2, 12);
  koma_scope_move_out (inner, moved);
  koma_scope_move_out (outer, moved);
  koma_scope_end (outer);
  assert_memory (1, 1, 4);
  koma_scope_end (inner);
  assert_floats (moved, 0);
}

static KomaTensor *
compute (gpointer user_data,
         GError **error)
{
  KomaTensor *x = user_data;

  return koma_tensor_square (koma_tensor_add (x, x, error), error);
}

/* What the function returns is the caller's, and the outer scope's if there is one. */
static void
test_tidy (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTensor) x = g_object_ref_sink (filled (KOMA_DTYPE_FLOAT32, 2, 1));
  KomaTensor *y = koma_tidy (compute, x, &error);
  KomaScope  *scope = NULL;

  g_assert_no_error (error);
  assert_memory (2, 2, 16);
  assert_floats (y, 4, 4);
  g_object_unref (y);
  assert_memory (1, 1, 8);

  scope = koma_scope_begin ();
  y = koma_tidy (compute, x, &error);
  koma_scope_end (scope);
  g_assert_true (koma_tensor_is_disposed (y));
  g_object_unref (y);
  g_object_unref (scope);

  koma_tensor_dispose_data (x);
  g_assert_null (koma_tidy (compute, x, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
}

/* Weights count from when they are needed: a kernel [3, 2] and a bias [2]. */
static void
test_model (void)
{
  g_autoptr (KomaLayersModel) model = koma_layers_model_new_sequential (NULL);
  g_autoptr (KomaTensor) x = NULL;
  g_autoptr (GError) error = NULL;
  guint n = 0;

  koma_layers_model_add (model, koma_layer_new ("Dense", "{'units': 2, 'inputShape': [3]}", &error),
                         &error);
  g_assert_no_error (error);
  assert_memory (0, 0, 0);
  g_assert_true (koma_layers_model_get_n_weights (model, &n, &error));
  assert_memory (2, 2, 32);
  x = g_object_ref_sink (koma_tensor_new_zeros (KOMA_DTYPE_FLOAT32, KOMA_DIMS (4, 3), &error));
  g_object_unref (g_object_ref_sink (koma_layers_model_predict (model, &x, 1, 4, &error)));
  assert_memory (3, 3, 80);
  for (guint i = 0; i < 2; i++) {
    koma_layers_model_dispose_data (model);
    assert_memory (1, 1, 48);
  }
  g_assert_null (koma_layers_model_predict (model, &x, 1, 4, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  g_clear_error (&error);
  g_assert_false (
    koma_layers_model_add (model, koma_layer_new ("Dense", "{'units': 2}", NULL), &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
  g_assert_cmpuint (koma_layers_model_get_n_layers (model), ==, 1);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory-count/ops", test_ops);
  g_test_add_func ("/memory-count/dtypes", test_dtypes);
  g_test_add_func ("/memory-count/variable", test_variable);
  g_test_add_func ("/memory-count/variable-refused", test_variable_refused);
  g_test_add_func ("/memory-count/scope", test_scope);
  g_test_add_func ("/memory-count/scopes-nested", test_scopes_nested);
  g_test_add_func ("/memory-count/scopes-unbalanced", test_scopes_unbalanced);
  g_test_add_func ("/memory-count/tidy", test_tidy);
  g_test_add_func ("/memory-count/model", test_model);
  return g_test_run ();
}
