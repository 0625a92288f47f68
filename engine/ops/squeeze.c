/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Squeeze (x): without dimensions of size 1: those that attribute
 * `squeeze_dims` (or `axis`) lists, or all where it is missing or empty; any
 * element type. */
#include "infer.h"

static gboolean
read_axes (const KomaNode  *node,
           const KomaShape *shape,
           guint           *ret_mask,
           GError         **error)
{
  gsize         n = 0;
  const gint64 *axes = koma_attrs_get_ints (node->attrs, "squeeze_dims", &n);
  guint         mask = 0;

  if (axes == NULL)
    axes = koma_attrs_get_ints (node->attrs, "axis", &n);
  if (n == 0)
    for (guint i = 0; i < shape->rank; i++)
      mask |= shape->dims[i] == 1 ? 1u << i : 0;
  for (gsize i = 0; i < n; i++) {
    guint axis = 0;

    if (!koma_infer_axis (axes[i], shape->rank, &axis, error))
      return FALSE;
    if (shape->dims[axis] != 1)
      return koma_fail (error, KOMA_ERROR_SHAPE,
                        "dimension %u is %" G_GINT64_FORMAT ", expected 1",
                        axis, shape->dims[axis]);
    mask |= 1u << axis;
  }
  *ret_mask = mask;
  return TRUE;
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  KomaShape        shape = { 0 };
  guint            mask = 0;

  if (!read_axes (node, &input->shape, &mask, error))
    return FALSE;
  for (guint i = 0; i < input->shape.rank; i++)
    if (!(mask & (1u << i)))
      shape.dims[shape.rank++] = input->shape.dims[i];
  return koma_infer_set_output (graph, node, 0, input->dtype, &shape, error);
}

const KomaOpClass koma_op_squeeze = {
  .min_inputs = 1,
  .max_inputs = 1,
  .infer = infer,
};
