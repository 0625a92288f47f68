/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grid.h"

#include "engine/graph/quantization.h"

static gboolean
leaves_levels (const KomaNode         *node,
               const KomaQuantization *output)
{
  const float least = output->dtype == KOMA_DTYPE_INT8 ? G_MININT8 : 0;
  const float scale = output->scales[0];
  const float zero = (float) output->zero_point;

  return CLAMP (rintf (node->clamp.min / scale) + zero, least, least + G_MAXUINT8) <
         CLAMP (rintf (node->clamp.max / scale) + zero, least, least + G_MAXUINT8);
}

/**
 * koma_xnn_grid_check:
 * @n_inputs: how many of the node's first inputs are data
 *
 * Whether the integers of these inputs and of the output are of one type, and the clamp leaves more
 * than one of them.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if not.
 */
gboolean
koma_xnn_grid_check (const KomaGraph *graph,
                     const KomaNode  *node,
                     guint            n_inputs,
                     GError         **error)
{
  const KomaValue *output = koma_node_output (graph, node, 0);

  if (!koma_node_is_8_bit (graph, node))
    return TRUE;
  for (guint i = 0; i < n_inputs; i++)
    if (koma_node_input (graph, node, i)->dtype != output->dtype)
      return koma_xnn_refuse (error, "XNNPACK does not mix uint8 and int8");
  if (!leaves_levels (node, output->quantization))
    return koma_xnn_refuse (error, "the activation leaves one value only");
  return TRUE;
}

/**
 * koma_xnn_grid_check_ratio:
 * @ratio: of a step of the inputs to one of the output
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if it is not in [@least, @limit).
 */
gboolean
koma_xnn_grid_check_ratio (double   ratio,
                           double   least,
                           double   limit,
                           GError **error)
{
  return (ratio >= least && ratio < limit) ||
         koma_xnn_refuse (error, "XNNPACK takes no scales as different");
}

/**
 * koma_xnn_grid_check_ratios:
 *
 * Checks as koma_xnn_grid_check() and koma_xnn_grid_check_ratio() do, for each input.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if one fails.
 */
gboolean
koma_xnn_grid_check_ratios (const KomaGraph *graph,
                            const KomaNode  *node,
                            guint            n_inputs,
                            double           least,
                            double           limit,
                            GError         **error)
{
  if (!koma_node_is_8_bit (graph, node))
    return TRUE;
  for (guint i = 0; i < n_inputs; i++)
    if (!koma_xnn_grid_check_ratio (
          (double) koma_node_input (graph, node, i)->quantization->scales[0] /
            (double) koma_node_output (graph, node, 0)->quantization->scales[0],
          least, limit, error))
      return FALSE;
  return koma_xnn_grid_check (graph, node, n_inputs, error);
}
