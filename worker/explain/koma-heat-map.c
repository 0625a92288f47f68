/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-heat-map.h"

#include <math.h>
#include <string.h>

/* A place that says this part of the most that any says is not dark at all. */
#define LIT_FROM 0.6

static const guint8 colour_for[3] = { 255, 127, 0 };
static const guint8 colour_against[3] = { 0, 92, 230 };

/* @part: −1 … 1 of the greatest. */
static const guint8 *
choose_colour (double part)
{
  return part > 0 ? colour_for : colour_against;
}

/* 0 … 1, and even at both ends. */
static double
get_light (double part)
{
  const double t = CLAMP (part / LIT_FROM, 0, 1);

  return t * t * (3 - 2 * t);
}

static void
paint (KomaHeatMapLook look,
       double          part,
       guint8         *ret_pixel) /* RGBA */
{
  const double opacity = look == KOMA_HEAT_MAP_SPOTLIGHT ? 1 - get_light (part)
                                                         : MIN (fabs (part), 1);

  if (look == KOMA_HEAT_MAP_COLOURS)
    memcpy (ret_pixel, choose_colour (part), 3);
  ret_pixel[3] = (guint8) lround (255 * opacity);
}

/**
 * koma_heat_map_new_pixels:
 * @map: a map
 * @look: what is painted
 * @side: width and height of the result, in pixels
 *
 * Thread: any.
 *
 * Returns: (transfer full): `[side, side, 4]`, RGBA, not premultiplied, for over the picture: a
 *   spotlight is black, and the more opaque the less speaks for the class; colours are the more
 *   opaque the more a place says. All of it is transparent where no place says anything
 */
guint8 *
koma_heat_map_new_pixels (const KomaExplanationMap *map,
                          KomaHeatMapLook           look,
                          guint                     side)
{
  const double greatest = koma_explanation_map_find_greatest (map);
  guint8      *pixels = g_malloc0_n (side, 4 * (gsize) side);

  for (guint y = 0; y < side && greatest > 0; y++)
    for (guint x = 0; x < side; x++)
      paint (look,
             koma_explanation_map_sample (map, (x + 0.5) / side, (y + 0.5) / side) / greatest,
             pixels + 4 * ((gsize) y * side + x));
  return pixels;
}

static double
mix (double from,
     double to,
     double part)
{
  return from + part * (to - from);
}

/* As GTK does it in the window: the picture loses its colours, then gets those of the map. */
static void
blend (guint8 *pixel, /* (inout) RGB */
       double  part,
       double  strength)
{
  const guint8 *colour = choose_colour (part);
  const double  opacity = strength * MIN (fabs (part), 1);
  const double  grey = KOMA_HEAT_MAP_RED * pixel[0] + KOMA_HEAT_MAP_GREEN * pixel[1] +
                      KOMA_HEAT_MAP_BLUE * pixel[2];

  for (guint i = 0; i < 3; i++)
    pixel[i] = (guint8) lround (mix (mix (pixel[i], grey, strength), colour[i], opacity));
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
 * Returns: (transfer full): a copy of @picture, where the model saw it in grey below the colours
 */
KomaPicture *
koma_heat_map_lay_over (const KomaExplanation *explanation,
                        guint                  class_index,
                        const KomaPicture     *picture,
                        double                 strength)
{
  g_auto (KomaExplanationMap) map = { 0 };
  KomaPicture *copy = NULL;
  double       greatest = 0;

  copy = koma_picture_copy_part (picture, 0, 0, picture->width, picture->height);
  koma_explanation_make_map (explanation, class_index, &map);
  greatest = koma_explanation_map_find_greatest (&map);
  for (guint y = 0; y < copy->height && greatest > 0; y++)
    for (guint x = 0; x < copy->width; x++) {
      double across = 0, down = 0;

      if (koma_explanation_find_point (explanation, (x + 0.5) / copy->width,
                                       (y + 0.5) / copy->height, &across, &down))
        blend (copy->rgb + y * copy->stride + 3 * (gsize) x,
               koma_explanation_map_sample (&map, across, down) / greatest, strength);
    }
  return copy;
}
