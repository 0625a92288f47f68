/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* OneHot (indices, depth, on, off): a new dimension of `depth` elements, of which
 * element `index` is on and the others are off; all off where the index is out of
 * range. indices are int32; on and off, of one type, have one element, and the result
 * is of that type; depth must be known ahead. Attributes: axis (-1 where missing: the
 * last), where the dimension is; negative_indices (ONNX's rule; false where missing):
 * indices below 0 count from the end. */
#include "infer.h"

static gboolean
check_inputs (const KomaGraph *graph,
              const KomaNode  *node,
              GError         **error)
{
  const KomaValue *on = koma_node_input (graph, node, 2);
  const KomaValue *off = koma_node_input (graph, node, 3);

  if (!koma_infer_check_dtype (koma_node_input (graph, node, 0), "indices", KOMA_DTYPES_INT32,
                               error))
    return FALSE;
  if (on->dtype != off->dtype)
    return koma_fail (error, KOMA_ERROR_SHAPE, "on is %s, but off is %s",
                      koma_dtype_name (on->dtype), koma_dtype_name (off->dtype));
  if (koma_shape_count (&on->shape) != 1)
    return koma_infer_fail_shape (error, "on", &on->shape, "one element");
  if (koma_shape_count (&off->shape) != 1)
    return koma_infer_fail_shape (error, "off", &off->shape, "one element");
  return TRUE;
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaShape *indices = &koma_node_input (graph, node, 0)->shape;
  gboolean         wraps = koma_attrs_get_int (node->attrs, "negative_indices", FALSE) != FALSE;
  KomaShape        shape = { .rank = indices->rank + 1 };
  gint64           depth = 0;
  guint            axis = 0;

  if (shape.rank > KOMA_MAX_RANK)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "the result has more than %d dimensions", KOMA_MAX_RANK);
  if (!check_inputs (graph, node, error) ||
      !koma_infer_int (graph, node, 1, "depth", &depth, error) ||
      !koma_infer_axis (koma_attrs_get_int (node->attrs, "axis", -1), shape.rank, &axis, error))
    return FALSE;
  for (guint i = 0; i < shape.rank; i++)
    shape.dims[i] = i == axis ? depth : indices->dims[i < axis ? i : i - 1];
  node->params = (KomaOpParams){ .axis = { .axis = axis, .wraps = wraps } };
  return koma_infer_set_output (graph, node, 0, koma_node_input (graph, node, 2)->dtype, &shape,
                                error);
}

const KomaOpClass koma_op_one_hot = {
  .min_inputs = 4,
  .max_inputs = 4,
  .infer = infer,
};
