/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Inputs that decide shapes: constants of what is compiled, for each set of their numbers. */
#include "tests/engine/koma/memory-fixture.h"
#include "tests/test-main.h"

static KomaTensor *
make_ints (int n,
           int a,
           int b)
{
  return koma_tensor_new_ints ((int[]){ a, b }, n, &n, 1, NULL);
}

/* The second row of 0 … 23 in the shape of [a, b], which is an input. */
static KomaTensor *
reshape (KomaGraphModel *model,
         int             a,
         int             b,
         GError        **error)
{
  KomaTensor *x = koma_tensor_new_range (KOMA_DTYPE_FLOAT32, 0, 24, 1, NULL);
  KomaTensor *inputs[] = { koma_tensor_reshape (x, KOMA_DIMS (2, 3, 4), NULL), make_ints (2, a, b),
                           make_ints (1, 1, 0) };

  return koma_graph_model_predict (model, inputs, 3, error);
}

static void
test_known (void)
{
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (
    g_getenv ("KOMA_SOURCE"), "tests/engine/formats/onnx-models/known.onnx", NULL);
  g_autoptr (KomaGraphModel) model = koma_graph_model_load (path, &error);
  guint n_programs = 0;

  g_assert_no_error (error);
  g_assert_cmpuint (koma_graph_model_get_n_inputs (model), ==, 3);
  assert_floats (reshape (model, 4, 6, &error), 6, 7, 8, 9, 10, 11);
  assert_floats (reshape (model, 3, 8, &error), 8, 9, 10, 11, 12, 13, 14, 15);
  n_programs = koma_environment_get_n_programs (koma_environment_get ());
  assert_floats (reshape (model, 4, 6, &error), 6, 7, 8, 9, 10, 11);
  g_assert_cmpuint (koma_environment_get_n_programs (koma_environment_get ()), ==, n_programs);
  g_assert_null (reshape (model, 5, 5, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_assert_true (g_str_has_prefix (error->message, path));
  g_assert_nonnull (strstr (error->message, "Reshape"));
  koma_scope_end (scope);
}

/* Of more sets of numbers than are kept. */
static void
test_known_many (void)
{
  static const int rows[] = { 2, 3, 4, 6, 8, 12, 24, -1, 2, 3 };
  g_autofree char *path = g_build_filename (
    g_getenv ("KOMA_SOURCE"), "tests/engine/formats/onnx-models/known.onnx", NULL);
  g_autoptr (KomaGraphModel) model = koma_graph_model_load (path, NULL);

  for (guint i = 0; i < 2 * G_N_ELEMENTS (rows); i++) {
    g_autoptr (KomaScope) scope = koma_scope_begin ();
    const int n = rows[i % G_N_ELEMENTS (rows)];

    g_assert_nonnull (reshape (model, n, n == -1 ? 6 : 24 / n, NULL));
    koma_scope_end (scope);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/graph-model-known/shapes", test_known);
  g_test_add_func ("/graph-model-known/many", test_known_many);
  return g_test_run ();
}
