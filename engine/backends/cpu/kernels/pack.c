/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Weights in the order in which a kernel reads them: one stream, whole
 * vectors, zeros where a tile is wider than what is left. */
#include "pack.h"

#include <string.h>

/**
 * koma_cpu_pack_count:
 * @kernels: whose tiles
 * @k: rows
 * @n: columns
 * @ret_count: (out): float elements of the packed matrix
 *
 * Returns: %FALSE on overflow
 */
gboolean
koma_cpu_pack_count (const KomaCpuKernels *kernels,
                     gsize                 k,
                     gsize                 n,
                     gsize                *ret_count)
{
  gsize n_padded = 0;
  gsize n_rows = 0;

  return g_size_checked_add (&n_padded, n, kernels->tile_n - 1) &&
         g_size_checked_add (&n_rows, k, 1) &&
         g_size_checked_mul (ret_count, n_padded / kernels->tile_n * kernels->tile_n, n_rows);
}

static void
pack_row (const float *from,
          gsize        stride,
          gsize        n,
          float       *to)
{
  if (stride == 1)
    memcpy (to, from, n * sizeof (float));
  else
    for (gsize i = 0; i < n; i++)
      to[i] = from[i * stride];
}

static void
pack_tile (const KomaCpuPack *pack,
           gsize              column)
{
  const gsize tile_n = pack->kernels->tile_n;
  const gsize n = MIN (tile_n, pack->n - column);
  float      *tile = (float *) pack->packed + column * (1 + pack->k);
  float      *to = tile + (1 + pack->first_row) * tile_n;

  if (pack->first_row == 0) {
    memset (tile, 0, (n < tile_n ? 1 + pack->k : 1) * tile_n * sizeof (float));
    if (pack->bias != NULL)
      memcpy (tile, (const float *) pack->bias + column, n * sizeof (float));
  }
  for (gsize row = 0; row < pack->n_rows; row++)
    pack_row ((const float *) pack->b + row * pack->k_stride + column * pack->n_stride,
              pack->n_stride, n, to + row * tile_n);
}

/**
 * koma_cpu_pack_run:
 * @pack: a matrix [k, n]
 * @first_column: a multiple of the kernels' tile_n
 * @n_columns: how many
 *
 * Packs for #KomaCpuKernels.gemm the columns asked for, and the bias with
 * the piece that holds row 0, which must be packed first. Allocates nothing.
 * Thread: any; ranges of columns are independent.
 */
void
koma_cpu_pack_run (const KomaCpuPack *pack,
                   gsize              first_column,
                   gsize              n_columns)
{
  const gsize tile_n = pack->kernels->tile_n;

  for (gsize column = first_column; column < first_column + n_columns; column += tile_n)
    pack_tile (pack, column);
}

/**
 * koma_cpu_pack_channels:
 * @pack: a depthwise filter [k taps, n channels]
 *
 * Packs for #KomaCpuKernels.depthwise_line: for each vector of channels the
 * bias, then every tap's weights: [n / vector][1 + k][vector].
 */
void
koma_cpu_pack_channels (const KomaCpuPack *pack)
{
  const gsize vector = pack->kernels->vector_elems;
  float      *to = pack->packed;

  for (gsize c = 0; c < pack->n; c += vector) {
    const gsize n = MIN (vector, pack->n - c);

    memset (to, 0, (1 + pack->k) * vector * sizeof (float));
    if (pack->bias != NULL)
      memcpy (to, (const float *) pack->bias + c, n * sizeof (float));
    to += vector;
    for (gsize tap = 0; tap < pack->k; tap++, to += vector)
      pack_row ((const float *) pack->b + tap * pack->k_stride + c * pack->n_stride,
                pack->n_stride, n, to);
  }
}

/**
 * koma_cpu_pack_is_ahead:
 * @step: a step
 * @weights: index of its weights among its inputs
 * @bias: index that its bias would have
 *
 * Returns: whether weights and bias, if any, are constants, to be packed when
 *   the step is prepared; otherwise they are packed at every run
 */
gboolean
koma_cpu_pack_is_ahead (const KomaCpuStep *step,
                        guint              weights,
                        guint              bias)
{
  const KomaGraph *graph = step->spec->graph;

  return koma_node_input (graph, step->node, weights)->constant != NULL &&
         (step->node->n_inputs <= bias ||
          koma_node_input (graph, step->node, bias)->constant != NULL);
}

/**
 * koma_cpu_pack_get_bias:
 * @step: a step
 * @bias: index that its bias would have among its inputs
 * @first_channel: 0, or the first of a group
 *
 * Returns: (nullable): the bias from there on, if it has one: float or, of 8 bits, int32
 */
gconstpointer
koma_cpu_pack_get_bias (const KomaCpuStep *step,
                        guint              bias,
                        gsize              first_channel)
{
  return step->node->n_inputs > bias ? (const guint32 *) step->in[bias] + first_channel : NULL;
}
