/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Whatever bits a NaN has within, those that leave are the plain one's: at each way out. */
#include <math.h>
#include <string.h>

#include <glib/gstdio.h>

#include "engine/graph/nan.h"
#include "engine/koma/koma.h"
#include "engine/koma/tensor/tensor-private.h"
#include "tests/remove-tree.h"
#include "tests/test-main.h"

#define SIZE   4 /* of pictures */
#define N_BITS 6

/* All that a comparison of vectors writes, signalling, negative, what a pointer looks like. */
static const guint32 strange[N_BITS] = {
  0xffffffffu,
  0x7f800001u,
  0xffc00000u,
  0xff812345u,
  0x7fffffffu,
  0xfffc0001u,
};

static void
assert_plain (float value)
{
  guint32 bits = 0;

  memcpy (&bits, &value, sizeof bits);
  if (isnan (value))
    g_assert_cmphex (bits, ==, KOMA_NAN_BITS);
}

static void
assert_plain_double (double value)
{
  guint64 bits = 0;

  memcpy (&bits, &value, sizeof bits);
  g_assert_true (isnan (value));
  g_assert_cmphex (bits, ==, G_GUINT64_CONSTANT (0x7ff8000000000000));
}

/* @shape of strange NaNs, with numbers between them. */
static KomaTensor *
make_strange (const int *shape,
              guint      rank)
{
  float   values[256];
  guint32 bits = 0;
  gsize   count = 1;

  for (guint d = 0; d < rank; d++)
    count *= shape[d];
  g_assert_cmpuint (count, <=, G_N_ELEMENTS (values));
  for (gsize i = 0; i < count; i++) {
    bits = strange[i / 2 % N_BITS];
    if (i % 2 == 0)
      memcpy (&values[i], &bits, sizeof bits);
    else
      values[i] = i;
  }
  return g_object_ref_sink (koma_tensor_new (values, count, shape, rank, NULL));
}

/* Takes it, and checks that it has NaNs, all of them plain. */
static void
assert_read_plain (KomaTensor *tensor)
{
  g_autoptr (KomaTensor) owned = g_object_ref_sink (tensor);
  g_autoptr (GError) error = NULL;
  gsize             n = 0;
  g_autofree float *values = koma_tensor_read_floats (owned, &n, &error);
  guint             n_nans = 0;

  g_assert_no_error (error);
  for (gsize i = 0; i < n; i++) {
    assert_plain (values[i]);
    n_nans += isnan (values[i]) != 0;
  }
  g_assert_cmpuint (n_nans, >, 0);
}

/* What the kernels make, before it is read. */
static void
assert_made_plain (KomaTensor *tensor)
{
  g_autoptr (KomaTensor) owned = g_object_ref_sink (tensor);
  g_autoptr (GError) error = NULL;
  const KomaArray *array = koma_tensor_get_array (owned, &error);

  g_assert_no_error (error);
  for (gsize i = 0; i < array->count; i++)
    assert_plain (((const float *) array->data)[i]);
}

static void
test_kernels (void)
{
  const KomaWindowOptions window = { .size = 2 };
  g_autoptr (KomaTensor) x = make_strange (KOMA_DIMS (33));
  g_autoptr (KomaTensor) matrix = make_strange (KOMA_DIMS (8, 20));
  g_autoptr (KomaTensor) picture = make_strange (KOMA_DIMS (1, SIZE, SIZE, 5));
  g_autoptr (KomaTensor) one = g_object_ref_sink (koma_tensor_new_scalar (1, NULL));

  assert_made_plain (koma_tensor_sign (x, NULL));
  assert_made_plain (koma_tensor_maximum (x, one, NULL));
  assert_made_plain (koma_tensor_maximum (one, x, NULL));
  assert_made_plain (koma_tensor_minimum (x, x, NULL));
  for (int axis = 0; axis < 2; axis++) {
    assert_made_plain (koma_tensor_max (matrix, &axis, 1, FALSE, NULL));
    assert_made_plain (koma_tensor_min (matrix, &axis, 1, FALSE, NULL));
  }
  assert_made_plain (koma_tensor_max_pool (picture, &window, NULL));
}

static void
test_read (void)
{
  g_autoptr (KomaTensor) x = make_strange (KOMA_DIMS (33));
  g_autoptr (KomaTensor) halves =
    g_object_ref_sink (koma_tensor_cast (x, KOMA_DTYPE_FLOAT16, NULL));

  assert_read_plain (g_object_ref (x));
  assert_read_plain (g_object_ref (halves));
  assert_read_plain (koma_tensor_reshape (x, KOMA_DIMS (3, 11), NULL));
  assert_read_plain (koma_tensor_add (x, x, NULL));
  assert_read_plain (koma_tensor_relu (x, NULL));
  assert_read_plain (koma_tensor_abs (x, NULL));
  assert_read_plain (koma_tensor_neg (x, NULL));
  assert_read_plain (koma_tensor_sqrt (x, NULL));
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  gsize             n = 0;
  g_autofree float *values = koma_tensor_read_finish (KOMA_TENSOR (source), result, &n, NULL);

  for (gsize i = 0; i < n; i++)
    assert_plain (values[i]);
  *(gsize *) user_data = n;
}

static void
test_read_async (void)
{
  g_autoptr (KomaTensor) x = make_strange (KOMA_DIMS (33));
  gsize n = 0;

  koma_tensor_read_async (x, NULL, read_cb, &n);
  while (n == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (n, ==, 33);
}

static KomaLayersModel *
make_model (void)
{
  const char *const metrics[] = { "mae", NULL };
  g_autoptr (GError) error = NULL;
  KomaLayersModel *model = koma_layers_model_new_sequential (NULL);
  g_autoptr (KomaTensor) weights = make_strange (KOMA_DIMS (SIZE * SIZE * 3, 2));

  g_assert_true (koma_layers_model_add (
    model, koma_layer_new ("Flatten", "{'inputShape': [4, 4, 3]}", &error), &error));
  g_assert_true (koma_layers_model_add (model, koma_layer_new_dense (2, NULL), &error));
  g_assert_true (koma_layers_model_set_weight (model, 0, weights, &error));
  g_assert_true (koma_layers_model_compile (model, "sgd", "meanSquaredError", metrics, &error));
  g_assert_no_error (error);
  return model;
}

static void
batch_end_cb (KomaLayersModel *model,
              guint            epoch,
              guint            batch,
              double           loss,
              guint           *n_batches)
{
  assert_plain_double (loss);
  ++*n_batches;
}

static void
assert_numbers (double *numbers /* (transfer full) */,
                gsize   n)
{
  g_autofree double *owned = numbers;

  g_assert_cmpuint (n, ==, 2);
  for (gsize i = 0; i < n; i++)
    assert_plain_double (owned[i]);
}

static void
test_layers (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayersModel) model = make_model ();
  g_autoptr (KomaTensor) x = make_strange (KOMA_DIMS (2, SIZE, SIZE, 3));
  g_autoptr (KomaTensor) y = make_strange (KOMA_DIMS (2, 2));
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (2, 1);
  g_autoptr (KomaHistory) history = NULL;
  double *numbers = NULL;
  guint   n_batches = 0;
  gsize   n = 0;

  koma_fit_options_set_validation (options, &x, 1, &y, 1);
  g_signal_connect (model, "batch-end", G_CALLBACK (batch_end_cb), &n_batches);
  history = koma_layers_model_fit (model, &x, 1, &y, 1, options, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n_batches, ==, 4);
  for (guint i = 0; i < 4; i++) {
    const char   *names[] = { "loss", "mae", "val_loss", "val_mae" };
    const double *values = koma_history_get_values (history, names[i], &n);

    g_assert_cmpuint (n, ==, 2);
    assert_plain_double (values[0]);
    assert_plain_double (values[1]);
  }
  numbers = koma_layers_model_train_on_batch (model, &x, 1, &y, 1, &n, &error);
  assert_numbers (numbers, n);
  numbers = koma_layers_model_evaluate (model, &x, 1, &y, 1, 1, &n, &error);
  assert_numbers (numbers, n);
  assert_read_plain (koma_layers_model_get_weight (model, 0, &error));
  assert_read_plain (koma_layers_model_predict (model, &x, 1, 1, &error));
  g_assert_no_error (error);
}

/* From a file, whose weights are a stranger's. */
static void
test_file (void)
{
  static const guint8 pixels[SIZE * SIZE * 3] = { 1, 2, 3 };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayersModel) layers = make_model ();
  g_autofree char *folder = g_dir_make_tmp ("koma-nan-XXXXXX", &error);
  g_autoptr (KomaGraphModel) model = NULL;
  g_autoptr (GPtrArray) best = NULL;
  KomaTensor *x = koma_tensor_new_4d ((float[SIZE *SIZE * 3]){ 1 }, SIZE * SIZE * 3, 1, SIZE, SIZE,
                                      3, NULL);

  g_object_ref_sink (x);
  g_assert_true (koma_layers_model_save (layers, folder, FALSE, &error));
  model = koma_graph_model_load (folder, &error);
  g_assert_no_error (error);
  assert_read_plain (koma_graph_model_predict (model, &x, 1, &error));
  best = koma_graph_model_classify_pixels (model, pixels, sizeof pixels, SIZE, SIZE, SIZE * 3, 2,
                                           &error);
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
  g_assert_null (best);
  g_object_unref (x);
  remove_tree (folder);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/nan/kernels", test_kernels);
  g_test_add_func ("/nan/read", test_read);
  g_test_add_func ("/nan/read-async", test_read_async);
  g_test_add_func ("/nan/layers", test_layers);
  g_test_add_func ("/nan/file", test_file);
  return g_test_run ();
}
