/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Products of matrices. */

#include "conv.h"
#include "rules.h"

static KomaValueId
scale (KomaOnnxCall *call,
       KomaValueId   x,
       double        factor)
{
  if (factor == 1)
    return x;
  return koma_onnx_add (call, KOMA_OP_MUL, NULL, 2, x, koma_onnx_float (call, factor));
}

/* Gemm (a, b, c) = alpha * a · b + beta * c */
void
koma_onnx_rule_gemm (KomaOnnxCall *call)
{
  KomaAttrs  *attrs = koma_attrs_new ();
  KomaValueId value = KOMA_VALUE_NONE;

  koma_attrs_set_int (attrs, "transpose_a", koma_onnx_attr_int (call->node, "transA", 0));
  koma_attrs_set_int (attrs, "transpose_b", koma_onnx_attr_int (call->node, "transB", 0));
  value = koma_onnx_add (call, KOMA_OP_MAT_MUL, attrs, 2, call->inputs[0], call->inputs[1]);
  value = scale (call, value, koma_onnx_attr_float (call->node, "alpha", 1));
  if (koma_onnx_has_input (call, 2))
    value = koma_onnx_add (call, KOMA_OP_ADD, NULL, 2, value,
                           scale (call, call->inputs[2],
                                  koma_onnx_attr_float (call->node, "beta", 1)));
  koma_onnx_return (call, value);
}

static KomaValueId
squeeze (KomaOnnxCall *call,
         KomaValueId   x,
         gint64        axis)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_ints (attrs, "squeeze_dims", &axis, 1);
  return koma_onnx_add (call, KOMA_OP_SQUEEZE, attrs, 1, x);
}

/**
 * koma_onnx_mat_mul:
 *
 * Returns: NumPy's matmul: a vector is a matrix of one row, or of one column, which the result does
 *   not have. Thread: any.
 */
KomaValueId
koma_onnx_mat_mul (KomaOnnxCall *call,
                   KomaValueId   a,
                   KomaValueId   b)
{
  const gboolean is_row = koma_onnx_rank (call, a) == 1;
  const gboolean is_column = koma_onnx_rank (call, b) == 1;
  KomaValueId    value = KOMA_VALUE_NONE;

  if (is_row)
    a = koma_onnx_add (call, KOMA_OP_EXPAND_DIMS, NULL, 2, a,
                       koma_onnx_number (call, KOMA_DTYPE_INT32, 0));
  if (is_column)
    b = koma_onnx_add (call, KOMA_OP_EXPAND_DIMS, NULL, 2, b,
                       koma_onnx_number (call, KOMA_DTYPE_INT32, 1));
  value = koma_onnx_add (call, KOMA_OP_MAT_MUL, NULL, 2, a, b);
  if (is_column)
    value = squeeze (call, value, -1);
  return is_row ? squeeze (call, value, is_column ? -1 : -2) : value;
}

void
koma_onnx_rule_mat_mul (KomaOnnxCall *call)
{
  koma_onnx_return (call, koma_onnx_mat_mul (call, call->inputs[0], call->inputs[1]));
}
