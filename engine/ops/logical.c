/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* LogicalAnd, LogicalOr, LogicalXor (a, b): element by element, the smaller
 * side repeated by NumPy's rule; bool. */
#include "infer.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  KomaShape shape = { 0 };

  return koma_infer_check_same_dtype (graph, node, 2, KOMA_DTYPES_BOOL, error) &&
         koma_infer_broadcast (graph, node, &shape, error) &&
         koma_infer_set_output (graph, node, 0, KOMA_DTYPE_BOOL, &shape, error);
}

const KomaOpClass koma_op_logical = {
  .min_inputs = 2,
  .max_inputs = 2,
  .infer = infer,
};
