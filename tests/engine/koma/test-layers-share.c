/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Layers own their weights: models that have a layer in common share them, as models in models
 * do. */
#include "engine/koma/koma.h"
#include "tests/remove-tree.h"
#include "tests/test-main.h"

static KomaLayer *
make_dense (int         units,
            const char *name)
{
  g_autofree char *config = g_strdup_printf ("{'units': %d, 'name': '%s'}", units, name);
  g_autoptr (GError) error = NULL;
  KomaLayer *layer = koma_layer_new ("Dense", config, &error);

  g_assert_no_error (error);
  return g_object_ref_sink (layer);
}

/* [4] → the layers */
static KomaLayersModel *
make_row (const char *name,
          KomaLayer  *first,
          KomaLayer  *second)
{
  KomaLayersModel *model = koma_layers_model_new_sequential (name);
  KomaLayer       *layers[] = { koma_layer_new_input (KOMA_DIMS (4)), first, second };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (layers); i++)
    if (layers[i] != NULL)
      koma_layers_model_add (model, layers[i], &error);
  g_assert_no_error (error);
  return model;
}

static KomaTensor *
make_samples (guint n,
              int   seed)
{
  g_autoptr (GError) error = NULL;
  KomaTensor *x = koma_tensor_new_random_uniform (KOMA_DIMS (5, n), -1, 1, seed, &error);

  g_assert_no_error (error);
  return x;
}

static KomaTensor *
make_full (const int *shape,
           guint      rank,
           double     value)
{
  g_autoptr (GError) error = NULL;
  KomaTensor *x = koma_tensor_new_fill (KOMA_DTYPE_FLOAT32, shape, rank, value, &error);

  g_assert_no_error (error);
  return x;
}

static float
get_first (KomaTensor *tensor)
{
  g_autoptr (GError) error = NULL;
  gsize             n = 0;
  g_autofree float *data = koma_tensor_read_floats (tensor, &n, &error);

  g_assert_no_error (error);
  return data[0];
}

static float
read_layer (KomaLayer *layer)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) weights = koma_layer_get_weights (layer, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (weights->len, >, 0);
  return get_first (weights->pdata[0]);
}

static float
predict (KomaLayersModel *model,
         KomaTensor      *x)
{
  g_autoptr (GError) error = NULL;
  KomaTensor *y = koma_layers_model_predict (model, &x, 1, 5, &error);

  g_assert_no_error (error);
  return get_first (y);
}

static void
compile (KomaLayersModel *model)
{
  g_autoptr (GError) error = NULL;

  koma_layers_model_compile (model, "sgd", "meanSquaredError", NULL, &error);
  g_assert_no_error (error);
}

static void
train (KomaLayersModel *model,
       KomaTensor      *x,
       KomaTensor      *y)
{
  gsize n = 0;
  g_autoptr (GError) error = NULL;
  g_autofree double *results = koma_layers_model_train_on_batch (model, &x, 1, &y, 1, &n, &error);

  g_assert_no_error (error);
  g_assert_nonnull (results);
}

static void
test_two_models (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (KomaLayer) shared = make_dense (3, "shared");
  g_autoptr (KomaLayer) head = make_dense (2, "head");
  g_autoptr (KomaLayersModel) a = make_row ("a", shared, head);
  g_autoptr (KomaLayersModel) b = make_row ("b", shared, NULL);
  KomaTensor *x = make_samples (4, 1);
  const float before = predict (b, x);
  float       after = 0;

  compile (a);
  train (a, x, make_samples (2, 2));
  after = predict (b, x);
  g_assert_cmpfloat (before, !=, after);
  compile (b);
  train (b, x, make_samples (3, 3));
  g_assert_cmpfloat (predict (b, x), !=, after);
  koma_layers_model_dispose_data (a);
  g_assert_cmpfloat (predict (b, x), ==, predict (b, x));
}

/* Both models train with the same numbers as one that has both layers alone. */
static void
test_values (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayer) layer = make_dense (3, "layer");
  g_autoptr (KomaLayersModel) model = make_row ("m", layer, NULL);
  KomaTensor *values[] = { make_full (KOMA_DIMS (4, 3), 2), make_full (KOMA_DIMS (3), 5) };

  g_assert_true (koma_layer_set_weights (layer, values, 2, &error));
  g_assert_cmpfloat (read_layer (layer), ==, 2);
  g_assert_cmpfloat (
    predict (model, make_full (KOMA_DIMS (5, 4), 1)), ==, 13);
  g_assert_false (koma_layer_set_weights (layer, values, 1, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_assert_cmpstr (error->message, ==, "Dense “layer” has 2 weights, and not 1");
  g_clear_error (&error);
  values[0] = values[1];
  g_assert_false (koma_layer_set_weights (layer, values, 2, &error));
  g_assert_cmpstr (error->message, ==,
                   "Dense “layer”: weight 0 is float32 [4,3], and not float32 [3]");
}

static void
test_other_shape (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayer) a = make_dense (3, "a");
  g_autoptr (KomaLayer) b = make_dense (2, "b");
  g_autoptr (KomaLayersModel) first G_GNUC_UNUSED = make_row ("first", a, b);
  g_autoptr (KomaLayersModel) second = make_row ("second", NULL, NULL);

  g_assert_false (koma_layers_model_add (second, b, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_assert_cmpstr (error->message, ==,
                   "Dense “b”: the layer was applied before, with [3,2] as its weight “kernel”; "
                   "here it would have to be [4,2]");
}

/* Two inputs through one model, whose weights are there once; layers have the same names in it and
 * outside of it. */
static KomaLayersModel *
make_siamese (KomaLayersModel *inner)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayer) layer = koma_layers_model_as_layer (inner, &error);
  g_autoptr (KomaLayer) again = koma_layers_model_as_layer (inner, &error);
  g_autoptr (KomaLayer) last = make_dense (1, "dense");
  KomaSymbol *inputs[] = { koma_symbol_new_input (KOMA_DIMS (4), "left", &error),
                           koma_symbol_new_input (KOMA_DIMS (4), "right", &error) };
  KomaSymbol *both[] = { koma_layer_apply (layer, inputs[0], &error),
                         koma_layer_apply (layer, inputs[1], &error) };
  KomaSymbol *output = koma_layer_apply_all (
    koma_layer_new ("Concatenate", "{'name': 'both'}", &error), both, 2, &error);
  KomaLayersModel *model = NULL;

  g_assert_true (layer == again);
  g_assert_true (koma_layer_get_model (layer) == inner);
  output = koma_layer_apply (last, output, &error);
  model = koma_layers_model_new (inputs, 2, &output, 1, "siamese", &error);
  g_assert_no_error (error);
  return model;
}

static void
test_nested (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayer) dense = make_dense (3, "dense");
  g_autoptr (KomaLayersModel) inner = make_row ("inner", dense, NULL);
  g_autoptr (KomaLayersModel) model = make_siamese (inner);
  g_autofree char *folder = g_dir_make_tmp ("koma-layers-XXXXXX", &error);
  g_autoptr (KomaLayersModel) loaded = NULL;
  KomaTensor        *x[] = { make_samples (4, 1), make_samples (4, 2) };
  KomaTensor        *y = make_samples (1, 3);
  KomaTensor        *found = NULL;
  gsize              n = 0;
  g_autofree double *results = NULL;

  g_assert_true (koma_layers_model_count_params (model, &n, NULL, &error));
  g_assert_cmpuint (n, ==, 15 + 7);
  compile (model);
  results = koma_layers_model_train_on_batch (model, x, 2, &y, 1, &n, &error);
  g_assert_no_error (error);
  g_assert_false (koma_layers_model_add (inner, koma_layer_new_dense (1, NULL), &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
  g_clear_error (&error);

  g_assert_true (koma_layers_model_save (model, folder, TRUE, &error));
  loaded = koma_layers_model_load (folder, &error);
  g_assert_no_error (error);
  g_assert_true (koma_layers_model_count_params (loaded, &n, NULL, &error));
  g_assert_cmpuint (n, ==, 15 + 7);
  found = koma_layers_model_predict (model, x, 2, 5, &error);
  y = koma_layers_model_predict (loaded, x, 2, 5, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (get_first (found), ==, get_first (y));
  remove_tree (folder);
}

/* A layer that two models have which are layers of a third is one layer in the file, too. */
static void
test_saved_once (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayer) shared = make_dense (4, "shared");
  g_autoptr (KomaLayer) own = make_dense (4, "own");
  g_autoptr (KomaLayersModel) a = make_row ("a", shared, NULL);
  g_autoptr (KomaLayersModel) b = make_row ("b", own, shared);
  g_autoptr (KomaLayer) layer_a = koma_layers_model_as_layer (a, &error);
  g_autoptr (KomaLayer) layer_b = koma_layers_model_as_layer (b, &error);
  g_autoptr (KomaLayersModel) model = make_row ("model", layer_a, layer_b);
  g_autofree char *folder = g_dir_make_tmp ("koma-layers-XXXXXX", &error);
  g_autoptr (KomaLayersModel) loaded = NULL;
  KomaTensor *x = make_samples (4, 1);
  gsize       n = 0;

  g_assert_true (koma_layers_model_save (model, folder, FALSE, &error));
  loaded = koma_layers_model_load (folder, &error);
  g_assert_no_error (error);
  g_assert_true (koma_layers_model_count_params (loaded, &n, NULL, &error));
  g_assert_cmpuint (n, ==, 40);
  g_assert_cmpfloat (predict (loaded, x), ==, predict (model, x));
  compile (model);
  compile (loaded);
  train (model, x, make_samples (4, 2));
  train (loaded, x, make_samples (4, 2));
  g_assert_cmpfloat (predict (loaded, x), ==, predict (model, x));
  remove_tree (folder);
}

/* As generative networks are trained: what judges is frozen in the model that learns to deceive
 * it, and learns by itself. */
static void
test_frozen (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayer) makes = make_dense (4, "makes");
  g_autoptr (KomaLayer) judges = make_dense (1, "judges");
  g_autoptr (KomaLayersModel) judge = make_row ("judge", judges, NULL);
  g_autoptr (KomaLayer) layer = koma_layers_model_as_layer (judge, &error);
  g_autoptr (KomaLayersModel) both = make_row ("both", makes, layer);
  g_autofree char *summary = NULL;
  KomaTensor      *x = make_samples (4, 1);
  KomaTensor      *y = make_samples (1, 2);
  float            before = 0;

  compile (judge);
  koma_layers_model_set_trainable (judge, FALSE);
  g_assert_false (koma_layers_model_get_trainable (judge));
  g_assert_false (koma_layer_get_trainable (layer));
  compile (both);
  summary = koma_layers_model_summary (both, &error);
  g_assert_nonnull (strstr (summary, "\nTrainable params: 20\nNon-trainable params: 5\n"));
  g_free (summary);
  summary = koma_layers_model_summary (judge, &error);
  g_assert_nonnull (strstr (summary, "\nTrainable params: 0\nNon-trainable params: 5\n"));
  before = read_layer (judges);
  train (both, x, y);
  g_assert_cmpfloat (read_layer (judges), ==, before);
  train (judge, x, y);
  g_assert_cmpfloat (read_layer (judges), !=, before);
}

static KomaLayersModel *
make_part (KomaLayersModel *model,
           guint            layer)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) inputs = koma_layers_model_get_inputs (model, &error);
  KomaSymbol      *output = koma_layers_model_get_layer_output (model, layer, &error);
  KomaLayersModel *part = NULL;

  g_assert_no_error (error);
  part = koma_layers_model_new ((KomaSymbol **) inputs->pdata, inputs->len, &output, 1, "part",
                                &error);
  g_assert_no_error (error);
  return part;
}

static void
test_parts (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayer) first = make_dense (3, "first");
  g_autoptr (KomaLayer) second = make_dense (2, "second");
  g_autoptr (KomaLayersModel) model = make_row ("model", first, second);
  g_autoptr (KomaLayersModel) part = make_part (model, 1);
  g_autoptr (KomaLayersModel) rest = make_row ("rest", first, NULL);
  g_autofree char *folder = g_dir_make_tmp ("koma-layers-XXXXXX", &error);
  g_autoptr (KomaLayersModel) loaded = NULL;
  g_autoptr (KomaLayersModel) part_of_loaded = NULL;
  g_autoptr (KomaLayersModel) part_of_part = NULL;
  KomaTensor *x = make_samples (4, 1);

  g_assert_cmpfloat (predict (part, x), ==, predict (rest, x));
  compile (model);
  train (model, x, make_samples (2, 2));
  g_assert_cmpfloat (predict (part, x), ==, predict (rest, x));
  g_assert_true (koma_layers_model_save (model, folder, FALSE, &error));
  loaded = koma_layers_model_load (folder, &error);
  part_of_loaded = make_part (loaded, 1);
  g_assert_cmpfloat (predict (part_of_loaded, x), ==, predict (part, x));
  g_assert_true (koma_layers_model_save (part, folder, FALSE, &error));
  g_clear_object (&loaded);
  loaded = koma_layers_model_load (folder, &error);
  part_of_part = make_part (loaded, 1);
  g_assert_cmpfloat (predict (part_of_part, x), ==, predict (part, x));
  remove_tree (folder);
}

/* Names that models gave are not in each other's way. */
static void
test_names (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayer) x = g_object_ref_sink (koma_layer_new_dense (4, NULL));
  g_autoptr (KomaLayer) y = g_object_ref_sink (koma_layer_new_dense (4, NULL));
  g_autoptr (KomaLayersModel) a G_GNUC_UNUSED = make_row (NULL, x, NULL);
  g_autoptr (KomaLayersModel) b G_GNUC_UNUSED = make_row (NULL, y, NULL);
  g_autoptr (KomaLayersModel) c = make_row (NULL, x, y);
  const char *const names[] = { "dense_Dense1/kernel", "dense_Dense1/bias", "dense_Dense2/kernel",
                                "dense_Dense2/bias" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_cmpstr (koma_layers_model_get_weight_name (c, i, &error), ==, names[i]);
  g_assert_no_error (error);
}

static KomaTensor *
call (GPtrArray *xs,
      gpointer   layer,
      GError   **error)
{
  g_autoptr (GPtrArray) ys = koma_layer_call (layer, (KomaTensor **) xs->pdata, xs->len, error);

  return ys != NULL ? koma_tensor_sum (koma_tensor_square (ys->pdata[0], error), KOMA_ALL_AXES,
                                       FALSE, error)
                    : NULL;
}

/* d sum ((x k + b)²) / dx = 2 (x k + b) kᵀ */
static void
test_call (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayer) layer = make_dense (3, "layer");
  KomaTensor *values[] = { make_full (KOMA_DIMS (4, 3), 2), make_full (KOMA_DIMS (3), 5) };
  KomaTensor *x = make_full (KOMA_DIMS (2, 4), 1);
  g_autoptr (GPtrArray) ys = koma_layer_call (layer, &x, 1, &error);
  g_autoptr (KomaLayersModel) model = make_row ("m", layer, NULL);

  g_assert_no_error (error);
  g_assert_cmpfloat (get_first (ys->pdata[0]), ==,
                     get_first (koma_layers_model_predict (model, &x, 1, 2, &error)));
  g_assert_true (koma_layer_set_weights (layer, values, 2, &error));
  g_assert_cmpfloat (get_first (koma_grad (call, layer, x, NULL, &error)), ==, 2 * 13 * 2 * 3);
  g_assert_no_error (error);
  x = make_full (KOMA_DIMS (2, 5), 1);
  g_assert_null (koma_layer_call (layer, &x, 1, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_clear_error (&error);
  x = make_full (NULL, 0, 1);
  g_assert_null (koma_layer_call (layer, &x, 1, &error));
  g_assert_cmpstr (error->message, ==,
                   "Dense: input 0 is float32 of 0 dimensions, expected float32 of a batch");
}

/* Layers whose graph reads the batch from its input. */
static const struct
{
  const char *class_name;
  const char *config;
  int         dims[5]; /* of the batch, and of a sample */
  guint       n_dims;
} of_shapes[] = {
  { "AveragePooling3D", "{'pool_size': 2}", { 2, 3, 3, 3, 1 }, 5 },
  { "Conv2DTranspose", "{'filters': 2, 'kernel_size': 2}", { 2, 3, 3, 1 }, 4 },
  { "Conv3D", "{'filters': 2, 'kernel_size': 2}", { 2, 3, 3, 3, 1 }, 5 },
  { "Flatten", NULL, { 2, 3, 4 }, 3 },
  { "GRU", "{'units': 2}", { 2, 3, 4 }, 3 },
  { "LSTM", "{'units': 2, 'return_sequences': true}", { 2, 3, 4 }, 3 },
  { "UpSampling2D", NULL, { 2, 3, 3, 1 }, 4 },
};

/* As a model of that layer predicts. */
static void
test_call_of_shapes (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();

  for (guint i = 0; i < G_N_ELEMENTS (of_shapes); i++) {
    const int  *dims = of_shapes[i].dims;
    const guint n_dims = of_shapes[i].n_dims;
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaLayer) layer = koma_layer_new (of_shapes[i].class_name, of_shapes[i].config,
                                                  &error);
    KomaTensor *x = make_full (dims, n_dims, 2);
    g_autoptr (GPtrArray) ys = koma_layer_call (layer, &x, 1, &error);
    g_autoptr (KomaLayersModel) model = koma_layers_model_new_sequential ("m");

    g_assert_no_error (error);
    g_object_ref_sink (layer);
    koma_layers_model_add (model, koma_layer_new_input (dims + 1, n_dims - 1), &error);
    koma_layers_model_add (model, layer, &error);
    g_assert_cmpfloat (get_first (ys->pdata[0]), ==,
                       get_first (koma_layers_model_predict (model, &x, 1, 2, &error)));
    g_assert_no_error (error);
  }
}

static void
test_memory (void)
{
  KomaMemory before = { 0 };
  KomaMemory after = { 0 };

  koma_environment_get_memory (koma_environment_get (), &before);
  for (guint i = 0; i < 3; i++) {
    test_two_models ();
    test_nested ();
    test_parts ();
    test_call ();
    test_call_of_shapes ();
  }
  koma_environment_get_memory (koma_environment_get (), &after);
  g_assert_cmpuint (after.n_tensors, ==, before.n_tensors);
  g_assert_cmpuint (after.n_bytes, ==, before.n_bytes);
  g_assert_cmpuint (after.n_data_buffers, ==, before.n_data_buffers);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/layers-share/two-models", test_two_models);
  g_test_add_func ("/layers-share/values", test_values);
  g_test_add_func ("/layers-share/other-shape", test_other_shape);
  g_test_add_func ("/layers-share/nested", test_nested);
  g_test_add_func ("/layers-share/saved-once", test_saved_once);
  g_test_add_func ("/layers-share/frozen", test_frozen);
  g_test_add_func ("/layers-share/parts", test_parts);
  g_test_add_func ("/layers-share/names", test_names);
  g_test_add_func ("/layers-share/call", test_call);
  g_test_add_func ("/layers-share/call-of-shapes", test_call_of_shapes);
  g_test_add_func ("/layers-share/memory", test_memory);
  return g_test_run ();
}
