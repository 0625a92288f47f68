/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Products of matrices. */

#include "conv.h"
#include "rules.h"

static KomaValueId
scale (KomaOnnxCall *call,
       KomaValueId   x,
       const char   *attr)
{
  const double factor = koma_onnx_attr_float (call->node, attr, 1);

  return factor == 1 ? x : koma_onnx_with_float (call, KOMA_OP_MUL, x, factor);
}

/* Gemm (a, b, c) = alpha * a · b + beta * c */
KomaValueId
koma_onnx_rule_gemm (KomaOnnxCall *call)
{
  const KomaValueId product =
    koma_builder_mat_mul (call->nodes, call->inputs[0], call->inputs[1],
                          koma_onnx_attr_int (call->node, "transA", 0) != 0,
                          koma_onnx_attr_int (call->node, "transB", 0) != 0);
  const KomaValueId value = scale (call, product, "alpha");

  return koma_onnx_has_input (call, 2)
           ? koma_builder_binary (call->nodes, KOMA_OP_ADD, value,
                                  scale (call, call->inputs[2], "beta"))
           : value;
}

/* A dimension of 1, counted from the end. */
static KomaValueId
drop_from_end (KomaOnnxCall *call,
               KomaValueId   x,
               guint         place)
{
  return koma_builder_squeeze (call->nodes, x, koma_builder_get_rank (call->nodes, x) - place);
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
  const gboolean is_row = koma_builder_get_rank (call->nodes, a) == 1;
  const gboolean is_column = koma_builder_get_rank (call->nodes, b) == 1;
  KomaValueId    value = KOMA_VALUE_NONE;

  if (is_row)
    a = koma_builder_expand_dims (call->nodes, a, 0);
  if (is_column)
    b = koma_builder_expand_dims (call->nodes, b, 1);
  value = koma_builder_binary (call->nodes, KOMA_OP_MAT_MUL, a, b);
  if (is_column)
    value = drop_from_end (call, value, 1);
  return is_row ? drop_from_end (call, value, is_column ? 1 : 2) : value;
}

KomaValueId
koma_onnx_rule_mat_mul (KomaOnnxCall *call)
{
  return koma_onnx_mat_mul (call, call->inputs[0], call->inputs[1]);
}
