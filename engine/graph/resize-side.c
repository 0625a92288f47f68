/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "resize-side.h"

#include <math.h>

/**
 * koma_resize_side_get_position:
 * @i: element of the result
 *
 * In double, as in TensorFlow.js: a position that is rounded differently is
 * another pixel.
 *
 * Returns: where it lies among the elements of the input, or outside. Thread: any.
 */
double
koma_resize_side_get_position (const KomaResizeSide *side,
                               gint64                i)
{
  const double position = ((double) i + side->half) * side->ratio - side->half + side->offset;

  return side->is_float32 ? (float) position : position;
}

/**
 * koma_resize_side_get_nearest:
 * @i: element of the result
 *
 * Returns: the element of the input that it is. Thread: any.
 */
gint64
koma_resize_side_get_nearest (const KomaResizeSide *side,
                              KomaResizeRounding    rounding,
                              gint64                i)
{
  double position = koma_resize_side_get_position (side, i);

  switch (rounding) {
  case KOMA_RESIZE_CEIL:
    position = ceil (position);
    break;
  case KOMA_RESIZE_ROUND_PREFER_FLOOR:
    position = ceil (position - 0.5);
    break;
  case KOMA_RESIZE_ROUND_PREFER_CEIL:
    position = floor (position + 0.5);
    break;
  case KOMA_RESIZE_FLOOR:
  default:
    position = floor (position);
    break;
  }
  return (gint64) CLAMP (position, 0.0, (double) (side->in_size - 1));
}
