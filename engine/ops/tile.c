/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tile (x, multiples): x repeated along each dimension; multiples [rank],
 * each 0 or more, must be known ahead; any type. */
#include "infer.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  KomaShape        shape = input->shape;
  KomaInts         multiples = { 0 };

  if (!koma_infer_check_dtype (input, "input", KOMA_DTYPES_MOVED, error) ||
      !koma_infer_ints (graph, node, 1, "multiples", &multiples, error))
    return FALSE;
  if (multiples.n != shape.rank)
    return koma_fail (error, KOMA_ERROR_SHAPE, "multiples has %u elements, expected %u",
                      multiples.n, shape.rank);
  for (guint i = 0; i < shape.rank; i++) {
    if (multiples.at[i] < 0)
      return koma_fail (error, KOMA_ERROR_MODEL,
                        "multiples has %" G_GINT64_FORMAT ", expected 0 or more",
                        multiples.at[i]);
    shape.dims[i] *= multiples.at[i];
  }
  return koma_infer_set_output (graph, node, 0, input->dtype, &shape, error);
}

const KomaOpClass koma_op_tile = {
  .min_inputs = 2,
  .max_inputs = 2,
  .infer = infer,
};
