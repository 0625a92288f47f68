/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* SelectV2 (condition, a, b): elements of a where condition is true, of b
 * elsewhere; all three are repeated by NumPy's rule. condition is bool; a and b
 * are of one type, any. */
#include "infer.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *condition = koma_node_input (graph, node, 0);
  const KomaValue *a = koma_node_input (graph, node, 1);
  const KomaValue *b = koma_node_input (graph, node, 2);
  KomaShape        shape = { 0 };

  if (!koma_infer_check_dtype (condition, "condition", KOMA_DTYPES_BOOL, error))
    return FALSE;
  if (a->dtype != b->dtype)
    return koma_fail (error, KOMA_ERROR_SHAPE, "input “%s” is %s, but input “%s” is %s",
                      a->name, koma_dtype_name (a->dtype), b->name, koma_dtype_name (b->dtype));
  return koma_infer_broadcast (graph, node, &shape, error) &&
         koma_infer_set_output (graph, node, 0, a->dtype, &shape, error);
}

const KomaOpClass koma_op_select = {
  .min_inputs = 3,
  .max_inputs = 3,
  .infer = infer,
};
