/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Identity, StopGradient (x): x; any element type. Readers use Identity for what does nothing
 * in inference too: dropout, their own StopGradient, … To koma_gradient_add() the result of
 * StopGradient depends on nothing. */
#include "infer.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);

  return koma_infer_set_output (graph, node, 0, input->dtype, &input->shape, error);
}

const KomaOpClass koma_op_identity = {
  .min_inputs = 1,
  .max_inputs = 1,
  .infer = infer,
};
