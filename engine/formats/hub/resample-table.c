/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A table of positions for another size of pictures, as timm's resample_abs_pos_embed () makes it:
 * PyTorch's interpolate () with mode "bicubic" and antialias, which is cubic with a = -1/2, widened
 * by as much as the grid shrinks. Weights beyond the border are left out, and the others divided by
 * their sum. Rows and columns are mixed one after the other. */

#include "resample-table.h"

#include <string.h>

#include "cubic.h"

#define SLOPE (-0.5)

/* What one position is made of, along one side. */
typedef struct
{
  gint64  first;
  gint64  n;
  double *weights; /* [n] */
} Taps;

static Taps
find_taps (gint64 index,
           gint64 from,
           gint64 to)
{
  const double scale = (double) from / (double) to;
  const double widening = MAX (scale, 1);
  const double centre = scale * ((double) index + 0.5);
  const gint64 first = MAX ((gint64) (centre - 2 * widening + 0.5), 0);
  const gint64 end = MIN ((gint64) (centre + 2 * widening + 0.5), from);
  Taps         taps = { first, MAX (end - first, 1), NULL };
  double       sum = 0;

  taps.weights = g_new (double, taps.n);
  for (gint64 i = 0; i < taps.n; i++) {
    const double distance = ((double) (first + i) - centre + 0.5) / widening;

    taps.weights[i] = koma_hub_weigh_cubic (SLOPE, distance);
    sum += taps.weights[i];
  }
  for (gint64 i = 0; i < taps.n; i++)
    taps.weights[i] /= sum;
  return taps;
}

/* Mixes @from steps of @n_blocks blocks to @to: a step is @n_inner numbers. */
static void
mix (const float *in,
     gint64       n_blocks,
     gint64       from,
     gint64       to,
     gint64       n_inner,
     float       *ret_out)
{
  for (gint64 index = 0; index < to; index++) {
    const Taps         taps = find_taps (index, from, to);
    g_autofree double *weights = taps.weights;

    for (gint64 b = 0; b < n_blocks; b++)
      for (gint64 c = 0; c < n_inner; c++) {
        double sum = 0;

        for (gint64 i = 0; i < taps.n; i++)
          sum += weights[i] * in[(b * from + taps.first + i) * n_inner + c];
        ret_out[(b * to + index) * n_inner + c] = (float) sum;
      }
  }
}

/**
 * koma_hub_resample_table:
 * @table: [1,n_first + side * side,c]
 *
 * Thread: any. Errors: those of koma_array_new().
 *
 * Returns: (transfer full): [1,n_first + height * width,c]
 */
KomaArray *
koma_hub_resample_table (const KomaArray *table,
                         gint64           n_first,
                         gint64           side,
                         gint64           height,
                         gint64           width,
                         GError         **error)
{
  const gint64    n_channels = table->shape.dims[2];
  const gint64    n_kept = n_first * n_channels;
  const KomaShape between_shape = KOMA_SHAPE (side, width, n_channels);
  const KomaShape shape = KOMA_SHAPE (1, n_first + height * width, n_channels);
  const float    *in = table->data;
  g_autoptr (KomaArray) between = koma_array_new (KOMA_DTYPE_FLOAT32, &between_shape, error);
  KomaArray *resampled = NULL;

  if (between != NULL)
    resampled = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, error);
  if (resampled == NULL)
    return NULL;
  memcpy (resampled->data, in, (gsize) n_kept * sizeof (float));
  mix (in + n_kept, side, side, width, n_channels, between->data);
  mix (between->data, 1, side, height, width * n_channels, (float *) resampled->data + n_kept);
  return resampled;
}
