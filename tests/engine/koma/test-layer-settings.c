/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Settings of layers that are refused, and how those of TensorFlow.js are read. */
#include "engine/koma-limits.h"
#include "engine/koma/layers/layer-names.h"
#include "tests/engine/koma/memory-fixture.h"
#include "tests/test-main.h"

typedef struct
{
  const char *class_name;
  const char *settings;
  KomaError   code;
  const char *words; /* of the message */
} Refused;

static const Refused refused[] = {
  { "Dense", "{'unts': 3}", KOMA_ERROR_UNSUPPORTED, "“units”" },
  { "Conv2D", "{'filters': 2, 'kernelSze': 3}", KOMA_ERROR_UNSUPPORTED, "“kernel_size”" },
  { "Dense", "{'units': 3, 'quite_another_thing': 3}", KOMA_ERROR_UNSUPPORTED, "quite_another" },
  { "Dense", "{'units': 3, 'filters': 3}", KOMA_ERROR_UNSUPPORTED,
    "Dense: There is no setting “filters”; there are units, activation, use_bias, " },
  { "Dense", "{'units': 3, 'useBia': true}", KOMA_ERROR_UNSUPPORTED,
    "Dense: There is no setting “use_bia”; the nearest is “use_bias”" },
  { "Conv2D", "{'filters': 2, 'kernelSize': 3, 'units': 3}", KOMA_ERROR_UNSUPPORTED, "“units”" },
  { "MaxPooling2D", "{'size': 2}", KOMA_ERROR_UNSUPPORTED, "“size”" },
  { "LSTM", "{'units': 2, 'resetAfter': true}", KOMA_ERROR_UNSUPPORTED, "reset_after" },
  { "Flatten", "{'rate': 0.5}", KOMA_ERROR_UNSUPPORTED, "Flatten: There is no setting “rate”" },
  { "TimeDistributed", "{'layer': {'className': 'Dense', 'config': {'units': 2, 'rate': 0.5}}}",
    KOMA_ERROR_UNSUPPORTED, "TimeDistributed: “layer”: Dense: There is no setting “rate”" },
  { "RNN", "{'cell': {'className': 'GRUCell', 'config': {'units': 2, 'filters': 3}}}",
    KOMA_ERROR_UNSUPPORTED, "GRUCell: There is no setting “filters”" },
  { "RNN",
    "{'cell': {'className': 'StackedRNNCells', 'config': {'cells': [{'className': 'GRUCell', "
    "'config': {'units': 2, 'stateful': true}}]}}}",
    KOMA_ERROR_UNSUPPORTED, "“cells”: GRUCell: There is no setting “stateful”" },
  { "Dense",
    "{'units': 3, 'kernelRegularizer': {'className': 'L1L2', 'config': {'l1': 1, 'l3': 2}}}",
    KOMA_ERROR_UNSUPPORTED, "L1L2 has no setting “l3”" },
  { "Dense",
    "{'units': 3, 'biasConstraint': {'className': 'MaxNorm', 'config': {'maxValu': 2}}}",
    KOMA_ERROR_UNSUPPORTED, "MaxNorm has no setting “max_valu”" },
  { "Dense", "{'units': 0}", KOMA_ERROR_MODEL, "units" },
  { "Embedding", "{'inputDim': -1, 'outputDim': 2}", KOMA_ERROR_MODEL, "input_dim" },
  { "Embedding", "{'inputDim': 2, 'outputDim': 0}", KOMA_ERROR_MODEL, "output_dim" },
  { "Conv2D", "{'filters': 2, 'kernelSize': 0}", KOMA_ERROR_MODEL, "kernel_size" },
  { "Conv2D", "{'filters': 2, 'kernelSize': [3, -3]}", KOMA_ERROR_MODEL, "kernel_size" },
  { "Conv2D", "{'filters': 2, 'kernelSize': 3, 'strides': 0}", KOMA_ERROR_MODEL, "strides" },
  { "Conv2D", "{'filters': 2, 'kernelSize': 3, 'dilationRate': 0}", KOMA_ERROR_MODEL, "dilation" },
  { "MaxPooling2D", "{'poolSize': [0, 2]}", KOMA_ERROR_MODEL, "pool_size" },
  { "Dropout", "{'rate': 1.5}", KOMA_ERROR_MODEL, "rate" },
  { "Dropout", "{'rate': -0.5}", KOMA_ERROR_MODEL, "rate" },
  { "LSTM", "{'units': 2, 'recurrentDropout': 2}", KOMA_ERROR_MODEL, "recurrent_dropout" },
  { "Bidirectional",
    "{'layer': {'className': 'GRU', 'config': {'units': 2}}, 'mergeMode': 'none'}",
    KOMA_ERROR_UNSUPPORTED, "merge_mode" },
  { "Bidirectional",
    "{'layer': {'className': 'GRU', 'config': {'units': 2}}, 'mergeMode': null}",
    KOMA_ERROR_UNSUPPORTED, "merge_mode" },
  { "Bidirectional", "{'layer': {'className': 'GRU', 'config': {'units': 0}}}", KOMA_ERROR_MODEL,
    "units" },
  { "TimeDistributed", "{'layer': {'className': 'Dens', 'config': {'units': 2}}}",
    KOMA_ERROR_UNSUPPORTED, "Dens" },
  { "Dense", NULL, KOMA_ERROR_MODEL, "Dense: The setting “units” is missing" },
  { "Dense", "{'units': null}", KOMA_ERROR_MODEL, "Dense: The setting “units” is missing" },
  { "Conv2D", "{'filters': 2}", KOMA_ERROR_MODEL, "Conv2D: The setting “kernel_size” is missing" },
  { "ConvLSTM2D", "{'kernelSize': 2}", KOMA_ERROR_MODEL, "“filters” is missing" },
  { "Embedding", "{'inputDim': 2}", KOMA_ERROR_MODEL, "“output_dim” is missing" },
  { "RNN", "{}", KOMA_ERROR_MODEL, "RNN: The setting “cell” is missing" },
  { "RNN", "{'cell': {'className': 'GRUCell', 'config': {}}}", KOMA_ERROR_MODEL,
    "RNN: “cell”: GRUCell: The setting “units” is missing" },
  { "RNN", "{'cell': {'className': 'Dense', 'config': {'units': 2}}}", KOMA_ERROR_UNSUPPORTED,
    "There is no cell “Dense”" },
  { "RNN", "{'cell': 3}", KOMA_ERROR_MODEL, "expected a cell" },
  { "RNN", "{'cell': {'className': 'StackedRNNCells', 'config': {'cells': []}}}", KOMA_ERROR_MODEL,
    "expected one cell or more" },
  { "TimeDistributed", "{'layer': 3}", KOMA_ERROR_MODEL, "expected a layer" },
  { "TimeDistributed", "{'layer': {'className': 'Dense', 'config': {}}}", KOMA_ERROR_MODEL,
    "TimeDistributed: “layer”: Dense: The setting “units” is missing" },
  { "Dense", "{'units': '2'}", KOMA_ERROR_MODEL,
    "Dense: “units”: \"2\", expected a whole number above 0" },
  { "Dense", "{'units': 2.5}", KOMA_ERROR_MODEL, "“units”: 2.5, expected a whole number" },
  { "Dense", "{'units': 2, 'activation': 3}", KOMA_ERROR_MODEL, "the name of an activation" },
  { "Conv1D", "{'filters': 2, 'kernelSize': [1, 1]}", KOMA_ERROR_MODEL,
    "Conv1D: “kernel_size”: there are 2 sizes, expected 1, or one number" },
  { "Conv2D", "{'filters': 2, 'kernelSize': [1]}", KOMA_ERROR_MODEL, "1 sizes, expected 2" },
  { "Conv3DTranspose", "{'filters': 2, 'kernelSize': [1, 1]}", KOMA_ERROR_MODEL,
    "2 sizes, expected 3" },
  { "ConvLSTM2D", "{'filters': 2, 'kernelSize': 1, 'dilationRate': [1, 1, 1]}", KOMA_ERROR_MODEL,
    "“dilation_rate”: there are 3 sizes, expected 2" },
  { "MaxPooling3D", "{'strides': [1, 1]}", KOMA_ERROR_MODEL, "“strides”: there are 2 sizes" },
  { "UpSampling2D", "{'size': [1]}", KOMA_ERROR_MODEL, "“size”: there are 1 sizes, expected 2" },
  { "Conv2D", "{'filters': 2, 'kernelSize': 3, 'padding': 'causal'}", KOMA_ERROR_UNSUPPORTED,
    "Conv2D: “padding”: “causal”, expected valid, same" },
  { "Conv1D", "{'filters': 2, 'kernelSize': 3, 'padding': 'wide'}", KOMA_ERROR_UNSUPPORTED,
    "Conv1D: “padding”: “wide”, expected valid, same, causal" },
  { "AveragePooling2D", "{'padding': 3}", KOMA_ERROR_MODEL, "“padding”: 3, expected valid, same" },
  { "Flatten", "{'dataFormat': 'first'}", KOMA_ERROR_UNSUPPORTED,
    "“data_format”: “first”, expected channels_last, channels_first" },
  { "UpSampling2D", "{'interpolation': 'cubic'}", KOMA_ERROR_UNSUPPORTED,
    "“interpolation”: “cubic”, expected nearest, bilinear" },
  { "Bidirectional", "{'layer': {'className': 'GRU', 'config': {'units': 2}}, 'mergeMode': 'x'}",
    KOMA_ERROR_UNSUPPORTED, "“merge_mode”: “x”, expected concat, sum, mul, ave" },
  { "Permute", "{'dims': 1}", KOMA_ERROR_MODEL, "“dims”: 1, expected each of the dimensions" },
  { "Permute", "{'dims': [1, 3]}", KOMA_ERROR_MODEL, "“dims”: [1,3], expected each" },
  { "Permute", "{'dims': [1, 1, 2]}", KOMA_ERROR_MODEL, "“dims”: [1,1,2], expected each" },
  { "Permute", "{'dims': [0, 1, 2]}", KOMA_ERROR_MODEL, "“dims”: [0,1,2], expected each" },
  { "RepeatVector", "{'n': 0}", KOMA_ERROR_MODEL, "RepeatVector: “n”: 0, expected a whole" },
  { "LayerNormalization", "{'axis': 'x'}", KOMA_ERROR_MODEL, "“axis”: \"x\", expected a whole" },
  { "LayerNormalization", "{'axis': [1, 1.5]}", KOMA_ERROR_MODEL, "1.5, expected a whole number" },
  { "LayerNormalization", "{'axis': [-2, -1, -1]}", KOMA_ERROR_MODEL, "expected each axis once" },
  { "BatchNormalization", "{'axis': 0}", KOMA_ERROR_MODEL, "“axis”: 0 is the batch" },
  { "ZeroPadding2D", "{'padding': [2, 3, 4]}", KOMA_ERROR_MODEL,
    "“padding”: there are 3 numbers, expected 2" },
  { "ZeroPadding2D", "{'padding': [[1, 1], [2, 3, 4]]}", KOMA_ERROR_MODEL, "there are 3 numbers" },
  { "ZeroPadding2D", "{'padding': [[1, 1], 2]}", KOMA_ERROR_MODEL, "two numbers, or two times" },
  { "ZeroPadding1D", "{'padding': 'x'}", KOMA_ERROR_MODEL, "expected a whole number from 0" },
  { "Cropping2D", "{'cropping': [[1], [1]]}", KOMA_ERROR_MODEL, "there are 1 numbers, expected 2" },
  { "Cropping2D", "{'cropping': -1}", KOMA_ERROR_MODEL, "-1, expected a whole number from 0 on" },
  { "PReLU", "{'sharedAxes': 'x'}", KOMA_ERROR_MODEL, "“shared_axes”: \"x\", expected a whole" },
  { "Dense", "{'units': 2, 'weights': [1]}", KOMA_ERROR_UNSUPPORTED,
    "Dense: “weights”: a layer is given its weights after it is applied" },
  { "MultiHeadAttention", "{'numHeads': 0, 'keyDim': 2}", KOMA_ERROR_MODEL, "“num_heads”: 0" },
};

static void
test_refused (gconstpointer data)
{
  const Refused *wanted = data;
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_layer_new (wanted->class_name, wanted->settings, &error));
  g_assert_error (error, KOMA_ERROR, wanted->code);
  g_assert_nonnull (strstr (error->message, wanted->words));
}

static void
assert_taken (const char *class_name,
              const char *settings)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayer) layer = koma_layer_new (class_name, settings, &error);

  g_assert_no_error (error);
  g_object_ref_sink (layer);
}

static void
test_taken (void)
{
  assert_taken ("Conv2D", "{'filters': 2, 'kernelSize': [3, 3], 'dilationRate': 2, 'strides': 1}");
  assert_taken ("Dropout", "{'rate': 0.5, 'noiseShape': null, 'seed': 3}");
  assert_taken ("Dense", "{'units': 2, 'kernelRegularizer': {'className': 'L2', 'config': {'l2': "
                         "0.5}}, 'kernelInitializer': 'ones'}");
  assert_taken ("LSTM", "{'units': 2, 'dropout': 0, 'implementation': 2, 'unroll': false}");
  assert_taken ("Conv1D", "{'filters': 2.0, 'kernelSize': [3], 'padding': 'causal'}");
  assert_taken ("MaxPooling2D", "{'padding': 'SAME', 'dataFormat': 'channels_first'}");
  assert_taken ("ZeroPadding2D", "{'padding': [[0, 1], [2, 3]]}");
  assert_taken ("Cropping1D", "{'cropping': [1, 2]}");
  assert_taken ("Permute", "{'dims': [2, 1, 3]}");
  assert_taken ("LayerNormalization", "{'axis': [-2, 3]}");
  assert_taken ("PReLU", "{'sharedAxes': [1, 2]}");
}

/* Each class has a row of names: it has those of all layers, and knows a wrong one. */
static void
test_classes (void)
{
  static const char *const names[] = {
#define KOMA_KERAS_LAYER(class_name, lower, op, masks) class_name,
#include "engine/formats/keras/layers.inc"
#undef KOMA_KERAS_LAYER
  };

  g_assert_cmpuint (g_strv_length ((char **) koma_layer_list_classes ()), ==,
                    G_N_ELEMENTS (names));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *words = g_strdup_printf ("%s: There is no setting", names[i]);

    g_assert_cmpstr (koma_layer_list_classes ()[i], ==, names[i]);
    g_assert_true (koma_layer_check_name (names[i], "name", &error));
    g_assert_true (koma_layer_check_name (names[i], "trainable", &error));
    g_assert_true (koma_layer_has_names (names[i]));
    g_assert_null (koma_layer_new (names[i], "{'quite_another_thing': 3}", &error));
    g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
    g_assert_true (g_str_has_prefix (error->message, words));
  }
  assert_taken ("Rescaling", "{'scale': 2, 'offset': 1}");
  assert_taken ("RandomContrast", "{'factor': 0.5}");
  assert_taken ("Dense", "{'units': 2, 'activityRegularizer': 'l2', 'inputDim': 3}");
}

/* Both ways, beside each other: the default of a layer that is made here. */
static void
test_bidirectional (void)
{
  g_autoptr (GError) error = NULL;
  KomaLayer *layer = koma_layer_new (
    "Bidirectional",
    "{'layer': {'className': 'GRU', 'config': {'units': 2, 'recurrentInitializer': "
    "{'className': 'Zeros', 'config': {}}}}, 'inputShape': [3, 4]}",
    &error);
  g_autoptr (KomaLayersModel) model = koma_layers_model_new_sequential (NULL);
  g_autoptr (KomaTensor) x =
    g_object_ref_sink (koma_tensor_new_ones (KOMA_DTYPE_FLOAT32, KOMA_DIMS (1, 3, 4), NULL));
  g_autoptr (KomaTensor) y = NULL;

  g_assert_no_error (error);
  g_assert_true (koma_layers_model_add (model, layer, &error));
  y = koma_layers_model_predict (model, &x, 1, 1, &error);
  g_assert_no_error (error);
  g_object_ref_sink (y);
  g_assert_cmpuint (koma_tensor_get_size (y), ==, 4);
}

typedef struct
{
  const char *class_name;
  const char *settings;
  const char *shapes[3]; /* (nullable) of inputs: "2 3"; a size is a digit, "?" is open */
  const char *words;     /* of the message */
} Inputs;

static const Inputs wrong_inputs[] = {
  { "Add", NULL, { "3" }, "Add: there are 1 inputs, expected 2 or more" },
  { "Average", NULL, { "3" }, "expected 2 or more" },
  { "Concatenate", NULL, { "3" }, "expected 2 or more" },
  { "Maximum", NULL, { "3" }, "expected 2 or more" },
  { "Minimum", NULL, { "3" }, "expected 2 or more" },
  { "Multiply", NULL, { "3" }, "expected 2 or more" },
  { "Subtract", NULL, { "3", "3", "3" }, "Subtract: there are 3 inputs, expected 2" },
  { "Dense", "{'units': 2}", { "3", "3" }, "Dense: there are 2 inputs, expected 1" },
  { "Dense", "{'units': 2}", { "?" }, "Dense" },
  { "Dense", "{'units': 2}", { "" }, "Dense" },
  { "LSTM", "{'units': 2}", { "4 ?" }, "the weight “kernel” depends on a size that the input" },
  { "PReLU", NULL, { "? 3" }, "the weight “alpha” depends on a size that the input" },
  { "Flatten", NULL, { "3" }, "Flatten: a sample has 1 dimensions, expected 2 or more" },
  { "SpatialDropout1D", "{'rate': 0.5}", { "3" }, "a sample has 1 dimensions, expected 2" },
  { "SpatialDropout1D", "{'rate': 0.5}", { "3 4 5" }, "a sample has 3 dimensions, expected 2" },
  { "SpatialDropout2D", "{'rate': 0.5}", { "3 4" }, "a sample has 2 dimensions, expected 3" },
  { "BatchNormalization", "{'axis': -3}", { "2 3" }, "the axis -3 of 3 dimensions is the batch" },
  { "LayerNormalization", "{'axis': [-1, -3]}", { "2 3" }, "-3 of 3 dimensions is the batch" },
  { "Embedding",
    "{'inputDim': 3, 'outputDim': 2, 'inputLength': 3}",
    { "4" },
    "Embedding: the input has the shape [?,4], expected “input_length” 3" },
  { "Embedding",
    "{'inputDim': 3, 'outputDim': 2, 'inputLength': [3, 2]}",
    { "3" },
    "expected “input_length” [3,2]" },
};

/* "2 ?" */
static KomaSymbol *
make_input (const char *sizes)
{
  g_auto (GStrv) words = g_strsplit (sizes, " ", -1);
  const guint rank = sizes[0] != '\0' ? g_strv_length (words) : 0;
  int         shape[KOMA_MAX_RANK] = { 0 };

  for (guint i = 0; i < rank; i++)
    shape[i] = words[i][0] == '?' ? -1 : atoi (words[i]);
  return g_object_ref_sink (koma_symbol_new_input (shape, rank, NULL, NULL));
}

static void
test_inputs (gconstpointer data)
{
  const Inputs *wrong = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayer) layer =
    g_object_ref_sink (koma_layer_new (wrong->class_name, wrong->settings, NULL));
  g_autoptr (GPtrArray) inputs = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < G_N_ELEMENTS (wrong->shapes) && wrong->shapes[i] != NULL; i++)
    g_ptr_array_add (inputs, make_input (wrong->shapes[i]));
  g_assert_null (
    koma_layer_apply_all (layer, (KomaSymbol **) inputs->pdata, inputs->len, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_assert_nonnull (strstr (error->message, wrong->words));
}

/* A layer has the weights that it was applied with first, to symbols or to tensors. */
static void
test_applied_again (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayer) layer =
    g_object_ref_sink (koma_layer_new ("Dense", "{'units': 2, 'name': 'd'}", NULL));
  g_autoptr (KomaTensor) tensor =
    g_object_ref_sink (koma_tensor_new_ones (KOMA_DTYPE_FLOAT32, KOMA_DIMS (1, 4), NULL));
  g_autoptr (KomaSymbol) x = make_input ("3");
  g_autoptr (KomaSymbol) other = make_input ("4");
  g_autoptr (KomaSymbol) longer = make_input ("5 3");
  g_autoptr (KomaSymbol) y = g_object_ref_sink (koma_layer_apply (layer, x, &error));
  g_autoptr (KomaSymbol) z = g_object_ref_sink (koma_layer_apply (layer, longer, &error));

  g_assert_no_error (error);
  g_assert_null (koma_layer_apply (layer, other, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_assert_cmpstr (error->message, ==,
                   "Dense “d”: the layer was applied before, with [3,2] as its weight “kernel”; "
                   "here it would have to be [4,2]");
  g_clear_error (&error);
  g_assert_null (koma_layer_call (layer, &tensor, 1, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_assert_nonnull (y);
  g_assert_nonnull (z);
}

/* Bytes as a picture has them are as good as floats. */
static void
test_samples (void)
{
  const KomaDType dtypes[] = { KOMA_DTYPE_UINT8, KOMA_DTYPE_INT8, KOMA_DTYPE_INT32,
                               KOMA_DTYPE_FLOAT16 };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayersModel) model = koma_layers_model_new_sequential (NULL);

  koma_layers_model_add (
    model,
    koma_layer_new ("Dense", "{'units': 1, 'inputShape': [2], 'kernelInitializer': 'ones'}", NULL),
    &error);
  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++) {
    g_autoptr (KomaTensor) x = g_object_ref_sink (
      koma_tensor_new_typed (dtypes[i], (double[]){ 100, 27 }, 2, KOMA_DIMS (1, 2), &error));
    g_autoptr (KomaTensor) y = koma_layers_model_predict (model, &x, 1, 1, &error);

    g_assert_no_error (error);
    g_object_ref_sink (y);
    assert_floats (y, 127);
  }
}

static void
test_squeeze (void)
{
  const int none[] = { 0 };
  g_autoptr (KomaTensor) x =
    g_object_ref_sink (koma_tensor_new_ones (KOMA_DTYPE_FLOAT32, KOMA_DIMS (1, 3, 1), NULL));
  g_autoptr (KomaTensor) y = g_object_ref_sink (koma_tensor_squeeze (x, none, 0, NULL));

  g_assert_cmpuint (koma_tensor_get_rank (y), ==, 1);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++) {
    g_autofree char *path = g_strdup_printf ("/layer-settings/refused/%u", i);

    g_test_add_data_func (path, &refused[i], test_refused);
  }
  g_test_add_func ("/layer-settings/taken", test_taken);
  g_test_add_func ("/layer-settings/classes", test_classes);
  g_test_add_func ("/layer-settings/bidirectional", test_bidirectional);
  for (guint i = 0; i < G_N_ELEMENTS (wrong_inputs); i++) {
    g_autofree char *path = g_strdup_printf ("/layer-settings/inputs/%u", i);

    g_test_add_data_func (path, &wrong_inputs[i], test_inputs);
  }
  g_test_add_func ("/layer-settings/applied-again", test_applied_again);
  g_test_add_func ("/layer-settings/samples", test_samples);
  g_test_add_func ("/layer-settings/squeeze", test_squeeze);
  return g_test_run ();
}
