/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The constructors of common layers make what their settings make, and models of them learn. */
#include <glib/gstdio.h>

#include "engine/koma/koma.h"
#include "tests/test-main.h"

static void
assert_layer (KomaLayer  *found /* (transfer floating) */,
              const char *class_name,
              const char *config)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayer) layer = g_object_ref_sink (found);
  g_autoptr (KomaLayer) wanted = koma_layer_new (class_name, config, &error);
  g_autofree char *found_config = koma_layer_get_config (layer);
  g_autofree char *wanted_config = NULL;

  g_assert_no_error (error);
  g_object_ref_sink (wanted);
  wanted_config = koma_layer_get_config (wanted);
  g_assert_cmpstr (koma_layer_get_class_name (layer), ==, class_name);
  g_assert_cmpstr (found_config, ==, wanted_config);
}

static void
test_settings (void)
{
  assert_layer (koma_layer_new_dense (3, "relu"), "Dense", "{'units': 3, 'activation': 'relu'}");
  assert_layer (koma_layer_new_dense (3, NULL), "Dense", "{'units': 3}");
  assert_layer (koma_layer_new_conv2d (8, 3, "relu"), "Conv2D",
                "{'filters': 8, 'kernelSize': [3, 3], 'activation': 'relu'}");
  assert_layer (koma_layer_new_max_pooling2d (2), "MaxPooling2D", "{'poolSize': [2, 2]}");
  assert_layer (koma_layer_new_flatten (), "Flatten", NULL);
  assert_layer (koma_layer_new_dropout (0.25), "Dropout", "{'rate': 0.25}");
  assert_layer (koma_layer_new_embedding (50, 8), "Embedding",
                "{'inputDim': 50, 'outputDim': 8}");
  assert_layer (koma_layer_new_simple_rnn (5), "SimpleRNN", "{'units': 5}");
  assert_layer (koma_layer_new_gru (5), "GRU", "{'units': 5}");
  assert_layer (koma_layer_new_lstm (5), "LSTM", "{'units': 5}");
}

static void
test_input (void)
{
  g_autoptr (KomaLayer) layer = g_object_ref_sink (koma_layer_new_input (KOMA_DIMS (28, -1)));
  g_autofree char *config = koma_layer_get_config (layer);

  g_assert_cmpstr (koma_layer_get_class_name (layer), ==, "InputLayer");
  g_assert_cmpstr (config, ==,
                   "{\"batch_input_shape\":[null,28,null],\"dtype\":\"float32\","
                   "\"sparse\":false}");
}

/* Settings that make no sense are refused by the model. */
static void
test_refused (void)
{
  KomaLayer *const refused[] = {
    koma_layer_new_dense (0, NULL),
    koma_layer_new_dense (3, "relux"),
    koma_layer_new_conv2d (-1, 3, NULL),
    koma_layer_new_conv2d (2, 9, NULL),
    koma_layer_new_max_pooling2d (0),
    koma_layer_new_embedding (0, 8),
    koma_layer_new_lstm (0),
  };

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++) {
    g_autoptr (KomaLayersModel) model = koma_layers_model_new_sequential (NULL);
    g_autoptr (GError) error = NULL;

    g_assert_true (
      koma_layers_model_add (model, koma_layer_new_input (KOMA_DIMS (8, 8, 1)), &error));
    g_assert_false (koma_layers_model_add (model, refused[i], &error));
    g_assert_nonnull (error);
    g_test_message ("%s", error->message);
  }
}

static KomaLayersModel *
make_model (KomaLayer *const *layers,
            guint             n_layers)
{
  KomaLayersModel *model = koma_layers_model_new_sequential (NULL);
  g_autoptr (GError) error = NULL;

  koma_layers_model_set_seed (model, 1);
  for (guint i = 0; i < n_layers; i++)
    koma_layers_model_add (model, layers[i], &error);
  g_assert_no_error (error);
  koma_layers_model_compile (model, "adam", "meanSquaredError", NULL, &error);
  g_assert_no_error (error);
  return model;
}

/* Its loss becomes less, and what is saved predicts the same. */
static void
assert_learns (KomaLayersModel *model,
               KomaTensor      *x)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (30, 4);
  g_autofree char *folder = g_dir_make_tmp ("koma-XXXXXX", &error);
  g_autofree char *file = g_build_filename (folder, "model.json", NULL);
  g_autofree char *weights = g_build_filename (folder, "weights.bin", NULL);
  KomaTensor      *y = koma_tensor_new_ones (KOMA_DTYPE_FLOAT32, KOMA_DIMS (4, 2), &error);
  g_autoptr (KomaHistory) history =
    koma_layers_model_fit (model, &x, 1, &y, 1, options, NULL, &error);
  g_autoptr (KomaLayersModel) loaded = NULL;
  g_autofree float *found = NULL;
  g_autofree float *wanted = NULL;
  const double     *losses = NULL;
  gsize             n = 0;

  g_assert_no_error (error);
  losses = koma_history_get_values (history, "loss", &n);
  g_assert_cmpfloat (losses[n - 1], <, losses[0]);
  g_assert_true (koma_layers_model_save (model, folder, FALSE, &error));
  loaded = koma_layers_model_load (file, &error);
  g_assert_no_error (error);
  y = koma_layers_model_predict (model, &x, 1, 4, &error);
  wanted = koma_tensor_read_floats (y, &n, &error);
  y = koma_layers_model_predict (loaded, &x, 1, 4, &error);
  found = koma_tensor_read_floats (y, &n, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (found, n * sizeof (float), wanted, 8 * sizeof (float));
  g_remove (file);
  g_remove (weights);
  g_rmdir (folder);
}

static void
test_pictures (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  KomaLayer *const            layers[] = {
               koma_layer_new_input (KOMA_DIMS (8, 8, 1)),
               koma_layer_new_conv2d (4, 3, "relu"),
               koma_layer_new_max_pooling2d (2),
               koma_layer_new_flatten (),
               koma_layer_new_dropout (0.25),
               koma_layer_new_dense (2, NULL),
  };
  g_autoptr (KomaLayersModel) model = make_model (layers, G_N_ELEMENTS (layers));

  assert_learns (model, koma_tensor_new_random_uniform (KOMA_DIMS (4, 8, 8, 1), 0, 1, 3, NULL));
}

static void
test_words (void)
{
  for (guint i = 0; i < 3; i++) {
    g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
    KomaLayer *const            layers[] = {
                 koma_layer_new_input (KOMA_DIMS (3)),
                 koma_layer_new_embedding (12, 5),
      i == 0   ? koma_layer_new_simple_rnn (4)
                 : i == 1 ? koma_layer_new_gru (4)
                          : koma_layer_new_lstm (4),
                 koma_layer_new_dense (2, NULL),
    };
    g_autoptr (KomaLayersModel) model = make_model (layers, G_N_ELEMENTS (layers));
    KomaTensor *words = koma_tensor_new_range (KOMA_DTYPE_FLOAT32, 0, 12, 1, NULL);

    assert_learns (model, koma_tensor_reshape (words, KOMA_DIMS (4, 3), NULL));
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/common-layers/settings", test_settings);
  g_test_add_func ("/common-layers/input", test_input);
  g_test_add_func ("/common-layers/refused", test_refused);
  g_test_add_func ("/common-layers/pictures", test_pictures);
  g_test_add_func ("/common-layers/words", test_words);
  return g_test_run ();
}
