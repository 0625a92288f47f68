/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "infer-8-bit.h"

#include "engine/graph/quantization.h"

static gboolean
check_scales (const KomaValue *value,
              const char      *what,
              gsize            n_channels,
              gsize            run_elems,
              GError         **error)
{
  const KomaQuantization *quantization = value->quantization;

  if (quantization == NULL)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "%s “%s” is %s, expected quantised integers",
                      what, value->name, koma_dtype_name (value->dtype));
  if (quantization->n_scales == 1 ||
      (quantization->n_scales == n_channels && quantization->run_elems == run_elems))
    return TRUE;
  return koma_fail (error, KOMA_ERROR_SHAPE,
                    "%s “%s” has %" G_GSIZE_FORMAT " scales, expected 1 or %" G_GSIZE_FORMAT, what,
                    value->name, quantization->n_scales, n_channels);
}

/**
 * koma_infer_check_product:
 * @n_channels: channels of the result
 * @run_elems: elements of one of these channels that lie together in the weights
 *
 * The types of a convolution or a matrix product: float32, or 8 bits with one scale for the input
 * and for the output and one or @n_channels for the weights.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if the types are others; %KOMA_ERROR_SHAPE if two differ, or
 * scales do not fit the channels.
 */
gboolean
koma_infer_check_product (const KomaGraph *graph,
                          const KomaNode  *node,
                          gint64           n_channels,
                          gsize            run_elems,
                          GError         **error)
{
  if (!koma_node_is_8_bit (graph, node))
    return koma_infer_check_same_dtype (graph, node, 2, KOMA_DTYPES_FLOAT32, error);
  return koma_infer_check_dtype (koma_node_input (graph, node, 1), "weights", KOMA_DTYPES_8_BIT,
                                 error) &&
         check_scales (koma_node_input (graph, node, 0), "input", 1, 1, error) &&
         check_scales (koma_node_output (graph, node, 0), "output", 1, 1, error) &&
         check_scales (koma_node_input (graph, node, 1), "weights", (gsize) n_channels, run_elems,
                       error);
}

/**
 * koma_infer_check_8_bit:
 * @n_inputs: of the node's first so many inputs
 * @dtypes: that it takes if it does not compute with integers
 *
 * The types of an op that also computes with integers: all of these inputs of one of @dtypes, or
 * all and the output of 8 bits with one scale each.
 *
 * Errors: those of koma_infer_check_same_dtype(); %KOMA_ERROR_SHAPE if there is more than one
 * scale.
 */
gboolean
koma_infer_check_8_bit (const KomaGraph *graph,
                        const KomaNode  *node,
                        guint            n_inputs,
                        guint            dtypes,
                        GError         **error)
{
  if (!koma_node_is_8_bit (graph, node))
    return koma_infer_check_same_dtype (graph, node, n_inputs, dtypes, error);
  for (guint i = 0; i < n_inputs; i++)
    if (!koma_infer_check_dtype (koma_node_input (graph, node, i), "input", KOMA_DTYPES_8_BIT,
                                 error) ||
        !check_scales (koma_node_input (graph, node, i), "input", 1, 1, error))
      return FALSE;
  return check_scales (koma_node_output (graph, node, 0), "output", 1, 1, error);
}
