/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/*   y = x · f + (offset - mean · f),   f = scale / sqrt (variance + epsilon)
 *
 * f and the shift of a tile of channels stay in the cache. Runs only where
 * koma_pass_lower_batch_norm() could not, because an input is no constant. */
#include <math.h>

#include "refuse.h"
#include "step.h"
#include "units.h"

#define TILE_CHANNELS 256

typedef struct
{
  float factor[TILE_CHANNELS];
  float shift[TILE_CHANNELS];
} Tile;

static void
fill_tile (const KomaCpuStep *step,
           gsize              first,
           gsize              n,
           Tile              *tile)
{
  const float *scale = (const float *) step->in[1] + first;
  const float *offset = (const float *) step->in[2] + first;
  const float *mean = (const float *) step->in[3] + first;
  const float *variance = (const float *) step->in[4] + first;
  const float  epsilon = step->node->params.epsilon;

  for (gsize c = 0; c < n; c++) {
    const double factor = scale[c] / sqrt ((double) variance[c] + epsilon);

    tile->factor[c] = (float) factor;
    tile->shift[c] = (float) (offset[c] - mean[c] * factor);
  }
}

static void
normalize (const float *restrict in,
           float *restrict out,
           const Tile *restrict tile,
           gsize n)
{
  for (gsize c = 0; c < n; c++)
    out[c] = in[c] * tile->factor[c] + tile->shift[c];
}

static void
fused_batch_norm_run (const KomaCpuStep *step,
                      gsize              unit)
{
  const KomaShape   *shape = koma_cpu_step_in_shape (step, 0);
  const gsize        n_channels = shape->dims[shape->rank - 1];
  const KomaCpuRange range = koma_cpu_units_get_range (step->data, unit);
  Tile               tile;

  for (gsize c = 0; c < n_channels; c += TILE_CHANNELS) {
    const gsize n = MIN (TILE_CHANNELS, n_channels - c);

    fill_tile (step, c, n, &tile);
    for (gsize pixel = range.begin; pixel < range.end; pixel++)
      normalize ((const float *) step->in[0] + pixel * n_channels + c,
                 (float *) step->out[0] + pixel * n_channels + c, &tile, n);
  }
}

gboolean
koma_cpu_fused_batch_norm_prepare (KomaCpuStep *step,
                                   GError     **error)
{
  const KomaShape *shape = koma_cpu_step_in_shape (step, 0);
  const gsize      n_channels = shape->dims[shape->rank - 1];
  KomaCpuUnits    *units = NULL;

  if (koma_cpu_step_in_dtype (step, 0) != KOMA_DTYPE_FLOAT32)
    return koma_cpu_refuse_dtype (step, "float32", error);

  units = g_new (KomaCpuUnits, 1);
  *units = koma_cpu_units_make (n_channels == 0 ? 0 : koma_shape_count (shape) / n_channels,
                                n_channels);
  step->data = units;
  step->free_data = g_free;
  step->run = fused_batch_norm_run;
  step->n_units = koma_cpu_units_get_n (units);
  return TRUE;
}
