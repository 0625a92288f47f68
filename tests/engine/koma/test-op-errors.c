/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What ops on tensors refuse, and what they do with what they are given. */
#include "tests/engine/koma/memory-fixture.h"
#include "tests/engine/koma/refused-fixture.h"
#include "tests/test-main.h"

static KomaTensor *
zeros (const int *shape,
       guint      rank)
{
  return koma_tensor_new_zeros (KOMA_DTYPE_FLOAT32, shape, rank, NULL);
}

static void
test_shapes (void)
{
  assert_refused (koma_tensor_add (zeros (KOMA_DIMS (2, 3)), zeros (KOMA_DIMS (2, 2)), &error),
                  KOMA_ERROR_SHAPE, "add", "[2,3]");
  assert_refused (koma_tensor_reshape (zeros (KOMA_DIMS (2, 3)), KOMA_DIMS (4), &error),
                  KOMA_ERROR_SHAPE, "reshape", "[4]");
  assert_refused (koma_tensor_reshape (zeros (KOMA_DIMS (4)), KOMA_DIMS (-1, -1), &error),
                  KOMA_ERROR_SHAPE, "reshape", "-1");
  assert_refused (
    koma_tensor_mat_mul (zeros (KOMA_DIMS (2, 3)), zeros (KOMA_DIMS (2, 3)), FALSE, FALSE, &error),
    KOMA_ERROR_SHAPE, "mat_mul", "3 columns");
  assert_refused (
    koma_tensor_mat_mul (zeros (KOMA_DIMS (3)), zeros (KOMA_DIMS (3)), FALSE, FALSE, &error),
    KOMA_ERROR_SHAPE, "mat_mul", "2 dimensions");
  assert_refused (koma_tensor_dot (zeros (KOMA_DIMS (3)), zeros (KOMA_DIMS (4)), &error),
                  KOMA_ERROR_SHAPE, "dot", "4");
  assert_refused (
    koma_tensor_outer_product (zeros (KOMA_DIMS (3, 1)), zeros (KOMA_DIMS (4)), &error),
    KOMA_ERROR_SHAPE, "outer_product", "2 dimensions");
  assert_refused (
    koma_tensor_concat ((KomaTensor *[]){ zeros (KOMA_DIMS (2, 3)), zeros (KOMA_DIMS (3, 2)) }, 2,
                        0, &error),
    KOMA_ERROR_SHAPE, "concat", "2");
  assert_refused (koma_tensor_stack (
                    (KomaTensor *[]){ zeros (KOMA_DIMS (2)), zeros (KOMA_DIMS (3)) }, 2, 0, &error),
                  KOMA_ERROR_SHAPE, "stack", "[3]");
  assert_refused (
    koma_tensor_slice (zeros (KOMA_DIMS (2, 2)), KOMA_DIMS (0, 1), KOMA_DIMS (2, 3), &error),
    KOMA_ERROR_SHAPE, "slice", "size 3");
  assert_refused (koma_tensor_squeeze (zeros (KOMA_DIMS (2, 1)), KOMA_DIMS (0), &error),
                  KOMA_ERROR_SHAPE, "squeeze", "is 2, expected 1");
  assert_refused (koma_tensor_split (zeros (KOMA_DIMS (5)), 2, 0, &error), KOMA_ERROR_SHAPE,
                  "split", "5");
  assert_refused (koma_tensor_pad (zeros (KOMA_DIMS (2, 2)), KOMA_DIMS (0, 0), 0, &error),
                  KOMA_ERROR_SHAPE, "pad", "2");
  assert_refused (koma_tensor_mean_squared_error (zeros (KOMA_DIMS (2)), zeros (KOMA_DIMS (3)),
                                                  NULL, KOMA_REDUCTION_SUM, &error),
                  KOMA_ERROR_SHAPE, "mean_squared_error", "[3]");
}

static void
test_axes (void)
{
  KomaTensor *unused = NULL;

  assert_refused (koma_tensor_sum (zeros (KOMA_DIMS (2, 2)), KOMA_DIMS (2), FALSE, &error),
                  KOMA_ERROR_SHAPE, "sum", "axis is 2, expected -2 to 1");
  assert_refused (koma_tensor_sum (zeros (KOMA_DIMS (2, 2)), KOMA_DIMS (1, -1), FALSE, &error),
                  KOMA_ERROR_SHAPE, "sum", "twice");
  assert_refused (
    koma_tensor_norm (zeros (KOMA_DIMS (2, 2, 2)), KOMA_NORM_1, KOMA_DIMS (0, 1, 2), FALSE, &error),
    KOMA_ERROR_SHAPE, "norm", "3 elements");
  assert_refused (
    koma_tensor_norm (zeros (KOMA_DIMS (2, 2)), KOMA_NORM_2, KOMA_DIMS (0, 2), FALSE, &error),
    KOMA_ERROR_SHAPE, "norm", "axis is 2");
  assert_refused (
    koma_tensor_norm (zeros (KOMA_DIMS (2, 2)), KOMA_NORM_2, KOMA_DIMS (0, -2), FALSE, &error),
    KOMA_ERROR_SHAPE, "norm", "twice");
  assert_refused (
    koma_tensor_norm (zeros (KOMA_DIMS (2, 0)), KOMA_NORM_2, KOMA_DIMS (0, 1), FALSE, &error),
    KOMA_ERROR_SHAPE, "singular_values", "[2,0]");
  assert_refused (koma_tensor_concat ((KomaTensor *[]){ zeros (KOMA_DIMS (2)) }, 1, 1, &error),
                  KOMA_ERROR_SHAPE, "concat", "axis is 1");
  assert_refused (koma_tensor_transpose (zeros (KOMA_DIMS (2, 3)), KOMA_DIMS (0), &error),
                  KOMA_ERROR_SHAPE, "transpose", "1 elements, expected 2");
  assert_refused (koma_tensor_unstack (zeros (NULL, 0), 0, &error), KOMA_ERROR_SHAPE, "unstack",
                  "a scalar has none");
  assert_refused (koma_tensor_top_k (zeros (KOMA_DIMS (3)), 4, &unused, &unused, &error),
                  KOMA_ERROR_SHAPE, "top_k", "k is 4, expected 0 to 3");
  assert_refused (koma_tensor_unique (zeros (KOMA_DIMS (3)), 1, &unused, &unused, &error),
                  KOMA_ERROR_SHAPE, "unique", "axis is 1");
}

static void
test_dtypes (void)
{
  assert_refused (koma_tensor_gather (zeros (KOMA_DIMS (3)), zeros (KOMA_DIMS (1)), 0, &error),
                  KOMA_ERROR_UNSUPPORTED, "gather", "float32, expected int32");
  assert_refused (
    koma_tensor_where (zeros (KOMA_DIMS (2)), zeros (KOMA_DIMS (2)), zeros (KOMA_DIMS (2)), &error),
    KOMA_ERROR_UNSUPPORTED, "where", "float32, expected bool");
  assert_refused (koma_tensor_logical_and (zeros (KOMA_DIMS (2)), zeros (KOMA_DIMS (2)), &error),
                  KOMA_ERROR_UNSUPPORTED, "logical_and", "float32, expected bool");
  assert_refused (koma_tensor_any (zeros (KOMA_DIMS (2)), NULL, 0, FALSE, &error),
                  KOMA_ERROR_UNSUPPORTED, "any", "float32, expected bool");
  assert_refused (koma_tensor_cast (zeros (KOMA_DIMS (2)), KOMA_N_DTYPES, &error),
                  KOMA_ERROR_ARGUMENT, "cast", "dtype is 6");
}

static void
test_values (void)
{
  const int five = 5;

  assert_refused (koma_tensor_gather (zeros (KOMA_DIMS (3)),
                                      koma_tensor_new_ints (&five, 1, KOMA_DIMS (1), NULL), 0,
                                      &error),
                  KOMA_ERROR_ARGUMENT, "gather", "index 0 is 5, expected 0 to 2");
  assert_refused (
    koma_tensor_one_hot (koma_tensor_new_ints (&five, 1, KOMA_DIMS (1), NULL), 1, 1, 0, &error),
    KOMA_ERROR_ARGUMENT, "one_hot", "depth is 1, expected 2");
  assert_refused (koma_tensor_clip_by_value (zeros (KOMA_DIMS (1)), 2, 1, &error),
                  KOMA_ERROR_ARGUMENT, "clip_by_value", "min is 2");
  assert_refused (koma_tensor_split (zeros (KOMA_DIMS (5)), G_MAXUINT, 0, &error),
                  KOMA_ERROR_ARGUMENT, "split", "expected 1 to");
  assert_refused (koma_tensor_add_n (NULL, 0, &error), KOMA_ERROR_ARGUMENT, "add_n", "no tensor");
}

static void
test_windows (void)
{
  const KomaWindowOptions strided = { .stride = 2, .dilation = 2 };

  assert_refused (koma_tensor_conv2d (zeros (KOMA_DIMS (1, 4, 4, 3)),
                                      zeros (KOMA_DIMS (3, 3, 2, 4)), NULL, &error),
                  KOMA_ERROR_SHAPE, "conv2d", "3 channels");
  assert_refused (
    koma_tensor_conv2d (zeros (KOMA_DIMS (4, 4)), zeros (KOMA_DIMS (3, 3, 2, 4)), NULL, &error),
    KOMA_ERROR_SHAPE, "conv2d", "[4,4]");
  assert_refused (koma_tensor_conv2d (zeros (KOMA_DIMS (1, 8, 8, 1)),
                                      zeros (KOMA_DIMS (3, 3, 1, 1)), &strided, &error),
                  KOMA_ERROR_ARGUMENT, "conv2d", "strides and dilations");
  assert_refused (
    koma_tensor_conv1d (zeros (KOMA_DIMS (4)), zeros (KOMA_DIMS (1, 1, 1)), NULL, &error),
    KOMA_ERROR_SHAPE, "conv1d", "1 dimensions, expected 2 or 3");
}

static void
test_disposed (void)
{
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  KomaTensor *tensor = zeros (KOMA_DIMS (2));

  koma_tensor_dispose_data (tensor);
  assert_refused (koma_tensor_exp (tensor, &error), KOMA_ERROR_ARGUMENT, "exp", "disposed");
  assert_refused (koma_tensor_reshape (tensor, KOMA_DIMS (2, 1), &error), KOMA_ERROR_ARGUMENT,
                  "reshape", "disposed");
  koma_scope_end (scope);
}

/* A call that failed gives the next one nothing, and its error stays. */
static void
test_chain (void)
{
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  KomaTensor *a = zeros (KOMA_DIMS (2, 3));
  KomaTensor *b = zeros (KOMA_DIMS (2, 2));

  g_assert_null (koma_tensor_mean (koma_tensor_square (koma_tensor_sub (a, b, &error), &error),
                                   NULL, 0, FALSE, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_assert_true (g_str_has_prefix (error->message, "koma_tensor_sub:"));
  g_clear_error (&error);
  g_assert_null (koma_tensor_unstack (NULL, 0, &error));
  g_assert_null (koma_tensor_concat ((KomaTensor *[]){ a, NULL }, 2, 0, &error));
  g_assert_no_error (error);
  koma_scope_end (scope);
}

/* Steps in between are no tensors; another shape is no other buffer. */
static void
test_memory (void)
{
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  KomaTensor *x = zeros (KOMA_DIMS (2, 3));

  assert_memory (1, 1, 24);
  koma_tensor_log_sum_exp (x, NULL, 0, FALSE, NULL);
  assert_memory (2, 2, 28);
  koma_tensor_reshape (x, KOMA_DIMS (6), NULL);
  koma_tensor_expand_dims (x, 0, NULL);
  koma_tensor_squeeze (x, NULL, 0, NULL);
  koma_tensor_flatten (x, NULL);
  koma_tensor_cast (x, KOMA_DTYPE_FLOAT32, NULL);
  assert_memory (7, 2, 148);
  koma_scope_end (scope);
  assert_memory (0, 0, 0);
}

static void
test_lists (void)
{
  g_autoptr (KomaTensor) x = g_object_ref_sink (zeros (KOMA_DIMS (2, 3)));
  GPtrArray *parts = koma_tensor_unstack (x, 0, NULL);

  g_assert_cmpuint (parts->len, ==, 2);
  assert_memory (3, 3, 48);
  g_ptr_array_unref (parts);
  assert_memory (1, 1, 24);
}

static void
test_unwanted (void)
{
  g_autoptr (KomaTensor) x = g_object_ref_sink (zeros (KOMA_DIMS (2, 3)));
  KomaTensor *values = NULL;

  g_assert_true (koma_tensor_top_k (x, 1, &values, NULL, NULL));
  assert_memory (2, 2, 32);
  g_object_unref (g_object_ref_sink (values));
  g_assert_true (koma_tensor_moments (x, NULL, 0, FALSE, NULL, NULL, NULL));
  assert_memory (1, 1, 24);
}

static void
test_reductions_of_losses (void)
{
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  KomaTensor *labels = koma_tensor_new_1d ((float[]){ 1, 2, 3, 4 }, 4, NULL);
  KomaTensor *predictions = zeros (KOMA_DIMS (4));
  KomaTensor *weights = koma_tensor_new_1d ((float[]){ 1, 0, 2, 1 }, 4, NULL);

#define LOSS(w, reduction) \
  koma_tensor_absolute_difference (labels, predictions, (w), KOMA_REDUCTION_##reduction, NULL)
  assert_floats (LOSS (NULL, NONE), 1, 2, 3, 4);
  assert_floats (LOSS (NULL, SUM), 10);
  assert_floats (LOSS (NULL, MEAN), 2.5f);
  assert_floats (LOSS (NULL, SUM_BY_NONZERO_WEIGHTS), 2.5f);
  assert_floats (LOSS (weights, NONE), 1, 0, 6, 4);
  assert_floats (LOSS (weights, SUM), 11);
  assert_floats (LOSS (weights, MEAN), 2.75f);
  assert_floats (LOSS (weights, SUM_BY_NONZERO_WEIGHTS), 11 / 3.0f);
#undef LOSS
  koma_scope_end (scope);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/op-errors/shapes", test_shapes);
  g_test_add_func ("/op-errors/axes", test_axes);
  g_test_add_func ("/op-errors/dtypes", test_dtypes);
  g_test_add_func ("/op-errors/values", test_values);
  g_test_add_func ("/op-errors/windows", test_windows);
  g_test_add_func ("/op-errors/disposed", test_disposed);
  g_test_add_func ("/op-errors/chain", test_chain);
  g_test_add_func ("/op-errors/memory", test_memory);
  g_test_add_func ("/op-errors/lists", test_lists);
  g_test_add_func ("/op-errors/unwanted", test_unwanted);
  g_test_add_func ("/op-errors/reductions-of-losses", test_reductions_of_losses);
  return g_test_run ();
}
