/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Operators that compute with quantised numbers. */

#include <string.h>

#include "conv.h"
#include "parts.h"
#include "quantize.h"
#include "rules.h"

/* Input i and the two behind it: numbers, scale, zero point. */
static KomaValueId
dequantize_at (KomaOnnxCall *call,
               guint         i,
               gint64        axis)
{
  return koma_onnx_dequantize (call, koma_onnx_need_input (call, i),
                               koma_onnx_need_input (call, i + 1), koma_onnx_input (call, i + 2),
                               axis);
}

/* In steps of input @scale; without a zero point behind it, that is 0 of the type of @like. */
static KomaValueId
quantize_by (KomaOnnxCall *call,
             KomaValueId   value,
             guint         scale,
             KomaValueId   like)
{
  const KomaValueId steps = koma_onnx_need_input (call, scale);
  KomaValueId       zero_point = koma_onnx_input (call, scale + 1);

  if (zero_point == KOMA_VALUE_NONE)
    zero_point = koma_onnx_zero_point (call, steps, koma_builder_get_dtype (call->nodes, like));
  return koma_onnx_quantize (call, value, steps, zero_point, 1);
}

static gboolean
has_channels_last (const KomaOnnxCall *call)
{
  return koma_onnx_attr_int (call->node, "channels_last", 0) != 0;
}

static KomaValueId
from_layout (KomaOnnxCall *call,
             KomaValueId   x)
{
  return has_channels_last (call) ? koma_onnx_to_channels_first (call, x) : x;
}

static KomaValueId
to_layout (KomaOnnxCall *call,
           KomaValueId   x)
{
  return has_channels_last (call) ? koma_onnx_to_channels_last (call, x) : x;
}

static KomaValueId
multiply (KomaOnnxCall *call,
          KomaValueId   a,
          KomaValueId   b)
{
  return koma_builder_binary (call->nodes, KOMA_OP_MUL, a, b);
}

/* QLinearConv (x, x_scale, x_zero_point, w, w_scale, w_zero_point, y_scale, y_zero_point, b): b is
 * int32, in units of x_scale * w_scale. com.microsoft's may have the channels last. */
KomaValueId
koma_onnx_rule_q_linear_conv (KomaOnnxCall *call)
{
  const KomaValueId x = from_layout (call, dequantize_at (call, 0, 1));
  const KomaValueId w = dequantize_at (call, 3, 0);
  KomaValueId       b = koma_onnx_cast (call, koma_onnx_input (call, 8), KOMA_DTYPE_FLOAT32);

  if (b != KOMA_VALUE_NONE)
    b = multiply (call, b, multiply (call, call->inputs[1], call->inputs[4]));
  return quantize_by (call, to_layout (call, koma_onnx_conv (call, x, w, b)), 6, call->inputs[0]);
}

/* QLinearMatMul (a, a_scale, a_zero_point, b, b_scale, b_zero_point, y_scale, y_zero_point) */
KomaValueId
koma_onnx_rule_q_linear_mat_mul (KomaOnnxCall *call)
{
  const KomaValueId a = dequantize_at (call, 0, -2);
  const KomaValueId b = dequantize_at (call, 3, -1);

  return quantize_by (call, koma_onnx_mat_mul (call, a, b), 6, call->inputs[0]);
}

/* com.microsoft.QLinearAdd, QLinearMul (a, a_scale, a_zero_point, b, …, y_scale, y_zero_point) */
KomaValueId
koma_onnx_rule_q_linear_binary (KomaOnnxCall *call)
{
  const KomaValueId a = dequantize_at (call, 0, 1);
  const KomaValueId b = dequantize_at (call, 3, 1);

  return quantize_by (call, koma_builder_binary (call->nodes, call->op, a, b), 6, call->inputs[0]);
}

/* com.microsoft.QLinearAveragePool, QLinearGlobalAveragePool, QLinearLeakyRelu, QLinearReduceMean,
 * QLinearSigmoid, QLinearSoftmax (x, x_scale, x_zero_point, y_scale, y_zero_point): what the
 * operator of real numbers gives, whose name is the rest of theirs. */
KomaValueId
koma_onnx_rule_q_linear (KomaOnnxCall *call)
{
  const gint64      opset = call->opset;
  const KomaValueId x = from_layout (call, dequantize_at (call, 0, 1));
  KomaValueId       y = KOMA_VALUE_NONE;

  /* Of QLinearSoftmax: which Softmax is meant. */
  call->opset = koma_onnx_attr_int (call->node, "opset", opset);
  y = koma_onnx_apply (call, call->node->op_type + strlen ("QLinear"), &x, 1);
  call->opset = opset;
  return quantize_by (call, to_layout (call, y), 3, call->inputs[0]);
}

/* com.microsoft.QLinearConcat (y_scale, y_zero_point, x0, x0_scale, x0_zero_point, x1, …) */
KomaValueId
koma_onnx_rule_q_linear_concat (KomaOnnxCall *call)
{
  const guint             n = call->n_inputs / 3;
  g_autofree KomaValueId *pieces = g_new (KomaValueId, n);

  if (n < 1 || call->n_inputs % 3 != 2)
    return koma_builder_fail (call->nodes, KOMA_ERROR_MODEL,
                              "%u inputs, expected 2 and 3 for each piece", call->n_inputs);
  for (guint i = 0; i < n; i++)
    pieces[i] = dequantize_at (call, 2 + 3 * i, 1);
  return quantize_by (call, koma_onnx_apply (call, "Concat", pieces, n), 0, call->inputs[2]);
}

/* com.microsoft.QLinearWhere (condition, x, x_scale, x_zero_point, y, y_scale, y_zero_point,
 * z_scale, z_zero_point) */
KomaValueId
koma_onnx_rule_q_linear_where (KomaOnnxCall *call)
{
  const KomaValueId x = dequantize_at (call, 1, 1);
  const KomaValueId y = dequantize_at (call, 4, 1);

  return quantize_by (
    call, KOMA_BUILDER_NODE (call->nodes, KOMA_OP_SELECT, NULL, call->inputs[0], x, y), 7,
    call->inputs[1]);
}

/* com.microsoft.NhwcMaxPool (x): of 8 bits as they are. */
KomaValueId
koma_onnx_rule_nhwc_max_pool (KomaOnnxCall *call)
{
  const KomaValueId x = koma_onnx_to_channels_first (call, call->inputs[0]);

  return koma_onnx_to_channels_last (call, koma_onnx_apply (call, "MaxPool", &x, 1));
}

/* com.microsoft.QGemm (a, a_scale, a_zero_point, b, b_scale, b_zero_point, c, y_scale,
 * y_zero_point) = alpha * a · b + c: c is int32, in units of alpha * a_scale * b_scale; without
 * y_scale y is float32. */
KomaValueId
koma_onnx_rule_q_gemm (KomaOnnxCall *call)
{
  const gboolean    is_b_turned = koma_onnx_attr_int (call->node, "transB", 0) != 0;
  const double      alpha = koma_onnx_attr_float (call->node, "alpha", 1);
  const KomaValueId parts[] = { dequantize_at (call, 0, 1),
                                dequantize_at (call, 3, is_b_turned ? 0 : 1) };
  KomaValueId       value = koma_onnx_apply (call, "Gemm", parts, 2);

  if (koma_onnx_has_input (call, 6)) {
    const KomaValueId c = koma_onnx_cast (call, call->inputs[6], KOMA_DTYPE_FLOAT32);
    const KomaValueId unit = koma_onnx_with_float (
      call, KOMA_OP_MUL, multiply (call, call->inputs[1], call->inputs[4]), alpha);

    value = koma_builder_binary (call->nodes, KOMA_OP_ADD, value, multiply (call, c, unit));
  }
  return koma_onnx_has_input (call, 7) ? quantize_by (call, value, 7, call->inputs[0]) : value;
}

static KomaValueId
subtract_zero_point (KomaOnnxCall *call,
                     guint         x,
                     guint         zero_point)
{
  return koma_onnx_has_input (call, zero_point)
           ? koma_onnx_dequantize (call, call->inputs[x], koma_builder_float (call->nodes, 1),
                                   call->inputs[zero_point], 0)
           : koma_onnx_cast (call, call->inputs[x], KOMA_DTYPE_FLOAT32);
}

/* The two inputs without their zero points, which are one for all; the sums are exact up to
 * 2^24. */
static gboolean
read_integers (KomaOnnxCall *call,
               KomaValueId  *ret_parts) /* [2] */
{
  for (guint i = 2; i <= 3; i++) {
    const KomaShape shape = koma_builder_get_shape (call->nodes, koma_onnx_input (call, i));

    if (koma_shape_count (&shape) != 1)
      koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "several zero points");
  }
  for (guint i = 0; i < 2 && call->nodes->error == NULL; i++)
    ret_parts[i] = subtract_zero_point (call, i, 2 + i);
  return call->nodes->error == NULL;
}

/* ConvInteger (x, w, x_zero_point, w_zero_point) */
KomaValueId
koma_onnx_rule_conv_integer (KomaOnnxCall *call)
{
  KomaValueId parts[2] = { 0 };

  return read_integers (call, parts)
           ? koma_onnx_cast (call, koma_onnx_conv (call, parts[0], parts[1], KOMA_VALUE_NONE),
                             KOMA_DTYPE_INT32)
           : KOMA_VALUE_NONE;
}

/* MatMulInteger (a, b, a_zero_point, b_zero_point) */
KomaValueId
koma_onnx_rule_mat_mul_integer (KomaOnnxCall *call)
{
  KomaValueId parts[2] = { 0 };

  return read_integers (call, parts)
           ? koma_onnx_cast (call, koma_onnx_mat_mul (call, parts[0], parts[1]), KOMA_DTYPE_INT32)
           : KOMA_VALUE_NONE;
}

static KomaValueId
reach_over_all (KomaOnnxCall *call,
                KomaOp        reduce,
                KomaOp        with_zero)
{
  const KomaValueId x = call->inputs[0];
  const guint       all = (1u << koma_builder_get_rank (call->nodes, x)) - 1;

  return koma_onnx_with_float (call, with_zero,
                               koma_builder_reduce (call->nodes, reduce, x, all, FALSE), 0);
}

/* DynamicQuantizeLinear (x): uint8 whose scale and zero point follow from the smallest and the
 * largest number. */
KomaValueId
koma_onnx_rule_dynamic_quantize_linear (KomaOnnxCall *call)
{
  KomaBuilder      *nodes = call->nodes;
  const KomaValueId max = reach_over_all (call, KOMA_OP_MAX, KOMA_OP_MAXIMUM);
  const KomaValueId min = reach_over_all (call, KOMA_OP_MIN, KOMA_OP_MINIMUM);
  const KomaValueId scale = koma_onnx_with_float (
    call, KOMA_OP_DIV, koma_builder_binary (nodes, KOMA_OP_SUB, max, min), 255);
  const KomaValueId ratio = koma_builder_binary (
    nodes, KOMA_OP_DIV, koma_builder_unary (nodes, KOMA_OP_NEG, min), scale);
  const KomaValueId zero_point = koma_onnx_to_integers (
    call, koma_onnx_clip (call, koma_builder_unary (nodes, KOMA_OP_ROUND, ratio), 0, 255),
    KOMA_DTYPE_UINT8);

  koma_onnx_give (call, scale);
  koma_onnx_give (call, zero_point);
  return koma_onnx_quantize (call, call->inputs[0], scale, zero_point, 0);
}
