/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Layers models that are damaged, hostile, or ask for what Koma lacks. */
#include "keras-fixture.h"
#include "tests/test-main.h"

#define INPUT                                   \
  "{'class_name': 'InputLayer', 'name': 'in', " \
  "'config': {'name': 'in', 'batch_input_shape': [null, 2, 2, 1]}, 'inbound_nodes': []}"
#define LAYER(class_name, name, config, inbound)                                   \
  "{'class_name': '" class_name "', 'name': '" name "', 'config': {'name': '" name \
  "' " config "}, 'inbound_nodes': " inbound "}"
#define MODEL(layers)                                                        \
  "{'class_name': 'Model', 'config': {'name': 'm', 'layers': [" INPUT layers \
  "], 'input_layers': [['in', 0, 0]], 'output_layers': [['last', 0, 0]]}}"
#define AFTER_INPUT "[[['in', 0, 0, {}]]]"

typedef struct
{
  const char *name;
  const char *topology;
  KomaError   code;
  const char *words[3]; /* that the error says */
} Case;

static const Case cases[] = {
  { "cycle",
    MODEL (", " LAYER ("Add", "a", "", "[[['in', 0, 0, {}], ['last', 0, 0, {}]]]") ", " LAYER (
      "ReLU", "last", "", "[[['a', 0, 0, {}]]]")),
    KOMA_ERROR_MODEL,
    { "cycle", "Add", "“a”" } },
  { "unknown-reference",
    MODEL (", " LAYER ("ReLU", "last", "", "[[['nobody', 0, 0, {}]]]")),
    KOMA_ERROR_MODEL,
    { "nobody", "ReLU", "“last”" } },
  { "unknown-use",
    MODEL (", " LAYER ("ReLU", "last", "", "[[['in', 3, 0, {}]]]")),
    KOMA_ERROR_MODEL,
    { "“in”", "3", "“last”" } },
  { "unknown-output",
    MODEL (", " LAYER ("ReLU", "last", "", "[[['in', 0, 4, {}]]]")),
    KOMA_ERROR_MODEL,
    { "“in”", "4", "output" } },
  { "half-reference",
    MODEL (", " LAYER ("ReLU", "last", "", "[[['in']]]")),
    KOMA_ERROR_MODEL,
    { "“in”", "node and tensor", "" } },
  { "huge-reference",
    MODEL (", " LAYER ("ReLU", "last", "", "[[['in', 99999999999, 0]]]")),
    KOMA_ERROR_MODEL,
    { "“in”", "", "" } },
  { "twice",
    MODEL (", " LAYER ("ReLU", "in", "", AFTER_INPUT)),
    KOMA_ERROR_MODEL,
    { "two layers", "“in”", "" } },
  { "no-output", MODEL (""), KOMA_ERROR_MODEL, { "last", "", "" } },
  { "reads-nothing",
    MODEL (", " LAYER ("ReLU", "last", "", "[]")),
    KOMA_ERROR_MODEL,
    { "“last”", "reads nothing", "" } },
  { "weight-missing",
    MODEL (", " LAYER ("Conv2D", "last", "", AFTER_INPUT)),
    KOMA_ERROR_MODEL,
    { "Conv2D “last”", "last/kernel", "not among the weights" } },
  { "weight-rank",
    MODEL (", " LAYER ("Conv2D", "w", "", AFTER_INPUT) ", " LAYER (
      "ReLU", "last", "", "[[['w', 0, 0]]]")),
    KOMA_ERROR_MODEL,
    { "w/kernel", "[2,1]", "4 dimensions" } },
  { "statistics",
    MODEL (", " LAYER ("BatchNormalization", "b", "", AFTER_INPUT) ", " LAYER (
      "ReLU", "last", "", "[[['b', 0, 0]]]")),
    KOMA_ERROR_MODEL,
    { "b/moving_variance", "2 values", "expected 1" } },
  { "strides",
    MODEL (", " LAYER ("MaxPooling2D", "last", ", 'strides': 'far'", AFTER_INPUT)),
    KOMA_ERROR_MODEL,
    { "strides", "MaxPooling2D “last”", "" } },
  { "negative-padding",
    MODEL (", " LAYER ("ZeroPadding2D", "last", ", 'padding': [[0, -1], [0, 0]]", AFTER_INPUT)),
    KOMA_ERROR_MODEL,
    { "padding", "ZeroPadding2D", "" } },
  { "axis",
    MODEL (", " LAYER ("Softmax", "last", ", 'axis': 9", AFTER_INPUT)),
    KOMA_ERROR_MODEL,
    { "axis", "4 dimensions", "" } },
  { "rank",
    MODEL (", " LAYER ("Flatten", "f", "", AFTER_INPUT) ", " LAYER (
      "MaxPooling2D", "last", "", "[[['f', 0, 0]]]")),
    KOMA_ERROR_SHAPE,
    { "2 dimensions", "expected 4", "MaxPooling2D" } },
  { "dimensions",
    MODEL (
      ", " LAYER ("Reshape", "last", ", 'target_shape': [1, 1, 1, 1, 1, 1, 1, 1, 4]", AFTER_INPUT)),
    KOMA_ERROR_SHAPE,
    { "10 dimensions", "", "" } },
  { "setting-number",
    MODEL (", " LAYER ("LeakyReLU", "last", ", 'alpha': 'steep'", AFTER_INPUT)),
    KOMA_ERROR_MODEL,
    { "alpha", "number", "LeakyReLU" } },
  { "setting-flag",
    MODEL (", " LAYER ("GlobalMaxPooling2D", "last", ", 'keepdims': 'no'", AFTER_INPUT)),
    KOMA_ERROR_MODEL,
    { "keepdims", "true or false", "GlobalMaxPooling2D" } },
  { "setting-word",
    MODEL (", " LAYER ("MaxPooling2D", "last", ", 'padding': 7", AFTER_INPUT)),
    KOMA_ERROR_MODEL,
    { "padding", "word", "MaxPooling2D" } },
  { "setting-format",
    MODEL (", " LAYER ("Flatten", "last", ", 'data_format': 'sideways'", AFTER_INPUT)),
    KOMA_ERROR_MODEL,
    { "data_format", "channels_first", "Flatten" } },
  { "activation-name",
    MODEL (", " LAYER ("Activation", "last", ", 'activation': {'config': {}}", AFTER_INPUT)),
    KOMA_ERROR_MODEL,
    { "activation", "name", "" } },
  { "reshape-to-nothing",
    MODEL (", " LAYER ("Reshape", "last", "", AFTER_INPUT)),
    KOMA_ERROR_MODEL,
    { "target_shape", "Reshape", "" } },
  { "class",
    "{'class_name': 'Sausage', 'config': {}}",
    KOMA_ERROR_MODEL,
    { "Sausage", "Sequential", "" } },
  { "empty-sequential",
    "{'class_name': 'Sequential', 'config': []}",
    KOMA_ERROR_MODEL,
    { "no layers", "", "" } },
  { "no-shape",
    "{'class_name': 'Sequential', 'config': [{'class_name': 'ReLU', 'config': {'name': 'r'}}]}",
    KOMA_ERROR_MODEL,
    { "r_input", "no shape", "" } },
  { "shape-overflow",
    "{'class_name': 'Sequential', 'config': [{'class_name': 'ReLU', "
    "'config': {'name': 'r', 'batch_input_shape': [null, 99999999999999]}}]}",
    KOMA_ERROR_MODEL,
    { "r_input", "no shape", "" } },
  { "layers-no-objects",
    "{'class_name': 'Sequential', 'config': [7, null, 'x']}",
    KOMA_ERROR_MODEL,
    { "", "", "" } },
};

static void
test_error (gconstpointer data)
{
  const Case *c = data;
  g_auto (KerasFixture) fixture = { 0 };
  g_auto (KomaRawModel) raw = { 0 };
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  keras_fixture_init (&fixture);
  keras_fixture_add_weight (&fixture, "w/kernel", "2, 1", (const float[]){ 1, 1 });
  keras_fixture_add_weight (&fixture, "b/moving_mean", "1", (const float[]){ 1 });
  keras_fixture_add_weight (&fixture, "b/moving_variance", "2", (const float[]){ 1, 1 });
  path = keras_fixture_write (&fixture, c->topology);
  g_assert_false (read_raw_model (path, &raw, &error));
  assert_error_says (error, KOMA_ERROR, c->code, c->words[0], c->words[1], c->words[2], NULL);
}

/* Two uses of each of many nested models: 2^30 layers out of a small file. */
static void
test_exponential (void)
{
  g_auto (KerasFixture) fixture = { 0 };
  g_auto (KomaRawModel) raw = { 0 };
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) topology =
    g_string_new (LAYER ("ReLU", "last", "", "[[['in', 0, 0]], [['last', 0, 0]]]"));

  for (guint i = 0; i < 12; i++) {
    g_autofree char *inner = g_strdup (topology->str);

    g_string_printf (
      topology,
      "{'class_name': 'Model', 'name': 'last', 'config': {'layers': [" INPUT ", %s], "
      "'input_layers': [['in', 0, 0]], 'output_layers': [['last', 2, 0]]}, "
      "'inbound_nodes': [[['in', 0, 0]], [['last', 0, 0]], [['last', 1, 0]], [['last', 2, 0]]]}",
      inner);
    if (i == 0)
      g_string_replace (topology, "'last', 2, 0]]}", "'last', 1, 0]]}", 1);
  }
  keras_fixture_init (&fixture);
  path = keras_fixture_write (&fixture, topology->str);
  g_assert_false (read_raw_model (path, &raw, &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MEMORY, "more than", NULL);
}

/* What is unknown is counted, what stands behind it is left out, and the
 * model can be looked at. */
static void
test_unsupported (void)
{
  g_auto (KerasFixture) fixture = { 0 };
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = NULL;
  GHashTable *unsupported = NULL;

  keras_fixture_init (&fixture);
  path = keras_fixture_write (
    &fixture,
    MODEL (
      ", " LAYER ("Sausage", "s", "", AFTER_INPUT) ", " LAYER ("Sausage", "t", "", AFTER_INPUT) ", " LAYER (
        "Activation", "u", ", 'activation': 'spicy'",
        AFTER_INPUT) ", " LAYER ("Softmax", "p", ", 'axis': [1, 2]", AFTER_INPUT) ", " LAYER ("Add", "last", "",
                                                                                              "[[['s', 0, 0], ['t', 0, 0]]]")));
  model = koma_model_load (path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  unsupported = koma_model_get_unsupported (model);
  g_assert_cmpuint (g_hash_table_size (unsupported), ==, 3);
  g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (unsupported, "Sausage")), ==, 2);
  g_assert_true (g_hash_table_contains (unsupported, "Activation (activation “spicy”)"));
  g_assert_true (g_hash_table_contains (unsupported, "Softmax (2 axes at once)"));
  g_assert_null (koma_model_get_recipe (model, &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED, "Sausage (2)", NULL);
}

/* A setting that no op computes is named; nothing is computed without it. */
static void
test_refused (void)
{
  static const struct
  {
    const char *class_name;
    const char *setting;
    const char *reason;
    const char *shape; /* NULL: a picture */
  } refused[] = {
    { "Resizing", "'height': 1, 'width': 1, 'interpolation': 'bicubic'", "interpolation “bicubic”" },
    { "Resizing", "'height': 1, 'width': 1, 'crop_to_aspect_ratio': true", "crop_to_aspect_ratio" },
    { "Resizing", "'height': 1, 'width': 1, 'pad_to_aspect_ratio': true", "pad_to_aspect_ratio" },
    { "Resizing", "'height': 1, 'width': 1, 'antialias': true", "antialias" },
    { "UpSampling2D", "'interpolation': 'lanczos3'", "interpolation “lanczos3”" },
    { "Normalization", "'axis': [1], 'mean': 0, 'variance': 1", "axis 1 of 4" },
    { "Normalization", "'axis': [2, 3], 'mean': 0, 'variance': 1", "2 axes at once" },
    { "Normalization", "'invert': true, 'mean': 0, 'variance': 1", "invert" },
    { "Softmax", "'axis': [1, 2]", "2 axes at once" },
    { "Conv2DTranspose", "'groups': 2", "2 groups" },
    { "ReLU", "'threshold': 1", "threshold other than 0" },
    { "LayerNormalization", "'rms_scaling': true", "rms_scaling" },
    { "GroupNormalization", "'groups': 1, 'axis': 1", "axis other than the last" },
    { "MaxPooling2D", "'padding': 'causal'", "padding “causal”" },
    { "RNN", "'cell': {'class_name': 'Sausage', 'config': {}}", "cell “Sausage”", "2, 2" },
    { "RNN", "'return_state': true, 'cell': {'config': {'cells': []}}", "states of stacked cells",
      "2, 2" },
    { "LSTM", "'zero_output_for_mask': true", "zero_output_for_mask", "2, 2" },
    { "ConvLSTM2D", "'data_format': 'channels_first'", "data_format “channels_first”",
      "2, 2, 2, 1" },
    { "Conv3D", "'groups': 2", "2 groups", "2, 2, 2, 1" },
    { "Conv3DTranspose", "'output_padding': 1", "output_padding", "2, 2, 2, 1" },
    { "Conv3DTranspose", "'dilation_rate': 2", "dilation_rate other than 1", "2, 2, 2, 1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++) {
    g_auto (KerasFixture) fixture = { 0 };
    g_auto (KomaRawModel) raw = { 0 };
    g_autoptr (GError) error = NULL;
    g_autofree char *path = NULL;
    g_autofree char *expected =
      g_strdup_printf ("%s (%s)", refused[i].class_name, refused[i].reason);
    g_autofree char *topology =
      g_strdup_printf ("{'class_name': 'Sequential', 'config': [{'class_name': '%s', 'config': "
                       "{'name': 'l', 'batch_input_shape': [null, %s], %s}}]}",
                       refused[i].class_name,
                       refused[i].shape != NULL ? refused[i].shape : "2, 2, 1",
                       refused[i].setting);

    keras_fixture_init (&fixture);
    path = keras_fixture_write (&fixture, topology);
    g_assert_true (read_raw_model (path, &raw, &error));
    g_assert_no_error (error);
    g_test_message ("%s", expected);
    g_assert_cmpuint (g_hash_table_size (raw.unsupported), ==, 1);
    g_assert_true (g_hash_table_contains (raw.unsupported, expected));
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strconcat ("/keras-bad-input/", cases[i].name, NULL);

    g_test_add_data_func (path, &cases[i], test_error);
  }
  g_test_add_func ("/keras-bad-input/exponential", test_exponential);
  g_test_add_func ("/keras-bad-input/refused", test_refused);
  g_test_add_func ("/keras-bad-input/unsupported", test_unsupported);
  return g_test_run ();
}
