/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Functions of TensorFlow and operations of Keras 3 that a model calls between its layers, as the
 * two write them. */
#include "keras-fixture.h"
#include "tests/test-main.h"

#define INPUT                                   \
  "{'class_name': 'InputLayer', 'name': 'in', " \
  "'config': {'name': 'in', 'batch_input_shape': [1, 2, 3]}, 'inbound_nodes': []}"
#define OTHER                                      \
  "{'class_name': 'ReLU', 'name': 'r', 'config': " \
  "{'name': 'r'}, 'inbound_nodes': [[['in', 0, 0, {}]]]}"
#define MODEL                                                                         \
  "{'class_name': 'Functional', 'config': {'name': 'm', 'layers': [" INPUT ", " OTHER \
  ", %s], 'input_layers': [['in', 0, 0]], 'output_layers': [['last', 0, 0]]}}"
#define LAMBDA(class_name, function, inbound)                                             \
  "{'class_name': '" class_name "', 'name': 'last', 'config': {'name': 'last', "          \
  "'trainable': true, 'dtype': 'float32', 'function': '" function "'}, 'inbound_nodes': " \
  "[" inbound "]}"
#define TF(function, inbound) LAMBDA ("TFOpLambda", function, inbound)
#define SLICED(spec)          LAMBDA ("SlicingOpLambda", "__operators__.getitem", \
                             "['in', 0, 0, {'slice_spec': " spec "}]")
#define T(name) \
  "{'class_name': '__keras_tensor__', 'config': {'keras_history': ['" name "', 0, 0]}}"
#define ELLIPSIS "{'class_name': '__ellipsis__', 'config': {}}"
#define BACKWARDS \
  "{'class_name': '__slice__', 'config': {'start': null, 'stop': null, 'step': -1}}"
#define COUNTED TF ("reshape", "['in', 0, 0, {'shape': [['n', 0, 0], 6]}]")
#define OPS(module, class_name, config, args)                                               \
  "{'module': 'keras.src.ops." module "', 'class_name': '" class_name "', 'name': 'last', " \
  "'config': {'name': 'last'" config "}, 'inbound_nodes': [{'args': [" args "], 'kwargs': {}}]}"

static const float input[] = { -4, -1, 2, 3, 0.5f, 8 };

static const struct
{
  const char *name;
  const char *layer;
  const char *shape;
  float       output[12];
} cases[] = {
  { "tf-truediv",
    TF ("math.truediv", "['in', 0, 0, {'y': 2.0, 'name': null}]"),
    "[1,2,3]",
    { -2, -0.5f, 1, 1.5f, 0.25f, 4 } },
  { "tf-wrapped",
    TF ("math.subtract", "[['in', 0, 0, {'y': 1, 'name': null}]]"),
    "[1,2,3]",
    { -5, -2, 1, 2, -0.5f, 7 } },
  { "tf-constant-first",
    TF ("math.subtract", "['_CONSTANT_VALUE', -1, 1.0, {'y': ['in', 0, 0], 'name': null}]"),
    "[1,2,3]",
    { 5, 2, -1, -2, 0.5f, -7 } },
  { "tf-two-tensors",
    TF ("__operators__.add", "['in', 0, 0, {'y': ['r', 0, 0], 'name': null}]"),
    "[1,2,3]",
    { -4, -1, 4, 6, 1, 16 } },
  { "tf-channels",
    TF ("nn.bias_add", "['in', 0, 0, {'bias': [10, 20, 30], 'data_format': 'NHWC'}]"),
    "[1,2,3]",
    { 6, 19, 32, 13, 20.5f, 38 } },
  { "tf-nested-list",
    TF ("math.multiply", "['in', 0, 0, {'y': [[1, 2, 3], [0, 1, 0]]}]"),
    "[1,2,3]",
    { -4, -2, 6, 0, 0.5f, 0 } },
  { "tf-relu6",
    TF ("nn.relu6", "['in', 0, 0, {'name': null}]"),
    "[1,2,3]",
    { 0, 0, 2, 3, 0.5f, 6 } },
  { "tf-cast",
    TF ("cast", "['in', 0, 0, {'dtype': 'float32'}]"),
    "[1,2,3]",
    { -4, -1, 2, 3, 0.5f, 8 } },
  { "tf-clip",
    TF ("clip_by_value", "['in', 0, 0, {'clip_value_min': -1, 'clip_value_max': 2.5}]"),
    "[1,2,3]",
    { -1, -1, 2, 2.5f, 0.5f, 2.5f } },
  { "tf-mean",
    TF ("math.reduce_mean", "['in', 0, 0, {'axis': [1], 'keepdims': true}]"),
    "[1,1,3]",
    { -0.5f, -0.25f, 5 } },
  { "tf-reshape",
    TF ("reshape", "['in', 0, 0, {'shape': [-1, 6]}]"),
    "[1,6]",
    { -4, -1, 2, 3, 0.5f, 8 } },
  { "tf-transpose",
    TF ("transpose", "['in', 0, 0, {'perm': [0, 2, 1]}]"),
    "[1,3,2]",
    { -4, 3, -1, 0.5f, 2, 8 } },
  { "tf-concat",
    TF ("concat", "[['in', 0, 0, {'axis': -1}], ['r', 0, 0, {'axis': -1}]]"),
    "[1,2,6]",
    { -4, -1, 2, 0, 0, 2, 3, 0.5f, 8, 3, 0.5f, 8 } },
  { "tf-stack",
    TF ("stack", "[['in', 0, 0, {'axis': 1}], ['r', 0, 0, {'axis': 1}]]"),
    "[1,2,2,3]",
    { -4, -1, 2, 3, 0.5f, 8, 0, 0, 2, 3, 0.5f, 8 } },
  { "tf-expand",
    TF ("expand_dims", "['in', 0, 0, {'axis': -1}]"),
    "[1,2,3,1]",
    { -4, -1, 2, 3, 0.5f, 8 } },
  { "tf-bgr",
    SLICED ("[{'class_name': '__ellipsis__'}, {'start': null, 'stop': null, 'step': -1}]"),
    "[1,2,3]",
    { 2, -1, -4, 8, 0.5f, 3 } },
  { "tf-row",
    SLICED ("[{'start': null, 'stop': null, 'step': null}, -1]"),
    "[1,3]",
    { 3, 0.5f, 8 } },
  { "tf-part",
    SLICED ("[{'start': 0, 'stop': 1, 'step': 1}, {'start': 1, 'stop': null, 'step': null}, "
            "null, {'start': 0, 'stop': -1, 'step': null}]"),
    "[1,1,1,2]",
    { 3, 0.5f } },
  { "tf-pad",
    TF ("pad", "['in', 0, 0, {'paddings': [[0, 0], [0, 0], [1, 0]], 'mode': 'CONSTANT', "
               "'constant_values': 7}]"),
    "[1,2,4]",
    { 7, -4, -1, 2, 7, 3, 0.5f, 8 } },
  { "keras-subtract",
    OPS ("numpy", "Subtract", "", T ("in") ", 1"),
    "[1,2,3]",
    { -5, -2, 1, 2, -0.5f, 7 } },
  { "keras-constant-first",
    OPS ("numpy", "TrueDivide", "", "6.0, " T ("in")),
    "[1,2,3]",
    { -1.5f, -6, 3, 2, 12, 0.75f } },
  { "keras-multiply",
    OPS ("numpy", "Multiply", "", T ("in") ", {'class_name': '__numpy__', "
                                           "'config': {'value': [1, 0, 2], 'dtype': 'float32'}}"),
    "[1,2,3]",
    { -4, 0, 4, 3, 0, 16 } },
  { "keras-add",
    OPS ("numpy", "Add", "", T ("in") ", " T ("r")),
    "[1,2,3]",
    { -4, -1, 4, 6, 1, 16 } },
  { "keras-clip",
    OPS ("numpy", "Clip", ", 'x_min': -1, 'x_max': 2.5", T ("in")),
    "[1,2,3]",
    { -1, -1, 2, 2.5f, 0.5f, 2.5f } },
  { "keras-mean",
    OPS ("numpy", "Mean", ", 'axis': [1, 2], 'keepdims': false", T ("in")),
    "[1]",
    { 8.5f / 6 } },
  { "keras-get-item",
    OPS ("numpy", "GetItem", "", T ("in") ", [" ELLIPSIS ", " BACKWARDS "]"),
    "[1,2,3]",
    { 2, -1, -4, 8, 0.5f, 3 } },
  { "keras-concat",
    OPS ("numpy", "Concatenate", ", 'axis': 1", "[" T ("r") ", " T ("in") "]"),
    "[1,4,3]",
    { 0, 0, 2, 3, 0.5f, 8, -4, -1, 2, 3, 0.5f, 8 } },
  { "keras-cast",
    OPS ("core", "Cast", ", 'dtype': 'float32'", T ("in")),
    "[1,2,3]",
    { -4, -1, 2, 3, 0.5f, 8 } },
  { "keras-reshape",
    OPS ("numpy", "Reshape", ", 'newshape': [-1, 3, 2]", T ("in")),
    "[1,3,2]",
    { -4, -1, 2, 3, 0.5f, 8 } },
  { "keras-hard-silu",
    OPS ("nn", "HardSilu", "", T ("in")),
    "[1,2,3]",
    { 0, -2.0f / 6, 2 * 5.0f / 6, 3, 0.5f * 3.5f / 6, 8 } },
};

static char *
write_model (KerasFixture *fixture,
             const char   *layer)
{
  g_autofree char *topology = g_strdup_printf (MODEL, layer);

  keras_fixture_init (fixture);
  return keras_fixture_write (fixture, topology);
}

static void
test_case (gconstpointer data)
{
  const guint i = GPOINTER_TO_UINT (data);
  g_auto (KerasFixture) fixture = { 0 };
  g_autofree char *path = write_model (&fixture, cases[i].layer);

  assert_model_gives (path, input, cases[i].shape, cases[i].output);
}

/* A shape that the model computes from its input: tf.reshape (x, [tf.shape (x)[0], 6]). */
static void
test_computed_shape (void)
{
  static const char layers[] =
    "{'class_name': 'TFOpLambda', 'name': 's', 'config': {'name': 's', 'function': "
    "'compat.v1.shape'}, 'inbound_nodes': [['in', 0, 0, {'out_type': 'int32'}]]}, "
    "{'class_name': 'SlicingOpLambda', 'name': 'n', 'config': {'name': 'n', 'function': "
    "'__operators__.getitem'}, 'inbound_nodes': [['s', 0, 0, {'slice_spec': 0}]]}, " COUNTED;
  g_auto (KerasFixture) fixture = { 0 };
  g_autofree char *path = write_model (&fixture, layers);

  assert_model_gives (path, input, "[1,6]", input);
}

/* Arithmetic in the model says what it wants: bytes, also where colours are turned before. */
static void
test_range (void)
{
  static const char layers[] =
    "{'class_name': 'SlicingOpLambda', 'name': 'bgr', 'config': {'name': 'bgr', 'function': "
    "'__operators__.getitem'}, 'inbound_nodes': [['pixels', 0, 0, {'slice_spec': "
    "[{'class_name': '__ellipsis__'}, {'start': null, 'stop': null, 'step': -1}]}]]}, "
    "{'class_name': 'TFOpLambda', 'name': 'less', 'config': {'name': 'less', 'function': "
    "'nn.bias_add'}, 'inbound_nodes': [['bgr', 0, 0, {'bias': [-103.9, -116.8, -123.7]}]]}, "
    "{'class_name': 'GlobalAveragePooling2D', 'name': 'mean', 'config': {'name': 'mean'}, "
    "'inbound_nodes': [[['less', 0, 0, {}]]]}, "
    "{'class_name': 'Softmax', 'name': 'last', 'config': {'name': 'last'}, "
    "'inbound_nodes': [[['mean', 0, 0, {}]]]}";
  g_autofree char *topology = g_strdup_printf (
    "{'class_name': 'Functional', 'config': {'name': 'm', 'layers': ["
    "{'class_name': 'InputLayer', 'name': 'pixels', 'config': {'name': 'pixels', "
    "'batch_input_shape': [null, 8, 8, 3]}, 'inbound_nodes': []}, %s], "
    "'input_layers': [['pixels', 0, 0]], 'output_layers': [['last', 0, 0]]}}",
    layers);
  g_auto (KerasFixture) fixture = { 0 };
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = NULL;
  const KomaRecipe *recipe = NULL;

  keras_fixture_init (&fixture);
  path = keras_fixture_write (&fixture, topology);
  model = koma_model_load (path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  recipe = koma_model_get_recipe (model, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (recipe->scale[0], ==, 1);
  g_assert_cmpfloat (recipe->offset[0], ==, 0);
}

/* What is not computed is named, and no error until the model is to run. */
static void
test_refused (void)
{
  static const struct
  {
    const char *layer;
    const char *words;
  } rows[] = {
    { TF ("signal.fft", "['in', 0, 0, {}]"), "signal.fft" },
    { TF ("math.subtract", "['in', 0, 0, {}]"), "argument “y”" },
    { TF ("math.subtract", "['in', 0, 0, {'y': 'text'}]"), "no tensor" },
    { TF ("reshape", "['in', 0, 0, {'shape': [1, [2]]}]"), "reshape" },
    { TF ("squeeze", "['in', 0, 0, {}]"), "axis" },
    { TF ("pad", "['in', 0, 0, {'paddings': [[1, 1]]}]"), "paddings" },
    { SLICED ("[{'start': ['r', 0, 0], 'stop': null, 'step': null}]"), "slice" },
    { OPS ("numpy", "Cumsum", ", 'axis': 1", T ("in")), "Cumsum" },
    { OPS ("numpy", "Multiply", "", T ("in") ", [[1], [2, 3]]"), "no tensor" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (KerasFixture) fixture = { 0 };
    g_autofree char *path = write_model (&fixture, rows[i].layer);
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaModel) model = koma_model_load (path, NULL, NULL, NULL, &error);
    GHashTable    *unsupported = NULL;
    GHashTableIter iter;
    gpointer       what = NULL;

    g_test_message ("%s", rows[i].layer);
    g_assert_no_error (error);
    unsupported = koma_model_get_unsupported (model);
    g_assert_cmpuint (g_hash_table_size (unsupported), ==, 1);
    g_hash_table_iter_init (&iter, unsupported);
    g_assert_true (g_hash_table_iter_next (&iter, &what, NULL));
    g_assert_nonnull (strstr (what, rows[i].words));
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strconcat ("/keras-operations/", cases[i].name, NULL);

    g_test_add_data_func (path, GUINT_TO_POINTER (i), test_case);
  }
  g_test_add_func ("/keras-operations/computed-shape", test_computed_shape);
  g_test_add_func ("/keras-operations/range", test_range);
  g_test_add_func ("/keras-operations/refused", test_refused);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
