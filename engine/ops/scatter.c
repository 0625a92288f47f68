/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* ScatterNd (indices, updates, shape): zeros of a shape, which must be known ahead, to
 * which updates are added. TensorScatterAdd, TensorScatterUpdate (x, indices, updates):
 * x, to which they are added, or of which they replace slices, the last one where
 * several name the same.
 *
 * The last dimension of indices [i.., k] names a slice of the result; updates are [i..,
 * slice..]. int32 indices; one out of range is left out. updates are float32 or int32, of
 * TensorScatterUpdate any type; x is of the same. Attribute negative_indices (ONNX's
 * rule; false where missing): indices below 0 count from the end. */
#include "infer.h"

static gboolean
check_updates (const KomaShape *indices,
               const KomaShape *updates,
               const KomaShape *shape,
               GError         **error)
{
  KomaShape expected = { 0 };
  gint64    k = indices->rank > 0 ? indices->dims[indices->rank - 1] : -1;

  if (k < 0 || k > shape->rank)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "an index has %" G_GINT64_FORMAT " numbers, expected 0 to %u",
                      k, shape->rank);
  if (indices->rank - 1 + shape->rank - k <= KOMA_MAX_RANK) {
    for (guint i = 0; i + 1 < indices->rank; i++)
      expected.dims[expected.rank++] = indices->dims[i];
    for (guint i = k; i < shape->rank; i++)
      expected.dims[expected.rank++] = shape->dims[i];
    if (koma_shape_equal (updates, &expected))
      return TRUE;
  }
  return koma_infer_fail_shape (error, "updates", updates,
                                "that of the indices and of the slices they name");
}

static gboolean
find_shape (const KomaGraph *graph,
            const KomaNode  *node,
            KomaShape       *ret_shape,
            GError         **error)
{
  KomaInts dims = { 0 };

  if (node->op != KOMA_OP_SCATTER_ND) {
    *ret_shape = koma_node_input (graph, node, 0)->shape;
    return TRUE;
  }
  if (!koma_infer_ints (graph, node, 2, "shape", &dims, error))
    return FALSE;
  if (dims.n > KOMA_MAX_RANK)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "shape has %u elements, expected at most %d", dims.n, KOMA_MAX_RANK);
  *ret_shape = koma_shape_make (dims.n, dims.at);
  return TRUE;
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  guint            first = node->op == KOMA_OP_SCATTER_ND ? 0 : 1;
  const KomaValue *indices = koma_node_input (graph, node, first);
  const KomaValue *updates = koma_node_input (graph, node, first + 1);
  const KomaValue *x = koma_node_input (graph, node, 0);
  guint            dtypes =
    node->op == KOMA_OP_TENSOR_SCATTER_UPDATE ? KOMA_DTYPES_ANY : KOMA_DTYPES_NUMBER;
  KomaShape shape = { 0 };

  if (!koma_infer_check_dtype (indices, "indices", KOMA_DTYPES_INT32, error) ||
      !koma_infer_check_dtype (updates, "updates", dtypes, error))
    return FALSE;
  if (first == 1 && x->dtype != updates->dtype)
    return koma_fail (error, KOMA_ERROR_SHAPE, "input “%s” is %s, but input “%s” is %s",
                      x->name, koma_dtype_name (x->dtype),
                      updates->name, koma_dtype_name (updates->dtype));
  if (!find_shape (graph, node, &shape, error) ||
      !check_updates (&indices->shape, &updates->shape, &shape, error))
    return FALSE;
  node->params = (KomaOpParams){
    .axis.wraps = koma_attrs_get_int (node->attrs, "negative_indices", FALSE) != FALSE,
  };
  return koma_infer_set_output (graph, node, 0, updates->dtype, &shape, error);
}

const KomaOpClass koma_op_scatter = {
  .min_inputs = 3,
  .max_inputs = 3,
  .infer = infer,
};
