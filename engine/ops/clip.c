/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* ClipByValue (x, min, max): y = MIN (MAX (x, min), max); float32. The bounds
 * are single numbers that must be known ahead; infinite ones are fine. */
#include "infer.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  KomaClamp        clamp = KOMA_CLAMP_NONE;

  if (!koma_infer_check_dtype (input, "input", KOMA_DTYPES_FLOAT32, error) ||
      !koma_infer_float (graph, node, 1, "lower bound", &clamp.min, error) ||
      !koma_infer_float (graph, node, 2, "upper bound", &clamp.max, error))
    return FALSE;
  if (!(clamp.min <= clamp.max))
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "lower bound is %g, expected at most the upper bound, %g",
                      clamp.min, clamp.max);
  node->params = (KomaOpParams){ .clip = clamp };
  return koma_infer_set_output (graph, node, 0, input->dtype, &input->shape, error);
}

const KomaOpClass koma_op_clip = {
  .min_inputs = 3,
  .max_inputs = 3,
  .infer = infer,
};
