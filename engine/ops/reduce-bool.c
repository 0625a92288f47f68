/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* All, Any (x, axes): whether all, or some, of the elements over some dimensions
 * are true; bool. Axes and `keep_dims` as in reduce.c. Over no elements All is
 * true, Any false. */
#include "reduce.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  return koma_reduce_infer (graph, node, KOMA_DTYPES_BOOL, error);
}

const KomaOpClass koma_op_reduce_bool = {
  .min_inputs = 2,
  .max_inputs = 2,
  .infer = infer,
};
