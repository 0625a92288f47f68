/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Reduce… (x, axes): over some dimensions, or all; axes are an attribute of old opsets. And sums
 * along a dimension that remains. */

#include "rules.h"

/* KOMA_VALUE_NONE where the call has an error. */
static KomaValueId
read_axes (KomaOnnxCall *call)
{
  static const gint64 all[] = { 0, 1, 2, 3, 4, 5 };
  g_autofree gint64  *axes = NULL;
  gsize               n = 0;

  G_STATIC_ASSERT (G_N_ELEMENTS (all) == KOMA_MAX_RANK);
  if (!koma_onnx_list (call, "axes", 1, &axes, &n))
    return KOMA_VALUE_NONE;
  if (n > 0)
    return koma_onnx_ints (call, axes, (guint) MIN (n, G_MAXINT32));
  if (koma_onnx_attr_int (call->node, "noop_with_empty_axes", 0) != 0)
    return koma_onnx_ints (call, NULL, 0);
  return koma_onnx_ints (call, all, koma_builder_get_rank (call->nodes, call->inputs[0]));
}

static KomaValueId
reduce (KomaOnnxCall *call,
        KomaOp        op,
        KomaValueId   x)
{
  const KomaValueId axes = read_axes (call);
  const gboolean    keeps = koma_onnx_attr_int (call->node, "keepdims", 1) != 0;

  return KOMA_BUILDER_NODE (call->nodes, op, koma_attrs_new_int ("keep_dims", keeps), x, axes);
}

/* Max, Mean, Min, Prod, Sum. 8-bit and bool are computed in int32; a mean of integers is cut. */
KomaValueId
koma_onnx_rule_reduce (KomaOnnxCall *call)
{
  const KomaValueId x = call->inputs[0];
  const KomaDType   dtype = koma_builder_get_dtype (call->nodes, x);
  KomaDType         computed = dtype;

  if (call->op == KOMA_OP_MEAN)
    computed = KOMA_DTYPE_FLOAT32;
  else if (dtype == KOMA_DTYPE_BOOL || koma_onnx_is_8_bit (call, x))
    computed = KOMA_DTYPE_INT32;
  return koma_onnx_cast (call, reduce (call, call->op, koma_onnx_cast (call, x, computed)), dtype);
}

/* L1, SumSquare: the sum of what the row's op makes of x. */
KomaValueId
koma_onnx_rule_reduce_sum_of (KomaOnnxCall *call)
{
  return reduce (call, KOMA_OP_SUM, koma_builder_unary (call->nodes, call->op, call->inputs[0]));
}

KomaValueId
koma_onnx_rule_reduce_l2 (KomaOnnxCall *call)
{
  return koma_builder_unary (call->nodes, KOMA_OP_SQRT, koma_onnx_rule_reduce_sum_of (call));
}

KomaValueId
koma_onnx_rule_reduce_log_sum (KomaOnnxCall *call)
{
  return koma_builder_unary (call->nodes, KOMA_OP_LOG,
                             reduce (call, KOMA_OP_SUM, call->inputs[0]));
}

/* Max (x) + log (sum (exp (x - max (x)))): no exp overflows. */
KomaValueId
koma_onnx_rule_reduce_log_sum_exp (KomaOnnxCall *call)
{
  KomaBuilder      *nodes = call->nodes;
  const KomaValueId x = call->inputs[0];
  const KomaValueId max = KOMA_BUILDER_NODE (
    nodes, KOMA_OP_MAX, koma_attrs_new_int ("keep_dims", TRUE), x, read_axes (call));
  const KomaValueId less = koma_builder_binary (nodes, KOMA_OP_SUB, x, max);
  const KomaValueId sum =
    reduce (call, KOMA_OP_SUM, koma_builder_unary (nodes, KOMA_OP_EXP, less));

  return koma_builder_binary (nodes, KOMA_OP_ADD, reduce (call, KOMA_OP_MAX, x),
                              koma_builder_unary (nodes, KOMA_OP_LOG, sum));
}

/* CumSum (x, axis): attributes exclusive and reverse. */
KomaValueId
koma_onnx_rule_cumsum (KomaOnnxCall *call)
{
  KomaAttrs *attrs =
    koma_attrs_new_int ("exclusive", koma_onnx_attr_int (call->node, "exclusive", 0));

  koma_attrs_set_int (attrs, "reverse", koma_onnx_attr_int (call->node, "reverse", 0));
  return KOMA_BUILDER_NODE (call->nodes, KOMA_OP_CUMSUM, attrs, call->inputs[0],
                            koma_onnx_cast (call, call->inputs[1], KOMA_DTYPE_INT32));
}
