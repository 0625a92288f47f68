/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <math.h>

/* The cubic convolution of R. G. Keys, “Cubic convolution interpolation for digital image
 * processing”, 1981: the weight of a pixel at that distance, 0 from 2 on. @a: its slope at 1. */
static inline double
koma_hub_weigh_cubic (double a,
                      double distance)
{
  const double x = fabs (distance);

  if (x < 1)
    return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}
