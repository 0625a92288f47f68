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
  const KomaShape   *shape = koma_onnx_shape (call, x);
  const gint64       block = koma_onnx_attr_int (call->node, "block_size", 0);
  gint64             dims[KOMA_MAX_RANK] = { 1, 1, 1, 1, 1, 1 };
  g_autofree gint64 *blocks = NULL;

  if (koma_onnx_rank (call, numbers) < 2 && koma_shape_count (koma_onnx_shape (call, numbers)) == 1)
    return koma_onnx_reshape (call, numbers, dims, 0);
  if (koma_onnx_rank (call, numbers) == 1) {
    dims[axis] = -1;
    return koma_onnx_reshape (call, numbers, dims, shape->rank);
  }
  if (block < 1)
    return koma_onnx_fail (call, KOMA_ERROR_SHAPE, "the scale has %u dimensions, expected 1",
                           koma_onnx_rank (call, numbers));
  blocks = g_new (gint64, shape->dims[axis] + 1);
  for (gint64 i = 0; i < shape->dims[axis]; i++)
    blocks[i] = i / block;
  return koma_onnx_add (call, KOMA_OP_GATHER, NULL, 3, numbers,
                        koma_onnx_ints (call, blocks, (guint) shape->dims[axis]),
                        koma_onnx_number (call, KOMA_DTYPE_INT32, axis));
}

/* One number, or a list of them, that is known ahead: what Koma's ops take. */
static gboolean
is_plain (const KomaOnnxCall *call,
          KomaValueId         scale)
{
  return koma_onnx_rank (call, scale) < 2 && koma_onnx_known (call, scale) != NULL;
}

static KomaAttrs *
make_attrs (guint axis)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "axis", axis);
  return attrs;
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
  const KomaValueId zeros =
    koma_onnx_add (call, KOMA_OP_MUL, NULL, 2, scale, koma_onnx_float (call, 0));

  return koma_onnx_cast (call, koma_onnx_cast (call, zeros, KOMA_DTYPE_INT32), dtype);
}

/* Of a scale of one element the axis says nothing, and may not be there. */
static guint
find_axis (KomaOnnxCall *call,
           KomaValueId   x,
           KomaValueId   scale,
           gint64        axis)
{
  return koma_shape_count (koma_onnx_shape (call, scale)) == 1
           ? 0
           : koma_onnx_axis (call, axis, koma_onnx_rank (call, x));
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
    zero_point = koma_onnx_zero_point (call, scale, koma_onnx_dtype (call, x));
  if (is_plain (call, scale) && is_plain (call, zero_point) && call->error == NULL)
    return koma_onnx_add (call, KOMA_OP_DEQUANTIZE, make_attrs (at), 3, x, scale, zero_point);
  scale = spread (call, x, scale, at);
  zero_point = spread (call, x, koma_onnx_cast (call, zero_point, KOMA_DTYPE_FLOAT32), at);
  x = koma_onnx_cast (call, x, KOMA_DTYPE_FLOAT32);
  return koma_onnx_add (call, KOMA_OP_MUL, NULL, 2,
                        koma_onnx_add (call, KOMA_OP_SUB, NULL, 2, x, zero_point), scale);
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
  const guint at = find_axis (call, x, scale, axis);
  KomaDType   dtype = KOMA_DTYPE_UINT8;

  if (zero_point == KOMA_VALUE_NONE)
    zero_point = koma_onnx_zero_point (call, scale, dtype);
  dtype = koma_onnx_dtype (call, zero_point);
  if (!koma_onnx_is_8_bit (call, zero_point))
    return koma_onnx_fail (call, KOMA_ERROR_UNSUPPORTED, "to other than 8 bits");
  if (is_plain (call, scale) && is_plain (call, zero_point))
    return koma_onnx_add (call, KOMA_OP_QUANTIZE, make_attrs (at), 3, x, scale, zero_point);
  scale = spread (call, x, scale, at);
  zero_point = spread (call, x, koma_onnx_cast (call, zero_point, KOMA_DTYPE_FLOAT32), at);
  x = koma_onnx_add (call, KOMA_OP_ROUND, NULL, 1,
                     koma_onnx_add (call, KOMA_OP_DIV, NULL, 2, x, scale));
  x = koma_onnx_add (call, KOMA_OP_CLIP, NULL, 3,
                     koma_onnx_add (call, KOMA_OP_ADD, NULL, 2, x, zero_point),
                     koma_onnx_float (call, dtype == KOMA_DTYPE_UINT8 ? 0 : -128),
                     koma_onnx_float (call, dtype == KOMA_DTYPE_UINT8 ? 255 : 127));
  return koma_onnx_cast (call, koma_onnx_cast (call, x, KOMA_DTYPE_INT32), dtype);
}

/* DequantizeLinear (x, scale, zero_point) */
void
koma_onnx_rule_dequantize_linear (KomaOnnxCall *call)
{
  koma_onnx_return (call, koma_onnx_dequantize (call, call->inputs[0], call->inputs[1],
                                                koma_onnx_input (call, 2),
                                                koma_onnx_attr_int (call->node, "axis", 1)));
}

/* QuantizeLinear (x, scale, zero_point): the type may be an attribute since opset 21. */
void
koma_onnx_rule_quantize_linear (KomaOnnxCall *call)
{
  const int          number = (int) koma_onnx_attr_int (call->node, "output_dtype", 0);
  const KomaOnnxType type = koma_onnx_type_get (number);
  KomaValueId        zero_point = koma_onnx_input (call, 2);

  if (zero_point == KOMA_VALUE_NONE && number != 0)
    zero_point = type.size > 0 ? koma_onnx_zero_point (call, call->inputs[1], type.dtype)
                               : koma_onnx_fail (call, KOMA_ERROR_UNSUPPORTED, "to %s", type.name);
  koma_onnx_return (call, koma_onnx_quantize (call,
                                              koma_onnx_cast (call, call->inputs[0],
                                                              KOMA_DTYPE_FLOAT32),
                                              call->inputs[1], zero_point,
                                              koma_onnx_attr_int (call->node, "axis", 1)));
}
