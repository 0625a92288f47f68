/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Abs, Ceil, Elu, Exp, Floor, LeakyRelu, Log, Neg, Relu, Relu6, Round, Rsqrt,
 * Selu, Sigmoid, Softplus, Sqrt, Square, Tanh (x): element by element.
 *
 * All take float32; Abs, Neg and Square take int32 too. Round goes to the
 * even neighbour. Attribute `alpha`: the slope of LeakyRelu below 0 (0.2 where
 * missing, as in TensorFlow), the lower bound of Elu, negated (1). */
#include "infer.h"

static guint
find_dtypes (KomaOp op)
{
  switch ((int) op) {
  case KOMA_OP_ABS:
  case KOMA_OP_NEG:
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
