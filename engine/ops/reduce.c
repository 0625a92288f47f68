/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Max, Mean, Min, Prod, Sum (x, axes): over some dimensions, which are
 * dropped or, with attribute `keep_dims`, become 1. axes must be known ahead;
 * negative ones count from the end; none at all leaves x as it is. float32;
 * all but Mean take int32 too, where overflow wraps. Over no elements they
 * give -∞, NaN, ∞, 1, 0; of int32, the lowest and highest number for ∓∞. */
#include "infer-8-bit.h"
#include "reduce.h"

static gboolean
read_axes (const KomaGraph *graph,
           const KomaNode  *node,
           guint           *ret_mask,
           GError         **error)
{
  guint    rank = koma_node_input (graph, node, 0)->shape.rank;
  KomaInts axes = { 0 };
  guint    mask = 0;

  if (!koma_infer_ints (graph, node, 1, "axes", &axes, error))
    return FALSE;
  for (guint i = 0; i < axes.n; i++) {
    guint axis = 0;

    if (!koma_infer_axis (axes.at[i], rank, &axis, error))
      return FALSE;
    if (mask & (1u << axis))
      return koma_fail (error, KOMA_ERROR_MODEL,
                        "axes names dimension %u twice, expected once", axis);
    mask |= 1u << axis;
  }
  *ret_mask = mask;
  return TRUE;
}

/**
 * koma_reduce_infer:
 * @dtypes: that the input may be of; the output is of the same
 *
 * The `infer` of a reduction.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if the input is of another type, or the axes are not
 * known ahead; %KOMA_ERROR_SHAPE if there is no such axis; %KOMA_ERROR_MODEL if one
 * stands there twice; %KOMA_ERROR_MEMORY.
 */
gboolean
koma_reduce_infer (KomaGraph *graph,
                   KomaNode  *node,
                   guint      dtypes,
                   GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  gboolean         keep_dims = koma_attrs_get_int (node->attrs, "keep_dims", FALSE) != FALSE;
  KomaShape        shape = { 0 };
  guint            mask = 0;

  if (!koma_infer_check_dtype (input, "input", dtypes, error) ||
      !read_axes (graph, node, &mask, error))
    return FALSE;
  for (guint i = 0; i < input->shape.rank; i++)
    if (!(mask & (1u << i)))
      shape.dims[shape.rank++] = input->shape.dims[i];
    else if (keep_dims)
      shape.dims[shape.rank++] = 1;
  node->params = (KomaOpParams){ .reduce = { .axes_mask = mask, .keep_dims = keep_dims } };
  return koma_infer_set_output (graph, node, 0, input->dtype, &shape, error);
}

/* Quantised, it is a mean over rows and columns. */
static gboolean
infer_8_bit (KomaGraph *graph,
             KomaNode  *node,
             GError   **error)
{
  const KomaShape *shape = &koma_node_input (graph, node, 0)->shape;

  if (!koma_infer_check_8_bit (graph, node, 1, 0, error) ||
      !koma_reduce_infer (graph, node, KOMA_DTYPES_8_BIT, error))
    return FALSE;
  if (shape->rank != 4 || node->params.reduce.axes_mask != KOMA_REDUCE_ROWS_AND_COLUMNS ||
      shape->dims[1] * shape->dims[2] == 0)
    return koma_infer_fail_shape (error, "input", shape, "[n,h,w,c], reduced to [n,1,1,c]");
  return TRUE;
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  if (node->op == KOMA_OP_MEAN && koma_node_is_8_bit (graph, node))
    return infer_8_bit (graph, node, error);
  return koma_reduce_infer (
    graph, node, node->op == KOMA_OP_MEAN ? KOMA_DTYPES_FLOAT32 : KOMA_DTYPES_NUMBER, error);
}

const KomaOpClass koma_op_reduce = {
  .min_inputs = 2,
  .max_inputs = 2,
  .infer = infer,
};
