/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Slice (x, begin, size): a box of x; begin [rank] and size [rank], where -1
 * is what is left, must be known ahead; any type. */
#include "infer.h"

static gboolean
cut (gint64   dim,
     gint64   begin,
     gint64  *size,
     GError **error)
{
  if (*size == -1)
    *size = dim - begin;
  if (begin < 0 || *size < 0 || begin + *size > dim)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "begins at %" G_GINT64_FORMAT " with size %" G_GINT64_FORMAT
                      ", expected to stay within %" G_GINT64_FORMAT " elements",
                      begin, *size, dim);
  return TRUE;
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  guint            rank = input->shape.rank;
  KomaOpParams     params = { 0 };
  KomaInts         begin = { 0 };
  KomaInts         size = { 0 };

  if (!koma_infer_check_dtype (input, "input", KOMA_DTYPES_MOVED, error) ||
      !koma_infer_ints (graph, node, 1, "begin", &begin, error) ||
      !koma_infer_ints (graph, node, 2, "size", &size, error))
    return FALSE;
  if (begin.n != rank || size.n != rank)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "begin and size have %u and %u elements, expected %u",
                      begin.n, size.n, rank);
  for (guint i = 0; i < rank; i++) {
    if (!cut (input->shape.dims[i], begin.at[i], &size.at[i], error))
      return FALSE;
    params.slice.begin[i] = begin.at[i];
    params.slice.step[i] = 1;
  }
  params.slice.full_shape = koma_shape_make (rank, size.at);
  node->params = params;
  return koma_infer_set_output (graph, node, 0, input->dtype, &params.slice.full_shape, error);
}

const KomaOpClass koma_op_slice = {
  .min_inputs = 3,
  .max_inputs = 3,
  .infer = infer,
};
