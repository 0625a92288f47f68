/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* AddV2, Atan2, DivNoNan, Sub, Mul, RealDiv, FloorDiv, FloorMod, Maximum, Minimum,
 * Mod, Pow, SquaredDifference (a, b): element by element, the smaller side repeated by
 * NumPy's rule. Mod has the sign of a, FloorMod that of b. DivNoNan is 0 where b is 0.
 *
 * ReluGrad (dy, x), SigmoidGrad (y, dy), TanhGrad (y, dy): the gradients of Relu, Sigmoid and
 * Tanh: dy where x > 0 and 0 elsewhere, dy · y · (1 - y), dy · (1 - y²).
 *
 * AddV2, Sub and Mul take quantised integers of 8 bits as well.
 * All take float32; all but Atan2 and the gradients take int32 too, where overflow wraps,
 * RealDiv and DivNoNan round down like FloorDiv (as TensorFlow.js does it), Pow cuts
 * towards 0, and a division by 0, or the rest of one, gives 0: models compute shapes with
 * these, and no number in a file may stop the program. */
#include "infer-8-bit.h"

static guint
find_dtypes (KomaOp op)
{
  switch ((int) op) {
  case KOMA_OP_ATAN2:
  case KOMA_OP_RELU_GRAD:
  case KOMA_OP_SIGMOID_GRAD:
  case KOMA_OP_TANH_GRAD:
    return KOMA_DTYPES_FLOAT32;
  default:
    return KOMA_DTYPES_NUMBER;
  }
}

static gboolean
check_dtypes (const KomaGraph *graph,
              const KomaNode  *node,
              GError         **error)
{
  if (node->op == KOMA_OP_ADD || node->op == KOMA_OP_SUB || node->op == KOMA_OP_MUL)
    return koma_infer_check_8_bit (graph, node, 2, find_dtypes (node->op), error);
  return koma_infer_check_same_dtype (graph, node, 2, find_dtypes (node->op), error);
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  KomaDType dtype = koma_node_input (graph, node, 0)->dtype;
  KomaShape shape = { 0 };

  return check_dtypes (graph, node, error) &&
         koma_infer_broadcast (graph, node, &shape, error) &&
         koma_infer_set_output (graph, node, 0, dtype, &shape, error);
}

const KomaOpClass koma_op_binary = {
  .min_inputs = 2,
  .max_inputs = 2,
  .infer = infer,
};
