/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* ArgMax, ArgMin (x, axis): where the largest or the smallest element along an
 * axis stands; int32, without that axis. Of equal ones it is the first or, with the
 * attribute `select_last_index` (ONNX's), the last. x is float32 or int32; axis must
 * be known ahead. */
#include "infer.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  KomaShape        shape = { 0 };
  gint64           number = 0;
  guint            axis = 0;

  if (!koma_infer_check_dtype (input, "input", KOMA_DTYPES_NUMBER, error) ||
      !koma_infer_int (graph, node, 1, "axis", &number, error) ||
      !koma_infer_axis (number, input->shape.rank, &axis, error))
    return FALSE;
  if (input->shape.dims[axis] == 0)
    return koma_infer_fail_shape (error, "input", &input->shape, "one element or more along axis");
  for (guint i = 0; i < input->shape.rank; i++)
    if (i != axis)
      shape.dims[shape.rank++] = input->shape.dims[i];
  node->params = (KomaOpParams){
    .axis = {
      .axis = axis,
      .selects_last = koma_attrs_get_int (node->attrs, "select_last_index", FALSE) != FALSE,
    },
  };
  return koma_infer_set_output (graph, node, 0, KOMA_DTYPE_INT32, &shape, error);
}

const KomaOpClass koma_op_arg_max = {
  .min_inputs = 2,
  .max_inputs = 2,
  .infer = infer,
};
