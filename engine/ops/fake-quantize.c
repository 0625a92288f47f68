/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* FakeQuantize (x): the float that Dequantize makes of Quantize (x):
 *
 *   y = scale * MIN (MAX (round (x / scale), low), high)
 *
 * float32. Attributes: `scale`; `low` and `high`, the ends of the integers less the zero
 * point. Halves are rounded to the even neighbour; a NaN stays one. No format has
 * this op: a pass makes it. */
#include <float.h>

#include "infer.h"

/* Integers of 16 bits and any zero point among them. */
#define MAX_LEVEL 65535

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  const double     scale = koma_attrs_get_float (node->attrs, "scale", 0);
  const gint64     low = koma_attrs_get_int (node->attrs, "low", 0);
  const gint64     high = koma_attrs_get_int (node->attrs, "high", 0);

  if (!koma_infer_check_dtype (input, "input", KOMA_DTYPES_FLOAT32, error))
    return FALSE;
  if (!(scale >= FLT_MIN && scale <= FLT_MAX))
    return koma_fail (error, KOMA_ERROR_MODEL, "scale is %g, expected a positive number", scale);
  if (low < -MAX_LEVEL || high > MAX_LEVEL || low > high)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "the integers are %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT
                      ", expected a range within %d to %d",
                      low, high, -MAX_LEVEL, MAX_LEVEL);
  node->params = (KomaOpParams){ .fake_quantize = { scale, low, high } };
  return koma_infer_set_output (graph, node, 0, input->dtype, &input->shape, error);
}

const KomaOpClass koma_op_fake_quantize = {
  .min_inputs = 1,
  .max_inputs = 1,
  .infer = infer,
};
