/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Dequantize (x, scale, zero_point): ONNX's DequantizeLinear:
 *
 *   y = scale * (x - zero_point)
 *
 * x is uint8, int8 or int32, zero_point of the same type; y is float32. scale and
 * zero_point are as in Quantize; scale may be negative, as of some weights. */
#include "quantize.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  KomaOpParams     params = { 0 };

  if (!koma_infer_check_dtype (input, "input", KOMA_DTYPES_8_BIT | KOMA_DTYPES_INT32, error) ||
      !koma_quantize_infer (graph, node, 1u << input->dtype, &params, error))
    return FALSE;
  node->params = params;
  return koma_infer_set_output (graph, node, 0, KOMA_DTYPE_FLOAT32, &input->shape, error);
}

const KomaOpClass koma_op_dequantize = {
  .min_inputs = 3,
  .max_inputs = 3,
  .infer = infer,
};
