/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* GatherV2 (x, indices[, axis]): slices of x along an axis, in the order of
 * indices; attribute `batch_dims`: leading dimensions that x and indices
 * share; `negative_indices` (ONNX's rule; false where missing): those below 0 count
 * from the end. x is of any type; indices int32; axis, 0 where missing, must be
 * known ahead.
 *
 * The result is x.shape[: axis] + indices.shape[batch_dims :] +
 * x.shape[axis + 1 :]. Indices that are known ahead are checked here; of
 * others, one out of range gives zeros, as TensorFlow does it on a GPU. */
#include "infer.h"

static gboolean
read_axes (const KomaGraph *graph,
           const KomaNode  *node,
           KomaOpParams    *params,
           GError         **error)
{
  const KomaShape *x = &koma_node_input (graph, node, 0)->shape;
  const KomaShape *indices = &koma_node_input (graph, node, 1)->shape;
  gint64           batch_dims = koma_attrs_get_int (node->attrs, "batch_dims", 0);
  gint64           axis = 0;

  if (node->n_inputs > 2 && !koma_infer_int (graph, node, 2, "axis", &axis, error))
    return FALSE;
  if (!koma_infer_axis (axis, x->rank, &params->axis.axis, error))
    return FALSE;
  if (batch_dims < -(gint64) indices->rank || batch_dims > (gint64) indices->rank)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "batch_dims is %" G_GINT64_FORMAT ", expected %d to %u",
                      batch_dims, -(int) indices->rank, indices->rank);
  if (batch_dims < 0)
    batch_dims += indices->rank;
  if (batch_dims > params->axis.axis)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "batch_dims is %" G_GINT64_FORMAT ", expected at most the axis, %u",
                      batch_dims, params->axis.axis);
  for (guint i = 0; i < batch_dims; i++)
    if (x->dims[i] != indices->dims[i])
      return koma_fail (error, KOMA_ERROR_SHAPE,
                        "dimension %u of the indices is %" G_GINT64_FORMAT
                        ", expected %" G_GINT64_FORMAT,
                        i, indices->dims[i], x->dims[i]);
  params->axis.batch_dims = batch_dims;
  return TRUE;
}

static gboolean
check_indices (const KomaArray *indices, /* (nullable) */
               gint64           size,
               gint64           least,
               GError         **error)
{
  gsize count = indices != NULL ? indices->count : 0;

  for (gsize i = 0; i < count; i++) {
    gint64 index = koma_array_get_int (indices, i);

    if (index < least || index >= size)
      return koma_fail (error, KOMA_ERROR_MODEL,
                        "index %" G_GSIZE_FORMAT " is %" G_GINT64_FORMAT
                        ", expected %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT,
                        i, index, least, size - 1);
  }
  return TRUE;
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *x = koma_node_input (graph, node, 0);
  const KomaValue *indices = koma_node_input (graph, node, 1);
  gboolean         wraps = koma_attrs_get_int (node->attrs, "negative_indices", FALSE) != FALSE;
  KomaOpParams     params = { .axis = { .wraps = wraps } };
  KomaShape        shape = { 0 };
  gint64           size = 0;
  guint            n_kept = 0;

  if (!koma_infer_check_dtype (x, "input", KOMA_DTYPES_ANY, error) ||
      !koma_infer_check_dtype (indices, "indices", KOMA_DTYPES_INT32, error) ||
      !read_axes (graph, node, &params, error))
    return FALSE;
  size = x->shape.dims[params.axis.axis];
  if (!check_indices (indices->constant, size, wraps ? -size : 0, error))
    return FALSE;
  n_kept = indices->shape.rank - params.axis.batch_dims;
  if (x->shape.rank - 1 + n_kept > KOMA_MAX_RANK)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "the result has %u dimensions, expected at most %d",
                      x->shape.rank - 1 + n_kept, KOMA_MAX_RANK);
  for (guint i = 0; i < params.axis.axis; i++)
    shape.dims[shape.rank++] = x->shape.dims[i];
  for (guint i = params.axis.batch_dims; i < indices->shape.rank; i++)
    shape.dims[shape.rank++] = indices->shape.dims[i];
  for (guint i = params.axis.axis + 1; i < x->shape.rank; i++)
    shape.dims[shape.rank++] = x->shape.dims[i];
  node->params = params;
  return koma_infer_set_output (graph, node, 0, x->dtype, &shape, error);
}

const KomaOpClass koma_op_gather = {
  .min_inputs = 2,
  .max_inputs = 3,
  .infer = infer,
};
