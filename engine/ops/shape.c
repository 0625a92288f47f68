/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Shape (x): the shape of x, as int32 [rank]. Known ahead whenever the shape
 * is, even if x is not. */
#include "infer.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaShape shape = KOMA_SHAPE (koma_node_input (graph, node, 0)->shape.rank);

  return koma_infer_set_output (graph, node, 0, KOMA_DTYPE_INT32, &shape, error);
}

const KomaOpClass koma_op_shape = {
  .min_inputs = 1,
  .max_inputs = 1,
  .infer = infer,
};
