/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How one side of a picture, rows or columns, is resized. */
typedef struct
{
  gint64 in_size;
  /* Element i of the result lies at (i + half) * ratio - half + offset. */
  double   ratio;
  double   half;
  double   offset;
  gboolean is_float32; /* that number is rounded to float32 */
  double   scale;      /* elements of the result for each of the input */
} KomaResizeSide;

typedef enum {
  KOMA_RESIZE_FLOOR,
  KOMA_RESIZE_CEIL,
  KOMA_RESIZE_ROUND_PREFER_FLOOR, /* halves are rounded down */
  KOMA_RESIZE_ROUND_PREFER_CEIL,
} KomaResizeRounding;

/* Where pixels of the result lie, if that follows from the sizes alone. */
typedef enum {
  KOMA_RESIZE_ASYMMETRIC,
  KOMA_RESIZE_ALIGN_CORNERS,
  KOMA_RESIZE_HALF_PIXEL,
  KOMA_RESIZE_OTHER,
} KomaResizePlaces;

/* resize_bilinear, resize_bicubic, resize_nearest */
typedef struct
{
  KomaResizeSide     sides[2]; /* rows, columns */
  KomaResizePlaces   places;
  KomaResizeRounding rounding;         /* resize_nearest */
  gboolean           is_antialiased;   /* not resize_nearest, nor what follows: */
  gboolean           excludes_outside; /* resize_bicubic */
  float              cubic_a;
} KomaResizeParams;

double koma_resize_side_get_position (const KomaResizeSide *side,
                                      gint64                i);
gint64 koma_resize_side_get_nearest (const KomaResizeSide *side,
                                     KomaResizeRounding    rounding,
                                     gint64                i);

G_END_DECLS
