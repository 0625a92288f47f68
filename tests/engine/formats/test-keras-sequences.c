/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Layers of sequences, each alone in a model, against numbers computed by hand: those of one
 * dimension, of steps and their masks, of numbers of words. */
#include "keras-layer-case.h"
#include "tests/test-main.h"

#define STEPS_4 \
  "4, 1",       \
  {             \
    1, 2, 3, 4  \
  }
#define MATRIX_2X2 \
  "2, 2",          \
  {                \
    1, 2, 3, 4     \
  }
/* clang-format off */
/* The mean of the steps that count: 6, unless the mask was lost. */
#define MASKED_MEAN(between)                                              \
  "{'class_name': 'Masking', 'config': {'name': 'm', 'mask_value': 0}}, " \
  between "{'class_name': 'GlobalAveragePooling1D', 'config': {'name': 'p'}}"
#define MASKED_STEPS "3, 1", { 4, 0, 8 }
/* A model within, whose input is called i. */
#define NESTED(layers, output)                                                         \
  "{'class_name': 'Model', 'config': {'name': 'n', 'layers': [{'class_name': "         \
  "'InputLayer', 'name': 'i', 'config': {'name': 'i', 'batch_input_shape': [null]}, "  \
  "'inbound_nodes': []}, " layers "], 'input_layers': [['i', 0, 0]], "                 \
  "'output_layers': [['" output "', 0, 0]]}}"
#define NODE(class_name, name, config, inbound)                  \
  "{'class_name': '" class_name "', 'name': '" name "', "        \
  "'config': {'name': '" name "'" config "}, 'inbound_nodes': [[" inbound "]]}"

static const KerasLayerCase cases[] = {
  { "average-pooling/same", "AveragePooling1D",
    "'pool_size': [3], 'strides': [2], 'padding': 'same'", STEPS_4,
    "[1,2,1]", { 2, 3.5f } },
  { "center-crop", "CenterCrop",
    "'height': 1, 'width': 2", "3, 4, 1", { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 },
    "[1,1,2,1]", { 6, 7 } },
  { "channels-first/max-pooling", "MaxPooling2D",
    "'pool_size': [1, 2], 'data_format': 'channels_first'", "2, 1, 4", { 1, 2, 0, 1, 4, 3, 5, 6 },
    "[1,2,1,2]", { 2, 1, 4, 6 } },
  { "channels-first/global-max", "GlobalMaxPooling2D",
    "'data_format': 'channels_first'", "2, 1, 2", { 1, 2, 4, 3 },
    "[1,2]", { 2, 4 } },
  { "channels-first/cropping", "Cropping2D",
    "'data_format': 'channels_first', 'cropping': [[0, 0], [1, 0]]", "2, 1, 3",
    { 1, 2, 3, 4, 5, 6 },
    "[1,2,1,2]", { 2, 3, 5, 6 } },
  { "channels-first/conv", "Conv2D",
    "'use_bias': false, 'data_format': 'channels_first'", "2, 1, 2", { 1, 2, 3, 4 },
    "[1,2,1,2]", { 31, 42, 1, 2 },
    { { "kernel", "1, 1, 2, 2", { 1, 1, 10, 0 } } } },
  { "conv/valid", "Conv1D",
    "'padding': 'valid', 'strides': [1], 'dilation_rate': [1]", STEPS_4,
    "[1,3,1]", { 21.5f, 32.5f, 43.5f },
    { { "kernel", "2, 1, 1", { 1, 10 } }, { "bias", "1", { 0.5f } } } },
  { "conv/same-stride-2", "Conv1D",
    "'padding': 'same', 'strides': 2, 'use_bias': false, 'activation': 'relu'", STEPS_4,
    "[1,2,1]", { 6, 7 },
    { { "kernel", "3, 1, 1", { 1, 1, 1 } } } },
  { "conv/causal", "Conv1D",
    "'padding': 'causal', 'dilation_rate': 2, 'use_bias': false", STEPS_4,
    "[1,4,1]", { 10, 20, 31, 42 },
    { { "kernel", "2, 1, 1", { 1, 10 } } } },
  { "conv/transpose", "Conv1DTranspose",
    "'strides': 2, 'use_bias': false", "2, 1", { 1, 2 },
    "[1,4,1]", { 1, 10, 2, 20 },
    { { "kernel", "2, 1, 1", { 1, 10 } } } },
  { "conv/depthwise", "DepthwiseConv1D",
    "'use_bias': false", MATRIX_2X2,
    "[1,1,2]", { 7, 44 },
    { { "depthwise_kernel", "2, 2, 1", { 1, 2, 2, 10 } } } },
  { "conv/separable", "SeparableConv1D",
    "'use_bias': false", MATRIX_2X2,
    "[1,1,1]", { 447 },
    { { "depthwise_kernel", "2, 2, 1", { 1, 2, 2, 10 } },
      { "pointwise_kernel", "1, 2, 1", { 1, 10 } } } },
  { "cropping", "Cropping1D",
    "'cropping': [1, 2]", STEPS_4,
    "[1,1,1]", { 2 } },
  { "dot/rows", NULL,
    NESTED (NODE ("Dot", "d", ", 'axes': 2", "['i', 0, 0], ['i', 0, 0]"), "d"), MATRIX_2X2,
    "[1,2,2]", { 5, 11, 11, 25 } },
  { "dot/columns", NULL,
    NESTED (NODE ("Dot", "d", ", 'axes': [1, -2]", "['i', 0, 0], ['i', 0, 0]"), "d"), MATRIX_2X2,
    "[1,2,2]", { 10, 14, 14, 20 } },
  { "dot/product", NULL,
    NESTED (NODE ("Dot", "d", ", 'axes': [2, 1]", "['i', 0, 0], ['i', 0, 0]"), "d"), MATRIX_2X2,
    "[1,2,2]", { 7, 10, 15, 22 } },
  { "dot/matrix-vector", NULL,
    NESTED (NODE ("GlobalMaxPooling1D", "v", "", "['i', 0, 0]") ", "
            NODE ("Dot", "d", ", 'axes': [2, 1]", "['i', 0, 0], ['v', 0, 0]"), "d"), MATRIX_2X2,
    "[1,2]", { 11, 25 } },
  { "dot/vector-matrix", NULL,
    NESTED (NODE ("GlobalMaxPooling1D", "v", "", "['i', 0, 0]") ", "
            NODE ("Dot", "d", ", 'axes': 1", "['v', 0, 0], ['i', 0, 0]"), "d"), MATRIX_2X2,
    "[1,2]", { 15, 22 } },
  { "dot/cosine", NULL,
    NESTED (NODE ("GlobalMaxPooling1D", "v", "", "['i', 0, 0]") ", "
            NODE ("Dot", "d", ", 'axes': -1, 'normalize': true", "['v', 0, 0], ['v', 0, 0]"), "d"),
    MATRIX_2X2,
    "[1,1]", { 1 } },
  { "embedding", "Embedding",
    "'input_dim': 3, 'output_dim': 2", "3", { 2, 0, 1 },
    "[1,3,2]", { 5, 6, 1, 2, 3, 4 },
    { { "embeddings", "3, 2", { 1, 2, 3, 4, 5, 6 } } } },
  { "embedding/mask-zero", NULL,
    "{'class_name': 'Embedding', 'config': {'name': 'l', 'mask_zero': true}}, "
    "{'class_name': 'GlobalAveragePooling1D', 'config': {'name': 'p'}}", "3", { 2, 0, 1 },
    "[1,2]", { 4, 5 },
    { { "embeddings", "3, 2", { 1, 2, 3, 4, 5, 6 } } } },
  { "global-average", "GlobalAveragePooling1D",
    "'data_format': 'channels_last'", STEPS_4,
    "[1,1]", { 2.5f } },
  { "global-average/channels-first", "GlobalAveragePooling1D",
    "'data_format': 'channels_first'", MATRIX_2X2,
    "[1,2]", { 1.5f, 3.5f } },
  { "global-max/keepdims", "GlobalMaxPooling1D",
    "'keepdims': true", MATRIX_2X2,
    "[1,1,2]", { 3, 4 } },
  { "layer-normalization/last", "LayerNormalization",
    "'axis': [-1], 'epsilon': 0", "2", { 1, 3 },
    "[1,2]", { 8, 23 },
    { { "gamma", "2", { 2, 3 } }, { "beta", "2", { 10, 20 } } } },
  { "layer-normalization/first", "LayerNormalization",
    "'axis': 1, 'epsilon': 0, 'center': false", "2, 2", { 1, 10, 3, 30 },
    "[1,2,2]", { -1, -1, 2, 2 },
    { { "gamma", "2", { 1, 2 } } } },
  { "layer-normalization/both", "LayerNormalization",
    "'axis': [1, 2], 'epsilon': 0, 'scale': false", "2, 2", { 1, 1, 3, 3 },
    "[1,2,2]", { -1, 1, 3, 5 },
    { { "beta", "2, 2", { 0, 2, 2, 4 } } } },
  { "masking", "Masking",
    "'mask_value': 3", "3, 2", { 1, 2, 3, 3, 3, 4 },
    "[1,3,2]", { 1, 2, 0, 0, 3, 4 } },
  { "masking/mean", NULL, MASKED_MEAN (""), MASKED_STEPS,
    "[1,1]", { 6 } },
  { "masking/passed", NULL,
    MASKED_MEAN ("{'class_name': 'Dropout', 'config': {'name': 'd'}}, "), MASKED_STEPS,
    "[1,1]", { 6 } },
  { "masking/dropped", NULL,
    MASKED_MEAN ("{'class_name': 'MaxPooling1D', 'config': {'name': 'd', 'pool_size': 1}}, "),
    MASKED_STEPS,
    "[1,1]", { 4 } },
  { "masking/merged", NULL,
    NESTED (NODE ("Masking", "a", ", 'mask_value': 1", "['i', 0, 0]") ", "
            NODE ("Masking", "b", ", 'mask_value': 3", "['i', 0, 0]") ", "
            NODE ("Add", "s", "", "['a', 0, 0], ['b', 0, 0], ['i', 0, 0]") ", "
            NODE ("GlobalAveragePooling1D", "p", "", "['s', 0, 0]"), "p"),
    "4, 1", { 1, 2, 3, 4 },
    "[1,1]", { 9 } },
  { "masking/concatenated", NULL,
    NESTED (NODE ("Masking", "a", ", 'mask_value': 1", "['i', 0, 0]") ", "
            NODE ("Masking", "b", ", 'mask_value': 3", "['i', 0, 0]") ", "
            NODE ("Concatenate", "s", ", 'axis': 1", "['a', 0, 0], ['b', 0, 0]") ", "
            NODE ("GlobalAveragePooling1D", "p", "", "['s', 0, 0]"), "p"),
    "2, 1", { 1, 5 },
    "[1,1]", { 11 / 3.f } },
  { "max-pooling", "MaxPooling1D",
    "'pool_size': [2]", STEPS_4,
    "[1,2,1]", { 2, 4 } },
  { "repeat-vector", "RepeatVector",
    "'n': 2", "2", { 3, 5 },
    "[1,2,2]", { 3, 5, 3, 5 } },
  { "spatial-dropout", "SpatialDropout1D",
    "'rate': 0.5", STEPS_4,
    "[1,4,1]", { 1, 2, 3, 4 } },
  { "thresholded-relu", "ThresholdedReLU",
    "'theta': 1", "4", { -2, 1, 1.5f, 8 },
    "[1,4]", { 0, 0, 1.5f, 8 } },
  { "up-sampling", "UpSampling1D",
    "'size': 2", "2, 1", { 1, 3 },
    "[1,4,1]", { 1, 1, 3, 3 } },
  { "zero-padding", "ZeroPadding1D",
    "'padding': [1, 2]", "1, 1", { 7 },
    "[1,4,1]", { 0, 7, 0, 0 } },
};
/* clang-format on */

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  keras_layer_cases_add ("keras-sequences", cases, G_N_ELEMENTS (cases));
  return g_test_run ();
}
