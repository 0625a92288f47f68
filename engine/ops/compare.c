/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual (a, b): element by
 * element, the smaller side repeated by NumPy's rule; bool. Both sides are
 * float32 or int32; Equal and NotEqual take bool too. A NaN is not equal to
 * anything, and neither less nor greater. */
#include "infer.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  guint     dtypes = node->op == KOMA_OP_EQUAL || node->op == KOMA_OP_NOT_EQUAL
                       ? KOMA_DTYPES_ANY
                       : KOMA_DTYPES_NUMBER;
  KomaShape shape = { 0 };

  return koma_infer_check_same_dtype (graph, node, 2, dtypes, error) &&
         koma_infer_broadcast (graph, node, &shape, error) &&
         koma_infer_set_output (graph, node, 0, KOMA_DTYPE_BOOL, &shape, error);
}

const KomaOpClass koma_op_compare = {
  .min_inputs = 2,
  .max_inputs = 2,
  .infer = infer,
};
