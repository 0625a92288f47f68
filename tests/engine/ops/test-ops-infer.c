/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Arity, dtypes and shapes that ops give their results, and what they say
 * about nodes that make no sense. Nodes are written as in op-case.h; a result
 * as "float32[1,2]", several with a blank between. */
#include <string.h>

#include "op-case.h"
#include "tests/test-main.h"

typedef struct
{
  const char *text;
  const char *outputs;
} GoodRow;

typedef struct
{
  const char *text;
  KomaError   code;
  const char *message; /* a part of it */
} BadRow;

static const GoodRow good_rows[] = {
  { "Conv2D f[1,224,224,3] F[3,3,3,32] | strides=[1,2,2,1] padding=SAME",
    "float32[1,112,112,32]" },
  { "Conv2D f[1,224,224,3] F[3,3,3,32] | strides=[1,2,2,1] padding=VALID",
    "float32[1,111,111,32]" },
  { "Conv2D f[2,5,5,6] F[3,3,2,9] | strides=[1,1,1,1] padding=SAME dilations=[]",
    "float32[2,5,5,9]" },
  { "Conv2D f[1,9,9,1] F[3,3,1,1] | strides=[1,2,2,1] padding=VALID dilations=[1,4,4,1]",
    "float32[1,1,1,1]" },
  { "Conv2D f[1,0,5,1] F[3,3,1,1] | strides=[1,1,1,1] padding=SAME", "float32[1,0,5,1]" },
  { "Conv2D f[1,4,4,1] F[1,1,1,1] | strides=[1,1,1,1] padding=EXPLICIT "
    "explicit_paddings=[0,0,1,2,3,4,0,0]",
    "float32[1,7,11,1]" },
  { "DepthwiseConv2dNative f[1,112,112,32] F[3,3,32,2] F[64] | strides=[1,1,1,1] padding=SAME",
    "float32[1,112,112,64]" },
  { "Conv2DBackpropInput I{1,8,8,2} F[2,2,2,3] f[1,4,4,3] | strides=[1,2,2,1] padding=VALID",
    "float32[1,8,8,2]" },
  { "Conv2DBackpropInput I{9,9} F[2,2,2,3] f[1,4,4,3] | strides=[1,2,2,1] padding=VALID groups=3",
    "float32[1,9,9,6]" },
  { "MaxPool f[1,7,7,3] | ksize=[1,3,3,1] strides=[1,2,2,1] padding=SAME", "float32[1,4,4,3]" },
  { "MaxPool f[1,6,6,3] | ksize=[1,3,3,1] strides=[1,2,2,1] padding=VALID ceil_mode=true",
    "float32[1,3,3,3]" },
  { "MaxPool f[1,2,2,3] | ksize=[1,1,1,1] strides=[1,2,2,1] padding=VALID ceil_mode=true",
    "float32[1,1,1,3]" },
  { "MatMul f[7,2,3] F[3,4]", "float32[7,2,4]" },
  { "SplitV f[2,9] I{-1,4,3} | axis=1 num_split=3", "float32[2,2] float32[2,4] float32[2,3]" },
  { "Unpack i[2,3] | num=2", "int32[3] int32[3]" },
  { "ArgMax f[2,3,4] I(1)", "int32[2,4]" },
  { "Shape b[2,3]", "int32[2]" },
  { "IsNan f[2,3]", "bool[2,3]" },
  { "LogicalNot b[2]", "bool[2]" },
  { "Less f[2,3] f[3]", "bool[2,3]" },
  { "All b[2,3] I{1} | keep_dims=true", "bool[2,1]" },
  { "TopKV2 f[2,7] I(3)", "float32[2,3] int32[2,3]" },
  { "GatherNd f[2,5,7,3] i[2,4,1] | batch_dims=1", "float32[2,4,7,3]" },
  { "ScatterNd i[4,1] f[4,3] I{9,3}", "float32[9,3]" },
  { "OneHot i[2,3] I(4) B(1) B(0) | axis=1", "bool[2,4,3]" },
  { "SpaceToDepth i[1,4,6,2] | block_size=2", "int32[1,2,3,8]" },
  { "SelectV2 b[2,1] i[3] i[1,3]", "int32[2,3]" },
  { "BroadcastTo b[1] I{2,3}", "bool[2,3]" },
  { "Cast f[2] | DstT=DT_BOOL", "bool[2]" },
  { "Range I(0) I(10) I(3)", "int32[4]" },
  { "Range F(0) F(1) F(0.3)", "float32[4]" },
  { "Fill I{2,3} I(7)", "int32[2,3]" },
  { "Reshape f[2,3,4] I{-1,2}", "float32[12,2]" },
  { "Squeeze f[1,2,1] | squeeze_dims=[-1]", "float32[1,2]" },
  { "StridedSlice f[4,5,6] I{0,0,1} I{0,0,2} I{1,1,1} | ellipsis_mask=1 new_axis_mask=2 "
    "shrink_axis_mask=4",
    "float32[4,5,1]" },
  { "StridedSlice f[5] I{0} I{5} I{2147483647}", "float32[1]" },
  { "StridedSlice f[5] I{0} I{5} I{-2147483648}", "float32[0]" },
  { "GatherV2 f[2,7,5] i[2,3,4] I(1) | batch_dims=1", "float32[2,3,4,5]" },
  { "Mean f[1,7,7,9] I{-2,-3}", "float32[1,9]" },
  { "Tile f[2,3] I{0,2}", "float32[0,6]" },
  { "PadV2 f[2,3] I{0,1,2,0} F(1)", "float32[3,5]" },
  { "SpaceToBatchND f[1,5,5,2] I{2,2} I{0,1,1,0}", "float32[4,3,3,2]" },
  { "ConcatV2 f[1,2] f[1,0] I(-1)", "float32[1,2]" },
};

#define CONV " | strides=[1,1,1,1] padding=VALID"

static const BadRow bad_rows[] = {
  /* Operands. */
  { "Relu f[1] f[1]", KOMA_ERROR_MODEL, "2 inputs" },
  { "AddV2 f[1]", KOMA_ERROR_MODEL, "1 inputs" },
  { "SplitV f[4] | axis=0", KOMA_ERROR_MODEL, "0 outputs" },
  { "SplitV f[4] | axis=0 num_split=-3", KOMA_ERROR_MODEL, "0 outputs" },
  { "SplitV f[4] | axis=0 num_split=99999999999", KOMA_ERROR_MODEL, "0 outputs" },
  { "Unpack f[4] | num=4294967300", KOMA_ERROR_MODEL, "0 outputs" },
  { "Exp i[3]", KOMA_ERROR_UNSUPPORTED, "is int32, expected float32" },
  { "Neg b[3]", KOMA_ERROR_UNSUPPORTED, "is bool, expected float32 or int32" },
  { "Mean i[3] I(0)", KOMA_ERROR_UNSUPPORTED, "is int32, expected float32" },
  { "AddV2 f[3] i[3]", KOMA_ERROR_SHAPE, "“in0” is float32, but input “in1” is int32" },
  { "AddV2 f[3] f[2]", KOMA_ERROR_SHAPE, "“in0” [3] and “in1” [2] can not be broadcast" },
  { "AddN f[3] f[1]", KOMA_ERROR_SHAPE, "in1 has shape [1], expected [3]" },
  { "Prelu f[3] f[2,3]", KOMA_ERROR_SHAPE, "alpha has shape [2,3]" },
  /* Quantised numbers. */
  { "Relu u[3]", KOMA_ERROR_UNSUPPORTED, "is uint8, expected float32" },
  { "AddV2 s[3] s[3]", KOMA_ERROR_UNSUPPORTED, "is int8, expected float32 or int32" },
  { "Quantize f[3] f[1] U(0)", KOMA_ERROR_UNSUPPORTED, "its scale, “in1”, depends on" },
  { "Quantize f[3] F(1) u[1]", KOMA_ERROR_UNSUPPORTED, "its zero point, “in2”, depends on" },
  { "Quantize u[3] F(1) U(0)", KOMA_ERROR_UNSUPPORTED, "input “in0” is uint8, expected float32" },
  { "Quantize f[3] F(1) I(0)", KOMA_ERROR_UNSUPPORTED, "is int32, expected uint8 or int8" },
  { "Quantize f[3] I(1) U(0)", KOMA_ERROR_UNSUPPORTED, "scale “in1” is int32" },
  { "Quantize f[3] F(0) U(0)", KOMA_ERROR_MODEL, "its scale 0 is 0, expected a positive" },
  { "Quantize f[2,3] F{1,1,-1} U{0,0,0}", KOMA_ERROR_MODEL, "its scale 2 is -1" },
  { "Quantize f[2,3] F(nan) U(0)", KOMA_ERROR_MODEL, "its scale 0 is nan" },
  { "Quantize f[2,3] F{1,1} U{0,0}", KOMA_ERROR_SHAPE, "scale has shape [2], expected 3 numbers" },
  { "Quantize f[2,3] F{1,1} U(0) | axis=0", KOMA_ERROR_SHAPE, "zero point has shape []" },
  { "Quantize f[2,3] F{1,1} U{0,0} | axis=2", KOMA_ERROR_SHAPE, "axis is 2" },
  { "Dequantize f[3] F(1) U(0)", KOMA_ERROR_UNSUPPORTED,
    "is float32, expected int32 or uint8 or int8" },
  { "Dequantize u[3] F(1) S(0)", KOMA_ERROR_UNSUPPORTED, "is int8, expected uint8" },
  { "FakeQuantize u[3] | scale=0.5 low=0 high=255", KOMA_ERROR_UNSUPPORTED, "is uint8" },
  { "FakeQuantize f[3] | low=0 high=255", KOMA_ERROR_MODEL, "scale is 0" },
  { "FakeQuantize f[3] | scale=0.5 low=3 high=2", KOMA_ERROR_MODEL, "the integers are 3 to 2" },
  { "FakeQuantize f[3] | scale=0.5 low=0 high=99999", KOMA_ERROR_MODEL, "0 to 99999" },
  /* Windows. */
  { "Conv2D f[5,5,1] F[3,3,1,1]" CONV, KOMA_ERROR_SHAPE, "[5,5,1], expected 4 dimensions" },
  { "Conv2D f[1,5,5,1] F[3,1,1]" CONV, KOMA_ERROR_SHAPE, "[3,1,1], expected 4 dimensions" },
  { "Conv2D f[1,5,5,1] F[3,3,3,1]" CONV, KOMA_ERROR_SHAPE, "has 1 channels, filter wants 3" },
  { "Conv2D f[1,5,5,6] F[3,3,2,4]" CONV,
    KOMA_ERROR_SHAPE, "makes 4 channels, expected a multiple of its 3" },
  { "Conv2D f[1,5,5,6] F[3,3,0,4]" CONV, KOMA_ERROR_SHAPE, "filter wants 0" },
  { "Conv2D f[1,5,5,1] F[3,3,1,0]" CONV, KOMA_ERROR_SHAPE, "filter makes 0" },
  { "Conv2D f[1,5,5,1] F[0,3,1,1]" CONV, KOMA_ERROR_SHAPE, "kernel has 0 rows" },
  { "Conv2D f[1,5,5,1] F[3,3,1,2] F[3]" CONV,
    KOMA_ERROR_SHAPE, "bias has shape [3], expected [2]" },
  { "Conv2D f[1,5,2,1] F[3,3,1,1]" CONV,
    KOMA_ERROR_SHAPE, "3 columns is larger than the input's 2" },
  { "Conv2D f[1,5,5,1] F[3,3,1,1] | padding=VALID", KOMA_ERROR_MODEL, "strides has 0 numbers" },
  { "Conv2D f[1,5,5,1] F[3,3,1,1] | padding=VALID strides=[1,1]",
    KOMA_ERROR_MODEL, "strides has 2 numbers" },
  { "Conv2D f[1,5,5,1] F[3,3,1,1] | padding=VALID strides=[1,0,1,1]",
    KOMA_ERROR_MODEL, "strides has 0" },
  { "Conv2D f[1,5,5,1] F[3,3,1,1] | padding=VALID strides=[1,1,-1,1]",
    KOMA_ERROR_MODEL, "strides has -1" },
  { "Conv2D f[1,5,5,1] F[3,3,1,1] | padding=SAME strides=[1,1,4294967297,1]", KOMA_ERROR_MODEL,
    "strides has 4294967297" },
  { "Conv2D f[1,5,5,1] F[3,3,1,1] | padding=SAME strides=[2,1,1,1]",
    KOMA_ERROR_UNSUPPORTED, "2 and 1" },
  { "Conv2D f[1,5,5,1] F[3,3,1,1] | padding=SAME strides=[1,1,1,1] dilations=[1,0,1,1]",
    KOMA_ERROR_MODEL, "dilations has 0" },
  { "Conv2D f[1,5,5,1] F[3,3,1,1] | padding=SAME strides=[1,1,1,1] dilations=[1,9999999999,1,1]",
    KOMA_ERROR_MODEL, "dilations has 9999999999" },
  { "Conv2D f[1,5,5,1] F[3,3,1,1] | strides=[1,1,1,1]", KOMA_ERROR_MODEL, "padding is “(none)”" },
  { "Conv2D f[1,5,5,1] F[3,3,1,1] | strides=[1,1,1,1] padding=FULL",
    KOMA_ERROR_MODEL, "padding is “FULL”" },
  { "Conv2D f[1,5,5,1] F[3,3,1,1] | strides=[1,1,1,1] padding=SAME data_format=NCHW",
    KOMA_ERROR_UNSUPPORTED, "“NCHW”, expected “NHWC”" },
  { "Conv2D f[1,5,5,1] F[3,3,1,1] | strides=[1,1,1,1] padding=EXPLICIT", KOMA_ERROR_MODEL,
    "explicit_paddings has 0 numbers" },
  { "Conv2D f[1,5,5,1] F[3,3,1,1] | strides=[1,1,1,1] padding=EXPLICIT "
    "explicit_paddings=[0,0,-1,0,0,0,0,0]",
    KOMA_ERROR_MODEL, "explicit_paddings has -1" },
  { "Conv2D f[1,5,5,1] F[3,3,1,1] | strides=[1,1,1,1] padding=EXPLICIT "
    "explicit_paddings=[1,0,0,0,0,0,0,0]",
    KOMA_ERROR_UNSUPPORTED, "pads batch" },
  { "Conv2D f[1,5,5,1] F[1,1,1,1] | strides=[1,1,1,1] padding=EXPLICIT "
    "explicit_paddings=[0,0,32768,32768,32768,32768,0,0]",
    KOMA_ERROR_MEMORY, "[1,65541,65541,1]" },
  { "DepthwiseConv2dNative f[1,5,5,4] F[3,3,3,1]" CONV,
    KOMA_ERROR_SHAPE, "has 4 channels, filter wants 3" },
  { "DepthwiseConv2dNative f[1,5,5,4] F[3,3,4,2] F[4]" CONV,
    KOMA_ERROR_SHAPE, "bias has shape [4], expected [8]" },
  { "Conv2DBackpropInput I{9,9} F[2,2,2,3] f[1,4,4,3] | strides=[1,3,3,1] padding=VALID",
    KOMA_ERROR_SHAPE, "3×3, but the input has 4×4" },
  { "Conv2DBackpropInput I{2,8,8,2} F[2,2,2,3] f[1,4,4,3] | strides=[1,2,2,1] padding=VALID",
    KOMA_ERROR_SHAPE, "batch of 2" },
  { "Conv2DBackpropInput I{8,-8} F[2,2,2,3] f[1,4,4,3] | strides=[1,2,2,1] padding=VALID",
    KOMA_ERROR_SHAPE, "input_sizes has -8" },
  { "Conv2DBackpropInput I{8} F[2,2,2,3] f[1,4,4,3] | strides=[1,2,2,1] padding=VALID",
    KOMA_ERROR_SHAPE, "1 elements, expected 2 or 4" },
  { "Conv2DBackpropInput I{8,8} F[2,2,2,3] f[1,4,4,3] | strides=[1,2,2,1] padding=VALID groups=2",
    KOMA_ERROR_SHAPE, "3 channels, expected a multiple of its 2 groups" },
  { "Conv2DBackpropInput I{8,8} F[2,2,2,3] f[1,4,4,3] | strides=[1,2,2,1] padding=VALID groups=0",
    KOMA_ERROR_SHAPE, "0 groups" },
  { "MaxPool f[1,5,5,1] | strides=[1,1,1,1] padding=SAME",
    KOMA_ERROR_MODEL, "ksize has 0 numbers" },
  { "MaxPool f[1,5,5,1] | ksize=[1,0,2,1] strides=[1,1,1,1] padding=SAME",
    KOMA_ERROR_SHAPE, "kernel has 0 rows" },
  { "MaxPool f[1,5,5,1] | ksize=[1,99999999999,2,1] strides=[1,1,1,1] padding=SAME",
    KOMA_ERROR_SHAPE,
    "kernel has 99999999999 rows" },
  { "MaxPool f[1,5,5,4] | ksize=[1,1,1,2] strides=[1,1,1,1] padding=SAME",
    KOMA_ERROR_UNSUPPORTED, "1 and 2" },
  { "MaxPool f[1,5,5,1] | ksize=[1,2,2,1] strides=[1,1,1,1] padding=EXPLICIT "
    "explicit_paddings=[0,0,2,0,0,0,0,0]",
    KOMA_ERROR_SHAPE, "less than the window's 2×2" },
  { "MaxPool f[1,0,5,1] | ksize=[1,2,2,1] strides=[1,1,1,1] padding=EXPLICIT "
    "explicit_paddings=[0,0,1,1,0,0,0,0]",
    KOMA_ERROR_SHAPE, "one pixel or more" },
  /* Axes, sizes and shapes. */
  { "ArgMax f[2,3] I(2)", KOMA_ERROR_SHAPE, "axis is 2, expected -2 to 1" },
  { "ArgMax f[2,3] i[]", KOMA_ERROR_UNSUPPORTED, "depends on the picture" },
  { "ArgMax f[2,3] F(0)", KOMA_ERROR_SHAPE, "axis is float32, expected int32" },
  { "ArgMax f[2,3] I{0,1}", KOMA_ERROR_SHAPE, "axis has 2 elements, expected 1" },
  { "ArgMax f[2,0] I(1)", KOMA_ERROR_SHAPE, "one element or more" },
  { "Softmax f[]", KOMA_ERROR_SHAPE, "axis is -1" },
  { "ConcatV2 f[2,3] f[3,3] I(1)",
    KOMA_ERROR_SHAPE, "in1 has shape [3,3], expected [2,3] but for dimension 1" },
  { "ConcatV2 f[2,3] f[2] I(0)", KOMA_ERROR_SHAPE, "in1 has shape [2]" },
  { "ConcatV2 f[2] f[2] I(1)", KOMA_ERROR_SHAPE, "axis is 1" },
  { "Pack f[2] f[3]", KOMA_ERROR_SHAPE, "in1 has shape [3], expected [2]" },
  { "Pack f[1,1,1,1,1,1]", KOMA_ERROR_SHAPE, "at most 5 dimensions" },
  { "Unpack f[3] | num=2", KOMA_ERROR_SHAPE, "num is 2, expected 3" },
  { "SplitV f[4] | num_split=2", KOMA_ERROR_MODEL, "no attribute axis" },
  { "SplitV f[5] | axis=0 num_split=2", KOMA_ERROR_SHAPE, "5 elements into 2" },
  { "SplitV f[5] I{2,2} | axis=0 num_split=2",
    KOMA_ERROR_SHAPE, "add up to 4 with 0 open, expected 5" },
  { "SplitV f[5] I{-1,-1} | axis=0 num_split=2", KOMA_ERROR_SHAPE, "2 open" },
  { "SplitV f[5] I{-2,7} | axis=0 num_split=2", KOMA_ERROR_MODEL, "size 0 is -2" },
  { "SplitV f[5] I{5} | axis=0 num_split=2", KOMA_ERROR_SHAPE, "1 sizes, expected num_split, 2" },
  { "Reshape f[2,3] I{4,-1}", KOMA_ERROR_SHAPE, "[2,3], expected one that fits [4,?]" },
  { "Reshape f[2,3] I{-1,-1}", KOMA_ERROR_SHAPE, "at most one -1" },
  { "Reshape f[2,3] I{-2,-3}", KOMA_ERROR_SHAPE, "at most one -1" },
  { "Reshape f[0] I{0,-1}", KOMA_ERROR_SHAPE, "no 0 beside -1" },
  { "Reshape f[2] I{65536,65536,65536,65536}", KOMA_ERROR_SHAPE, "fewer elements" },
  { "Reshape f[1] I{1,1,1,1,1,1,1}", KOMA_ERROR_UNSUPPORTED, "7 elements, expected at most 6" },
  { "Reshape f[2] F{2}", KOMA_ERROR_SHAPE, "shape is float32" },
  { "ExpandDims f[1,1,1,1,1,1] I(0)", KOMA_ERROR_SHAPE, "at most 5 dimensions" },
  { "ExpandDims f[2] I(3)", KOMA_ERROR_SHAPE, "axis is 3, expected -2 to 1" },
  { "Squeeze f[2,1] | squeeze_dims=[0]", KOMA_ERROR_SHAPE, "dimension 0 is 2, expected 1" },
  { "Squeeze f[2,1] | squeeze_dims=[4294967296]", KOMA_ERROR_SHAPE, "axis is 4294967296" },
  { "Transpose f[2,3] I{0}", KOMA_ERROR_SHAPE, "perm has 1 elements, expected 2" },
  { "Transpose f[2,3] I{0,0}", KOMA_ERROR_MODEL, "dimension 0 twice" },
  { "Transpose f[2,3] I{0,2}", KOMA_ERROR_SHAPE, "axis is 2" },
  { "Sum f[2,3] I{0,0}", KOMA_ERROR_MODEL, "dimension 0 twice" },
  { "Sum f[2,3] I{0,2}", KOMA_ERROR_SHAPE, "axis is 2" },
  { "Tile f[2,3] I{1}", KOMA_ERROR_SHAPE, "multiples has 1 elements, expected 2" },
  { "Tile f[2] I{-1}", KOMA_ERROR_MODEL, "multiples has -1" },
  { "Tile f[65536,65536] I{2147483647,2147483647}", KOMA_ERROR_MEMORY, "above the limit" },
  { "PadV2 f[2] I{1}", KOMA_ERROR_SHAPE, "paddings has 1 elements, expected 2" },
  { "PadV2 f[2] I{-1,0}", KOMA_ERROR_MODEL, "paddings has -1" },
  { "PadV2 f[2] I{2147483647,2147483647}", KOMA_ERROR_MEMORY, "above the limit" },
  { "PadV2 f[2] I{1,1} F{1,2}", KOMA_ERROR_SHAPE, "value has 2 elements, expected 1" },
  { "MirrorPad f[3] I{3,0} | mode=REFLECT", KOMA_ERROR_SHAPE, "is 3, expected at most 2" },
  { "MirrorPad f[3] I{0,4} | mode=SYMMETRIC", KOMA_ERROR_SHAPE, "is 4, expected at most 3" },
  { "MirrorPad f[0] I{0,1} | mode=WRAP", KOMA_ERROR_SHAPE, "is 1, expected at most 0" },
  { "PadV2 b[3] I{0,1}", KOMA_ERROR_UNSUPPORTED, "is bool, expected float32 or int32" },
  { "PadV2 i[3] I{0,1} F(1)", KOMA_ERROR_SHAPE, "value is float32, expected int32" },
  { "MirrorPad f[3] I{0,1}", KOMA_ERROR_MODEL, "mode is “(none)”" },
  { "Slice f[3] I{1} I{3}", KOMA_ERROR_SHAPE, "begins at 1 with size 3" },
  { "Slice f[3] I{-1} I{1}", KOMA_ERROR_SHAPE, "begins at -1" },
  { "Slice f[3] I{4} I{-1}", KOMA_ERROR_SHAPE, "begins at 4" },
  { "Slice f[3] I{0,0} I{1,1}", KOMA_ERROR_SHAPE, "2 and 2 elements, expected 1" },
  { "StridedSlice f[3] I{0} I{1} I{0}", KOMA_ERROR_MODEL, "stride 0 is 0" },
  { "StridedSlice f[3] I{0,0} I{1,1} I{1,1}",
    KOMA_ERROR_SHAPE, "takes 2 dimensions, but the input has 1" },
  { "StridedSlice f[3] I{0} I{1,1} I{1}", KOMA_ERROR_SHAPE, "1, 2 and 1 elements" },
  { "StridedSlice f[3] I{3} I{4} I{1} | shrink_axis_mask=1",
    KOMA_ERROR_SHAPE, "element 3 of dimension 0" },
  { "StridedSlice f[3] I{-4} I{4} I{1} | shrink_axis_mask=1",
    KOMA_ERROR_SHAPE, "element -4 of dimension 0" },
  { "StridedSlice f[3] I{0,0} I{1,1} I{1,1} | ellipsis_mask=3", KOMA_ERROR_MODEL, "2 ellipses" },
  { "StridedSlice f[1,1,1,1,1,1] I{0} I{0} I{1} | new_axis_mask=1",
    KOMA_ERROR_UNSUPPORTED, "more than 6" },
  { "GatherV2 f[3] I{3}", KOMA_ERROR_MODEL, "index 0 is 3, expected 0 to 2" },
  { "GatherV2 f[3] I{0,-1}", KOMA_ERROR_MODEL, "index 1 is -1" },
  { "GatherV2 f[3] I{-4} | negative_indices=true",
    KOMA_ERROR_MODEL, "index 0 is -4, expected -3 to 2" },
  { "GatherV2 f[3] f[1]", KOMA_ERROR_UNSUPPORTED, "is float32, expected int32" },
  { "GatherV2 f[2,3] i[3,1] I(1) | batch_dims=1",
    KOMA_ERROR_SHAPE, "dimension 0 of the indices is 3, expected 2" },
  { "GatherV2 f[2,3] i[2,1] I(0) | batch_dims=1", KOMA_ERROR_SHAPE, "at most the axis, 0" },
  { "GatherV2 f[2,3] i[2] I(1) | batch_dims=2", KOMA_ERROR_SHAPE, "batch_dims is 2" },
  { "GatherV2 f[1,1,1,1] i[1,1,1,1]", KOMA_ERROR_UNSUPPORTED, "7 dimensions" },
  { "GatherV2 f[] i[1]", KOMA_ERROR_SHAPE, "axis is 0" },
  { "MatMul f[2,3] F[4,5]", KOMA_ERROR_SHAPE, "[2,3] has 3 columns, but [4,5] has 4 rows" },
  { "MatMul f[3] F[3,5]", KOMA_ERROR_SHAPE, "[3], expected 2 dimensions or more" },
  { "MatMul f[2,1,3] F[3,3,5]", KOMA_ERROR_SHAPE, "can not be broadcast" },
  { "MatMul f[2,3] F[3,5] F[4]", KOMA_ERROR_SHAPE, "bias has shape [4], expected [5]" },
  { "ResizeBilinear f[1,2,2,1] I{0,2}", KOMA_ERROR_SHAPE, "2 rows to 0" },
  { "ResizeBilinear f[1,2,2,1] I{2}", KOMA_ERROR_SHAPE, "size has 1 elements" },
  { "ResizeBilinear f[1,2,0,1] I{2,2}", KOMA_ERROR_SHAPE, "0 columns to 2" },
  { "ResizeBilinear f[1,2,2,1] I{2147483647,2147483647}", KOMA_ERROR_MEMORY, "above the limit" },
  { "ResizeBilinear f[1,2,2,1] I{2,2} | align_corners=true half_pixel_centers=true",
    KOMA_ERROR_MODEL, "at most one" },
  { "ResizeBilinear f[1,2,2,1] I{2,2} | align_corners=true "
    "coordinate_transformation_mode=half_pixel",
    KOMA_ERROR_MODEL, "at most one" },
  { "ResizeBilinear f[1,2,2,1] I{2,2} | coordinate_transformation_mode=tf_crop_and_resize",
    KOMA_ERROR_UNSUPPORTED, "coordinate_transformation_mode is “tf_crop_and_resize”" },
  { "ResizeNearestNeighbor f[1,2,2,1] I{2,2} | nearest_mode=simple",
    KOMA_ERROR_UNSUPPORTED, "nearest_mode is “simple”" },
  { "ResizeNearestNeighbor f[1,2,2,1] I{2,2} | antialias=true",
    KOMA_ERROR_UNSUPPORTED, "antialias" },
  { "ResizeBilinear f[1,2,2,1] I{2,4} | scale_w=7.0", KOMA_ERROR_MODEL, "scale_w is 7, but 2" },
  { "ResizeBilinear f[1,2,2,1] I{2,4} | scale_h=nan", KOMA_ERROR_MODEL, "scale_h is nan" },
  { "ResizeBilinear f[1,2,2,1] I{2,4} | scale_h=0.0", KOMA_ERROR_MODEL, "scale_h is 0" },
  { "ResizeBicubic f[1,2,2,1] I{2,4} | cubic_coeff_a=nan",
    KOMA_ERROR_MODEL, "cubic_coeff_a is nan" },
  { "DepthToSpace f[1,2,2,6] | block_size=2",
    KOMA_ERROR_SHAPE, "6 channels, expected a multiple of 4" },
  { "DepthToSpace f[1,2,2,4]", KOMA_ERROR_MODEL, "block_size is 0" },
  { "DepthToSpace f[1,2,2,4] | block_size=4294967296",
    KOMA_ERROR_MODEL, "block_size is 4294967296" },
  { "DepthToSpace f[1,2,2,4] | block_size=2 data_format=NCHW", KOMA_ERROR_UNSUPPORTED, "NCHW" },
  { "SpaceToBatchND f[1,5,5,1] I{2,2} I{0,0,0,0}", KOMA_ERROR_SHAPE, "dimension 1 is 5" },
  { "SpaceToBatchND f[1,4] I{0} I{0,0}", KOMA_ERROR_MODEL, "block_shape has 0" },
  { "SpaceToBatchND f[1,4] I{-2} I{0,0}", KOMA_ERROR_MODEL, "block_shape has -2" },
  { "SpaceToBatchND f[1,4] I{2} I{0,-2}", KOMA_ERROR_MODEL, "paddings has -2" },
  { "SpaceToBatchND f[1,4] I{2} I{0}", KOMA_ERROR_SHAPE, "paddings has 1 elements, expected 2" },
  { "SpaceToBatchND f[4] I{2} I{0,0}", KOMA_ERROR_SHAPE, "block_shape has 1 elements" },
  { "SpaceToBatchND f[1,4,4] I{2147483647,2147483647} I{0,0,0,0}",
    KOMA_ERROR_MODEL, "below 2^31" },
  { "BatchToSpaceND f[3,2,2,1] I{2,2} I{0,0,0,0}",
    KOMA_ERROR_SHAPE, "batch is 3, expected a multiple of 4" },
  { "BatchToSpaceND f[4,2,2,1] I{2,2} I{3,2,0,0}",
    KOMA_ERROR_SHAPE, "crops 5 of dimension 1, expected at most 4" },
  /* The rest. */
  { "Cast f[1] | DstT=DT_COMPLEX64", KOMA_ERROR_UNSUPPORTED, "DstT is “DT_COMPLEX64”" },
  { "Erf i[1]", KOMA_ERROR_UNSUPPORTED, "is int32, expected float32" },
  { "IsInf i[1]", KOMA_ERROR_UNSUPPORTED, "is int32, expected float32" },
  { "LogicalNot f[1]", KOMA_ERROR_UNSUPPORTED, "is float32, expected bool" },
  { "Less b[1] b[1]", KOMA_ERROR_UNSUPPORTED, "is bool, expected float32 or int32" },
  { "Equal f[1] i[1]", KOMA_ERROR_SHAPE, "is float32, but input “in1” is int32" },
  { "LogicalAnd f[1] f[1]", KOMA_ERROR_UNSUPPORTED, "is float32, expected bool" },
  { "SelectV2 f[1] f[1] f[1]", KOMA_ERROR_UNSUPPORTED, "condition “in0” is float32" },
  { "SelectV2 b[1] f[1] i[1]", KOMA_ERROR_SHAPE, "is float32, but input “in2” is int32" },
  { "SelectV2 b[1] f[2] f[3]", KOMA_ERROR_SHAPE, "can not be broadcast together" },
  { "BroadcastTo f[2] I{3}", KOMA_ERROR_SHAPE, "can not be broadcast to [3]" },
  { "BroadcastTo f[2] I{1}", KOMA_ERROR_SHAPE, "can not be broadcast to [1]" },
  { "BroadcastTo f[1] I{1,1,1,1,1,1,1}", KOMA_ERROR_UNSUPPORTED, "7 elements" },
  { "BroadcastTo f[1] I{-1}", KOMA_ERROR_SHAPE, "[?]" },
  { "BroadcastTo f[1] I{2147483647}", KOMA_ERROR_MEMORY, "above the limit" },
  { "Atan2 i[2] i[2]", KOMA_ERROR_UNSUPPORTED, "is int32, expected float32" },
  { "Cumprod f[2] I(1)", KOMA_ERROR_SHAPE, "axis is 1" },
  { "Cumsum f[2] I(1)", KOMA_ERROR_SHAPE, "axis is 1" },
  { "TopKV2 f[2,7] I(8)", KOMA_ERROR_SHAPE, "k is 8, expected 0 to 7" },
  { "TopKV2 f[2,7] I(-1)", KOMA_ERROR_SHAPE, "k is -1" },
  { "TopKV2 f[2,7] I(1) | axis=2", KOMA_ERROR_SHAPE, "axis is 2" },
  { "GatherNd f[2,7] i[1,3]", KOMA_ERROR_SHAPE, "an index has 3 numbers, expected at most 2" },
  { "GatherNd f[2,7] i[3,1] | batch_dims=1", KOMA_ERROR_SHAPE, "is 3, expected 2" },
  { "GatherNd f[2,7] i[2] | batch_dims=1", KOMA_ERROR_SHAPE, "less than the 1 dimensions" },
  { "GatherNd f[2,7] i[]", KOMA_ERROR_SHAPE, "less than the 0 dimensions" },
  { "GatherNd f[2,7] f[2]", KOMA_ERROR_UNSUPPORTED, "is float32, expected int32" },
  { "GatherNd f[1,1,1,1,1,1] i[1,1,1]", KOMA_ERROR_UNSUPPORTED, "more than 6" },
  { "ScatterNd i[4,1] f[4,2] I{9,3}", KOMA_ERROR_SHAPE, "updates has shape [4,2]" },
  { "ScatterNd i[4,3] f[4] I{9,3}", KOMA_ERROR_SHAPE, "3 numbers, expected 0 to 2" },
  { "ScatterNd i[] f[] I{9}", KOMA_ERROR_SHAPE, "-1 numbers" },
  { "ScatterNd i[4,1] f[4] I{-9}", KOMA_ERROR_SHAPE, "[?]" },
  { "ScatterNd i[4,1] b[4] I{9}", KOMA_ERROR_UNSUPPORTED, "is bool, expected float32 or int32" },
  { "TensorScatterUpdate f[9] i[4,1] i[4]", KOMA_ERROR_SHAPE, "but input “in2” is int32" },
  { "MatrixBandPart f[9] I(0) I(0)", KOMA_ERROR_SHAPE, "2 dimensions or more" },
  { "MatrixBandPart f[9,9] i[] I(0)", KOMA_ERROR_UNSUPPORTED, "depends on the picture" },
  { "Any f[1] I{0}", KOMA_ERROR_UNSUPPORTED, "is float32, expected bool" },
  { "LRN f[1,2,3]", KOMA_ERROR_SHAPE, "expected 4 dimensions" },
  { "LRN f[1,2,3,4] | depth_radius=-1", KOMA_ERROR_MODEL, "depth_radius is -1" },
  { "LRN f[1,2,3,4] | size=0", KOMA_ERROR_MODEL, "size is 0" },
  { "DepthToSpace f[1,2,2,4] | block_size=2 mode=RCD", KOMA_ERROR_MODEL, "mode is “RCD”" },
  { "SpaceToDepth f[1,4,5,1] | block_size=2", KOMA_ERROR_SHAPE, "expected multiples of 2" },
  { "SpaceToDepth f[1,4,4,1] | block_size=0", KOMA_ERROR_MODEL, "block_size is 0" },
  { "ReverseV2 f[1,4] I{1,-1}", KOMA_ERROR_MODEL, "dimension 1 twice" },
  { "ReverseV2 f[1,4] I{2}", KOMA_ERROR_SHAPE, "axis is 2" },
  { "OneHot f[1] I(2) F(1) F(0)", KOMA_ERROR_UNSUPPORTED, "is float32, expected int32" },
  { "OneHot i[1] I(2) F(1) I(0)", KOMA_ERROR_SHAPE, "on is float32, but off is int32" },
  { "OneHot i[1] I(2) F{1,2} F(0)", KOMA_ERROR_SHAPE, "on has shape [2]" },
  { "OneHot i[1] I(-2) F(1) F(0)", KOMA_ERROR_SHAPE, "[1,?]" },
  { "OneHot i[1] I(2) F(1) F(0) | axis=2", KOMA_ERROR_SHAPE, "axis is 2" },
  { "OneHot i[1,1,1,1,1,1] I(2) F(1) F(0)", KOMA_ERROR_UNSUPPORTED, "more than 6" },
  { "OneHot i[1] I(2147483647) F(1) F(0)", KOMA_ERROR_MEMORY, "above the limit" },
  { "Gelu i[1]", KOMA_ERROR_UNSUPPORTED, "is int32, expected float32" },
  { "Cast f[1]", KOMA_ERROR_UNSUPPORTED, "DstT is “(none)”" },
  { "ClipByValue f[1] F(1) F(0)", KOMA_ERROR_MODEL, "lower bound is 1" },
  { "ClipByValue f[1] F(nan) F(0)", KOMA_ERROR_MODEL, "lower bound is nan" },
  { "ClipByValue f[1] f[] F(0)", KOMA_ERROR_UNSUPPORTED, "lower bound, “in1”" },
  { "Fill I{2,-3} F(0)", KOMA_ERROR_SHAPE, "[2,?]" },
  { "Fill I{2147483647,2147483647} F(0)", KOMA_ERROR_MEMORY, "above the limit" },
  { "Fill I{2} F{0,1}", KOMA_ERROR_SHAPE, "value has shape [2], expected one element" },
  { "Fill I{1,1,1,1,1,1,1} F(0)", KOMA_ERROR_UNSUPPORTED, "7 elements" },
  { "Range I(0) I(5) I(0)", KOMA_ERROR_MODEL, "delta is 0" },
  { "Range I(0) I(5) I(-1)", KOMA_ERROR_MODEL, "leads from 0 to 5" },
  { "Range F(0) F(5) F(0)", KOMA_ERROR_MODEL, "delta is 0" },
  { "Range F(0) F(inf) F(1)", KOMA_ERROR_MODEL, "delta is 1" },
  { "Range F(0) F(1) F(nan)", KOMA_ERROR_MODEL, "delta is nan" },
  { "Range I(-2147483648) I(2147483647) I(1)", KOMA_ERROR_MEMORY, "above the limit" },
  { "FusedBatchNormV3 f[1,2,2,3] F[3] F[3] F[3] F[2]",
    KOMA_ERROR_SHAPE, "variance has shape [2], expected [3]" },
  { "FusedBatchNormV3 f[1,2,2,3] F[3] F[3] F[3] F[3] | is_training=true",
    KOMA_ERROR_UNSUPPORTED, "is_training" },
  { "FusedBatchNormV3 f[1,2,2,3] F[3] F[3] F[3] F[3] | epsilon=-1",
    KOMA_ERROR_MODEL, "epsilon is -1" },
};

static void
test_good (gconstpointer data)
{
  const GoodRow *row = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGraph) graph = op_case_infer (row->text, 1, &error);
  g_autoptr (GString) found = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < koma_graph_get_n_outputs (graph); i++) {
    const KomaValue *value = koma_graph_get_value (graph, koma_graph_get_output (graph, i));
    g_autofree char *shape = koma_shape_to_string (&value->shape);

    g_string_append_printf (found, "%s%s%s", i > 0 ? " " : "",
                            koma_dtype_name (value->dtype), shape);
  }
  g_assert_cmpstr (found->str, ==, row->outputs);
}

static void
test_bad (gconstpointer data)
{
  const BadRow *row = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGraph) graph = op_case_infer (row->text, 1, &error);

  g_assert_null (graph);
  g_assert_nonnull (error);
  if (!g_error_matches (error, KOMA_ERROR, row->code) ||
      strstr (error->message, row->message) == NULL)
    g_test_fail_printf ("error %d “%s”, expected %d “… %s …”", error->code, error->message,
                        row->code, row->message);
}

/* An op must give the same answer when a pass asks it again. */
static void
test_again (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGraph) graph =
    op_case_infer ("SpaceToBatchND f[1,5,5,2] I{2,2} I{0,1,1,0}", 1, &error);
  KomaNode    *node = koma_graph_get_node (graph, 0);
  KomaOpParams before = node->params;

  g_assert_true (koma_node_infer (graph, node, &error));
  g_assert_cmpmem (&before, sizeof before, &node->params, sizeof node->params);
}

/* What backends read. */
static void
test_window (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGraph) graph =
    op_case_infer ("Conv2D f[1,224,10,6] F[3,4,2,9] | strides=[1,2,3,1] "
                   "padding=SAME dilations=[1,1,2,1]",
                   1, &error);
  const KomaWindow2D *window = &koma_graph_get_node (graph, 0)->params.window;

  g_assert_cmpuint (window->kernel_h, ==, 3);
  g_assert_cmpuint (window->kernel_w, ==, 4);
  g_assert_cmpuint (window->stride_h, ==, 2);
  g_assert_cmpuint (window->stride_w, ==, 3);
  g_assert_cmpuint (window->dilation_h, ==, 1);
  g_assert_cmpuint (window->dilation_w, ==, 2);
  g_assert_cmpuint (window->groups, ==, 3);
  g_assert_true (window->is_same_padding);
  /* Rows: 111 * 2 + 3 - 224 = 1; columns: 3 * 3 + 7 - 10 = 6. */
  g_assert_cmpuint (window->padding.top, ==, 0);
  g_assert_cmpuint (window->padding.bottom, ==, 1);
  g_assert_cmpuint (window->padding.left, ==, 3);
  g_assert_cmpuint (window->padding.right, ==, 3);
}

static void
test_slice (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGraph) graph =
    op_case_infer ("StridedSlice f[4,5,6] I{3,-1,1} I{0,0,2} I{-2,1,1} | "
                   "new_axis_mask=2 shrink_axis_mask=4",
                   1, &error);
  const KomaOpParams *params = &koma_graph_get_node (graph, 0)->params;
  const KomaShape     full = KOMA_SHAPE (2, 1, 6);

  g_assert_cmpint (params->slice.begin[0], ==, 3);
  g_assert_cmpint (params->slice.step[0], ==, -2);
  g_assert_cmpint (params->slice.begin[1], ==, 1);
  g_assert_cmpint (params->slice.step[1], ==, 1);
  g_assert_cmpint (params->slice.begin[2], ==, 0);
  g_assert_true (koma_shape_equal (&params->slice.full_shape, &full));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (good_rows); i++) {
    g_autofree char *path = g_strdup_printf ("/ops-infer/good/%s", good_rows[i].text);
    g_test_add_data_func (path, &good_rows[i], test_good);
  }
  for (guint i = 0; i < G_N_ELEMENTS (bad_rows); i++) {
    g_autofree char *path = g_strdup_printf ("/ops-infer/bad/%s", bad_rows[i].text);
    g_test_add_data_func (path, &bad_rows[i], test_bad);
  }
  g_test_add_func ("/ops-infer/again", test_again);
  g_test_add_func ("/ops-infer/window", test_window);
  g_test_add_func ("/ops-infer/slice", test_slice);
  return g_test_run ();
}
