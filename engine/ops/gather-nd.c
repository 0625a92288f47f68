/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* GatherNd (x, indices): the slices of x that the last dimension of indices names, [..,
 * k]: result[b.., i.., s..] = x[b.., indices[b.., i..], s..]. x is of any type; indices
 * int32; one out of range gives zeros. Attributes: batch_dims, the leading dimensions b
 * that both share, 0 where missing; negative_indices (ONNX's rule; false where missing):
 * those below 0 count from the end. */
#include "infer.h"

static gboolean
check_shapes (const KomaShape *x,
              const KomaShape *indices,
              gint64           batch_dims,
              GError         **error)
{
  gint64 k = indices->rank > 0 ? indices->dims[indices->rank - 1] : 0;

  if (batch_dims < 0 || batch_dims >= indices->rank)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "batch_dims is %" G_GINT64_FORMAT
                      ", expected less than the %u dimensions of the indices",
                      batch_dims, indices->rank);
  if (batch_dims + k > x->rank)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "an index has %" G_GINT64_FORMAT
                      " numbers, expected at most %" G_GINT64_FORMAT,
                      k, x->rank - batch_dims);
  for (guint i = 0; i < batch_dims; i++)
    if (x->dims[i] != indices->dims[i])
      return koma_fail (error, KOMA_ERROR_SHAPE,
                        "dimension %u of the indices is %" G_GINT64_FORMAT
                        ", expected %" G_GINT64_FORMAT,
                        i, indices->dims[i], x->dims[i]);
  return TRUE;
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *x = koma_node_input (graph, node, 0);
  const KomaValue *indices = koma_node_input (graph, node, 1);
  gint64           batch_dims = koma_attrs_get_int (node->attrs, "batch_dims", 0);
  KomaShape        shape = { 0 };
  guint            first = 0;

  if (!koma_infer_check_dtype (indices, "indices", KOMA_DTYPES_INT32, error) ||
      !check_shapes (&x->shape, &indices->shape, batch_dims, error))
    return FALSE;
  first = batch_dims + indices->shape.dims[indices->shape.rank - 1];
  if (indices->shape.rank - 1 + x->shape.rank - first > KOMA_MAX_RANK)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "the result has more than %d dimensions", KOMA_MAX_RANK);
  for (guint i = 0; i + 1 < indices->shape.rank; i++)
    shape.dims[shape.rank++] = indices->shape.dims[i];
  for (guint i = first; i < x->shape.rank; i++)
    shape.dims[shape.rank++] = x->shape.dims[i];
  node->params = (KomaOpParams){
    .axis = {
      .batch_dims = batch_dims,
      .wraps = koma_attrs_get_int (node->attrs, "negative_indices", FALSE) != FALSE,
    },
  };
  return koma_infer_set_output (graph, node, 0, x->dtype, &shape, error);
}

const KomaOpClass koma_op_gather_nd = {
  .min_inputs = 2,
  .max_inputs = 2,
  .infer = infer,
};
