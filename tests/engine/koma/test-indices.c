/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Indices and labels out of their range are errors that name them, wherever they come from. */
#include <math.h>

#include "tests/engine/koma/memory-fixture.h"
#include "tests/test-main.h"

#define INTS(...) \
  ints (G_N_ELEMENTS (((const int[]){ __VA_ARGS__ })), (const int[]){ __VA_ARGS__ })

static KomaTensor *
ints (guint      n,
      const int *values)
{
  return koma_tensor_new_ints (values, n, (const int[]){ (int) n }, 1, NULL);
}

/* [n / 2, 2] */
static KomaTensor *
pairs (KomaTensor *numbers)
{
  return koma_tensor_reshape (numbers, KOMA_DIMS (-1, 2), NULL);
}

static KomaTensor *
column (KomaTensor *numbers)
{
  return koma_tensor_reshape (numbers, KOMA_DIMS (-1, 1), NULL);
}

static KomaTensor *
zeros (const int *shape,
       guint      rank)
{
  return koma_tensor_new_zeros (KOMA_DTYPE_FLOAT32, shape, rank, NULL);
}

#define assert_refused(call, words)                          \
  G_STMT_START                                               \
  {                                                          \
    g_autoptr (KomaScope) scope_ = koma_scope_begin ();      \
    g_autoptr (GError) error = NULL;                         \
                                                             \
    g_assert_true ((call) == 0);                             \
    g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT); \
    g_test_message ("%s", error->message);                   \
    g_assert_nonnull (strstr (error->message, words));       \
    koma_scope_end (scope_);                                 \
  }                                                          \
  G_STMT_END

static void
test_gather (void)
{
  assert_refused (koma_tensor_gather (zeros (KOMA_DIMS (3, 2)), INTS (0, 3), 0, &error),
                  "koma_tensor_gather: index 1 is 3, expected 0 to 2");
  assert_refused (koma_tensor_gather (zeros (KOMA_DIMS (3, 2)), INTS (0, 1, -1), 1, &error),
                  "koma_tensor_gather: index 2 is -1, expected 0 to 1");
  assert_refused (koma_tensor_gather (zeros (KOMA_DIMS (0, 2)), INTS (0), 0, &error),
                  "index 0 is 0, expected none");
  assert_refused (koma_tensor_gather (zeros (KOMA_DIMS (3)), INTS (G_MAXINT), 0, &error),
                  "index 0 is 2147483647, expected 0 to 2");
  assert_refused (
    koma_tensor_gather_nd (zeros (KOMA_DIMS (3, 2)), pairs (INTS (0, 0, 1, 2)), &error),
    "koma_tensor_gather_nd: index 1, number 1, is 2, expected 0 to 1");
  assert_refused (
    koma_tensor_gather_nd (zeros (KOMA_DIMS (3, 2)), column (INTS (0, 1, -2)), &error),
    "koma_tensor_gather_nd: index 2 is -2, expected 0 to 2");
}

static void
test_scatter (void)
{
  assert_refused (koma_tensor_scatter_nd (column (INTS (0, 4)), zeros (KOMA_DIMS (2)),
                                          KOMA_DIMS (4), &error),
                  "koma_tensor_scatter_nd: index 1 is 4, expected 0 to 3");
  assert_refused (koma_tensor_scatter_nd (pairs (INTS (0, 0, -1, 1)), zeros (KOMA_DIMS (2)),
                                          KOMA_DIMS (4, 2), &error),
                  "koma_tensor_scatter_nd: index 1, number 0, is -1, expected 0 to 3");
  assert_refused (koma_tensor_tensor_scatter_update (zeros (KOMA_DIMS (4)), column (INTS (0, 4)),
                                                     zeros (KOMA_DIMS (2)), &error),
                  "koma_tensor_tensor_scatter_update: index 1 is 4, expected 0 to 3");
  assert_refused (koma_tensor_tensor_scatter_update (zeros (KOMA_DIMS (4)), column (INTS (-1)),
                                                     zeros (KOMA_DIMS (1)), &error),
                  "index 0 is -1, expected 0 to 3");
  assert_refused (
    koma_tensor_unsorted_segment_sum (zeros (KOMA_DIMS (3, 2)), INTS (0, 2, 1), 2, &error),
    "koma_tensor_unsorted_segment_sum: index 1 is 2, expected 0 to 1");
  assert_refused (
    koma_tensor_unsorted_segment_sum (zeros (KOMA_DIMS (3, 2)), INTS (0, 1, -1), 2, &error),
    "index 2 is -1, expected 0 to 1");
  assert_refused (koma_tensor_bincount (INTS (0, 1, -1), NULL, 3, &error),
                  "koma_tensor_bincount: index 2 is -1, expected 0 or more");
}

/* Greater numbers than the size do not count; OneHot has a line of zeros, as in TensorFlow.js. */
static void
test_counts (void)
{
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  g_autoptr (GError) error = NULL;

  assert_floats (koma_tensor_cast (koma_tensor_bincount (INTS (0, 1, 1, 7), NULL, 3, &error),
                                   KOMA_DTYPE_FLOAT32, &error),
                 1, 2, 0);
  assert_floats (koma_tensor_cast (koma_tensor_one_hot (INTS (-1, 2, 1), 2, 1, 0, &error),
                                   KOMA_DTYPE_FLOAT32, &error),
                 0, 0, 0, 0, 0, 1);
  g_assert_no_error (error);
  koma_scope_end (scope);
}

/* A NaN that was cast is 0, as in TensorFlow.js; infinities are the ends of int32. */
static void
test_cast (void)
{
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  KomaTensor *x = koma_tensor_new_1d (KOMA_VALUES (5, 6, 7), &error);
  KomaTensor *nan = koma_tensor_new_1d (KOMA_VALUES (NAN, 1.9f), &error);
  KomaTensor *inf = koma_tensor_new_1d (KOMA_VALUES (0, INFINITY), &error);

  nan = koma_tensor_cast (nan, KOMA_DTYPE_INT32, &error);
  inf = koma_tensor_cast (inf, KOMA_DTYPE_INT32, &error);
  assert_floats (koma_tensor_gather (x, nan, 0, &error), 5, 6);
  g_assert_null (koma_tensor_gather (x, inf, 0, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  g_assert_nonnull (strstr (error->message, "index 1 is 2147483647"));
  koma_scope_end (scope);
}

/* Indices that are computed from what a tape watches are looked at when they are there. */
static void
test_traced (void)
{
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  g_autoptr (KomaTape) tape = koma_tape_new ();
  g_autoptr (GError) error = NULL;
  KomaTensor       *x = koma_tensor_new_1d (KOMA_VALUES (0, 3), &error);
  KomaTensor       *table = koma_tensor_new_1d (KOMA_VALUES (5, 6, 7), &error);
  KomaTensor       *y = NULL;
  g_autofree float *values = NULL;
  gsize             n = 0;

  g_assert_true (koma_tape_watch (tape, x, &error));
  y = koma_tensor_gather (table, koma_tensor_cast (x, KOMA_DTYPE_INT32, &error), 0, &error);
  g_assert_no_error (error);
  values = koma_tensor_read_floats (y, &n, &error);
  g_assert_null (values);
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  g_assert_nonnull (strstr (error->message, "koma_tensor_gather: index 1 is 3, expected 0 to 2"));
  koma_scope_end (scope);
}

/* [2, 1] */
static KomaTensor *
two (float a,
     float b)
{
  return g_object_ref_sink (koma_tensor_new_2d (KOMA_VALUES (a, b), 2, 1, NULL));
}

static KomaLayersModel *
make_embedding (void)
{
  KomaLayersModel *model = koma_layers_model_new_sequential (NULL);
  g_autoptr (GError) error = NULL;

  koma_layers_model_add (
    model,
    koma_layer_new ("Embedding",
                    "{'inputDim': 3, 'outputDim': 2, 'inputShape': [1], 'name': 'words'}", NULL),
    &error);
  koma_layers_model_add (model, koma_layer_new ("Flatten", NULL, NULL), &error);
  koma_layers_model_add (model, koma_layer_new_dense (4, "softmax"), &error);
  g_assert_no_error (error);
  return model;
}

static void
test_embedding (void)
{
  static const struct
  {
    float       number;
    const char *words;
  } wrong[] = {
    { 3, "words: index 1 is 3, expected 0 to 2" },
    { -1, "words: index 1 is -1, expected 0 to 2" },
    { NAN, "words: index 1 is nan, expected 0 to 2" },
  };
  g_autoptr (KomaLayersModel) model = make_embedding ();

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autoptr (KomaTensor) x = two (2, wrong[i].number);

    assert_refused (koma_layers_model_predict (model, &x, 1, 32, &error), wrong[i].words);
  }
}

/* Named by their places in the tensor, although the samples of a batch are picked. */
static void
test_labels (void)
{
  static const struct
  {
    float       label;
    const char *words;
  } wrong[] = {
    { 4, "Label 1 of target 0 is 4, expected 0 to 3" },
    { -1, "Label 1 of target 0 is -1, expected 0 to 3" },
    { NAN, "Label 1 of target 0 is nan, expected 0 to 3" },
  };
  const char *const metrics[] = { "accuracy", NULL };
  g_autoptr (KomaLayersModel) model = make_embedding ();
  g_autoptr (KomaTensor) x = two (0, 2);

  g_assert_true (koma_layers_model_compile (model, "sgd", "sparseCategoricalCrossentropy", metrics,
                                            NULL));
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autoptr (KomaTensor) y = two (3, wrong[i].label);

    assert_refused (koma_layers_model_fit (model, &x, 1, &y, 1, NULL, NULL, &error),
                    wrong[i].words);
    assert_refused (koma_layers_model_evaluate (model, &x, 1, &y, 1, 32, NULL, &error),
                    wrong[i].words);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/indices/gather", test_gather);
  g_test_add_func ("/indices/scatter", test_scatter);
  g_test_add_func ("/indices/counts", test_counts);
  g_test_add_func ("/indices/cast", test_cast);
  g_test_add_func ("/indices/traced", test_traced);
  g_test_add_func ("/indices/embedding", test_embedding);
  g_test_add_func ("/indices/labels", test_labels);
  return g_test_run ();
}
