/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The way of PyTorch's libraries: a picture is scaled, and the centre of that is cut out. Sizes are
 * theirs to the pixel:
 *
 *   a square to cover       the short side is its side, the long one s * long / short, cut off
 *   another shape to cover  both sides divided by the lesser ratio, rounded
 *   the cut                 begins at (scaled - cut) / 2, cut off or rounded, halves to even */

#include "scaled-cut.h"

#include <math.h>
#include <string.h>

#include "engine/koma-limits.h"

/* So long a picture has no more than this of its long side. */
static guint
limit_side (double side)
{
  return (guint) CLAMP (side, 1, KOMA_MAX_PICTURE_SIDE);
}

static void
cover (const KomaRecipe *recipe,
       guint             width,
       guint             height,
       KomaScaledCut    *cut)
{
  const double across = (double) width / recipe->scaled_width;
  const double down = (double) height / recipe->scaled_height;

  if (recipe->scaled_width != recipe->scaled_height) {
    cut->width = limit_side (nearbyint (width / MIN (across, down)));
    cut->height = limit_side (nearbyint (height / MIN (across, down)));
    return;
  }
  cut->width = cut->height = recipe->scaled_width;
  if (width < height)
    cut->height = limit_side ((double) ((guint64) recipe->scaled_width * height / width));
  else
    cut->width = limit_side ((double) ((guint64) recipe->scaled_width * width / height));
}

static int
find_begin (guint    scaled,
            guint    wanted,
            gboolean is_rounded)
{
  const int room = (int) scaled - (int) wanted;

  if (is_rounded)
    return (int) nearbyint (room / 2.0);
  return room >= 0 ? room / 2 : -((1 - room) / 2);
}

KomaScaledCut
koma_scaled_cut_find (const KomaRecipe *recipe,
                      guint             width,
                      guint             height)
{
  KomaScaledCut cut = { .width = recipe->scaled_width, .height = recipe->scaled_height };

  if (recipe->fit != KOMA_FIT_STRETCH)
    cover (recipe, width, height, &cut);
  cut.left = find_begin (cut.width, recipe->width, recipe->is_cut_rounded);
  cut.top = find_begin (cut.height, recipe->height, recipe->is_cut_rounded);
  return cut;
}

void
koma_scaled_cut_copy (const KomaScaledCut *self,
                      const KomaRecipe    *recipe,
                      const guint8        *scaled,
                      guint                n_channels,
                      guint8              *ret_pixels)
{
  const int   first = MAX (self->left, 0);
  const int   end = MIN (self->left + (int) recipe->width, (int) self->width);
  const gsize out_bytes = (gsize) recipe->width * n_channels;

  memset (ret_pixels, koma_recipe_is_inverted (recipe) ? 255 : 0, out_bytes * recipe->height);
  for (int y = 0; y < (int) recipe->height; y++) {
    const int row = self->top + y;

    if (row >= 0 && row < (int) self->height)
      memcpy (ret_pixels + y * out_bytes + (gsize) (first - self->left) * n_channels,
              scaled + ((gsize) row * self->width + first) * n_channels,
              (gsize) (end - first) * n_channels);
  }
}
