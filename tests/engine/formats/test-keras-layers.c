/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Each class of layer alone in a model, against numbers computed by hand. */
#include "engine/runtime/memory.h"
#include "keras-fixture.h"

typedef struct
{
  const char *what;
  const char *shape;
  float       values[12];
} Weight;

typedef struct
{
  const char *name;
  const char *class_name;
  const char *config; /* more settings */
  const char *input_shape;
  float       input[12];
  const char *output_shape;
  float       output[12];
  Weight      weights[4];
} Case;

#define PICTURE_3X3           \
  "3, 3, 1",                  \
  {                           \
    1, 2, 3, 4, 5, 6, 7, 8, 9 \
  }
#define PICTURE_2X2 \
  "2, 2, 1",        \
  {                 \
    1, 2, 3, 4      \
  }
#define PIXEL_2 \
  "1, 1, 2",    \
  {             \
    3, 5        \
  }
#define SIGNS    \
  "4",           \
  {              \
    -2, -1, 1, 8 \
  }

/* clang-format off */
static const Case cases[] = {
  { "activation/relu", "Activation",
    "'activation': 'relu'", SIGNS,
    "[1,4]", { 0, 0, 1, 8 } },
  { "activation/relu6", "Activation",
    "'activation': 'relu6'", SIGNS,
    "[1,4]", { 0, 0, 1, 6 } },
  { "activation/linear", "Activation",
    "'activation': 'linear'", SIGNS,
    "[1,4]", { -2, -1, 1, 8 } },
  { "activation/sigmoid", "Activation",
    "'activation': 'sigmoid'", SIGNS,
    "[1,4]", { 0.1192029f, 0.2689414f, 0.7310586f, 0.9996646f } },
  { "activation/tanh", "Activation",
    "'activation': 'tanh'", SIGNS,
    "[1,4]", { -0.9640276f, -0.7615942f, 0.7615942f, 0.9999998f } },
  { "activation/elu", "Activation",
    "'activation': 'elu'", SIGNS,
    "[1,4]", { -0.8646647f, -0.6321206f, 1, 8 } },
  { "activation/swish", "Activation",
    "'activation': 'swish'", SIGNS,
    "[1,4]", { -0.2384058f, -0.2689414f, 0.7310586f, 7.997317f } },
  { "activation/mish", "Activation",
    "'activation': 'mish'", SIGNS,
    "[1,4]", { -0.2525015f, -0.3034015f, 0.8650984f, 7.9999990f } },
  { "activation/hard-sigmoid", "Activation",
    "'activation': 'hard_sigmoid'", SIGNS,
    "[1,4]", { 0.1f, 0.3f, 0.7f, 1 } },
  { "activation/softmax", "Activation",
    "'activation': 'softmax'", "2", { 1, 2 },
    "[1,2]", { 0.2689414f, 0.7310586f } },
  { "activation/log-softmax", "Activation",
    "'activation': 'logSoftmax'", "2", { 1, 2 },
    "[1,2]", { -1.3132617f, -0.3132617f } },
  { "activation/object", "Activation",
    "'activation': {'class_name': 'function', 'config': 'relu'}", SIGNS,
    "[1,4]", { 0, 0, 1, 8 } },
  { "average-pooling/valid", "AveragePooling2D",
    "'pool_size': [2, 2], 'strides': null, 'padding': 'valid'", PICTURE_3X3,
    "[1,1,1,1]", { 3 } },
  { "average-pooling/same", "AveragePooling2D",
    "'pool_size': 2, 'strides': 2, 'padding': 'same'", PICTURE_3X3,
    "[1,2,2,1]", { 3, 4.5f, 7.5f, 9 } },
  { "max-pooling/stride-1", "MaxPooling2D",
    "'pool_size': [2, 2], 'strides': [1, 1], 'padding': 'valid'", PICTURE_3X3,
    "[1,2,2,1]", { 5, 6, 8, 9 } },
  { "batch-normalization/picture", "BatchNormalization",
    "'axis': [3], 'epsilon': 0", PIXEL_2,
    "[1,1,1,2]", { 1, 3 },
    { { "gamma", "2", { 2, 1 } },
      { "beta", "2", { 1, 2 } },
      { "moving_mean", "2", { 3, 4 } },
      { "moving_variance", "2", { 4, 1 } } } },
  { "batch-normalization/vector", "BatchNormalization",
    "'axis': 1, 'epsilon': 0, 'center': false, 'scale': false", "2", { 3, 5 },
    "[1,2]", { 0, 0.5f },
    { { "moving_mean", "2", { 3, 4 } }, { "moving_variance", "2", { 4, 4 } } } },
  { "conv/valid-bias-relu", "Conv2D",
    "'padding': 'valid', 'activation': 'relu'", PICTURE_3X3,
    "[1,2,2,1]", { 47, 57, 77, 87 },
    { { "kernel", "2, 2, 1, 1", { 1, 2, 3, 4 } }, { "bias", "1", { 10 } } } },
  { "conv/same-stride-2", "Conv2D",
    "'padding': 'same', 'strides': [2, 2], 'use_bias': false", PICTURE_2X2,
    "[1,1,1,1]", { 10 },
    { { "kernel", "3, 3, 1, 1", { 1, 1, 1, 1, 1, 1, 1, 1, 1 } } } },
  { "conv/dilated", "Conv2D",
    "'padding': 'valid', 'dilation_rate': [2, 2], 'use_bias': false", PICTURE_3X3,
    "[1,1,1,1]", { 20 },
    { { "kernel", "2, 2, 1, 1", { 1, 1, 1, 1 } } } },
  { "conv-transpose/valid", "Conv2DTranspose",
    "'padding': 'valid', 'strides': [2, 2]", "1, 2, 1", { 1, 2 },
    "[1,2,4,1]", { 1.5f, 2.5f, 2.5f, 4.5f, 3.5f, 4.5f, 6.5f, 8.5f },
    { { "kernel", "2, 2, 1, 1", { 1, 2, 3, 4 } }, { "bias", "1", { 0.5f } } } },
  { "conv-transpose/same", "Conv2DTranspose",
    "'padding': 'same', 'strides': [2, 2], 'use_bias': false", "1, 1, 1", { 1 },
    "[1,2,2,1]", { 1, 2, 4, 5 },
    { { "kernel", "3, 3, 1, 1", { 1, 2, 3, 4, 5, 6, 7, 8, 9 } } } },
  { "conv-transpose/dilated", "Conv2DTranspose",
    "'padding': 'valid', 'dilation_rate': [2, 2], 'use_bias': false", "1, 1, 1", { 1 },
    "[1,3,3,1]", { 1, 0, 2, 0, 0, 0, 3, 0, 4 },
    { { "kernel", "2, 2, 1, 1", { 1, 2, 3, 4 } } } },
  { "conv-transpose/output-padding", "Conv2DTranspose",
    "'padding': 'valid', 'output_padding': [1, 0], 'strides': [2, 2], 'use_bias': false",
    "1, 1, 1", { 1 },
    "[1,3,2,1]", { 1, 2, 3, 4, 0, 0 },
    { { "kernel", "2, 2, 1, 1", { 1, 2, 3, 4 } } } },
  { "cropping/pairs", "Cropping2D",
    "'cropping': [[1, 0], [0, 1]]", PICTURE_3X3,
    "[1,2,2,1]", { 4, 5, 7, 8 } },
  { "cropping/one", "Cropping2D",
    "'cropping': 1", PICTURE_3X3,
    "[1,1,1,1]", { 5 } },
  { "dense/softmax", "Dense",
    "'activation': 'softmax', 'use_bias': true", "2", { 1, 1 },
    "[1,2]", { 0.2689414f, 0.7310586f },
    { { "kernel", "2, 2", { 1, 0, 0, 1 } }, { "bias", "2", { 0, 1 } } } },
  { "depthwise/multiplier-2", "DepthwiseConv2D",
    "'use_bias': false", PIXEL_2,
    "[1,1,1,4]", { 3, 6, 15, 20 },
    { { "depthwise_kernel", "1, 1, 2, 2", { 1, 2, 3, 4 } } } },
  { "dropout", "Dropout",
    "'rate': 0.5", SIGNS,
    "[1,4]", { -2, -1, 1, 8 } },
  { "elu/alpha", "ELU",
    "'alpha': 2", SIGNS,
    "[1,4]", { -1.7293294f, -1.2642411f, 1, 8 } },
  { "flatten", "Flatten",
    "'data_format': 'channels_last'", PICTURE_2X2,
    "[1,4]", { 1, 2, 3, 4 } },
  { "flatten/channels-first", "Flatten",
    "'data_format': 'channels_first'", "2, 2, 2", { 1, 2, 3, 4, 5, 6, 7, 8 },
    "[1,8]", { 1, 5, 2, 6, 3, 7, 4, 8 } },
  { "flatten/channels-first-vector", "Flatten",
    "'data_format': 'channels_first'", SIGNS,
    "[1,4]", { -2, -1, 1, 8 } },
  { "global-average", "GlobalAveragePooling2D",
    "'data_format': 'channels_last'", PICTURE_2X2,
    "[1,1]", { 2.5f } },
  { "global-max/keepdims", "GlobalMaxPooling2D",
    "'keepdims': true", PICTURE_2X2,
    "[1,1,1,1]", { 4 } },
  { "leaky-relu", "LeakyReLU",
    "'alpha': 0.5", SIGNS,
    "[1,4]", { -1, -0.5f, 1, 8 } },
  { "normalization/settings", "Normalization",
    "'mean': [1, 2], 'variance': [4, 9]", PIXEL_2,
    "[1,1,1,2]", { 1, 1 } },
  { "normalization/weights", "Normalization",
    "'axis': [-1]", PIXEL_2,
    "[1,1,1,2]", { 1, 1 },
    { { "mean", "2", { 1, 2 } }, { "variance", "2", { 4, 9 } } } },
  { "permute", "Permute",
    "'dims': [2, 1, 3]", PICTURE_2X2,
    "[1,2,2,1]", { 1, 3, 2, 4 } },
  { "prelu", "PReLU",
    "'shared_axes': [1, 2]", "1, 2, 2", { -1, -1, 2, -2 },
    "[1,1,2,2]", { -0.5f, -0.25f, 2, -0.5f },
    { { "alpha", "1, 1, 2", { 0.5f, 0.25f } } } },
  { "relu/plain", "ReLU",
    "'max_value': null", SIGNS,
    "[1,4]", { 0, 0, 1, 8 } },
  { "relu/6", "ReLU",
    "'max_value': 6", SIGNS,
    "[1,4]", { 0, 0, 1, 6 } },
  { "relu/4", "ReLU",
    "'max_value': 4", SIGNS,
    "[1,4]", { 0, 0, 1, 4 } },
  { "relu/slope", "ReLU",
    "'max_value': 5, 'negative_slope': 0.25, 'threshold': 0", SIGNS,
    "[1,4]", { -0.5f, -0.25f, 1, 5 } },
  { "rescaling", "Rescaling",
    "'scale': 0.5, 'offset': -1", SIGNS,
    "[1,4]", { -2, -1.5f, -0.5f, 3 } },
  { "rescaling/channels", "Rescaling",
    "'scale': [0.5, 2], 'offset': [1, -1]", PIXEL_2,
    "[1,1,1,2]", { 2.5f, 9 } },
  { "reshape/known", "Reshape",
    "'target_shape': [2, 2]", SIGNS,
    "[1,2,2]", { -2, -1, 1, 8 } },
  { "reshape/open", "Reshape",
    "'target_shape': [-1, 2]", SIGNS,
    "[1,2,2]", { -2, -1, 1, 8 } },
  { "resizing", "Resizing",
    "'height': 1, 'width': 3", "1, 2, 1", { 1, 3 },
    "[1,1,3,1]", { 1, 2, 3 } },
  { "separable", "SeparableConv2D",
    "'padding': 'valid'", PIXEL_2,
    "[1,1,1,1]", { 1561 },
    { { "depthwise_kernel", "1, 1, 2, 1", { 2, 3 } },
      { "pointwise_kernel", "1, 1, 2, 1", { 10, 100 } },
      { "bias", "1", { 1 } } } },
  { "softmax", "Softmax",
    "'axis': -1", "2", { 1, 2 },
    "[1,2]", { 0.2689414f, 0.7310586f } },
  { "up-sampling/nearest", "UpSampling2D",
    "'size': [1, 2]", "1, 2, 1", { 1, 3 },
    "[1,1,4,1]", { 1, 1, 3, 3 } },
  { "up-sampling/bilinear", "UpSampling2D",
    "'size': [1, 2], 'interpolation': 'bilinear'", "1, 2, 1", { 1, 3 },
    "[1,1,4,1]", { 1, 2, 3, 3 } },
  { "zero-padding/pairs", "ZeroPadding2D",
    "'padding': [[0, 1], [1, 0]]", "1, 1, 1", { 7 },
    "[1,2,2,1]", { 0, 7, 0, 0 } },
  { "zero-padding/two", "ZeroPadding2D",
    "'padding': [0, 1]", "1, 1, 1", { 7 },
    "[1,1,3,1]", { 0, 7, 0 } },
};
/* clang-format on */

static char *
write_model (const Case   *c,
             KerasFixture *fixture)
{
  g_autofree char *topology =
    g_strdup_printf ("{'class_name': 'Sequential', 'config': {'layers': [{'class_name': '%s', "
                     "'config': {'name': 'l', 'batch_input_shape': [null, %s], %s}}]}}",
                     c->class_name, c->input_shape, c->config);

  keras_fixture_init (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (c->weights) && c->weights[i].what != NULL; i++) {
    g_autofree char *name = g_strconcat ("l/", c->weights[i].what, NULL);

    keras_fixture_add_weight (fixture, name, c->weights[i].shape, c->weights[i].values);
  }
  return keras_fixture_write (fixture, topology);
}

static void
test_layer (gconstpointer data)
{
  const Case *c = data;
  g_auto (KerasFixture) fixture = { 0 };
  g_autofree char *path = write_model (c, &fixture);

  assert_model_gives (path, c->input, c->output_shape, c->output);
  assert_no_buffers ();
}

/* Every allocation of reading fails once: each time there is an error, and
 * nothing is left. */
static void
test_memory (gconstpointer data)
{
  g_auto (KerasFixture) fixture = { 0 };
  g_autofree char *path = write_model (data, &fixture);
  gboolean         is_read = FALSE;

  for (guint n = 1; !is_read; n++) {
    g_auto (KomaRawModel) raw = { 0 };
    g_autoptr (GError) error = NULL;

    koma_memory_fail_after (n);
    is_read = read_raw_model (path, &raw, &error);
    koma_memory_fail_after (0);
    if (is_read)
      break;
    g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY);
    assert_no_buffers ();
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strconcat ("/keras-layers/", cases[i].name, NULL);
    g_autofree char *memory_path = g_strconcat ("/keras-layers/memory/", cases[i].name, NULL);

    g_test_add_data_func (path, &cases[i], test_layer);
    g_test_add_data_func (memory_path, &cases[i], test_memory);
  }
  return g_test_run ();
}
