/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-heat-map.h"

#include <math.h>

/* Pixels along a side: enough for the curves between places. */
#define SIDE 192

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
static void
paint (double  part,
       guint8 *ret_rgba)
{
  for (guint i = 0; i < 3; i++)
    ret_rgba[i] = part > 0 ? colour_for[i] : colour_against[i];
  ret_rgba[3] = (guint8) lround (255 * fabs (part));
}

GdkTexture *
koma_heat_map_new_texture (const KomaExplanationMap *map)
{
  const double greatest = find_greatest (map);
  guint8      *pixels = g_malloc0 (4 * SIDE * SIDE);
  g_autoptr (GBytes) bytes = NULL;

  for (guint y = 0; y < SIDE && greatest > 0; y++)
    for (guint x = 0; x < SIDE; x++)
      paint (koma_explanation_map_sample (map, (x + 0.5) / SIDE, (y + 0.5) / SIDE) / greatest,
             pixels + 4 * (y * SIDE + x));
  bytes = g_bytes_new_take (pixels, 4 * SIDE * SIDE);
  return gdk_memory_texture_new (SIDE, SIDE, GDK_MEMORY_R8G8B8A8, bytes, 4 * SIDE);
}
