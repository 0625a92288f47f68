/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grid.h"

#include "engine/graph/quantization.h"

static KomaCpuGrid
make_grid (const KomaQuantization *quantization)
{
  const gboolean is_signed = quantization->dtype == KOMA_DTYPE_INT8;

  return (KomaCpuGrid){
    .flip = is_signed ? 0x80 : 0,
    .zero = quantization->zero_point + (is_signed ? 0x80 : 0),
    .scale = quantization->scales[0],
  };
}

/**
 * koma_cpu_grid_in:
 * @index: an input of 8 bits
 *
 * Returns: what its integers stand for. Thread: any.
 */
KomaCpuGrid
koma_cpu_grid_in (const KomaCpuStep *step,
                  guint              index)
{
  return make_grid (koma_node_input (step->spec->graph, step->node, index)->quantization);
}

/**
 * koma_cpu_grid_out:
 *
 * Returns: what the integers of the first output stand for, of 8 bits, and the node's clamp in
 *   them. Thread: any.
 */
KomaCpuGridOut
koma_cpu_grid_out (const KomaCpuStep *step)
{
  const KomaValue  *value = koma_node_output (step->spec->graph, step->node, 0);
  const KomaCpuGrid grid = make_grid (value->quantization);
  const float       lowest = (float) -grid.zero;
  const float       highest = (float) (G_MAXUINT8 - grid.zero);

  return (KomaCpuGridOut){
    .grid = grid,
    .low = CLAMP (rintf (step->node->clamp.min / grid.scale), lowest, highest),
    .high = CLAMP (rintf (step->node->clamp.max / grid.scale), lowest, highest),
  };
}

/**
 * koma_cpu_grid_new_multipliers:
 *
 * Returns: (transfer full): for each channel of a product, the steps of the result in one of its
 *   sums: scale (x) * scale (weights) / scale (result). Thread: any.
 */
float *
koma_cpu_grid_new_multipliers (const KomaCpuStep *step,
                               gsize              n_channels)
{
  const KomaGraph        *graph = step->spec->graph;
  const KomaQuantization *weights = koma_node_input (graph, step->node, 1)->quantization;
  const float             x_scale = koma_cpu_grid_in (step, 0).scale;
  const float             out_scale = koma_cpu_grid_out (step).grid.scale;
  float                  *multipliers = g_new (float, MAX (n_channels, 1));

  for (gsize i = 0; i < n_channels; i++)
    multipliers[i] = x_scale * weights->scales[i % weights->n_scales] / out_scale;
  return multipliers;
}
