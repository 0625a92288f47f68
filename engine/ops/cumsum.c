/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Cumprod, Cumsum (x, axis): element i along axis is the product or the sum of elements
 * 0 … i; float32 or int32, whose overflow wraps. axis must be known ahead. Attributes:
 * exclusive: of 0 … i - 1; reverse: from the end; false where missing. */
#include "infer.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  gint64           number = 0;
  guint            axis = 0;

  if (!koma_infer_check_dtype (input, "input", KOMA_DTYPES_NUMBER, error) ||
      !koma_infer_int (graph, node, 1, "axis", &number, error) ||
      !koma_infer_axis (number, input->shape.rank, &axis, error))
    return FALSE;
  node->params = (KomaOpParams){
    .axis = {
      .axis = axis,
      .is_exclusive = koma_attrs_get_int (node->attrs, "exclusive", FALSE) != FALSE,
      .is_reversed = koma_attrs_get_int (node->attrs, "reverse", FALSE) != FALSE,
    },
  };
  return koma_infer_set_output (graph, node, 0, input->dtype, &input->shape, error);
}

const KomaOpClass koma_op_cumsum = {
  .min_inputs = 2,
  .max_inputs = 2,
  .infer = infer,
};
