/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "mcnemar.h"

#include <math.h>

/* Both tails of a binomial distribution with m = @b + @c trials of 1/2 each:
 * min (1, 2 · Σ C (m, k) / 2^m for k = 0 … min (@b, @c)). The sum is of logarithms' exponentials,
 * since 2^-m is no double for some thousand pictures. */
static double
find_p (guint b,
        guint c)
{
  const guint m = b + c;
  double      log_term = -(double) m * G_LN2, sum = exp (log_term);

  for (guint k = 1; k <= MIN (b, c); k++) {
    log_term += log ((double) (m - k + 1) / k);
    sum += exp (log_term);
  }
  return MIN (1, 2 * sum);
}

/**
 * koma_mcnemar_test:
 * @is_first_right: (array length=n): whether the first answers each picture rightly
 * @is_second_right: (array length=n): whether the second does
 *
 * McNemar's test in its exact form, for any number of pictures: only those count on which one is
 * right and the other wrong. McNemar 1947, Psychometrika 12, 153–157; Dietterich 1998, Neural
 * Computation 10, 1895–1923, section 3.1.
 *
 * Thread: any.
 */
KomaMcnemar
koma_mcnemar_test (const gboolean *is_first_right,
                   const gboolean *is_second_right,
                   guint           n)
{
  KomaMcnemar result = { 0 };

  for (guint i = 0; i < n; i++) {
    result.n_both += is_first_right[i] && is_second_right[i];
    result.n_first_only += is_first_right[i] && !is_second_right[i];
    result.n_second_only += !is_first_right[i] && is_second_right[i];
    result.n_neither += !is_first_right[i] && !is_second_right[i];
  }
  result.p = find_p (result.n_first_only, result.n_second_only);
  return result;
}
