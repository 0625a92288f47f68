/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a model of layers knows after training: saved and read again, states of recurrent layers. */
#include <glib/gstdio.h>
#include <math.h>

#include "layers-train-fixture.h"
#include "tests/test-main.h"

/* A training that is saved and loaded goes on as one that is not interrupted. */
static void
test_save (Train        *self,
           gconstpointer data)
{
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (3, 4);
  g_autoptr (KomaLayersModel) loaded = NULL;
  g_autofree char *old = g_build_filename (self->folder, "weights.bin", NULL);
  g_autofree char *new = g_build_filename (self->folder, "weights-1.bin", NULL);
  g_autoptr (GError) error = NULL;

  g_object_set (options, "shuffle", FALSE, NULL);
  train_compile (self->model, "adam", 0.05);
  for (guint i = 0; i < 2; i++) {
    g_autoptr (KomaHistory) history G_GNUC_UNUSED = train_fit (self, options);

    g_assert_true (koma_layers_model_save (self->model, self->folder, TRUE, &error));
    g_assert_no_error (error);
    g_assert_cmpint (g_file_test (old, G_FILE_TEST_EXISTS), ==, i == 0);
    g_assert_cmpint (g_file_test (new, G_FILE_TEST_EXISTS), ==, i == 1);
  }
  loaded = koma_layers_model_load (self->folder, &error);
  g_assert_no_error (error);
  g_assert_true (koma_layers_model_save (loaded, self->folder, TRUE, &error));
  g_clear_object (&loaded);
  loaded = koma_layers_model_load (self->folder, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (train_get_weight (loaded, 0), ==, train_get_weight (self->model, 0));
  {
    g_autoptr (KomaHistory) first  G_GNUC_UNUSED = train_fit (self, options);
    g_autoptr (KomaHistory) second G_GNUC_UNUSED =
      koma_layers_model_fit (loaded, &self->x, 1, &self->y, 1, options, NULL, &error);

    g_assert_no_error (error);
    g_assert_cmpfloat (train_get_weight (loaded, 0), ==, train_get_weight (self->model, 0));
    g_assert_cmpfloat (train_get_weight (loaded, 1), ==, train_get_weight (self->model, 1));
  }
}

static void
test_predict (Train        *self,
              gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTensor) y = NULL;
  g_autoptr (KomaTensor) wrong = train_make ((float[]){ 1, 2, 3, 4 }, 2, 2);
  g_autofree float *values = NULL;
  gsize             n = 0;

  train_set_weights (self->model, 8, -1);
  y = koma_layers_model_predict (self->model, &self->x, 1, 3, &error);
  g_assert_no_error (error);
  g_object_ref_sink (y);
  values = koma_tensor_read_floats (y, &n, &error);
  g_assert_cmpuint (n, ==, N);
  for (guint i = 0; i < N; i++)
    g_assert_cmpfloat_with_epsilon (values[i], (float) i - 1, 1e-6);
  g_assert_null (koma_layers_model_predict (self->model, &wrong, 1, 1, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_clear_error (&error);
  g_assert_null (koma_layers_model_predict (self->model, &self->x, 1, 0, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
}

static float
predict_last (KomaLayersModel *model,
              KomaTensor      *x)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTensor) y = koma_layers_model_predict (model, &x, 1, 1, &error);
  g_autofree float *values = NULL;
  gsize             n = 0;

  g_assert_no_error (error);
  g_object_ref_sink (y);
  values = koma_tensor_read_floats (y, &n, &error);
  return values[n - 1];
}

/* A state goes on from run to run until it is reset; sequences may have any length. */
static void
test_states (Train        *self,
             gconstpointer data)
{
  g_autoptr (KomaLayersModel) model = koma_layers_model_new_sequential (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTensor) x = g_object_ref_sink (
    koma_tensor_new ((float[]){ 1, 2, 3 }, 3, KOMA_DIMS (1, 3, 1), &error));
  g_autoptr (KomaTensor) longer = g_object_ref_sink (
    koma_tensor_new ((float[]){ 1, 2, 3, 1, 2, 3 }, 6, KOMA_DIMS (1, 6, 1), &error));
  float first = 0;
  float second = 0;

  koma_layers_model_set_seed (model, 1);
  koma_layers_model_add (model,
                         koma_layer_new ("SimpleRNN",
                                         "{'units': 2, 'stateful': true, "
                                         "'batchInputShape': [1, null, 1]}",
                                         &error),
                         &error);
  g_assert_no_error (error);
  first = predict_last (model, x);
  second = predict_last (model, x);
  g_assert_cmpfloat (first, !=, second);
  g_assert_true (koma_layers_model_reset_states (model, &error));
  g_assert_cmpfloat (predict_last (model, x), ==, first);
  g_assert_true (koma_layers_model_reset_states (model, &error));
  g_assert_cmpfloat_with_epsilon (predict_last (model, longer), second, 1e-6);
}

/* What a handler of the signal may do, and what not. */
static void
use_meanwhile (KomaLayersModel *model,
               guint            epoch,
               guint            batch,
               double           loss,
               KomaTensor      *other)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (koma_layers_model_compile (model, "sgd", "mse", NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  (void) predict_last (model, other);
}

/* A model that takes sequences of any length is used for other ones while it is trained. */
static void
test_lengths (Train        *self,
              gconstpointer data)
{
  g_autoptr (KomaLayersModel) model = koma_layers_model_new_sequential (NULL);
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (3, 1);
  g_autoptr (KomaHistory) history = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTensor) x = g_object_ref_sink (
    koma_tensor_new ((float[]){ 1, 2, 3, 4, 5, 6 }, 6, KOMA_DIMS (2, 3, 1), &error));
  g_autoptr (KomaTensor) other =
    g_object_ref_sink (koma_tensor_new ((float[]){ 1, 2 }, 2, KOMA_DIMS (2, 1, 1), &error));
  g_autoptr (KomaTensor) y = train_make ((float[]){ 0, 1 }, 2, 1);

  koma_layers_model_add (
    model, koma_layer_new ("SimpleRNN", "{'units': 1, 'inputShape': [null, 1]}", &error), &error);
  g_assert_no_error (error);
  koma_layers_model_compile (model, "adam", "mse", NULL, &error);
  koma_fit_options_set_validation (options, &other, 1, &y, 1);
  g_signal_connect (model, "batch-end", G_CALLBACK (use_meanwhile), other);
  history = koma_layers_model_fit (model, &x, 1, &y, 1, options, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (koma_history_get_n_epochs (history), ==, 3);
}

/* Files that Keras wrote can be trained further, and saved for TensorFlow.js. */
static void
test_keras (Train        *self,
            gconstpointer data)
{
  static const char *const names[] = { "small.h5", "colours.h5", "colours.keras" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = g_build_filename (
      g_getenv ("KOMA_SOURCE"), "tests/engine/formats/keras-models", names[i], NULL);
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaLayersModel) model = koma_layers_model_load (path, &error);
    g_autoptr (KomaLayersModel) again = NULL;
    guint n[2] = { 0 };

    g_assert_no_error (error);
    g_assert_true (koma_layers_model_get_n_weights (model, &n[0], &error));
    g_assert_cmpuint (n[0], >, 0);
    g_assert_true (koma_layers_model_save (model, self->folder, FALSE, &error));
    g_assert_no_error (error);
    again = koma_layers_model_load (self->folder, &error);
    g_assert_no_error (error);
    g_assert_true (koma_layers_model_get_n_weights (again, &n[1], &error));
    g_assert_cmpuint (n[0], ==, n[1]);
    g_assert_cmpfloat (train_get_weight (model, 0), ==, train_get_weight (again, 0));
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  TRAIN_ADD ("save", test_save);
  TRAIN_ADD ("states", test_states);
  TRAIN_ADD ("lengths", test_lengths);
  TRAIN_ADD ("keras", test_keras);
  TRAIN_ADD ("predict", test_predict);
  return g_test_run ();
}
