/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* SpaceToBatchND (x, block_shape, paddings): pads dimensions 1 … m with zeros,
 * and moves blocks of them to the batch.
 *
 * x is [n, d1 … dm, …], float32 or int32; block_shape [m] and paddings [m,2]
 * must be known ahead. The result is [n * product (block),
 * (d1 + paddings) / block[0], …]. */
#include "space-nd.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  KomaShape        shape = input->shape;
  KomaSpaceND      space = { 0 };

  if (!koma_space_nd_infer (graph, node, "paddings", &space, error))
    return FALSE;
  for (guint i = 0; i < space.n_spatial; i++) {
    gint64 dim = shape.dims[1 + i] + space.before[i] + space.after[i];

    if (dim % space.block[i] != 0)
      return koma_fail (error, KOMA_ERROR_SHAPE,
                        "dimension %u is %" G_GINT64_FORMAT
                        " with its padding, expected a multiple of %" G_GINT64_FORMAT,
                        1 + i, dim, space.block[i]);
    shape.dims[1 + i] = dim / space.block[i];
  }
  /* Both factors are below 2^31. */
  shape.dims[0] *= space.block_size;
  koma_space_nd_fill_params (&space, &node->params);
  return koma_infer_set_output (graph, node, 0, input->dtype, &shape, error);
}

const KomaOpClass koma_op_space_to_batch_nd = {
  .min_inputs = 3,
  .max_inputs = 3,
  .infer = infer,
};
