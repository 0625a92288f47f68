/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Transpose (x, perm): dimension i of the result is dimension perm[i] of x;
 * perm, a permutation, must be known ahead; any type. */
#include "infer.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  KomaShape        shape = input->shape;
  KomaOpParams     params = { 0 };
  KomaInts         perm = { 0 };
  guint            seen = 0;

  if (!koma_infer_check_dtype (input, "input", KOMA_DTYPES_MOVED, error) ||
      !koma_infer_ints (graph, node, 1, "perm", &perm, error))
    return FALSE;
  if (perm.n != shape.rank)
    return koma_fail (error, KOMA_ERROR_SHAPE, "perm has %u elements, expected %u",
                      perm.n, shape.rank);
  for (guint i = 0; i < perm.n; i++) {
    if (!koma_infer_axis (perm.at[i], shape.rank, &params.perm[i], error))
      return FALSE;
    if (seen & (1u << params.perm[i]))
      return koma_fail (error, KOMA_ERROR_MODEL,
                        "perm names dimension %u twice, expected once", params.perm[i]);
    seen |= 1u << params.perm[i];
    shape.dims[i] = input->shape.dims[params.perm[i]];
  }
  node->params = params;
  return koma_infer_set_output (graph, node, 0, input->dtype, &shape, error);
}

const KomaOpClass koma_op_transpose = {
  .min_inputs = 2,
  .max_inputs = 2,
  .infer = infer,
};
