/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* MatrixBandPart (x, num_lower, num_upper): the elements of the matrices in the last two
 * dimensions that lie at most num_lower below and num_upper above the diagonal, 0
 * elsewhere; a negative number takes all. x is of any type; the numbers must be known
 * ahead. Attribute diagonal (as ONNX's Trilu has it; 0 where missing): which diagonal,
 * that many to the right of the main one. */
#include "infer.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  gint64           diagonal = koma_attrs_get_int (node->attrs, "diagonal", 0);
  gint64           lower = 0;
  gint64           upper = 0;

  if (input->shape.rank < 2)
    return koma_infer_fail_shape (error, "input", &input->shape, "2 dimensions or more");
  if (!koma_infer_int (graph, node, 1, "num_lower", &lower, error) ||
      !koma_infer_int (graph, node, 2, "num_upper", &upper, error))
    return FALSE;
  /* No diagonal of a tensor is further out than this. */
  diagonal = CLAMP (diagonal, -G_MAXINT32, G_MAXINT32);
  node->params = (KomaOpParams){
    .band = {
      .lower = lower < 0 ? G_MAXINT32 : lower - diagonal,
      .upper = upper < 0 ? G_MAXINT32 : upper + diagonal,
    },
  };
  return koma_infer_set_output (graph, node, 0, input->dtype, &input->shape, error);
}

const KomaOpClass koma_op_matrix_band_part = {
  .min_inputs = 3,
  .max_inputs = 3,
  .infer = infer,
};
