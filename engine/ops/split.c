/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* SplitV (value[, sizes]): value in pieces along an axis; any type.
 *
 * Koma's form serves TensorFlow's Split (axis, value) and SplitV (value,
 * sizes, axis): the axis, a constant in both, becomes attribute `axis`, which
 * must be there; attribute `num_split` is the number of pieces. Without
 * sizes, pieces are equal; sizes [num_split] must be known ahead, and one of
 * them may be -1: what is left. */
#include "infer.h"

static guint
count_outputs (const KomaAttrs *attrs)
{
  gint64 num = koma_attrs_get_int (attrs, "num_split", 0);

  return num > 0 && num <= KOMA_MAX_NODE_ARITY ? num : 0;
}

static gboolean
split_equally (gint64   size,
               guint    n,
               gint64  *sizes,
               GError **error)
{
  if (size % n != 0)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "can not split %" G_GINT64_FORMAT " elements into %u equal pieces",
                      size, n);
  for (guint i = 0; i < n; i++)
    sizes[i] = size / n;
  return TRUE;
}

/* Sizes may be more than KOMA_MAX_INTS. */
static gboolean
read_sizes (const KomaArray *tensor,
            guint            n,
            gint64          *sizes,
            GError         **error)
{
  if (tensor->dtype != KOMA_DTYPE_INT32)
    return koma_fail (error, KOMA_ERROR_SHAPE, "sizes are %s, expected int32",
                      koma_dtype_name (tensor->dtype));
  if (tensor->count != n)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "there are %" G_GSIZE_FORMAT " sizes, expected num_split, %u",
                      tensor->count, n);
  for (guint i = 0; i < n; i++)
    sizes[i] = koma_array_get_int (tensor, i);
  return TRUE;
}

static gboolean
complete_sizes (gint64   size,
                guint    n,
                gint64  *sizes,
                GError **error)
{
  gint64 sum = 0;
  guint  n_open = 0;

  for (guint i = 0; i < n; i++) {
    if (sizes[i] < -1)
      return koma_fail (error, KOMA_ERROR_MODEL,
                        "size %u is %" G_GINT64_FORMAT ", expected -1 or more", i, sizes[i]);
    sum += MAX (sizes[i], 0);
    n_open += sizes[i] == -1;
  }
  if (n_open > 1 || sum > size || (n_open == 0 && sum != size))
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "sizes add up to %" G_GINT64_FORMAT
                      " with %u open, expected %" G_GINT64_FORMAT,
                      sum, n_open, size);
  for (guint i = 0; i < n; i++)
    if (sizes[i] == -1)
      sizes[i] = size - sum;
  return TRUE;
}

static gboolean
find_sizes (const KomaGraph *graph,
            const KomaNode  *node,
            gint64           size,
            gint64          *sizes,
            GError         **error)
{
  const KomaArray *tensor = NULL;

  if (node->n_inputs < 2)
    return split_equally (size, node->n_outputs, sizes, error);
  tensor = koma_node_constant_input (graph, node, 1, "sizes", error);
  return tensor != NULL && read_sizes (tensor, node->n_outputs, sizes, error) &&
         complete_sizes (size, node->n_outputs, sizes, error);
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue   *input = koma_node_input (graph, node, 0);
  KomaShape          shape = input->shape;
  g_autofree gint64 *sizes = g_new0 (gint64, node->n_outputs);
  guint              axis = 0;

  if (!koma_infer_check_dtype (input, "input", KOMA_DTYPES_MOVED, error))
    return FALSE;
  if (!koma_attrs_has (node->attrs, "axis"))
    return koma_fail (error, KOMA_ERROR_MODEL, "has no attribute axis, expected an integer");
  if (!koma_infer_axis (koma_attrs_get_int (node->attrs, "axis", 0), shape.rank, &axis, error) ||
      !find_sizes (graph, node, shape.dims[axis], sizes, error))
    return FALSE;
  node->params = (KomaOpParams){ .axis = { .axis = axis } };
  for (guint i = 0; i < node->n_outputs; i++) {
    shape.dims[axis] = sizes[i];
    if (!koma_infer_set_output (graph, node, i, input->dtype, &shape, error))
      return FALSE;
  }
  return TRUE;
}

const KomaOpClass koma_op_split = {
  .min_inputs = 1,
  .max_inputs = 2,
  .count_outputs = count_outputs,
  .infer = infer,
};
