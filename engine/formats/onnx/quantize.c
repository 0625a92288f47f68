/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Quantised numbers: y = round (x / scale) + zero_point, cut to the range of the type. Operators
 * that compute with them are lowered to float32: dequantise, compute, quantise. */

#include "quantize.h"

#include "conv.h"
#include "rules.h"

/* A scale for each element along an axis, or for each block of them, that can be broadcast. */
static KomaValueId
spread (KomaOnnxCall *call,
        KomaValueId   x,
        KomaValueId   numbers,
        guint         axis)
{
  const KomaShape    shape = koma_builder_get_shape (call->nodes, x);
  const KomaShape    given = koma_builder_get_shape (call->nodes, numbers);
  const gint64       block = koma_onnx_attr_int (call->node, "block_size", 0);
  KomaShape          wide = KOMA_SHAPE (1, 1, 1, 1, 1, 1);
  g_autofree gint64 *blocks = NULL;

  if (given.rank < 2 && koma_shape_count (&given) == 1)
    return koma_builder_reshape (call->nodes, numbers, KOMA_SHAPE_SCALAR);
  if (given.rank == 1) {
    wide.dims[axis] = KOMA_DIM_UNKNOWN;
    wide.rank = shape.rank;
    return koma_builder_reshape (call->nodes, numbers, wide);
  }
  if (block < 1)
    return koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE,
                              "the scale has %u dimensions, expected 1", given.rank);
  blocks = g_new (gint64, shape.dims[axis] + 1);
  for (gint64 i = 0; i < shape.dims[axis]; i++)
    blocks[i] = i / block;
  return KOMA_BUILDER_NODE (call->nodes, KOMA_OP_GATHER, NULL, numbers,
                            koma_onnx_ints (call, blocks, (guint) shape.dims[axis]),
                            koma_builder_int (call->nodes, (gint32) axis));
}

/* One number, or a list of them, that is known ahead: what Koma's ops take. */
static gboolean
is_plain (const KomaOnnxCall *call,
          KomaValueId         scale)
{
  return koma_builder_get_rank (call->nodes, scale) < 2 && koma_onnx_known (call, scale) != NULL;
}

/**
 * koma_onnx_zero_point:
 *
 * Returns: zeros for each scale, where the file has none. Thread: any.
 */
KomaValueId
koma_onnx_zero_point (KomaOnnxCall *call,
                      KomaValueId   scale,
                      KomaDType     dtype)
{
  return koma_onnx_to_integers (call, koma_onnx_with_float (call, KOMA_OP_MUL, scale, 0), dtype);
}

/**
 * koma_onnx_to_integers:
 *
 * Returns: @x, float32, as @dtype: by way of int32, as Cast goes to 8 bits. Thread: any.
 */
KomaValueId
koma_onnx_to_integers (KomaOnnxCall *call,
                       KomaValueId   x,
                       KomaDType     dtype)
{
  return koma_onnx_cast (call, koma_onnx_cast (call, x, KOMA_DTYPE_INT32), dtype);
}

/* Of a scale of one element the axis says nothing, and may not be there. */
static guint
find_axis (KomaOnnxCall *call,
           KomaValueId   x,
           KomaValueId   scale,
           gint64        axis)
{
  const KomaShape shape = koma_builder_get_shape (call->nodes, scale);

  return koma_shape_count (&shape) == 1
           ? 0
           : koma_onnx_axis (call, axis, koma_builder_get_rank (call->nodes, x));
}

/**
 * koma_onnx_dequantize:
 * @zero_point: %KOMA_VALUE_NONE where there is none
 * @axis: that a list of scales is for
 *
 * Returns: (x - zero_point) * scale, float32. Thread: any.
 */
KomaValueId
koma_onnx_dequantize (KomaOnnxCall *call,
                      KomaValueId   x,
                      KomaValueId   scale,
                      KomaValueId   zero_point,
                      gint64        axis)
{
  const guint at = find_axis (call, x, scale, axis);

  if (zero_point == KOMA_VALUE_NONE)
    zero_point = koma_onnx_zero_point (call, scale, koma_builder_get_dtype (call->nodes, x));
  if (is_plain (call, scale) && is_plain (call, zero_point))
    return KOMA_BUILDER_NODE (call->nodes, KOMA_OP_DEQUANTIZE, koma_attrs_new_int ("axis", at), x,
                              scale, zero_point);
  scale = spread (call, x, scale, at);
  zero_point = spread (call, x, koma_onnx_cast (call, zero_point, KOMA_DTYPE_FLOAT32), at);
  x = koma_onnx_cast (call, x, KOMA_DTYPE_FLOAT32);
  x = koma_builder_binary (call->nodes, KOMA_OP_SUB, x, zero_point);
  return koma_builder_binary (call->nodes, KOMA_OP_MUL, x, scale);
}

/**
 * koma_onnx_quantize:
 * @zero_point: %KOMA_VALUE_NONE where there is none; the type of the result is its type
 * @axis: that a list of scales is for
 *
 * Returns: round (x / scale) + zero_point, cut to the range of its type. Thread: any.
 */
KomaValueId
koma_onnx_quantize (KomaOnnxCall *call,
                    KomaValueId   x,
                    KomaValueId   scale,
                    KomaValueId   zero_point,
                    gint64        axis)
{
  KomaBuilder *nodes = call->nodes;
  const guint  at = find_axis (call, x, scale, axis);
  KomaDType    dtype = KOMA_DTYPE_UINT8;

  if (zero_point == KOMA_VALUE_NONE)
    zero_point = koma_onnx_zero_point (call, scale, dtype);
  dtype = koma_builder_get_dtype (nodes, zero_point);
  if (!koma_onnx_is_8_bit (call, zero_point))
    return koma_builder_fail (nodes, KOMA_ERROR_UNSUPPORTED, "to other than 8 bits");
  if (is_plain (call, scale) && is_plain (call, zero_point))
    return KOMA_BUILDER_NODE (nodes, KOMA_OP_QUANTIZE, koma_attrs_new_int ("axis", at), x, scale,
                              zero_point);
  scale = spread (call, x, scale, at);
  zero_point = spread (call, x, koma_onnx_cast (call, zero_point, KOMA_DTYPE_FLOAT32), at);
  x = koma_builder_unary (nodes, KOMA_OP_ROUND,
                          koma_builder_binary (nodes, KOMA_OP_DIV, x, scale));
  x = koma_onnx_clip (call, koma_builder_binary (nodes, KOMA_OP_ADD, x, zero_point),
                      dtype == KOMA_DTYPE_UINT8 ? 0 : -128, dtype == KOMA_DTYPE_UINT8 ? 255 : 127);
  return koma_onnx_to_integers (call, x, dtype);
}

/* DequantizeLinear (x, scale, zero_point) */
KomaValueId
koma_onnx_rule_dequantize_linear (KomaOnnxCall *call)
{
  return koma_onnx_dequantize (call, call->inputs[0], call->inputs[1], koma_onnx_input (call, 2),
                               koma_onnx_attr_int (call->node, "axis", 1));
}

/* QuantizeLinear (x, scale, zero_point): the type may be an attribute since opset 21. */
KomaValueId
koma_onnx_rule_quantize_linear (KomaOnnxCall *call)
{
  const int          number = (int) koma_onnx_attr_int (call->node, "output_dtype", 0);
  const KomaOnnxType type = koma_onnx_type_get (number);
  const KomaValueId  x = koma_onnx_cast (call, call->inputs[0], KOMA_DTYPE_FLOAT32);
  KomaValueId        zero_point = koma_onnx_input (call, 2);

  if (zero_point == KOMA_VALUE_NONE && number != 0 && type.size == 0)
    return koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "to %s", type.name);
  if (zero_point == KOMA_VALUE_NONE && number != 0)
    zero_point = koma_onnx_zero_point (call, call->inputs[1], type.dtype);
  return koma_onnx_quantize (call, x, call->inputs[1], zero_point,
                             koma_onnx_attr_int (call->node, "axis", 1));
}
