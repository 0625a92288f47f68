/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Unpack (x): the slices of x along attribute `axis`, 0 where missing, as
 * `num` outputs without that dimension; any type. */
#include "infer.h"

static guint
count_outputs (const KomaAttrs *attrs)
{
  gint64 num = koma_attrs_get_int (attrs, "num", 0);

  return num > 0 && num <= KOMA_MAX_NODE_ARITY ? num : 0;
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  KomaShape        shape = { 0 };
  guint            axis = 0;

  if (!koma_infer_check_dtype (input, "input", KOMA_DTYPES_MOVED, error) ||
      !koma_infer_axis (koma_attrs_get_int (node->attrs, "axis", 0), input->shape.rank, &axis,
                        error))
    return FALSE;
  if (input->shape.dims[axis] != node->n_outputs)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "num is %u, expected %" G_GINT64_FORMAT ", the size of dimension %u",
                      node->n_outputs, input->shape.dims[axis], axis);
  for (guint i = 0; i < input->shape.rank; i++)
    if (i != axis)
      shape.dims[shape.rank++] = input->shape.dims[i];
  node->params = (KomaOpParams){ .axis = { .axis = axis } };
  for (guint i = 0; i < node->n_outputs; i++)
    if (!koma_infer_set_output (graph, node, i, input->dtype, &shape, error))
      return FALSE;
  return TRUE;
}

const KomaOpClass koma_op_unpack = {
  .min_inputs = 1,
  .max_inputs = 1,
  .count_outputs = count_outputs,
  .infer = infer,
};
