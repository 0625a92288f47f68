/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Private: the sum of a · b. Partial sums side by side, which the compiler turns into vectors, and
 * which keep what is lost by rounding small. */
static inline double
dot (const float *a,
     const float *b,
     gsize        n)
{
  float  partial[16] = { 0 };
  double sum = 0;
  gsize  i = 0;

  for (; i + 16 <= n; i += 16)
    for (guint k = 0; k < 16; k++)
      partial[k] += a[i + k] * b[i + k];
  for (guint k = 0; k < 16; k++)
    sum += partial[k];
  for (; i < n; i++)
    sum += (double) a[i] * b[i];
  return sum;
}
