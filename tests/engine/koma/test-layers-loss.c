/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a model's loss is made of besides targets and predictions, computed by hand. */
#include "tests/engine/koma/memory-fixture.h"

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

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func (
    "/layers-loss/activity",
    ", 'activityRegularizer': {'class_name': 'L1L2', 'config': {'l1': 0.05, 'l2': 0.1}}",
    test_activity);
  g_test_add_func ("/layers-loss/activity/layer", test_activity_layer);
  g_test_add_func ("/layers-loss/activity/refused", test_activity_refused);
  return g_test_run ();
}
