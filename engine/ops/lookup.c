/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Lookup (x, table): y = table[x]; x is uint8 or int8, whose bytes count as unsigned; table [256]
 * of uint8 or int8. TensorFlow has no such op: the pass integer-ops makes it of functions of one
 * quantised number. */
#include "infer.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  const KomaValue *table = koma_node_input (graph, node, 1);
  const KomaShape  expected = KOMA_SHAPE (256);

  if (!koma_infer_check_dtype (input, "input", KOMA_DTYPES_8_BIT, error) ||
      !koma_infer_check_dtype (table, "table", KOMA_DTYPES_8_BIT, error))
    return FALSE;
  if (!koma_shape_equal (&table->shape, &expected))
    return koma_infer_fail_shape (error, "table", &table->shape, "[256]");
  return koma_infer_set_output (graph, node, 0, table->dtype, &input->shape, error);
}

const KomaOpClass koma_op_lookup = {
  .min_inputs = 2,
  .max_inputs = 2,
  .infer = infer,
};
