/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Layers of volumes, each alone in a model, against numbers computed by hand. */
#include "keras-layer-case.h"
#include "tests/test-main.h"

/* clang-format off */
#define CUBE "2, 2, 2, 1", { 1, 2, 3, 4, 5, 6, 7, 8 }
#define DEPTHS "3, 1, 1, 1", { 1, 5, 2 }

static const KerasLayerCase cases[] = {
  { "max-pooling/valid", "MaxPooling3D",
    "'pool_size': [2, 2, 2], 'strides': null", CUBE,
    "[1,1,1,1,1]", { 8 } },
  { "max-pooling/rows", "MaxPooling3D",
    "'pool_size': [1, 2, 1], 'strides': [1, 1, 1]", CUBE,
    "[1,2,1,2,1]", { 3, 4, 7, 8 } },
  { "max-pooling/same", "MaxPooling3D",
    "'pool_size': [2, 1, 1], 'padding': 'same'", DEPTHS,
    "[1,2,1,1,1]", { 5, 2 } },
  { "max-pooling/channels-first", "MaxPooling3D",
    "'pool_size': [1, 1, 2], 'data_format': 'channels_first'",
    "2, 1, 1, 4", { 1, 2, 0, 1, 4, 3, 5, 6 },
    "[1,2,1,1,2]", { 2, 1, 4, 6 } },
  { "average-pooling/valid", "AveragePooling3D",
    "'pool_size': 2", CUBE,
    "[1,1,1,1,1]", { 4.5f } },
  { "average-pooling/same", "AveragePooling3D",
    "'pool_size': [2, 2, 2], 'strides': 1, 'padding': 'same'", CUBE,
    "[1,2,2,2,1]", { 4.5f, 5, 5.5f, 6, 6.5f, 7, 7.5f, 8 } },
  { "conv/valid", "Conv3D",
    "'kernel_size': [2, 2, 2]", CUBE,
    "[1,1,1,1,1]", { 205 },
    { { "kernel", "2, 2, 2, 1, 1", { 1, 2, 3, 4, 5, 6, 7, 8 } }, { "bias", "1", { 1 } } } },
  { "conv/same", "Conv3D",
    "'kernel_size': [2, 1, 1], 'padding': 'same', 'use_bias': false, 'activation': 'relu'", DEPTHS,
    "[1,3,1,1,2]", { 51, 0, 25, 0, 2, 0 },
    { { "kernel", "2, 1, 1, 1, 2", { 1, 0, 10, -1 } } } },
  { "conv/stride-2", "Conv3D",
    "'kernel_size': [1, 1, 1], 'strides': [2, 2, 1], 'use_bias': false", CUBE,
    "[1,1,1,2,1]", { 3, 6 },
    { { "kernel", "1, 1, 1, 1, 1", { 3 } } } },
  { "conv/dilated", "Conv3D",
    "'kernel_size': [2, 1, 1], 'dilation_rate': [2, 1, 1], 'use_bias': false", DEPTHS,
    "[1,1,1,1,1]", { 21 },
    { { "kernel", "2, 1, 1, 1, 1", { 1, 10 } } } },
  { "conv-transpose/stride-2", "Conv3DTranspose",
    "'kernel_size': [2, 1, 1], 'strides': [2, 1, 1]", "2, 1, 1, 1", { 1, 2 },
    "[1,4,1,1,1]", { 1.5f, 10.5f, 2.5f, 20.5f },
    { { "kernel", "2, 1, 1, 1, 1", { 1, 10 } }, { "bias", "1", { 0.5f } } } },
  { "conv-transpose/overlap", "Conv3DTranspose",
    "'kernel_size': [2, 1, 1], 'use_bias': false", "2, 1, 1, 1", { 1, 2 },
    "[1,3,1,1,2]", { 1, 5, 12, 60, 20, 100 },
    { { "kernel", "2, 1, 1, 2, 1", { 1, 5, 10, 50 } } } },
  { "conv-transpose/same", "Conv3DTranspose",
    "'kernel_size': [1, 2, 2], 'strides': [1, 2, 2], 'padding': 'same', 'use_bias': false",
    "1, 1, 1, 1", { 3 },
    "[1,1,2,2,1]", { 3, 6, 9, 12 },
    { { "kernel", "1, 2, 2, 1, 1", { 1, 2, 3, 4 } } } },
  { "global-average", "GlobalAveragePooling3D",
    "'data_format': 'channels_last'", CUBE,
    "[1,1]", { 4.5f } },
  { "global-max/keepdims", "GlobalMaxPooling3D",
    "'keepdims': true", CUBE,
    "[1,1,1,1,1]", { 8 } },
  { "spatial-dropout", "SpatialDropout3D",
    "'rate': 0.5", DEPTHS,
    "[1,3,1,1,1]", { 1, 5, 2 } },
};
/* clang-format on */

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  keras_layer_cases_add ("keras-volumes", cases, G_N_ELEMENTS (cases));
  return g_test_run ();
}
