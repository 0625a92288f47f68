/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* LogicalNot (x): true where x is false; bool. */
#include "infer.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);

  return koma_infer_check_dtype (input, "input", KOMA_DTYPES_BOOL, error) &&
         koma_infer_set_output (graph, node, 0, KOMA_DTYPE_BOOL, &input->shape, error);
}

const KomaOpClass koma_op_logical_not = {
  .min_inputs = 1,
  .max_inputs = 1,
  .infer = infer,
};
