/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* AddV2, Sub, Mul, RealDiv, FloorDiv, Maximum, Minimum, Pow,
 * SquaredDifference (a, b): element by element, the smaller side repeated by
 * NumPy's rule.
 *
 * All take float32; all but Pow and SquaredDifference take int32 too, where
 * overflow wraps, RealDiv rounds down like FloorDiv (as TensorFlow.js does
 * it), and a division by 0 gives 0: models compute shapes with these, and no
 * number in a file may stop the program. */
#include "infer.h"

static guint
find_dtypes (KomaOp op)
{
  switch ((int) op) {
  case KOMA_OP_POW:
  case KOMA_OP_SQUARED_DIFFERENCE:
    return KOMA_DTYPES_FLOAT32;
  default:
    return KOMA_DTYPES_NUMBER;
  }
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *a = koma_node_input (graph, node, 0);
  const KomaValue *b = koma_node_input (graph, node, 1);
  KomaShape        shape = { 0 };

  if (!koma_infer_check_same_dtype (graph, node, 2, find_dtypes (node->op), error))
    return FALSE;
  if (!koma_shape_broadcast (&a->shape, &b->shape, &shape)) {
    g_autofree char *text_a = koma_shape_to_string (&a->shape);
    g_autofree char *text_b = koma_shape_to_string (&b->shape);
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "inputs “%s” %s and “%s” %s can not be broadcast together",
                      a->name, text_a, b->name, text_b);
  }
  return koma_infer_set_output (graph, node, 0, a->dtype, &shape, error);
}

const KomaOpClass koma_op_binary = {
  .min_inputs = 2,
  .max_inputs = 2,
  .infer = infer,
};
