/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-heat-map.h"

#include <math.h>
#include <string.h>

static const guint8 colour_for[3] = { 255, 127, 0 };
static const guint8 colour_against[3] = { 0, 92, 230 };

static double
find_greatest (const KomaExplanationMap *map)
{
  double greatest = 0;

  for (guint i = 0; i < map->rows * map->columns; i++)
    greatest = MAX (greatest, fabs ((double) map->values[i]));
  return greatest;
}

/* @part: −1 … 1 of the greatest. */
static const guint8 *
choose_colour (double part)
{
  return part > 0 ? colour_for : colour_against;
}

/**
 * koma_heat_map_new_pixels:
 * @map: a map
 * @side: width and height of the result, in pixels
 *
 * Thread: any.
 *
 * Returns: (transfer full): `[side, side, 4]`, RGBA, not premultiplied: a place is the more opaque
 *   the more it says
 */
guint8 *
koma_heat_map_new_pixels (const KomaExplanationMap *map,
                          guint                     side)
{
  const double greatest = find_greatest (map);
  guint8      *pixels = g_malloc0_n (side, 4 * (gsize) side);

  for (guint y = 0; y < side && greatest > 0; y++)
    for (guint x = 0; x < side; x++) {
      const double part =
        koma_explanation_map_sample (map, (x + 0.5) / side, (y + 0.5) / side) / greatest;
      guint8 *pixel = pixels + 4 * ((gsize) y * side + x);

      memcpy (pixel, choose_colour (part), 3);
      pixel[3] = (guint8) lround (255 * fabs (part));
    }
  return pixels;
}

static void
blend (guint8 *pixel, /* (inout) RGB */
       double  part,
       double  strength)
{
  const guint8 *colour = choose_colour (part);
  const double  opacity = strength * fabs (part);

  for (guint i = 0; i < 3; i++)
    pixel[i] = (guint8) lround (pixel[i] + opacity * (colour[i] - pixel[i]));
}

/**
 * koma_heat_map_lay_over:
 * @explanation: one with koma_explanation_has_map()
 * @class_index: of the model's classes
 * @picture: that was explained, in any size
 * @strength: of the colours, 0 … 1
 *
 * Thread: any.
 *
 * Returns: (transfer full): a copy of @picture, in colours where the model saw it
 */
KomaPicture *
koma_heat_map_lay_over (const KomaExplanation *explanation,
                        guint                  class_index,
                        const KomaPicture     *picture,
                        double                 strength)
{
  const KomaPreprocessRegion *region = &explanation->region;
  g_auto (KomaExplanationMap) map = { 0 };
  KomaPicture *copy = NULL;
  double       greatest = 0;

  copy = koma_picture_copy_part (picture, 0, 0, picture->width, picture->height);
  koma_explanation_make_map (explanation, class_index, &map);
  greatest = find_greatest (&map);
  for (guint y = 0; y < copy->height && greatest > 0; y++)
    for (guint x = 0; x < copy->width; x++) {
      const double across = ((x + 0.5) / copy->width - region->x) / region->width;
      const double down = ((y + 0.5) / copy->height - region->y) / region->height;

      if (across >= 0 && across <= 1 && down >= 0 && down <= 1)
        blend (copy->rgb + y * copy->stride + 3 * (gsize) x,
               koma_explanation_map_sample (&map, across, down) / greatest, strength);
    }
  return copy;
}
