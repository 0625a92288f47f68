/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A table of positions for another size of pictures, as DINOv2 makes it: cubic with a = -3/4, not
 * widened when shrinking, and by (n + 0.1) / m in place of n / m, which its authors added against
 * rounding. Pixel i of n is at (i + 1/2) / scale - 1/2; beyond the border is the border. */

#include "resize-table.h"

#include <math.h>
#include <string.h>

#include "cubic.h"

#define SLOPE (-0.75)
#define REACH 4 /* pixels that one is made of */

/* Where pixel @index of a side comes from. */
typedef struct
{
  gint64 pixels[REACH];
  double weights[REACH];
} Taps;

static Taps
find_taps (gint64 index,
           gint64 from,
           gint64 to)
{
  const double scale = ((double) to + 0.1) / (double) from;
  const double at = ((double) index + 0.5) / scale - 0.5;
  const gint64 first = (gint64) floor (at) - 1;
  Taps         taps = { 0 };

  for (guint i = 0; i < REACH; i++) {
    taps.pixels[i] = CLAMP (first + i, 0, from - 1);
    taps.weights[i] = koma_hub_weigh_cubic (SLOPE, at - (double) (first + i));
  }
  return taps;
}

static void
mix (const float *grid, /* [side,side,c] */
     gint64       side,
     gint64       n_channels,
     const Taps  *rows,
     const Taps  *columns,
     float       *ret_pixel) /* [c] */
{
  for (gint64 c = 0; c < n_channels; c++) {
    double sum = 0;

    for (guint i = 0; i < REACH * REACH; i++) {
      const guint  y = i / REACH;
      const guint  x = i % REACH;
      const gint64 pixel = rows->pixels[y] * side + columns->pixels[x];

      sum += rows->weights[y] * columns->weights[x] * grid[pixel * n_channels + c];
    }
    ret_pixel[c] = (float) sum;
  }
}

/**
 * koma_hub_resize_table:
 * @table: [1,n_first + side * side,c]
 *
 * Thread: any. Errors: those of koma_array_new().
 *
 * Returns: (transfer full): [1,n_first + height * width,c]
 */
KomaArray *
koma_hub_resize_table (const KomaArray *table,
                       gint64           n_first,
                       gint64           side,
                       gint64           height,
                       gint64           width,
                       GError         **error)
{
  const gint64    n_channels = table->shape.dims[2];
  const gint64    n_kept = n_first * n_channels;
  const KomaShape shape = KOMA_SHAPE (1, n_first + height * width, n_channels);
  const float    *in = table->data;
  KomaArray      *resized = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, error);
  float          *out = NULL;

  if (resized == NULL)
    return NULL;
  out = resized->data;
  memcpy (out, in, (gsize) n_kept * sizeof (float));
  for (gint64 y = 0; y < height; y++)
    for (gint64 x = 0; x < width; x++) {
      const Taps rows = find_taps (y, side, height);
      const Taps columns = find_taps (x, side, width);

      mix (in + n_kept, side, n_channels, &rows, &columns,
           out + n_kept + (y * width + x) * n_channels);
    }
  return resized;
}
