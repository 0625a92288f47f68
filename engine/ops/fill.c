/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Fill (dims, value): a tensor of shape dims, which must be known ahead, of
 * one value; float32 or int32. */
#include "infer.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *value = koma_node_input (graph, node, 1);
  KomaShape        shape = { 0 };
  KomaInts         dims = { 0 };

  if (!koma_infer_check_dtype (value, "value", KOMA_DTYPES_NUMBER, error) ||
      !koma_infer_ints (graph, node, 0, "dims", &dims, error))
    return FALSE;
  if (!koma_shape_is_known (&value->shape) || koma_shape_count (&value->shape) != 1)
    return koma_infer_fail_shape (error, "value", &value->shape, "one element");
  if (dims.n > KOMA_MAX_RANK)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "dims has %u elements, expected at most %d", dims.n, KOMA_MAX_RANK);
  shape = koma_shape_make (dims.n, dims.at);
  return koma_infer_set_output (graph, node, 0, value->dtype, &shape, error);
}

const KomaOpClass koma_op_fill = {
  .min_inputs = 2,
  .max_inputs = 2,
  .infer = infer,
};
