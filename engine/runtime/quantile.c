/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "quantile.h"

#include <stdlib.h>

static int
compare_doubles (const void *a,
                 const void *b)
{
  const double x = *(const double *) a;
  const double y = *(const double *) b;

  return (x > y) - (x < y);
}

/**
 * koma_quantile:
 * @values: (inout): sorted
 * @quantile: 0 … 1
 *
 * Returns: the value that so great a part of all is not above, by linear
 *   interpolation (R's type 7)
 */
double
koma_quantile (double *values,
               guint   n_values,
               double  quantile)
{
  const double place = quantile * (n_values - 1);
  const guint  below = (guint) place;
  const guint  above = MIN (below + 1, n_values - 1);

  qsort (values, n_values, sizeof *values, compare_doubles);
  return values[below] + (values[above] - values[below]) * (place - below);
}
