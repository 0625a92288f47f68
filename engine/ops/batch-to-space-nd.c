/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* BatchToSpaceND (x, block_shape, crops): the inverse of SpaceToBatchND.
 *
 * x is [n, d1 … dm, …], float32 or int32; block_shape [m] and crops [m,2] must
 * be known ahead. The result is [n / product (block), d1 * block[0] -
 * crops, …]. */
#include "space-nd.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  KomaShape        shape = input->shape;
  KomaSpaceND      space = { 0 };

  if (!koma_space_nd_infer (graph, node, "crops", &space, error))
    return FALSE;
  if (shape.dims[0] % space.block_size != 0)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "batch is %" G_GINT64_FORMAT
                      ", expected a multiple of %" G_GINT64_FORMAT,
                      shape.dims[0], space.block_size);
  shape.dims[0] /= space.block_size;
  for (guint i = 0; i < space.n_spatial; i++) {
    gint64 dim = shape.dims[1 + i] * space.block[i];
    gint64 crops = space.before[i] + space.after[i];

    if (crops > dim)
      return koma_fail (error, KOMA_ERROR_SHAPE,
                        "crops %" G_GINT64_FORMAT
                        " of dimension %u, expected at most %" G_GINT64_FORMAT,
                        crops, 1 + i, dim);
    shape.dims[1 + i] = dim - crops;
  }
  koma_space_nd_fill_params (&space, &node->params);
  return koma_infer_set_output (graph, node, 0, input->dtype, &shape, error);
}

const KomaOpClass koma_op_batch_to_space_nd = {
  .min_inputs = 3,
  .max_inputs = 3,
  .infer = infer,
};
