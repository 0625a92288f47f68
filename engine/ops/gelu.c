/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Gelu (x): x · Φ (x), element by element; float32. TensorFlow computes it with
 * several ops; the name and the attribute are those of its function.
 *
 *   approximate false, or missing   x / 2 · (1 + erf (x / √2))
 *   approximate true                x / 2 · (1 + tanh (√(2 / π) · (x + 0.044715 x³))) */
#include "infer.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);

  if (!koma_infer_check_dtype (input, "input", KOMA_DTYPES_FLOAT32, error))
    return FALSE;
  node->params = (KomaOpParams){
    .is_approximate = koma_attrs_get_int (node->attrs, "approximate", FALSE) != FALSE,
  };
  return koma_infer_set_output (graph, node, 0, input->dtype, &input->shape, error);
}

const KomaOpClass koma_op_gelu = {
  .min_inputs = 1,
  .max_inputs = 1,
  .infer = infer,
};
