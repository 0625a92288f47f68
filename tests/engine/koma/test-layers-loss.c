/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a model's loss is made of besides targets and predictions, computed by hand. */
#include "tests/engine/koma/memory-fixture.h"
#include "tests/test-main.h"

/* y = w x, w 1 at first; @more: settings of the layer */
static KomaLayersModel *
new_model (const char *more,
           GError    **error)
{
  KomaLayersModel *model = koma_layers_model_new_sequential (NULL);
  g_autofree char *settings = g_strconcat (
    "{'units': 1, 'useBias': false, 'inputShape': [1], 'kernelInitializer': 'ones'", more, "}",
    NULL);
  g_autoptr (KomaOptimizer) sgd = koma_optimizer_new_sgd (1, NULL);

  g_assert_true (koma_layers_model_add (model, koma_layer_new ("Dense", settings, error), error));
  g_assert_true (koma_layers_model_compile_with (model, sgd, "meanSquaredError", NULL, error));
  return model;
}

/* [n, 1] */
static KomaTensor *
column (const float *values,
        int          n)
{
  return g_object_ref_sink (koma_tensor_new (values, n, KOMA_DIMS (n, 1), NULL));
}

static float
read_weight (KomaLayersModel *model)
{
  g_autoptr (KomaTensor) weight = g_object_ref_sink (koma_layers_model_get_weight (model, 0, NULL));
  g_autofree float *values = koma_tensor_read_floats (weight, &(gsize){ 0 }, NULL);

  return values[0];
}

/* Predictions 1 and 2 are right. (0.1 (1 + 4) + 0.05 (1 + 2)) / 2; the gradient by w is
 * (0.2 · 5 + 0.05 · 3) / 2. */
static void
test_activity (gconstpointer more)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayersModel) model = new_model (more, &error);
  g_autoptr (KomaTensor) x = column ((float[]){ 1, 2 }, 2);
  g_autofree double *evaluated =
    koma_layers_model_evaluate (model, &x, 1, &x, 1, 2, &(gsize){ 0 }, &error);
  g_autofree double *trained =
    koma_layers_model_train_on_batch (model, &x, 1, &x, 1, &(gsize){ 0 }, &error);

  g_assert_no_error (error);
  g_assert_cmpfloat (evaluated[0], ==, 0);
  g_assert_cmpfloat_with_epsilon (trained[0], 0.325, 1e-6);
  g_assert_cmpfloat_with_epsilon (read_weight (model), 1 - 0.575, 1e-6);
}

/* The layer does the same behind the dense one. */
static void
test_activity_layer (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayersModel) model = koma_layers_model_new_sequential (NULL);
  g_autoptr (KomaTensor) x = column ((float[]){ 1, 2 }, 2);
  g_autofree double *trained = NULL;

  g_assert_true (koma_layers_model_add (
    model,
    koma_layer_new ("ActivityRegularization", "{'l1': 0.05, 'l2': 0.1, 'inputShape': [1]}", &error),
    &error));
  g_assert_true (koma_layers_model_compile (model, "sgd", "meanSquaredError", NULL, &error));
  trained = koma_layers_model_train_on_batch (model, &x, 1, &x, 1, &(gsize){ 0 }, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (trained[0], 0.325, 1e-6);
}

static void
test_activity_refused (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayersModel) model = koma_layers_model_new_sequential (NULL);
  g_autoptr (KomaTensor) x =
    g_object_ref_sink (koma_tensor_new_3d ((float[]){ 1, 2 }, 2, 1, 2, 1, NULL));
  KomaLayer *layer = koma_layer_new ("TimeDistributed",
                                     "{'inputShape': [2, 1], 'layer': {'class_name': 'Dense', "
                                     "'config': {'units': 1, 'activity_regularizer': 'l2'}}}",
                                     &error);

  g_assert_true (koma_layers_model_add (model, layer, &error));
  g_assert_true (koma_layers_model_compile (model, "sgd", "meanSquaredError", NULL, &error));
  g_assert_null (koma_layers_model_train_on_batch (model, &x, 1, &x, 1, &(gsize){ 0 }, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "activity_regularizer"));
}

/* (nullable) with @error set */
static KomaHistory *
fit (KomaLayersModel *model,
     KomaTensor      *x,
     KomaTensor      *y,
     KomaFitOptions  *options,
     GError         **error)
{
  return koma_layers_model_fit (model, &x, 1, &y, 1, options, NULL, error);
}

static void
assert_loss (KomaHistory *history,
             double       loss)
{
  gsize         n = 0;
  const double *values = koma_history_get_values (history, "loss", &n);

  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpfloat_with_epsilon (values[0], loss, 1e-6);
}

/* Losses 4 and 1: (0.5 · 4 + 2 · 1) / 2; gradient (0.5 · 2 · -2 · 1 + 2 · 2 · -1 · 2) / 2. */
static void
test_sample_weights (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayersModel) model = new_model ("", &error);
  g_autoptr (KomaTensor) x = column ((float[]){ 1, 2 }, 2);
  g_autoptr (KomaTensor) y = column ((float[]){ 3, 3 }, 2);
  g_autoptr (KomaTensor) weights =
    g_object_ref_sink (koma_tensor_new_1d ((float[]){ 0.5f, 2 }, 2, NULL));
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (1, 2);
  g_autoptr (KomaHistory) history = NULL;

  koma_fit_options_set_sample_weights (options, &weights, 1);
  koma_fit_options_set_validation (options, &x, 1, &y, 1);
  history = fit (model, x, y, options, &error);
  g_assert_no_error (error);
  assert_loss (history, 2);
  g_assert_cmpfloat_with_epsilon (read_weight (model), 6, 1e-6);
  /* 3² and 9² without weights */
  g_assert_cmpfloat_with_epsilon (*koma_history_get_values (history, "val_loss", &(gsize){ 0 }), 45,
                                  1e-4);
}

/* Losses 1 and 1 of classes 0 and 1, in any order of samples, which weights follow. */
static void
test_class_weights (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTensor) x = column ((float[]){ 1, 2 }, 2);
  g_autoptr (KomaTensor) y = column ((float[]){ 0, 1 }, 2);
  g_autoptr (KomaTensor) weights =
    g_object_ref_sink (koma_tensor_new_1d ((float[]){ 2, 1 }, 2, NULL));
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (1, 1);

  koma_fit_options_set_class_weights (options, 0, (double[]){ 0.5, 2 }, 2);
  for (guint seed = 0; seed < 4; seed++) {
    g_autoptr (KomaLayersModel) model = new_model ("", &error);
    g_autoptr (KomaHistory) history = NULL;

    koma_layers_model_set_seed (model, seed);
    g_assert_true (koma_layers_model_set_option (model, "learningRate", 0, &error));
    koma_fit_options_set_sample_weights (options, &weights, seed % 2);
    history = fit (model, x, y, options, &error);
    g_assert_no_error (error);
    assert_loss (history, seed % 2 == 0 ? 1.25 : 1.5);
  }
}

/* Rows of targets: predictions 1, 1 and 2, 2; losses (0 + 1) / 2 and (4 + 1) / 2. */
static void
test_class_of_row (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayersModel) model = new_model (", 'units': 2", &error);
  g_autoptr (KomaTensor) x = column ((float[]){ 1, 2 }, 2);
  g_autoptr (KomaTensor) y =
    g_object_ref_sink (koma_tensor_new_2d ((float[]){ 1, 0, 0, 1 }, 4, 2, 2, NULL));
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (1, 2);
  g_autoptr (KomaHistory) history = NULL;

  koma_fit_options_set_class_weights (options, 0, (double[]){ 0.5, 2 }, 2);
  history = fit (model, x, y, options, &error);
  g_assert_no_error (error);
  assert_loss (history, (0.25 + 5) / 2);
}

static void
test_weights_refused (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayersModel) model = new_model ("", &error);
  g_autoptr (KomaTensor) x = column ((float[]){ 1, 2 }, 2);
  g_autoptr (KomaTensor) y = column ((float[]){ 0, 2 }, 2);
  g_autoptr (KomaTensor) three =
    g_object_ref_sink (koma_tensor_new_1d ((float[]){ 1, 2, 3 }, 3, NULL));
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (1, 2);
  KomaTensor *both[] = { three, three };

  koma_fit_options_set_sample_weights (options, &three, 1);
  g_assert_null (fit (model, x, y, options, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_clear_error (&error);
  koma_fit_options_set_sample_weights (options, both, 2);
  g_assert_null (fit (model, x, y, options, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  g_clear_error (&error);
  koma_fit_options_set_sample_weights (options, NULL, 0);
  koma_fit_options_set_class_weights (options, 0, (double[]){ 0.5, 2 }, 2);
  g_assert_null (fit (model, x, y, options, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  g_assert_cmpstr (error->message, ==, "Sample 1 is of class 2, which has no weight");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func (
    "/layers-loss/activity",
    ", 'activityRegularizer': {'class_name': 'L1L2', 'config': {'l1': 0.05, 'l2': 0.1}}",
    test_activity);
  g_test_add_func ("/layers-loss/activity/layer", test_activity_layer);
  g_test_add_func ("/layers-loss/activity/refused", test_activity_refused);
  g_test_add_func ("/layers-loss/sample-weights", test_sample_weights);
  g_test_add_func ("/layers-loss/class-weights", test_class_weights);
  g_test_add_func ("/layers-loss/class-weights/rows", test_class_of_row);
  g_test_add_func ("/layers-loss/weights-refused", test_weights_refused);
  return g_test_run ();
}
