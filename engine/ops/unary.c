/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Abs, Acos, Acosh, Asin, Asinh, Atan, Atanh, Ceil, Cos, Cosh, Elu, Erf, Exp,
 * Expm1, Floor, LeakyRelu, Log, Log1p, Neg, Reciprocal, Relu, Relu6, Round,
 * Rsqrt, Selu, Sigmoid, Sign, Sin, Sinh, Softplus, Softsign, Sqrt, Square, Tan,
 * Tanh (x): element by element.
 *
 * All take float32; Abs, Neg, Sign and Square take int32 too. Round goes to the
 * even neighbour. The Sign of a NaN is NaN. Attribute `alpha`: the slope of
 * LeakyRelu below 0 (0.2 where missing, as in TensorFlow), the lower bound of
 * Elu, negated (1). */
#include "infer.h"

static guint
find_dtypes (KomaOp op)
{
  switch ((int) op) {
  case KOMA_OP_ABS:
  case KOMA_OP_NEG:
  case KOMA_OP_SIGN:
  case KOMA_OP_SQUARE:
    return KOMA_DTYPES_NUMBER;
  default:
    return KOMA_DTYPES_FLOAT32;
  }
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  double           fallback = node->op == KOMA_OP_LEAKY_RELU ? 0.2 : 1;

  if (!koma_infer_check_dtype (input, "input", find_dtypes (node->op), error))
    return FALSE;
  node->params = (KomaOpParams){ .alpha = koma_attrs_get_float (node->attrs, "alpha", fallback) };
  return koma_infer_set_output (graph, node, 0, input->dtype, &input->shape, error);
}

const KomaOpClass koma_op_unary = {
  .min_inputs = 1,
  .max_inputs = 1,
  .infer = infer,
};
