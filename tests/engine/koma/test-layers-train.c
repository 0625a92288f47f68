/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Training models of layers: steps against numbers computed by hand, epochs, validation,
 * stopping. */
#include <math.h>

#include "layers-train-fixture.h"
#include "tests/test-main.h"

/* Two samples, x 1 and 2, y 3 and 3; w 1, b 0: errors -2 and -1, loss 2.5;
 * gradients (-2 · 1 · 2 - 1 · 2 · 2) / 2 = -4 and (-4 - 2) / 2 = -3. */
static void
test_step (Train        *self,
           gconstpointer data)
{
  g_autoptr (KomaTensor) x = train_make ((float[]){ 1, 2 }, 2, 1);
  g_autoptr (KomaTensor) y = train_make ((float[]){ 3, 3 }, 2, 1);
  g_autoptr (GError) error = NULL;
  g_autofree double *results = NULL;
  g_auto (GStrv) names = NULL;
  gsize n = 0;

  train_compile (self->model, "sgd", 0.1);
  train_set_weights (self->model, 1, 0);
  results = koma_layers_model_train_on_batch (self->model, &x, 1, &y, 1, &n, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpfloat_with_epsilon (results[0], 2.5, 1e-6);
  g_assert_cmpfloat_with_epsilon (results[1], 1.5, 1e-6);
  g_assert_cmpfloat_with_epsilon (train_get_weight (self->model, 0), 1.4, 1e-6);
  g_assert_cmpfloat_with_epsilon (train_get_weight (self->model, 1), 0.3, 1e-6);
  names = koma_layers_model_get_result_names (self->model, &error);
  g_assert_cmpstr (names[0], ==, "loss");
  g_assert_cmpstr (names[1], ==, "mae");
}

static void
on_batch_end (KomaLayersModel *model,
              guint            epoch,
              guint            batch,
              double           loss,
              Train           *self)
{
  g_assert_cmpuint (epoch, ==, self->n_epochs);
  g_assert_true (isfinite (loss));
  self->n_batches++;
}

static void
on_epoch_end (KomaLayersModel *model,
              guint            epoch,
              KomaHistory     *history,
              Train           *self)
{
  g_assert_cmpuint (epoch, ==, self->n_epochs);
  g_assert_cmpuint (koma_history_get_n_epochs (history), ==, ++self->n_epochs);
}

static void
test_fit (Train        *self,
          gconstpointer data)
{
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (300, 3);
  g_autoptr (KomaHistory) history = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree double *results = NULL;
  const double      *losses = NULL;
  gsize              n = 0;

  train_compile (self->model, "sgd", 0.2);
  g_signal_connect (self->model, "batch-end", G_CALLBACK (on_batch_end), self);
  g_signal_connect (self->model, "epoch-end", G_CALLBACK (on_epoch_end), self);
  history = train_fit (self, options);
  g_assert_cmpuint (self->n_epochs, ==, 300);
  g_assert_cmpuint (self->n_batches, ==, 900);
  losses = koma_history_get_values (history, "loss", &n);
  g_assert_cmpuint (n, ==, 300);
  g_assert_cmpfloat (losses[299], <, losses[0] / 1000);
  g_assert_null (koma_history_get_values (history, "val_loss", &n));
  g_assert_cmpfloat_with_epsilon (train_get_weight (self->model, 0), 2, 0.05);
  g_assert_cmpfloat_with_epsilon (train_get_weight (self->model, 1), 1, 0.05);
  results = koma_layers_model_evaluate (self->model, &self->x, 1, &self->y, 1, 3, &n, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (results[0], <, 1e-3);
}

/* The same seed gives the same order of samples, and the same weights. */
static void
test_shuffle (Train        *self,
              gconstpointer data)
{
  float weights[3] = { 0 };

  for (guint i = 0; i < 3; i++) {
    g_autoptr (KomaFitOptions) options = koma_fit_options_new (2, 3);
    g_autoptr (KomaHistory) history = NULL;

    g_object_set (options, "shuffle", i < 2, NULL);
    train_compile (self->model, "sgd", 0.2);
    train_set_weights (self->model, 0.5f, 0);
    history = train_fit (self, options);
    weights[i] = train_get_weight (self->model, 0);
  }
  g_assert_cmpfloat (weights[0], ==, weights[1]);
  g_assert_cmpfloat (weights[0], !=, weights[2]);
}

/* The last quarter validates: x 0.75 and 0.875, y 2.5 and 2.75. */
static void
test_validation (Train        *self,
                 gconstpointer data)
{
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (1, 6);
  g_autoptr (KomaHistory) history = NULL;
  const double *values = NULL;
  gsize         n = 0;

  g_object_set (options, "validation-split", 0.25, NULL);
  train_compile (self->model, "sgd", 0);
  train_set_weights (self->model, 2, 0);
  history = train_fit (self, options);
  values = koma_history_get_values (history, "val_mae", &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpfloat_with_epsilon (values[0], 1, 1e-6);
  values = koma_history_get_values (history, "val_loss", &n);
  g_assert_cmpfloat_with_epsilon (values[0], 1, 1e-6);
}

/* Nothing is learned, so that nothing gets better. */
static void
test_early_stopping (Train        *self,
                     gconstpointer data)
{
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (50, 4);
  g_autoptr (KomaHistory) history = NULL;

  g_object_set (options, "patience", 3, "validation-split", 0.5, NULL);
  train_compile (self->model, "sgd", 0);
  history = train_fit (self, options);
  g_assert_cmpuint (koma_history_get_n_epochs (history), ==, 4);
}

static void
stop (KomaLayersModel *model,
      guint            epoch,
      KomaHistory     *history,
      Train           *self)
{
  if (epoch == 1)
    koma_layers_model_stop (model);
}

static void
test_stop (Train        *self,
           gconstpointer data)
{
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (50, 4);
  g_autoptr (KomaHistory) history = NULL;

  train_compile (self->model, "sgd", 0.1);
  g_signal_connect (self->model, "epoch-end", G_CALLBACK (stop), self);
  history = train_fit (self, options);
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
test_cancel_async (Train        *self,
                   gconstpointer data)
{
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (50, 4);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  train_compile (self->model, "sgd", 0.1);
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
test_async (Train        *self,
            gconstpointer data)
{
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (10, 1);
  g_autoptr (KomaHistory) history = NULL;
  g_autoptr (KomaHistory) again = NULL;
  g_autoptr (GError) error = NULL;
  Async       async = { 0 };
  const guint idle = g_idle_add (count_idle, &async);

  train_compile (self->model, "sgd", 0.1);
  koma_layers_model_fit_async (self->model, &self->x, 1, &self->y, 1, options, NULL, keep_result,
                               &async);
  while (async.result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (idle);
  g_assert_cmpuint (async.n_idle, >=, 10);
  again = train_fit (self, options);
  g_assert_cmpuint (koma_history_get_n_epochs (again), ==, 10);
  history = koma_layers_model_fit_finish (self->model, async.result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (koma_history_get_n_epochs (history), ==, 10);
  g_object_unref (async.result);
}

static void
test_frozen (Train        *self,
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
  train_compile (self->model, "sgd", 0.1);
  g_assert_cmpstr (koma_layers_model_get_weight_name (self->model, 0, &error), ==, "e/kernel");
  g_assert_cmpstr (koma_layers_model_get_weight_name (self->model, 2, &error), ==, "d/kernel");
  g_assert_true (koma_layers_model_count_params (self->model, &n, &n_trainable, &error));
  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpuint (n_trainable, ==, 2);
  {
    const float e = train_get_weight (self->model, 0);
    const float d = train_get_weight (self->model, 2);

    history = train_fit (self, options);
    g_assert_cmpfloat (train_get_weight (self->model, 0), !=, e);
    g_assert_cmpfloat (train_get_weight (self->model, 2), ==, d);
  }
}

static void
test_refusals (Train        *self,
               gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTensor) few = train_make ((float[]){ 1, 2 }, 2, 1);

  g_assert_null (koma_layers_model_fit (self->model, &self->x, 1, &self->y, 1, NULL, NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  g_clear_error (&error);
  g_assert_false (koma_layers_model_compile (self->model, "best", "mse", NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_clear_error (&error);
  g_assert_false (koma_layers_model_compile (self->model, "sgd", "none", NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_clear_error (&error);
  train_compile (self->model, "sgd", 0.1);
  g_assert_null (koma_layers_model_fit (self->model, &self->x, 1, &few, 1, NULL, NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_clear_error (&error);
  g_assert_false (koma_layers_model_set_weight (self->model, 0, few, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_clear_error (&error);
  g_assert_null (koma_layers_model_load ("/nonexistent/model.json", &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  TRAIN_ADD ("step", test_step);
  TRAIN_ADD ("fit", test_fit);
  TRAIN_ADD ("shuffle", test_shuffle);
  TRAIN_ADD ("validation", test_validation);
  TRAIN_ADD ("early-stopping", test_early_stopping);
  TRAIN_ADD ("stop", test_stop);
  TRAIN_ADD ("cancel-async", test_cancel_async);
  TRAIN_ADD ("async", test_async);
  TRAIN_ADD ("frozen", test_frozen);
  TRAIN_ADD ("refusals", test_refusals);
  return g_test_run ();
}
