/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One operator of TensorFlow Lite in a model of its own, with results computed by hand. */
#include <math.h>
#include <string.h>

#include "engine/runtime/session.h"
#include "fixture.h"
#include "tflite-writer.h"
#include "tests/test-main.h"

#define MAX_OPERANDS 4
#define MAX_VALUES   24

/* In their order in the schema. */
enum {
  SAME,
  VALID,
};
enum {
  NONE,
  RELU,
  RELU_N1_TO_1,
  RELU6,
};

typedef struct
{
  KomaTfliteType type;
  gboolean       is_constant;
  guint          rank;
  gint32         dims[TFLITE_MAX_RANK];
  double         values[MAX_VALUES]; /* as the file has them: integers where it is quantised */
  guint          n_scales;
  float          scales[TFLITE_MAX_SCALES];
  gint64         zero_point;
  gint32         axis;
} Operand;

typedef struct
{
  const char  *name; /* of the operator; what follows a space is a note */
  gint32       code;
  Operand      operands[MAX_OPERANDS];
  TfliteOption options[TFLITE_MAX_OPTIONS];
  guint        n_outputs; /* 0: one */
  Operand      output;    /* its type and quantisation; its values, of all outputs, one by one */
  guint        n_expected;
} Case;

/* A float in the field of an option. */
#define ONE       0x3f800000
#define HALF      0x3f000000
#define DIMS(...) .rank = G_N_ELEMENTS (((gint32[]){ __VA_ARGS__ })), .dims = { __VA_ARGS__ }
#define F(...)    .type = KOMA_TFLITE_FLOAT32, .values = { __VA_ARGS__ }
#define I(...)    .type = KOMA_TFLITE_INT32, .is_constant = TRUE, .values = { __VA_ARGS__ }
#define OUT(...)  .output = { F (__VA_ARGS__) }, .n_expected = G_N_ELEMENTS (((double[]){ __VA_ARGS__ }))
/* x of four numbers */
#define X                             \
  {                                   \
    DIMS (1, 4), F (-2, -0.5, 0.5, 4) \
  }

static const Case cases[] = {
  { "ADD", 0, { X, { DIMS (4), F (1, 1, 1, 1) } }, { { 0, NONE } }, OUT (-1, 0.5, 1.5, 5) },
  { "ADD relu6", 0, { X, { DIMS (1), F (3) } }, { { 0, RELU6 } }, OUT (1, 2.5, 3.5, 6) },
  { "SUB relu_n1_to_1", 41, { X, { DIMS (1), F (1) } }, { { 0, RELU_N1_TO_1 } }, OUT (-1, -1, -0.5, 1) },
  { "MUL relu", 18, { X, X }, { { 0, RELU } }, OUT (4, 0.25, 0.25, 16) },
  { "DIV", 42, { X, { DIMS (1), F (2) } }, { { 0, NONE } }, OUT (-1, -0.25, 0.25, 2) },
  { "MAXIMUM", 55, { X, { DIMS (1), F (0) } }, .n_outputs = 1, OUT (0, 0, 0.5, 4) },
  { "MINIMUM", 57, { X, { DIMS (1), F (0) } }, .n_outputs = 1, OUT (-2, -0.5, 0, 0) },
  { "SQUARED_DIFFERENCE", 99, { X, { DIMS (1), F (1) } }, .n_outputs = 1, OUT (9, 2.25, 0.25, 9) },
  { "POW", 78, { X, { DIMS (1), F (2) } }, .n_outputs = 1, OUT (4, 0.25, 0.25, 16) },
  { "PRELU", 54, { X, { DIMS (4), .is_constant = TRUE, F (0.5, 2, 0, 0) } }, .n_outputs = 1, OUT (-1, -1, 0.5, 4) },
  { "RELU", 19, { X }, .n_outputs = 1, OUT (0, 0, 0.5, 4) },
  { "RELU6", 21, { { DIMS (2), F (7, -1) } }, .n_outputs = 1, OUT (6, 0) },
  { "RELU_N1_TO_1", 20, { X }, .n_outputs = 1, OUT (-1, -0.5, 0.5, 1) },
  { "RELU_0_TO_1", 152, { X }, .n_outputs = 1, OUT (0, 0, 0.5, 1) },
  { "LEAKY_RELU", 98, { X }, { { 0, HALF } }, OUT (-1, -0.25, 0.5, 4) },
  { "ELU", 111, { { DIMS (2), F (-1, 2) } }, .n_outputs = 1, OUT (-0.6321205588, 2) },
  { "HARD_SWISH", 117, { X }, .n_outputs = 1, OUT (-1 / 3.0, -1.25 / 6, 1.75 / 6, 4) },
  { "GELU approximate", 150, { { DIMS (2), F (1, -1) } }, { { 0, TRUE } }, OUT (0.8411919906, -0.1588080094) },
  { "GELU exact", 150, { { DIMS (2), F (1, -1) } }, .n_outputs = 1, OUT (0.8413447461, -0.1586552539) },
  { "SIN", 66, { { DIMS (2), F (0, G_PI_2) } }, .n_outputs = 1, OUT (0, 1) },
  { "COS", 108, { { DIMS (2), F (0, G_PI_2) } }, .n_outputs = 1, OUT (1, 0) },
  { "SIGN", 158, { X }, .n_outputs = 1, OUT (-1, -1, 1, 1) },
  { "FLOOR_MOD", 95, { X, { DIMS (1), F (2) } }, .n_outputs = 1, OUT (0, 1.5, 0.5, 0) },
  { "LESS", 58, { X, { DIMS (1), F (0.5) } }, .output = { .type = KOMA_TFLITE_BOOL, .values = { 1, 1, 0, 0 } }, .n_expected = 4 },
  { "EQUAL", 71, { X, { DIMS (1), F (0.5) } }, .output = { .type = KOMA_TFLITE_BOOL, .values = { 0, 0, 1, 0 } }, .n_expected = 4 },
  { "LOGICAL_AND", 86, { { .type = KOMA_TFLITE_BOOL, DIMS (2), .values = { 1, 1 } }, { .type = KOMA_TFLITE_BOOL, DIMS (2), .values = { 0, 1 } } }, .output = { .type = KOMA_TFLITE_BOOL, .values = { 0, 1 } }, .n_expected = 2 },
  { "SELECT_V2", 123, { { .type = KOMA_TFLITE_BOOL, DIMS (2), .values = { 1, 0 } }, { DIMS (2), F (1, 2) }, { DIMS (1), F (9) } }, .n_outputs = 1, OUT (1, 9) },
  { "BROADCAST_TO", 130, { { DIMS (1), F (3) }, { DIMS (1), I (2) } }, .n_outputs = 1, OUT (3, 3) },
  { "BROADCAST_ARGS", 145, { { DIMS (3), I (4, 1, 2) }, { DIMS (1), I (1) } }, .output = { .type = KOMA_TFLITE_INT32, .values = { 4, 1, 2 } }, .n_expected = 3 },
  { "BROADCAST_ARGS shorter first", 145, { { DIMS (2), I (3, 1) }, { DIMS (3), I (5, 1, 7) } }, .output = { .type = KOMA_TFLITE_INT32, .values = { 5, 3, 7 } }, .n_expected = 3 },
  { "LOGISTIC", 14, { { DIMS (2), F (0, 2) } }, .n_outputs = 1, OUT (0.5, 0.8807970780) },
  { "TANH", 28, { { DIMS (2), F (0, 1) } }, .n_outputs = 1, OUT (0, 0.7615941560) },
  { "EXP", 47, { { DIMS (2), F (0, 1) } }, .n_outputs = 1, OUT (1, G_E) },
  { "LOG", 73, { { DIMS (2), F (1, 2) } }, .n_outputs = 1, OUT (0, G_LN2) },
  { "SQRT", 75, { { DIMS (2), F (4, 2.25) } }, .n_outputs = 1, OUT (2, 1.5) },
  { "RSQRT", 76, { { DIMS (2), F (4, 0.25) } }, .n_outputs = 1, OUT (0.5, 2) },
  { "SQUARE", 92, { X }, .n_outputs = 1, OUT (4, 0.25, 0.25, 16) },
  { "ABS", 101, { X }, .n_outputs = 1, OUT (2, 0.5, 0.5, 4) },
  { "NEG", 59, { X }, .n_outputs = 1, OUT (2, 0.5, -0.5, -4) },
  { "FLOOR", 8, { X }, .n_outputs = 1, OUT (-2, -1, 0, 4) },
  { "SOFTMAX", 25, { { DIMS (1, 2), F (0, G_LN2) } }, { { 0, ONE } }, OUT (1 / 3.0, 2 / 3.0) },
  { "SOFTMAX beta", 25, { { DIMS (1, 2), F (0, 2 * G_LN2) } }, { { 0, HALF } }, OUT (1 / 3.0, 2 / 3.0) },
  { "LOG_SOFTMAX", 50, { { DIMS (1, 2), F (0, 0) } }, .n_outputs = 1, OUT (-G_LN2, -G_LN2) },
  /* Filters are [out_c,kernel_h,kernel_w,in_c]. */
  { "CONV_2D", 3, { { DIMS (1, 1, 2, 2), F (1, 2, 3, 4) }, { DIMS (3, 1, 1, 2), .is_constant = TRUE, F (1, 0, 0, 1, 10, 100) }, { DIMS (3), .is_constant = TRUE, F (0, 0, 1) } }, { { 0, VALID }, { 1, 1 }, { 2, 1 }, { 3, NONE } }, OUT (1, 2, 211, 3, 4, 431) },
  { "CONV_2D same, stride, dilation", 3, { { DIMS (1, 1, 5, 1), F (1, 2, 3, 4, 5) }, { DIMS (1, 1, 3, 1), .is_constant = TRUE, F (1, 10, 100) } }, { { 0, SAME }, { 1, 1 }, { 2, 1 }, { 4, 2 }, { 5, 1 } }, OUT (310, 420, 531, 42, 53) },
  { "CONV_2D computed filter", 3, { { DIMS (1, 1, 1, 2), F (3, 4) }, { DIMS (1, 1, 1, 2), F (1, 10) } }, { { 0, VALID }, { 1, 1 }, { 2, 1 } }, OUT (43) },
  { "DEPTHWISE_CONV_2D", 4, { { DIMS (1, 2, 1, 2), F (1, 2, 3, 4) }, { DIMS (1, 2, 1, 4), .is_constant = TRUE, F (1, 2, 3, 4, 5, 6, 7, 8) }, { DIMS (4), .is_constant = TRUE, F (0, 0, 0, -100) } }, { { 0, VALID }, { 1, 1 }, { 2, 1 }, { 3, 2 }, { 4, RELU } }, OUT (16, 20, 34, 0) },
  { "TRANSPOSE_CONV", 67, { { DIMS (4), I (1, 1, 4, 1) }, { DIMS (1, 1, 2, 1), .is_constant = TRUE, F (1, 10) }, { DIMS (1, 1, 2, 1), F (1, 2) } }, { { 0, VALID }, { 1, 2 }, { 2, 1 } }, OUT (1, 10, 2, 20) },
  { "AVERAGE_POOL_2D", 1, { { DIMS (1, 2, 2, 1), F (1, 2, 3, 6) } }, { { 0, VALID }, { 1, 2 }, { 2, 2 }, { 3, 2 }, { 4, 2 } }, OUT (3) },
  { "MAX_POOL_2D", 17, { { DIMS (1, 1, 4, 1), F (1, 2, 9, 6) } }, { { 0, VALID }, { 1, 2 }, { 2, 1 }, { 3, 2 }, { 4, 1 }, { 5, RELU6 } }, OUT (2, 6) },
  { "FULLY_CONNECTED", 9, { { DIMS (1, 1, 2), F (1, 2) }, { DIMS (3, 2), .is_constant = TRUE, F (1, 0, 0, 1, 10, -100) }, { DIMS (3), .is_constant = TRUE, F (5, 5, 5) } }, { { 0, RELU } }, OUT (6, 7, 0) },
  { "FULLY_CONNECTED keep_num_dims", 9, { { DIMS (1, 2, 1), F (1, 2) }, { DIMS (2, 1), .is_constant = TRUE, F (1, 10) } }, { { 2, TRUE } }, OUT (1, 10, 2, 20) },
  { "BATCH_MATMUL", 126, { { DIMS (1, 1, 2), F (1, 2) }, { DIMS (1, 2, 2), F (1, 2, 3, 4) } }, { { 1, TRUE } }, OUT (5, 11) },
  { "MEAN", 40, { { DIMS (1, 2, 2), F (1, 2, 3, 6) }, { DIMS (1), I (1) } }, { { 0, TRUE } }, OUT (2, 4) },
  { "SUM", 74, { { DIMS (1, 2, 2), F (1, 2, 3, 6) }, { DIMS (1), I (2) } }, .n_outputs = 1, OUT (3, 9) },
  { "REDUCE_MAX", 82, { X, { DIMS (1), I (1) } }, .n_outputs = 1, OUT (4) },
  { "REDUCE_MIN", 89, { X, { DIMS (1), I (-1) } }, .n_outputs = 1, OUT (-2) },
  { "RESHAPE", 22, { X, { DIMS (2), I (2, 2) } }, .n_outputs = 1, OUT (-2, -0.5, 0.5, 4) },
  { "SQUEEZE", 43, { { DIMS (1, 2, 1), F (3, 4) } }, .n_outputs = 1, OUT (3, 4) },
  { "EXPAND_DIMS", 70, { { DIMS (2), F (3, 4) }, { DIMS (1), I (0) } }, .n_outputs = 1, OUT (3, 4) },
  { "TRANSPOSE", 39, { { DIMS (2, 3), F (1, 2, 3, 4, 5, 6) }, { DIMS (2), I (1, 0) } }, .n_outputs = 1, OUT (1, 4, 2, 5, 3, 6) },
  { "CONCATENATION", 2, { { DIMS (1, 2), F (1, 2) }, { DIMS (1, 1), F (9) } }, { { 0, -1 }, { 1, RELU6 } }, OUT (1, 2, 6) },
  { "PAD", 34, { { DIMS (1, 2), F (1, 2) }, { DIMS (2, 2), I (0, 0, 1, 2) } }, .n_outputs = 1, OUT (0, 1, 2, 0, 0) },
  { "PADV2", 60, { { DIMS (1, 2), F (1, 2) }, { DIMS (2, 2), I (0, 0, 1, 0) }, { DIMS (1), .is_constant = TRUE, F (7) } }, .n_outputs = 1, OUT (7, 1, 2) },
  { "MIRROR_PAD symmetric", 100, { { DIMS (1, 2), F (1, 2) }, { DIMS (2, 2), I (0, 0, 1, 1) } }, { { 0, 1 } }, OUT (1, 1, 2, 2) },
  { "SLICE", 65, { X, { DIMS (2), I (0, 1) }, { DIMS (2), I (1, 2) } }, .n_outputs = 1, OUT (-0.5, 0.5) },
  { "STRIDED_SLICE", 45, { X, { DIMS (2), I (0, 0) }, { DIMS (2), I (1, 1) }, { DIMS (2), I (1, 2) } }, { { 1, 2 }, { 4, 1 } }, OUT (-2, 0.5) },
  { "SPLIT", 49, { { DIMS (1), I (1) }, X }, { { 0, 2 } }, 2, OUT (-2, -0.5, 0.5, 4) },
  { "SPLIT_V", 102, { X, { DIMS (2), I (1, 3) }, { DIMS (1), I (1) } }, { { 0, 2 } }, 2, OUT (-2, -0.5, 0.5, 4) },
  { "PACK", 83, { { DIMS (2), F (1, 2) }, { DIMS (2), F (3, 4) } }, { { 0, 2 }, { 1, 1 } }, OUT (1, 3, 2, 4) },
  { "UNPACK", 88, { { DIMS (2, 2), F (1, 2, 3, 4) } }, { { 0, 2 }, { 1, 1 } }, 2, OUT (1, 3, 2, 4) },
  { "GATHER", 36, { X, { DIMS (2), I (3, 0) } }, { { 0, 1 } }, OUT (4, -2) },
  { "TILE", 69, { { DIMS (1, 2), F (1, 2) }, { DIMS (2), I (2, 1) } }, .n_outputs = 1, OUT (1, 2, 1, 2) },
  { "RESIZE_BILINEAR half_pixel_centers", 23, { { DIMS (1, 1, 2, 1), F (0, 4) }, { DIMS (2), I (1, 4) } }, { { 3, TRUE } }, OUT (0, 1, 3, 4) },
  { "RESIZE_BILINEAR align_corners", 23, { { DIMS (1, 1, 2, 1), F (0, 3) }, { DIMS (2), I (1, 4) } }, { { 2, TRUE } }, OUT (0, 1, 2, 3) },
  { "RESIZE_NEAREST_NEIGHBOR", 97, { { DIMS (1, 1, 2, 1), F (0, 4) }, { DIMS (2), I (1, 4) } }, .n_outputs = 1, OUT (0, 0, 4, 4) },
  { "SPACE_TO_DEPTH", 26, { { DIMS (1, 2, 4, 1), F (1, 2, 3, 4, 5, 6, 7, 8) } }, { { 0, 2 } }, OUT (1, 2, 5, 6, 3, 4, 7, 8) },
  { "DEPTH_TO_SPACE", 5, { { DIMS (1, 1, 2, 4), F (1, 2, 5, 6, 3, 4, 7, 8) } }, { { 0, 2 } }, OUT (1, 2, 3, 4, 5, 6, 7, 8) },
  { "SPACE_TO_BATCH_ND", 38, { { DIMS (1, 1, 4, 1), F (1, 2, 3, 4) }, { DIMS (2), I (1, 2) }, { DIMS (2, 2), I (0, 0, 0, 0) } }, .n_outputs = 1, OUT (1, 3, 2, 4) },
  { "BATCH_TO_SPACE_ND", 37, { { DIMS (2, 1, 2, 1), F (1, 3, 2, 4) }, { DIMS (2), I (1, 2) }, { DIMS (2, 2), I (0, 0, 0, 0) } }, .n_outputs = 1, OUT (1, 2, 3, 4) },
  { "FILL", 94, { { DIMS (1), I (3) }, { DIMS (1), F (2) } }, .n_outputs = 1, OUT (2, 2, 2) },
  { "DEQUANTIZE half floats", 6, { { .type = KOMA_TFLITE_FLOAT16, .is_constant = TRUE, DIMS (2), .values = { 0x3c00, 0xb800 } } }, .n_outputs = 1, OUT (1, -0.5) },
  { "DEQUANTIZE uint8", 6, { { .type = KOMA_TFLITE_UINT8, DIMS (3), .values = { 0, 128, 255 }, .n_scales = 1, .scales = { 0.5 }, .zero_point = 128 } }, .n_outputs = 1, OUT (-64, 0, 63.5) },
  { "QUANTIZE to int8", 114, { X }, .output = { .type = KOMA_TFLITE_INT8, .n_scales = 1, .scales = { 0.5 }, .zero_point = -1, .values = { -5, -2, 0, 7 } }, .n_expected = 4 },
  { "QUANTIZE uint8 to int8", 114, { { .type = KOMA_TFLITE_UINT8, DIMS (2), .values = { 3, 255 }, .n_scales = 1, .scales = { 0.5 } } }, .output = { .type = KOMA_TFLITE_INT8, .n_scales = 1, .scales = { 0.5 }, .zero_point = -128, .values = { -125, 127 } }, .n_expected = 2 },
  { "RELU of bytes", 19, { { .type = KOMA_TFLITE_UINT8, DIMS (3), .values = { 0, 128, 255 }, .n_scales = 1, .scales = { 1 }, .zero_point = 128 } }, .output = { .type = KOMA_TFLITE_UINT8, .n_scales = 1, .scales = { 1 }, .values = { 0, 0, 127 } }, .n_expected = 3 },
  { "CONV_2D per channel", 3, { { .type = KOMA_TFLITE_INT8, DIMS (1, 1, 1, 2), .values = { 3, 5 }, .n_scales = 1, .scales = { 0.5 }, .zero_point = 1 }, { .type = KOMA_TFLITE_INT8, .is_constant = TRUE, DIMS (2, 1, 1, 2), .values = { 1, 2, 3, 4 }, .n_scales = 2, .scales = { 1, 10 } }, { .type = KOMA_TFLITE_INT32, .is_constant = TRUE, DIMS (2), .values = { 2, 1 }, .n_scales = 2, .scales = { 0.5, 5 } } }, { { 0, VALID }, { 1, 1 }, { 2, 1 } }, .output = { .type = KOMA_TFLITE_INT8, .n_scales = 1, .scales = { 1 }, .zero_point = -100, .values = { -94, 15 } }, .n_expected = 2 },
  { "CONV_2D negative scale, bias without a dimension 3", 3, { { .type = KOMA_TFLITE_INT8, DIMS (1, 1, 1, 2), .values = { 3, 5 }, .n_scales = 1, .scales = { 0.5 }, .zero_point = 1 }, { .type = KOMA_TFLITE_INT8, .is_constant = TRUE, DIMS (2, 1, 1, 2), .values = { 1, 2, 3, 4 }, .n_scales = 2, .scales = { -1, 10 } }, { .type = KOMA_TFLITE_INT32, .is_constant = TRUE, DIMS (2), .values = { 2, 1 }, .n_scales = 2, .scales = { -0.5, 5 }, .axis = 3 } }, { { 0, VALID }, { 1, 1 }, { 2, 1 } }, .output = { .type = KOMA_TFLITE_INT8, .n_scales = 1, .scales = { 1 }, .zero_point = -100, .values = { -106, 15 } }, .n_expected = 2 },
  { "DEPTHWISE_CONV_2D per channel", 4, { { .type = KOMA_TFLITE_INT8, DIMS (1, 1, 1, 1), .values = { 3 }, .n_scales = 1, .scales = { 1 } }, { .type = KOMA_TFLITE_INT8, .is_constant = TRUE, DIMS (1, 1, 1, 2), .values = { 2, 2 }, .n_scales = 2, .scales = { 1, 10 }, .axis = 3 } }, { { 0, VALID }, { 1, 1 }, { 2, 1 }, { 3, 2 } }, OUT (6, 60) },
  { "FULLY_CONNECTED hybrid", 9, { { DIMS (1, 2), F (0.5, 1.5) }, { .type = KOMA_TFLITE_INT8, .is_constant = TRUE, DIMS (1, 2), .values = { 4, -2 }, .n_scales = 1, .scales = { 0.25 } } }, .n_outputs = 1, OUT (-0.25) },
  { "SHAPE", 77, { { DIMS (1, 3), F (1, 2, 3) } }, .output = { .type = KOMA_TFLITE_INT32, .values = { 1, 3 } }, .n_expected = 2 },
  { "ARG_MAX", 56, { X, { DIMS (1), I (1) } }, .output = { .type = KOMA_TFLITE_INT32, .values = { 3 } }, .n_expected = 1 },
  { "ARG_MIN", 79, { X, { DIMS (1), I (1) } }, .output = { .type = KOMA_TFLITE_INT32, .values = { 0 } }, .n_expected = 1 },
  { "REVERSE_V2", 105, { X, { DIMS (1), I (1) } }, .n_outputs = 1, OUT (4, 0.5, -0.5, -2) },
  { "GATHER_ND", 107, { X, { DIMS (2, 2), I (0, 3, 0, 0) } }, .n_outputs = 1, OUT (4, -2) },
  { "REDUCE_ANY", 91, { { .type = KOMA_TFLITE_BOOL, DIMS (1, 2), .values = { 0, 1 } }, { DIMS (1), I (1) } }, .output = { .type = KOMA_TFLITE_BOOL, .values = { 1 } }, .n_expected = 1 },
  { "RANGE", 96, { { DIMS (), I (1) }, { DIMS (), I (7) }, { DIMS (), I (3) } }, .output = { .type = KOMA_TFLITE_INT32, .values = { 1, 4 } }, .n_expected = 2 },
  { "CAST of bytes", 53, { { .type = KOMA_TFLITE_UINT8, DIMS (2), .values = { 0, 200 } } }, { { 0, KOMA_TFLITE_UINT8 }, { 1, KOMA_TFLITE_FLOAT32 } }, OUT (0, 200) },
  { "L2_NORMALIZATION", 11, { { DIMS (2, 2), F (3, 4, 0, 0) } }, .n_outputs = 1, OUT (0.6, 0.8, 0, 0) },
  { "L2_POOL_2D", 12, { { DIMS (1, 1, 2, 1), F (1, 7) } }, { { 0, VALID }, { 1, 2 }, { 2, 1 }, { 3, 2 }, { 4, 1 } }, OUT (5) },
  { "LOCAL_RESPONSE_NORMALIZATION", 13, { { DIMS (1, 1, 1, 3), F (1, 2, 4) } }, { { 0, 1 }, { 1, ONE }, { 2, HALF }, { 3, ONE } }, OUT (1 / 3.5, 2 / 11.5, 4 / 11.0) },
  { "TOPK_V2", 48, { X, { DIMS (), I (2) } }, .n_outputs = 2, OUT (4, 0.5, 3, 2) },
  { "SELECT", 64, { { .type = KOMA_TFLITE_BOOL, DIMS (2), .values = { 1, 0 } }, { DIMS (2), F (1, 2) }, { DIMS (2), F (8, 9) } }, .n_outputs = 1, OUT (1, 9) },
  { "ONE_HOT", 85, { { DIMS (2), I (1, 0) }, { DIMS (), I (2) }, { DIMS (), .is_constant = TRUE, F (5) }, { DIMS (), .is_constant = TRUE, F (-1) } }, { { 0, -1 } }, OUT (-1, 5, 5, -1) },
  { "SCATTER_ND", 122, { { DIMS (2, 1), I (2, 0) }, { DIMS (2), F (7, 8) }, { DIMS (1), I (4) } }, .n_outputs = 1, OUT (8, 0, 7, 0) },
  { "CUMSUM exclusive, reverse", 128, { X, { DIMS (), I (1) } }, { { 0, TRUE }, { 1, TRUE } }, OUT (4, 4.5, 4, 0) },
  { "GATHER int64 indices", 36, { X, { .type = KOMA_TFLITE_INT64, .is_constant = TRUE, DIMS (1), .values = { 2 } } }, { { 0, 1 } }, OUT (0.5) },
};

static gsize
get_size (KomaTfliteType type)
{
  switch ((int) type) {
  case KOMA_TFLITE_UINT8:
  case KOMA_TFLITE_INT8:
  case KOMA_TFLITE_BOOL:
    return 1;
  case KOMA_TFLITE_FLOAT16:
    return 2;
  case KOMA_TFLITE_INT64:
    return 8;
  default:
    return 4;
  }
}

static gsize
count (const Operand *operand)
{
  gsize n = 1;

  for (guint i = 0; i < operand->rank; i++)
    n *= operand->dims[i];
  return n;
}

/* Numbers as a file has them. */
static GBytes *
pack (const Operand *operand,
      gsize          n)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  for (gsize i = 0; i < n; i++) {
    const float  real = operand->values[i];
    const gint64 integer = operand->values[i];

    if (operand->type == KOMA_TFLITE_FLOAT32)
      g_byte_array_append (bytes, (const guint8 *) &real, sizeof real);
    else
      g_byte_array_append (bytes, (const guint8 *) &integer, get_size (operand->type));
  }
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

static TfliteTensor
describe (const Operand *operand,
          const char    *name)
{
  TfliteTensor tensor = {
    .name = name,
    .type = operand->type,
    .rank = operand->rank,
    .n_scales = operand->n_scales,
    .zero_point = operand->zero_point,
    .axis = operand->axis,
  };

  memcpy (tensor.dims, operand->dims, sizeof tensor.dims);
  memcpy (tensor.scales, operand->scales, sizeof tensor.scales);
  return tensor;
}

static GByteArray *
write_case (const Case *self)
{
  static const char *const names[] = { "a", "b", "c", "d" };
  const guint              n_outputs = MAX (self->n_outputs, 1);
  TfliteTensor             tensors[TFLITE_MAX_TENSORS] = { 0 };
  TfliteOp                 op = { .code = self->code, .n_outputs = n_outputs };
  TfliteModel              model = { .tensors = tensors, .n_ops = 1, .ops = &op, .n_outputs = n_outputs };
  g_autoptr (GPtrArray) buffers = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  memcpy (op.options, self->options, sizeof op.options);
  /* Behind the last there are zeros, which are what is missing, too. */
  for (guint i = 0; i < TFLITE_MAX_OPTIONS; i++)
    if (op.options[i].index != 0 || op.options[i].value != 0)
      op.n_options = i + 1;
  for (guint i = 0; i < MAX_OPERANDS && (self->operands[i].rank > 0 || self->operands[i].is_constant);
       i++) {
    const Operand *operand = &self->operands[i];
    TfliteTensor  *tensor = &tensors[model.n_tensors];
    GBytes        *bytes = pack (operand, count (operand));

    g_ptr_array_add (buffers, bytes);
    *tensor = describe (operand, names[i]);
    if (operand->is_constant)
      tensor->data = g_bytes_get_data (bytes, &tensor->size_bytes);
    else
      model.inputs[model.n_inputs++] = model.n_tensors;
    op.inputs[op.n_inputs++] = model.n_tensors++;
  }
  for (guint i = 0; i < n_outputs; i++) {
    tensors[model.n_tensors] = describe (&self->output, i == 0 ? "y" : "z");
    op.outputs[i] = model.n_tensors;
    model.outputs[i] = model.n_tensors++;
  }
  return tflite_write (&model);
}

static void
fill_inputs (const Case  *self,
             KomaSession *session)
{
  guint input = 0;

  for (guint i = 0; i < MAX_OPERANDS && self->operands[i].rank > 0; i++) {
    g_autoptr (GBytes) bytes = NULL;

    if (self->operands[i].is_constant)
      continue;
    bytes = pack (&self->operands[i], count (&self->operands[i]));
    memcpy (koma_session_get_input_data (session, input++), g_bytes_get_data (bytes, NULL),
            g_bytes_get_size (bytes));
  }
}

static double
get_number (KomaDType     dtype,
            gconstpointer data,
            gsize         i)
{
  switch ((int) dtype) {
  case KOMA_DTYPE_FLOAT32:
    return ((const float *) data)[i];
  case KOMA_DTYPE_INT32:
    return ((const gint32 *) data)[i];
  case KOMA_DTYPE_INT8:
    return ((const gint8 *) data)[i];
  default:
    return ((const guint8 *) data)[i];
  }
}

static void
check_outputs (const Case        *self,
               const KomaSession *session)
{
  guint n = 0;

  for (guint k = 0; k < koma_session_get_n_outputs (session); k++) {
    const KomaValue *value = koma_session_get_output (session, k);
    gconstpointer    data = koma_session_get_output_data ((KomaSession *) session, k);

    for (gsize i = 0; i < koma_shape_count (&value->shape); i++, n++) {
      g_assert_cmpuint (n, <, self->n_expected);
      g_assert_cmpfloat_with_epsilon (get_number (value->dtype, data, i), self->output.values[n],
                                      1e-5 * MAX (1, fabs (self->output.values[n])));
    }
  }
  g_assert_cmpuint (n, ==, self->n_expected);
}

static void
test_case (gconstpointer data)
{
  const Case *self = data;
  g_auto (Folder) folder = { 0 };
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GByteArray) file = write_case (self);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSession) session = NULL;
  g_autofree char *path = NULL;
  g_auto (GStrv) words = g_strsplit (self->name, " ", 2);

  folder_init (&folder);
  folder_write (&folder, "model.tflite", file->data, file->len);
  path = folder_get (&folder, "model.tflite");
  read_raw_model (path, &raw, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_hash_table_size (raw.unsupported), ==, 0);
  g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (raw.op_counts, words[0])), ==, 1);
  session = koma_session_new (raw.graph,
                              &(KomaSessionOptions){ .backend = "cpu", .n_threads = 1 }, &error);
  g_assert_no_error (error);
  fill_inputs (self, session);
  g_assert_true (koma_session_run (session, &error));
  check_outputs (self, session);
}

/* The file says how many outputs an operator has, and means more than it gives. */
static void
test_surplus_output (void)
{
  g_auto (Folder) folder = { 0 };

  folder_init (&folder);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    Case surplus = cases[i];
    g_auto (KomaRawModel) raw = { 0 };
    g_autoptr (GByteArray) file = NULL;
    g_autoptr (GError) error = NULL;
    g_autofree char *path = folder_get (&folder, "model.tflite");

    if (!g_str_equal (cases[i].name, "TOPK_V2"))
      continue;
    surplus.n_outputs = 3;
    file = write_case (&surplus);
    folder_write (&folder, "model.tflite", file->data, file->len);
    read_raw_model (path, &raw, &error);
    assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "model.tflite",
                       "TOPK_V2 has 3 outputs, expected 2", NULL);
    return;
  }
  g_assert_not_reached ();
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strconcat ("/tflite-ops/", cases[i].name, NULL);

    g_test_add_data_func (path, &cases[i], test_case);
  }
  g_test_add_func ("/tflite-ops/surplus-output", test_surplus_output);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
