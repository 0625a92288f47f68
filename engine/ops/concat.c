/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* ConcatV2 (x0, x1, …, axis): tensors one behind the other along an axis,
 * equal in all other dimensions; any type. axis must be known ahead. */
#include "infer.h"

static gboolean
join (KomaShape       *shape,
      const KomaValue *input,
      guint            axis,
      GError         **error)
{
  KomaShape expected = *shape;

  if (input->shape.rank == shape->rank)
    expected.dims[axis] = input->shape.dims[axis];
  if (!koma_shape_equal (&expected, &input->shape)) {
    g_autofree char *text = koma_shape_to_string (shape);
    g_autofree char *wanted = g_strdup_printf ("%s but for dimension %u", text, axis);
    return koma_infer_fail_shape (error, input->name, &input->shape, wanted);
  }
  /* At most 4096 numbers below 2^31. */
  shape->dims[axis] += input->shape.dims[axis];
  return TRUE;
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *first = koma_node_input (graph, node, 0);
  KomaShape        shape = first->shape;
  guint            n = node->n_inputs - 1;
  gint64           number = 0;
  guint            axis = 0;

  if (!koma_infer_check_same_dtype (graph, node, n, KOMA_DTYPES_MOVED, error) ||
      !koma_infer_int (graph, node, n, "axis", &number, error) ||
      !koma_infer_axis (number, first->shape.rank, &axis, error))
    return FALSE;
  for (guint i = 1; i < n; i++)
    if (!join (&shape, koma_node_input (graph, node, i), axis, error))
      return FALSE;
  node->params = (KomaOpParams){ .axis = { .axis = axis } };
  return koma_infer_set_output (graph, node, 0, first->dtype, &shape, error);
}

const KomaOpClass koma_op_concat = {
  .min_inputs = 2,
  .max_inputs = KOMA_OP_VARIADIC,
  .infer = infer,
};
