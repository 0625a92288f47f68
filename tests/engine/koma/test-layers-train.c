/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Training models of layers: steps against numbers computed by hand, epochs, validation, stopping,
 * saving and going on. */
#include "engine/koma/koma.h"

#include <glib/gstdio.h>
#include <math.h>

#include "tests/remove-tree.h"
#include "tests/test-main.h"

#define N 8

typedef struct
{
  KomaLayersModel *model;
  KomaTensor      *x; /* [N, 1] */
  KomaTensor      *y; /* 2 x + 1 */
  char            *folder;
  guint            n_batches; /* that the model told of */
  guint            n_epochs;
} Fixture;

static KomaTensor *
make (const float *values,
      int          n0,
      int          n1)
{
  g_autoptr (GError) error = NULL;
  KomaTensor *tensor = koma_tensor_new (values, (gsize) (n0 * n1), KOMA_DIMS (n0, n1), &error);

  g_assert_no_error (error);
  return g_object_ref_sink (tensor);
}

static void
set_up (Fixture      *self,
        gconstpointer data)
{
  float x[N] = { 0 };
  float y[N] = { 0 };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < N; i++) {
    x[i] = (float) i / N;
    y[i] = 2 * x[i] + 1;
  }
  self->x = make (x, N, 1);
  self->y = make (y, N, 1);
  self->model = koma_layers_model_new_sequential (NULL);
  koma_layers_model_set_seed (self->model, 1);
  koma_layers_model_add (
    self->model,
    koma_layer_new ("Dense", "{'name': 'd', 'units': 1, 'inputShape': [1]}", &error), &error);
  g_assert_no_error (error);
  self->folder = g_dir_make_tmp ("koma-layers-XXXXXX", &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture      *self,
           gconstpointer data)
{
  remove_tree (self->folder);
  g_free (self->folder);
  g_object_unref (self->model);
  g_object_unref (self->x);
  g_object_unref (self->y);
}

static void
compile (KomaLayersModel *model,
         const char      *optimizer,
         double           rate)
{
  const char *const metrics[] = { "mae", NULL };
  g_autoptr (GError) error = NULL;

  koma_layers_model_compile (model, optimizer, "meanSquaredError", metrics, &error);
  g_assert_no_error (error);
  g_assert_true (koma_layers_model_set_option (model, "learningRate", rate, &error));
}

static void
set_weights (KomaLayersModel *model,
             float            kernel,
             float            bias)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTensor) k = make (&kernel, 1, 1);
  g_autoptr (KomaTensor) b = g_object_ref_sink (koma_tensor_new (&bias, 1, KOMA_DIMS (1), &error));

  g_assert_true (koma_layers_model_set_weight (model, 0, k, &error));
  g_assert_true (koma_layers_model_set_weight (model, 1, b, &error));
}

static float
get_weight (KomaLayersModel *model,
            guint            index)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTensor) tensor = koma_layers_model_get_weight (model, index, &error);
  g_autofree float *values = NULL;
  gsize             n = 0;

  g_assert_no_error (error);
  g_object_ref_sink (tensor);
  values = koma_tensor_read_floats (tensor, &n, &error);
  g_assert_no_error (error);
  return values[0];
}

/* Two samples, x 1 and 2, y 3 and 3; w 1, b 0: errors -2 and -1, loss 2.5;
 * gradients (-2 · 1 · 2 - 1 · 2 · 2) / 2 = -4 and (-4 - 2) / 2 = -3. */
static void
test_step (Fixture      *self,
           gconstpointer data)
{
  g_autoptr (KomaTensor) x = make ((float[]){ 1, 2 }, 2, 1);
  g_autoptr (KomaTensor) y = make ((float[]){ 3, 3 }, 2, 1);
  g_autoptr (GError) error = NULL;
  g_autofree double *results = NULL;
  g_auto (GStrv) names = NULL;
  gsize n = 0;

  compile (self->model, "sgd", 0.1);
  set_weights (self->model, 1, 0);
  results = koma_layers_model_train_on_batch (self->model, &x, 1, &y, 1, &n, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpfloat_with_epsilon (results[0], 2.5, 1e-6);
  g_assert_cmpfloat_with_epsilon (results[1], 1.5, 1e-6);
  g_assert_cmpfloat_with_epsilon (get_weight (self->model, 0), 1.4, 1e-6);
  g_assert_cmpfloat_with_epsilon (get_weight (self->model, 1), 0.3, 1e-6);
  names = koma_layers_model_get_result_names (self->model, &error);
  g_assert_cmpstr (names[0], ==, "loss");
  g_assert_cmpstr (names[1], ==, "mae");
}

static void
on_batch_end (KomaLayersModel *model,
              guint            epoch,
              guint            batch,
              double           loss,
              Fixture         *self)
{
  g_assert_cmpuint (epoch, ==, self->n_epochs);
  g_assert_true (isfinite (loss));
  self->n_batches++;
}

static void
on_epoch_end (KomaLayersModel *model,
              guint            epoch,
              KomaHistory     *history,
              Fixture         *self)
{
  g_assert_cmpuint (epoch, ==, self->n_epochs);
  g_assert_cmpuint (koma_history_get_n_epochs (history), ==, ++self->n_epochs);
}

static KomaHistory *
fit (Fixture        *self,
     KomaFitOptions *options)
{
  g_autoptr (GError) error = NULL;
  KomaHistory *history = koma_layers_model_fit (self->model, &self->x, 1, &self->y, 1, options,
                                                NULL, &error);

  g_assert_no_error (error);
  return history;
}

static void
test_fit (Fixture      *self,
          gconstpointer data)
{
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (300, 3);
  g_autoptr (KomaHistory) history = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree double *results = NULL;
  const double      *losses = NULL;
  gsize              n = 0;

  compile (self->model, "sgd", 0.2);
  g_signal_connect (self->model, "batch-end", G_CALLBACK (on_batch_end), self);
  g_signal_connect (self->model, "epoch-end", G_CALLBACK (on_epoch_end), self);
  history = fit (self, options);
  g_assert_cmpuint (self->n_epochs, ==, 300);
  g_assert_cmpuint (self->n_batches, ==, 900);
  losses = koma_history_get_values (history, "loss", &n);
  g_assert_cmpuint (n, ==, 300);
  g_assert_cmpfloat (losses[299], <, losses[0] / 1000);
  g_assert_null (koma_history_get_values (history, "val_loss", &n));
  g_assert_cmpfloat_with_epsilon (get_weight (self->model, 0), 2, 0.05);
  g_assert_cmpfloat_with_epsilon (get_weight (self->model, 1), 1, 0.05);
  results = koma_layers_model_evaluate (self->model, &self->x, 1, &self->y, 1, 3, &n, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (results[0], <, 1e-3);
}

/* The same seed gives the same order of samples, and the same weights. */
static void
test_shuffle (Fixture      *self,
              gconstpointer data)
{
  float weights[3] = { 0 };

  for (guint i = 0; i < 3; i++) {
    g_autoptr (KomaFitOptions) options = koma_fit_options_new (2, 3);
    g_autoptr (KomaHistory) history = NULL;

    g_object_set (options, "shuffle", i < 2, NULL);
    compile (self->model, "sgd", 0.2);
    set_weights (self->model, 0.5f, 0);
    history = fit (self, options);
    weights[i] = get_weight (self->model, 0);
  }
  g_assert_cmpfloat (weights[0], ==, weights[1]);
  g_assert_cmpfloat (weights[0], !=, weights[2]);
}

/* The last quarter validates: x 0.75 and 0.875, y 2.5 and 2.75. */
static void
test_validation (Fixture      *self,
                 gconstpointer data)
{
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (1, 6);
  g_autoptr (KomaHistory) history = NULL;
  const double *values = NULL;
  gsize         n = 0;

  g_object_set (options, "validation-split", 0.25, NULL);
  compile (self->model, "sgd", 0);
  set_weights (self->model, 2, 0);
  history = fit (self, options);
  values = koma_history_get_values (history, "val_mae", &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpfloat_with_epsilon (values[0], 1, 1e-6);
  values = koma_history_get_values (history, "val_loss", &n);
  g_assert_cmpfloat_with_epsilon (values[0], 1, 1e-6);
}

/* Nothing is learned, so that nothing gets better. */
static void
test_early_stopping (Fixture      *self,
                     gconstpointer data)
{
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (50, 4);
  g_autoptr (KomaHistory) history = NULL;

  g_object_set (options, "patience", 3, "validation-split", 0.5, NULL);
  compile (self->model, "sgd", 0);
  history = fit (self, options);
  g_assert_cmpuint (koma_history_get_n_epochs (history), ==, 4);
}

static void
stop (KomaLayersModel *model,
      guint            epoch,
      KomaHistory     *history,
      Fixture         *self)
{
  if (epoch == 1)
    koma_layers_model_stop (model);
}

static void
test_stop (Fixture      *self,
           gconstpointer data)
{
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (50, 4);
  g_autoptr (KomaHistory) history = NULL;

  compile (self->model, "sgd", 0.1);
  g_signal_connect (self->model, "epoch-end", G_CALLBACK (stop), self);
  history = fit (self, options);
  g_assert_cmpuint (koma_history_get_n_epochs (history), ==, 2);
}

static void
cancel (KomaLayersModel *model,
        guint            epoch,
        guint            batch,
        double           loss,
        GCancellable    *cancellable)
{
  if (epoch == 1)
    g_cancellable_cancel (cancellable);
}

static void
on_done (GObject      *object,
         GAsyncResult *result,
         gpointer      data)
{
  GError **error = data;

  g_assert_null (koma_layers_model_fit_finish (KOMA_LAYERS_MODEL (object), result, error));
}

static void
test_cancel_async (Fixture      *self,
                   gconstpointer data)
{
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (50, 4);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  compile (self->model, "sgd", 0.1);
  g_signal_connect (self->model, "batch-end", G_CALLBACK (cancel), cancellable);
  koma_layers_model_fit_async (self->model, &self->x, 1, &self->y, 1, options, cancellable, on_done,
                               &error);
  while (error == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

typedef struct
{
  GAsyncResult *result; /* (owned) (nullable) */
  guint         n_idle;
} Async;

static void
keep_result (GObject      *object,
             GAsyncResult *result,
             gpointer      data)
{
  ((Async *) data)->result = g_object_ref (result);
}

static gboolean
count_idle (gpointer data)
{
  ((Async *) data)->n_idle++;
  return G_SOURCE_CONTINUE;
}

/* What else the main loop does when it is idle goes on; the model can be trained again as soon as
 * the callback is called, whoever has the result. */
static void
test_async (Fixture      *self,
            gconstpointer data)
{
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (10, 1);
  g_autoptr (KomaHistory) history = NULL;
  g_autoptr (KomaHistory) again = NULL;
  g_autoptr (GError) error = NULL;
  Async       async = { 0 };
  const guint idle = g_idle_add (count_idle, &async);

  compile (self->model, "sgd", 0.1);
  koma_layers_model_fit_async (self->model, &self->x, 1, &self->y, 1, options, NULL, keep_result,
                               &async);
  while (async.result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (idle);
  g_assert_cmpuint (async.n_idle, >=, 10);
  again = fit (self, options);
  g_assert_cmpuint (koma_history_get_n_epochs (again), ==, 10);
  history = koma_layers_model_fit_finish (self->model, async.result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (koma_history_get_n_epochs (history), ==, 10);
  g_object_unref (async.result);
}

static void
test_frozen (Fixture      *self,
             gconstpointer data)
{
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (2, 4);
  g_autoptr (KomaHistory) history = NULL;
  g_autoptr (GError) error = NULL;
  gsize n = 0;
  gsize n_trainable = 0;

  g_assert_true (koma_layers_model_add (
    self->model, koma_layer_new ("Dense", "{'name': 'e', 'units': 1}", &error), &error));
  koma_layer_set_trainable (koma_layers_model_find_layer (self->model, "d"), FALSE);
  compile (self->model, "sgd", 0.1);
  g_assert_cmpstr (koma_layers_model_get_weight_name (self->model, 0, &error), ==, "e/kernel");
  g_assert_cmpstr (koma_layers_model_get_weight_name (self->model, 2, &error), ==, "d/kernel");
  g_assert_true (koma_layers_model_count_params (self->model, &n, &n_trainable, &error));
  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpuint (n_trainable, ==, 2);
  {
    const float e = get_weight (self->model, 0);
    const float d = get_weight (self->model, 2);

    history = fit (self, options);
    g_assert_cmpfloat (get_weight (self->model, 0), !=, e);
    g_assert_cmpfloat (get_weight (self->model, 2), ==, d);
  }
}

/* A training that is saved and loaded goes on as one that is not interrupted. */
static void
test_save (Fixture      *self,
           gconstpointer data)
{
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (3, 4);
  g_autoptr (KomaLayersModel) loaded = NULL;
  g_autofree char *old = g_build_filename (self->folder, "weights.bin", NULL);
  g_autofree char *new = g_build_filename (self->folder, "weights-1.bin", NULL);
  g_autoptr (GError) error = NULL;

  g_object_set (options, "shuffle", FALSE, NULL);
  compile (self->model, "adam", 0.05);
  for (guint i = 0; i < 2; i++) {
    g_autoptr (KomaHistory) history G_GNUC_UNUSED = fit (self, options);

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
  g_assert_cmpfloat (get_weight (loaded, 0), ==, get_weight (self->model, 0));
  {
    g_autoptr (KomaHistory) first  G_GNUC_UNUSED = fit (self, options);
    g_autoptr (KomaHistory) second G_GNUC_UNUSED =
      koma_layers_model_fit (loaded, &self->x, 1, &self->y, 1, options, NULL, &error);

    g_assert_no_error (error);
    g_assert_cmpfloat (get_weight (loaded, 0), ==, get_weight (self->model, 0));
    g_assert_cmpfloat (get_weight (loaded, 1), ==, get_weight (self->model, 1));
  }
}

static void
test_predict (Fixture      *self,
              gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTensor) y = NULL;
  g_autoptr (KomaTensor) wrong = make ((float[]){ 1, 2, 3, 4 }, 2, 2);
  g_autofree float *values = NULL;
  gsize             n = 0;

  set_weights (self->model, 8, -1);
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

static void
test_refusals (Fixture      *self,
               gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTensor) few = make ((float[]){ 1, 2 }, 2, 1);

  g_assert_null (koma_layers_model_fit (self->model, &self->x, 1, &self->y, 1, NULL, NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  g_clear_error (&error);
  g_assert_false (koma_layers_model_compile (self->model, "best", "mse", NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_clear_error (&error);
  g_assert_false (koma_layers_model_compile (self->model, "sgd", "none", NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_clear_error (&error);
  compile (self->model, "sgd", 0.1);
  g_assert_null (koma_layers_model_fit (self->model, &self->x, 1, &few, 1, NULL, NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_clear_error (&error);
  g_assert_false (koma_layers_model_set_weight (self->model, 0, few, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_clear_error (&error);
  g_assert_null (koma_layers_model_load ("/nonexistent/model.json", &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
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
test_states (Fixture      *self,
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
test_lengths (Fixture      *self,
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
  g_autoptr (KomaTensor) y = make ((float[]){ 0, 1 }, 2, 1);

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
test_keras (Fixture      *self,
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
    g_assert_cmpfloat (get_weight (model, 0), ==, get_weight (again, 0));
  }
}

#define ADD(name, func) g_test_add ("/layers-train/" name, Fixture, NULL, set_up, func, tear_down)

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("step", test_step);
  ADD ("fit", test_fit);
  ADD ("shuffle", test_shuffle);
  ADD ("validation", test_validation);
  ADD ("early-stopping", test_early_stopping);
  ADD ("stop", test_stop);
  ADD ("cancel-async", test_cancel_async);
  ADD ("async", test_async);
  ADD ("frozen", test_frozen);
  ADD ("save", test_save);
  ADD ("states", test_states);
  ADD ("lengths", test_lengths);
  ADD ("keras", test_keras);
  ADD ("predict", test_predict);
  ADD ("refusals", test_refusals);
  return g_test_run ();
}
