/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Models of layers: how they are made, what they are made of, what is refused. */
#include "engine/koma/koma.h"
#include "tests/test-main.h"

#include <string.h>

static KomaLayersModel *
make_pictures_model (void)
{
  static const char *const layers[][2] = {
    { "Conv2D",
      "{'name': 'conv', 'filters': 4, 'kernelSize': 3, 'activation': 'relu', "
      "'inputShape': [8, 8, 1]}" },
    { "MaxPooling2D", "{'name': 'pool', 'poolSize': 2}" },
    { "Flatten", "{'name': 'flatten'}" },
    { "Dense", "{'name': 'dense', 'units': 3, 'activation': 'softmax'}" },
  };
  KomaLayersModel *model = koma_layers_model_new_sequential ("cnn");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (layers); i++) {
    koma_layers_model_add (model, koma_layer_new (layers[i][0], layers[i][1], &error), &error);
    g_assert_no_error (error);
  }
  return model;
}

static void
assert_weights (KomaLayersModel   *model,
                const char *const *names)
{
  guint n = 0;
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_layers_model_get_n_weights (model, &n, &error));
  g_assert_cmpuint (n, ==, g_strv_length ((char **) names));
  for (guint i = 0; i < n; i++)
    g_assert_cmpstr (koma_layers_model_get_weight_name (model, i, &error), ==, names[i]);
}

static void
test_sequential (void)
{
  g_autoptr (KomaLayersModel) model = make_pictures_model ();
  g_autoptr (GError) error = NULL;
  g_autofree char *summary = koma_layers_model_summary (model, &error);
  gsize            n = 0;

  g_assert_no_error (error);
  g_assert_cmpstr (
    summary, ==,
    "__________________________________________________________________________________________\n"
    "Layer (type)                Input Shape               Output shape              Param #   \n"
    "==========================================================================================\n"
    "conv (Conv2D)               [[null,8,8,1]]            [null,6,6,4]              40        \n"
    "__________________________________________________________________________________________\n"
    "pool (MaxPooling2D)         [[null,6,6,4]]            [null,3,3,4]              0         \n"
    "__________________________________________________________________________________________\n"
    "flatten (Flatten)           [[null,3,3,4]]            [null,36]                 0         \n"
    "__________________________________________________________________________________________\n"
    "dense (Dense)               [[null,36]]               [null,3]                  111       \n"
    "==========================================================================================\n"
    "Total params: 151\n"
    "Trainable params: 151\n"
    "Non-trainable params: 0\n"
    "__________________________________________________________________________________________\n");
  g_assert_true (koma_layers_model_count_params (model, &n, NULL, &error));
  g_assert_cmpuint (n, ==, 151);
  assert_weights (model, (const char *const[]){ "conv/kernel", "conv/bias", "dense/kernel",
                                                "dense/bias", NULL });
}

static KomaSymbol *
apply (const char *class_name,
       const char *config,
       KomaSymbol *input)
{
  g_autoptr (GError) error = NULL;
  KomaLayer  *layer = koma_layer_new (class_name, config, &error);
  KomaSymbol *symbol = koma_layer_apply (layer, input, &error);

  g_assert_no_error (error);
  return symbol;
}

static void
test_functional (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSymbol) x = g_object_ref_sink (koma_symbol_new_input (KOMA_DIMS (4), "x", &error));
  g_autoptr (KomaSymbol) h =
    g_object_ref_sink (apply ("Dense", "{'name': 'h', 'units': 5, 'trainable': false}", x));
  KomaSymbol *outputs[] = { apply ("Dense", "{'name': 'a', 'units': 2}", h),
                            apply ("Permute", "{'name': 'g', 'dims': [2, 1]}",
                                   apply ("Reshape", "{'name': 'r', 'target_shape': [5, 1]}", h)) };
  g_autoptr (KomaLayersModel) model =
    koma_layers_model_new (&x, 1, outputs, G_N_ELEMENTS (outputs), "two", &error);
  g_autofree char *summary = NULL;
  const char      *lines = NULL;

  g_assert_no_error (error);
  summary = koma_layers_model_summary (model, &error);
  g_assert_no_error (error);
  lines = strstr (summary, "\nx (InputLayer) ");
  g_assert_nonnull (lines);
  g_assert_true (g_str_has_prefix (
    lines + 1,
    "x (InputLayer)             [[null,4]]                  [null,4]                 0           "
    "                       \n"));
  g_assert_nonnull (strstr (summary, "\na (Dense)                  [[null,5]]                  "
                                     "[null,2]                 12          h[0][0]                "
                                     "\n"));
  g_assert_nonnull (strstr (summary, "\nNon-trainable params: 25\n"));
  assert_weights (model, (const char *const[]){ "a/kernel", "a/bias", "h/kernel", "h/bias", NULL });
}

/* Names are counted in the model. */
static void
test_names (void)
{
  g_autoptr (KomaLayersModel) model = koma_layers_model_new_sequential (NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpstr (koma_layers_model_get_name (model), ==, "sequential_1");
  for (guint i = 0; i < 2; i++)
    g_assert_true (koma_layers_model_add (
      model, koma_layer_new ("Dense", "{\"units\": 2, \"inputShape\": [2]}", &error), &error));
  g_assert_true (koma_layers_model_add (
    model, koma_layer_new ("Reshape", "{'targetShape': [2, 1, 1]}", &error), &error));
  g_assert_true (koma_layers_model_add (
    model, koma_layer_new ("GlobalAveragePooling2D", NULL, &error), &error));
  g_assert_cmpuint (koma_layers_model_get_n_layers (model), ==, 4);
  g_assert_nonnull (koma_layers_model_find_layer (model, "dense_Dense1"));
  g_assert_nonnull (koma_layers_model_find_layer (model, "dense_Dense2"));
  g_assert_cmpstr (koma_layer_get_name (koma_layers_model_get_layer (model, 3)), ==,
                   "global_average_pooling2d_GlobalAveragePooling2D1");
}

/* A layer that is applied twice has its weights once. */
static void
test_shared (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayer) layer =
    g_object_ref_sink (koma_layer_new ("Dense", "{'name': 'd', 'units': 2}", &error));
  g_autoptr (KomaSymbol) a = g_object_ref_sink (koma_symbol_new_input (KOMA_DIMS (2), "a", &error));
  g_autoptr (KomaSymbol) b = g_object_ref_sink (koma_symbol_new_input (KOMA_DIMS (2), "b", &error));
  KomaSymbol *applied[] = { koma_layer_apply (layer, a, &error),
                            koma_layer_apply (layer, b, &error) };
  KomaSymbol *sum = koma_layer_apply_all (koma_layer_new ("Subtract", "{'name': 's'}", &error),
                                          applied, 2, &error);
  KomaSymbol *inputs[] = { a, b };
  g_autoptr (KomaLayersModel) model = koma_layers_model_new (inputs, 2, &sum, 1, NULL, &error);
  g_autoptr (KomaTensor) x =
    g_object_ref_sink (koma_tensor_new ((float[]){ 1, 2 }, 2, KOMA_DIMS (1, 2), &error));
  KomaTensor *both[] = { x, x };
  g_autoptr (KomaTensor) y = NULL;
  g_autofree float *values = NULL;
  gsize             n = 0;

  g_assert_no_error (error);
  assert_weights (model, (const char *const[]){ "d/kernel", "d/bias", NULL });
  y = koma_layers_model_predict (model, both, 2, 1, &error);
  g_assert_no_error (error);
  g_object_ref_sink (y);
  values = koma_tensor_read_floats (y, &n, &error);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpfloat (values[0], ==, 0);
  g_assert_cmpfloat (values[1], ==, 0);
}

static void
test_seed (void)
{
  float kernels[3][3] = { 0 };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 3; i++) {
    g_autoptr (KomaLayersModel) model = koma_layers_model_new_sequential (NULL);
    g_autoptr (KomaTensor) kernel = NULL;
    g_autofree float *values = NULL;
    gsize             n = 0;

    koma_layers_model_set_seed (model, i / 2);
    koma_layers_model_add (model, koma_layer_new ("Dense", "{'units': 1, 'inputShape': [3]}", NULL),
                           &error);
    kernel = koma_layers_model_get_weight (model, 0, &error);
    g_assert_no_error (error);
    g_object_ref_sink (kernel);
    values = koma_tensor_read_floats (kernel, &n, &error);
    memcpy (kernels[i], values, sizeof kernels[i]);
  }
  g_assert_cmpmem (kernels[0], sizeof kernels[0], kernels[1], sizeof kernels[1]);
  g_assert_cmpfloat (kernels[0][0], !=, kernels[2][0]);
}

typedef struct
{
  const char *name;
  const char *first[2];
  const char *second[2]; /* NULL: the first is refused */
  int         code;
  const char *message; /* part */
} Refusal;

static const Refusal refusals[] = {
  { "no-shape", { "Dense", "{'units': 2}" }, { NULL }, KOMA_ERROR_SHAPE, "input_shape" },
  { "rank",
    { "Dense", "{'units': 2, 'inputShape': [3]}" },
    { "Conv2D", "{'filters': 2, 'kernelSize': 3}" },
    KOMA_ERROR_SHAPE,
    "Conv2D “conv2d_Conv2D1”: input has 2 dimensions, expected 4" },
  { "reshape",
    { "Dense", "{'units': 3, 'inputShape': [3]}" },
    { "Reshape", "{'targetShape': [4]}" },
    KOMA_ERROR_SHAPE,
    "Reshape" },
  { "same-name",
    { "Dense", "{'name': 'a', 'units': 3, 'inputShape': [3]}" },
    { "Dense", "{'name': 'a', 'units': 3}" },
    KOMA_ERROR_MODEL,
    "The model has a layer “a” already" },
  { "activation",
    { "LSTM", "{'units': 3, 'recurrentActivation': 'nothing'}" },
    { NULL },
    KOMA_ERROR_UNSUPPORTED,
    "LSTM: “recurrent_activation”: There is no activation “nothing”" },
  { "initializer",
    { "Dense", "{'units': 3, 'kernelInitializer': 'nothing'}" },
    { NULL },
    KOMA_ERROR_UNSUPPORTED,
    "“kernel_initializer”" },
  { "regularizer",
    { "Dense", "{'units': 3, 'biasRegularizer': 'nothing'}" },
    { NULL },
    KOMA_ERROR_UNSUPPORTED,
    "“bias_regularizer”" },
  { "constraint",
    { "Dense", "{'units': 3, 'kernelConstraint': 'nothing'}" },
    { NULL },
    KOMA_ERROR_UNSUPPORTED,
    "“kernel_constraint”" },
  { "units",
    { "Dense", "{'units': 0}" },
    { NULL },
    KOMA_ERROR_MODEL,
    "Dense: “units”: 0, expected a whole number above 0" },
  { "filters",
    { "Conv2D", "{'filters': 1.5, 'kernelSize': 3}" },
    { NULL },
    KOMA_ERROR_MODEL,
    "“filters”" },
  { "outputs",
    { "LSTM", "{'units': 3, 'returnState': true, 'inputShape': [4, 2]}" },
    { NULL },
    KOMA_ERROR_SHAPE,
    "LSTM gives 3 outputs, expected 1 of a layer in a row" },
  { "open-channels",
    { "Conv2D", "{'filters': 2, 'kernelSize': 3, 'inputShape': [8, 8, null]}" },
    { NULL },
    KOMA_ERROR_SHAPE,
    "the weight “kernel” depends on a size that the input leaves open: [?,8,8,?]" },
  { "class", { "Turn", NULL }, { NULL }, KOMA_ERROR_UNSUPPORTED, "There is no layer “Turn”" },
  { "settings", { "Dense", "[1]" }, { NULL }, KOMA_ERROR_MODEL, "Dense: settings" },
  { "json", { "Dense", "{units" }, { NULL }, KOMA_ERROR_MODEL, "Dense: settings" },
};

static void
test_refusal (gconstpointer data)
{
  const Refusal *refusal = data;
  g_autoptr (KomaLayersModel) model = koma_layers_model_new_sequential (NULL);
  g_autoptr (GError) error = NULL;
  gboolean is_added = koma_layers_model_add (
    model, koma_layer_new (refusal->first[0], refusal->first[1], &error), &error);

  if (refusal->second[0] != NULL) {
    g_assert_no_error (error);
    is_added = koma_layers_model_add (
      model, koma_layer_new (refusal->second[0], refusal->second[1], &error), &error);
  }
  g_assert_false (is_added);
  g_assert_error (error, KOMA_ERROR, refusal->code);
  g_assert_nonnull (strstr (error->message, refusal->message));
}

static KomaSymbol *
input (int n0,
       int n1)
{
  g_autoptr (GError) error = NULL;
  KomaSymbol *symbol = koma_symbol_new_input (KOMA_DIMS (n0, n1), NULL, &error);

  g_assert_no_error (error);
  return g_object_ref_sink (symbol);
}

static KomaLayersModel *
make_fixed (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSymbol) x =
    g_object_ref_sink (koma_symbol_new_input_with_batch (4, KOMA_DIMS (3), "x", &error));
  g_autoptr (KomaSymbol) y = g_object_ref_sink (apply ("Dense", "{'units': 2}", x));
  KomaLayersModel *model = NULL;
  const int       *shape = NULL;
  guint            rank = 0;

  g_assert_no_error (error);
  shape = koma_symbol_get_shape (y, &rank);
  g_assert_cmpuint (rank, ==, 2);
  g_assert_cmpint (shape[0], ==, 4);
  g_assert_cmpint (shape[1], ==, 2);
  model = koma_layers_model_new (&x, 1, &y, 1, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (koma_layers_model_compile (model, "sgd", "meanSquaredError", NULL, &error));
  return model;
}

static void
assert_batches (GError    **error,
                const char *words)
{
  g_assert_error (*error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_assert_cmpstr ((*error)->message, ==, words);
  g_clear_error (error);
}

/* What a model has batches of is in shapes; others are refused before anything is learnt. */
static void
test_fixed_batch (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayersModel) model = make_fixed ();
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (1, 4);
  g_autoptr (KomaHistory) history = NULL;
  KomaTensor        *x = koma_tensor_new_ones (KOMA_DTYPE_FLOAT32, KOMA_DIMS (6, 3), NULL);
  KomaTensor        *y = koma_tensor_new_ones (KOMA_DTYPE_FLOAT32, KOMA_DIMS (6, 2), NULL);
  KomaTensor        *all = koma_tensor_new_ones (KOMA_DTYPE_FLOAT32, KOMA_DIMS (8, 3), NULL);
  KomaTensor        *answers = koma_tensor_new_ones (KOMA_DTYPE_FLOAT32, KOMA_DIMS (8, 2), NULL);
  g_autofree double *means = NULL;
  double            *results = NULL;
  gsize              n_results = 0;

  g_assert_null (koma_layers_model_predict (model, &x, 1, 4, &error));
  assert_batches (&error,
                  "Input 0 has batches of 4 samples; of "
                  "6 samples in batches of 4 one has 2");
  g_assert_null (koma_layers_model_predict (model, &all, 1, 32, &error));
  assert_batches (&error,
                  "Input 0 has batches of 4 samples; of "
                  "8 samples in batches of 32 one has 8");
  g_assert_nonnull (koma_layers_model_predict (model, &all, 1, 4, &error));
  g_assert_null (koma_layers_model_evaluate (model, &x, 1, &y, 1, 4, &n_results, &error));
  assert_batches (&error,
                  "Input 0 has batches of 4 samples; of "
                  "6 samples in batches of 4 one has 2");
  means = koma_layers_model_evaluate (model, &all, 1, &answers, 1, 4, &n_results, &error);
  g_assert_no_error (error);
  g_assert_null (koma_layers_model_fit (model, &x, 1, &y, 1, options, NULL, &error));
  assert_batches (&error,
                  "Input 0 has batches of 4 samples; of "
                  "6 samples in batches of 4 one has 2");
  results = koma_layers_model_train_on_batch (model, &x, 1, &y, 1, &n_results, &error);
  g_assert_null (results);
  assert_batches (&error,
                  "Input 0 has batches of 4 samples; of "
                  "6 samples in batches of 6 one has 6");
  g_object_set (options, "steps-per-epoch", 1, NULL);
  history = koma_layers_model_fit (model, &x, 1, &y, 1, options, NULL, &error);
  g_assert_no_error (error);
  g_assert_null (koma_symbol_new_input_with_batch (0, KOMA_DIMS (3), NULL, &error));
  assert_batches (&error, "A batch has 0 samples, expected 1 or more");
}

/* [batch, 5, 2] → [batch, 5, 1], of a model of two layers with 9 and 4 weights. */
static KomaLayer *
make_steps (const char *config)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayersModel) inner = koma_layers_model_new_sequential ("inner");
  g_autoptr (KomaLayer) layer = NULL;
  KomaLayer *steps = NULL;

  koma_layers_model_add (inner, koma_layer_new_input (KOMA_DIMS (2)), &error);
  koma_layers_model_add (inner, koma_layer_new_dense (3, "tanh"), &error);
  koma_layers_model_add (inner, koma_layer_new_dense (1, NULL), &error);
  layer = koma_layers_model_as_layer (inner, &error);
  steps = koma_layer_new_time_distributed (layer, config, &error);
  g_assert_no_error (error);
  return steps;
}

/* The layers of a model on each step have their weights, and those are frozen with the wrapper. */
static void
test_time_distributed (void)
{
  static const struct
  {
    const char *config;
    gsize       n_trainable;
  } rows[] = { { "{'inputShape': [5, 2]}", 13 },
               { "{'inputShape': [5, 2], 'trainable': false}", 0 } };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayer) steps = g_object_ref_sink (make_steps (NULL));

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (KomaLayersModel) model = koma_layers_model_new_sequential (NULL);
    gsize n_trainable = 0;
    gsize n = 0;

    g_assert_true (koma_layers_model_add (model, make_steps (rows[i].config), &error));
    g_assert_true (koma_layers_model_count_params (model, &n, &n_trainable, &error));
    g_assert_cmpuint (n_trainable, ==, rows[i].n_trainable);
    g_assert_cmpuint (n, ==, 13);
  }
  g_assert_null (koma_layer_new_time_distributed (steps, "{'rate': 2}", &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "TimeDistributed: There is no setting “rate”"));
}

static void
test_batches_joined (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayer) layer = g_object_ref_sink (koma_layer_new ("Add", NULL, NULL));
  KomaSymbol *inputs[] = { koma_symbol_new_input_with_batch (4, KOMA_DIMS (3), NULL, NULL),
                           koma_symbol_new_input_with_batch (5, KOMA_DIMS (3), NULL, NULL) };

  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    g_object_ref_sink (inputs[i]);
  g_assert_null (koma_layer_apply_all (layer, inputs, G_N_ELEMENTS (inputs), &error));
  assert_batches (&error, "Add: input 1 has batches of 5 samples, another one of 4");
  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    g_object_unref (inputs[i]);
}

/* Names of one model, an input that is not listed. */
static void
test_functional_refusals (void)
{
  g_autoptr (KomaSymbol) x = input (2, 3);
  g_autoptr (KomaSymbol) z = input (2, 4);
  g_autoptr (KomaSymbol) y =
    g_object_ref_sink (apply ("Dense", "{'name': 'a', 'units': 2}",
                              apply ("Dense", "{'name': 'a', 'units': 2}", x)));
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayer) join =
    g_object_ref_sink (koma_layer_new ("Concatenate", "{'axis': 1}", &error));
  KomaSymbol *pair[] = { x, z };

  g_assert_null (koma_layers_model_new (&x, 1, &y, 1, NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
  g_assert_cmpstr (error->message, ==, "2 layers of the model are called “a”");
  g_clear_error (&error);
  g_assert_null (koma_layers_model_new (&z, 1, &y, 1, NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
  g_clear_error (&error);
  g_assert_null (koma_layer_apply_all (join, pair, 2, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/layers-model/fixed-batch", test_fixed_batch);
  g_test_add_func ("/layers-model/time-distributed", test_time_distributed);
  g_test_add_func ("/layers-model/batches-joined", test_batches_joined);
  g_test_add_func ("/layers-model/sequential", test_sequential);
  g_test_add_func ("/layers-model/functional", test_functional);
  g_test_add_func ("/layers-model/names", test_names);
  g_test_add_func ("/layers-model/shared", test_shared);
  g_test_add_func ("/layers-model/seed", test_seed);
  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++) {
    g_autofree char *path = g_strconcat ("/layers-model/refusal/", refusals[i].name, NULL);

    g_test_add_data_func (path, &refusals[i], test_refusal);
  }
  g_test_add_func ("/layers-model/refusal/functional", test_functional_refusals);
  return g_test_run ();
}
