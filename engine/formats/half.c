/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "half.h"

#include <math.h>

/**
 * koma_half_to_float:
 * @half: bits: sign 1, exponent 5 (bias 15), fraction 10
 *
 * Widens a float16; every one of them is a float32 too.
 *
 * Returns: the same number; NaN stays NaN
 */
float
koma_half_to_float (guint16 half)
{
  const int   exponent = (half >> 10) & 0x1f;
  const int   fraction = half & 0x3ff;
  const float sign = (half & 0x8000) != 0 ? -1.0f : 1.0f;

  if (exponent == 0x1f)
    return fraction != 0 ? NAN : sign * INFINITY;
  if (exponent == 0)
    return sign * ldexpf ((float) fraction, -24);

  return sign * ldexpf ((float) (fraction | 0x400), exponent - 25);
}
