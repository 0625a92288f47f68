/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* PadV2 (x, paddings[, value]): x with a constant around it; float32, int32 or quantised.
 * paddings [rank,2], each 0 or more, and value, 0 where missing, must be known
 * ahead. */
#include "infer-8-bit.h"
#include "pad.h"

/**
 * koma_pad_infer:
 * @ret_params: (inout): `before` and `after` are set
 *
 * Reads and checks paddings, the second input.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if the input is bool; those of
 * koma_infer_ints(); %KOMA_ERROR_SHAPE if there are not two paddings for each
 * dimension; %KOMA_ERROR_MODEL if one is negative.
 */
gboolean
koma_pad_infer (const KomaGraph *graph,
                const KomaNode  *node,
                KomaOpParams    *ret_params,
                KomaShape       *ret_shape,
                GError         **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  KomaShape        shape = input->shape;
  KomaInts         paddings = { 0 };

  if (!koma_infer_check_8_bit (graph, node, 1, KOMA_DTYPES_NUMBER, error) ||
      !koma_infer_ints (graph, node, 1, "paddings", &paddings, error))
    return FALSE;
  if (paddings.n != 2 * shape.rank)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "paddings has %u elements, expected %u for an input of %u dimensions",
                      paddings.n, 2 * shape.rank, shape.rank);
  for (guint i = 0; i < paddings.n; i++)
    if (paddings.at[i] < 0)
      return koma_fail (error, KOMA_ERROR_MODEL,
                        "paddings has %" G_GINT64_FORMAT ", expected 0 or more",
                        paddings.at[i]);
  for (guint i = 0; i < shape.rank; i++) {
    ret_params->pad.before[i] = paddings.at[2 * i];
    ret_params->pad.after[i] = paddings.at[2 * i + 1];
    shape.dims[i] += paddings.at[2 * i] + paddings.at[2 * i + 1];
  }
  *ret_shape = shape;
  return TRUE;
}

static gboolean
read_value (const KomaGraph *graph,
            const KomaNode  *node,
            double          *ret_value,
            GError         **error)
{
  gint64 number = 0;
  float  value = 0;

  if (node->n_inputs > 2 && koma_node_input (graph, node, 0)->dtype == KOMA_DTYPE_INT32) {
    if (!koma_infer_int (graph, node, 2, "value", &number, error))
      return FALSE;
    *ret_value = number;
    return TRUE;
  }
  if (node->n_inputs > 2 && !koma_infer_float (graph, node, 2, "value", &value, error))
    return FALSE;
  *ret_value = value;
  return TRUE;
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  KomaOpParams params = { 0 };
  KomaShape    shape = { 0 };

  if (!koma_pad_infer (graph, node, &params, &shape, error) ||
      !read_value (graph, node, &params.pad.value, error))
    return FALSE;
  node->params = params;
  return koma_infer_set_output (graph, node, 0, koma_node_input (graph, node, 0)->dtype, &shape,
                                error);
}

const KomaOpClass koma_op_pad = {
  .min_inputs = 2,
  .max_inputs = 3,
  .infer = infer,
};
