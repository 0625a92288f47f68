/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "paint.h"

#include <math.h>

/* The least value of a channel's range is black, the greatest white: 0 … 255, not clipped. */
static double
find_byte (const KomaRecipe *recipe,
           guint             channel,
           float             value)
{
  const double scale = recipe->scale[channel];
  const double least = recipe->offset[channel] + (scale < 0 ? 255.0 * scale : 0.0);

  return scale != 0 ? ((double) value - least) / fabs (scale) : 0.0;
}

/**
 * koma_paint:
 * @recipe: that the input was made with
 * @input: `[recipe height, recipe width, channels]`, as koma_preprocess() gives it
 * @ret_rgb: (out caller-allocates): `[recipe height, recipe width, 3]`, dense
 * @ret_painted: (out): what the picture does not tell
 *
 * Paints an input as the model sees it: the first of three channels red, whatever it is, and a
 * greater value lighter. Only the range is undone, so that values become bytes again: where the
 * recipe swaps light and dark, or red and blue, so does the picture. Values outside of the range
 * are clipped; one that is no number is black.
 *
 * Thread: any.
 */
void
koma_paint (const KomaRecipe *recipe,
            const float      *input,
            guint8           *ret_rgb,
            KomaPainted      *ret_painted)
{
  const guint n_channels = koma_recipe_get_n_channels (recipe);
  const gsize n_pixels = (gsize) recipe->width * recipe->height;
  KomaPainted painted = { .least = INFINITY, .greatest = -INFINITY };

  for (gsize i = 0; i < n_pixels; i++)
    for (guint c = 0; c < 3; c++) {
      const guint  channel = MIN (c, n_channels - 1);
      const float  value = input[i * n_channels + channel];
      const double byte = find_byte (recipe, channel, value);

      ret_rgb[3 * i + c] = byte > 0 ? (guint8) MIN (byte + 0.5, 255.0) : 0;
      if (c >= n_channels)
        continue;
      painted.least = fminf (painted.least, value);
      painted.greatest = fmaxf (painted.greatest, value);
      painted.n_outside += !(byte > -0.5 && byte < 255.5);
    }
  *ret_painted = painted;
}
