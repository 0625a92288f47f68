/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "temperature.h"

#include <float.h>
#include <math.h>

#define N_SECTIONS 40

/* A score of 0 counts as the least normal float: its logarithm is a number. */
static double
take_log (float score)
{
  return log (MAX (score, FLT_MIN));
}

static double
find_max (const float *scores,
          guint        n)
{
  float best = 0;

  for (guint c = 0; c < n; c++)
    best = MAX (best, scores[c]);
  return take_log (best);
}

/**
 * koma_temperature_apply:
 * @temperature: above 0
 * @scores: (inout) (array length=n_classes): of one picture; a NaN stays NaN
 *
 * Thread: any.
 */
void
koma_temperature_apply (double temperature,
                        float *scores,
                        guint  n_classes)
{
  const double best = find_max (scores, n_classes);
  double       sum = 0;

  if (temperature == 1)
    return;
  for (guint c = 0; c < n_classes; c++) {
    if (isnan (scores[c]))
      continue;
    scores[c] = (float) exp ((take_log (scores[c]) - best) / temperature);
    sum += scores[c];
  }
  for (guint c = 0; c < n_classes; c++)
    scores[c] = (float) (scores[c] / sum);
}

/* The negative logarithm of the softened score of @truth. */
static double
find_loss (const float *scores,
           guint        n,
           guint        truth,
           double       temperature)
{
  const double best = find_max (scores, n);
  double       sum = 0;

  for (guint c = 0; c < n; c++)
    sum += exp ((take_log (scores[c]) - best) / temperature);
  return log (sum) - (take_log (scores[truth]) - best) / temperature;
}

/**
 * koma_temperature_measure:
 * @truth: (array length=n): the class of each picture
 * @scores: (array): of each class, one picture after the other
 *
 * Returns: the mean negative log-likelihood of the truth at @temperature; NAN if @n is 0. The
 * scores of
 *   a picture are made to add up to 1 at any temperature. Thread: any.
 */
double
koma_temperature_measure (const guint *truth,
                          const float *scores,
                          guint        n,
                          guint        n_classes,
                          double       temperature)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += find_loss (scores + (gsize) i * n_classes, n_classes, truth[i], temperature);
  return sum / n;
}

/* Of a temperature of e^@x. */
static double
find_cost (const guint *truth,
           const float *scores,
           guint        n,
           guint        n_classes,
           gboolean     has_prior,
           double       x)
{
  return koma_temperature_measure (truth, scores, n, n_classes, exp (x)) +
         (has_prior ? x * x / 2 / n : 0);
}

/**
 * koma_temperature_fit:
 * @truth: (array length=n): the class of each picture
 * @scores: (array): of each class, one picture after the other
 * @has_prior: whether log (temperature) is taken to be distributed normally around 0: a few
 * pictures
 *   that are all right then do not make the temperature the least there is
 *
 * Finds the temperature with the least negative log-likelihood, by golden section: as a function of
 * the temperature it has one valley, since it is convex in the temperature's inverse.
 *
 * Returns: %KOMA_MIN_TEMPERATURE to %KOMA_MAX_TEMPERATURE; 1 if @n is 0. Thread: any.
 */
double
koma_temperature_fit (const guint *truth,
                      const float *scores,
                      guint        n,
                      guint        n_classes,
                      gboolean     has_prior)
{
  const double ratio = (sqrt (5) - 1) / 2;
  double       low = log (KOMA_MIN_TEMPERATURE), high = log (KOMA_MAX_TEMPERATURE);
  double       a = high - ratio * (high - low), b = low + ratio * (high - low);
  double       at_a = 0, at_b = 0;

  if (n == 0)
    return 1;
  at_a = find_cost (truth, scores, n, n_classes, has_prior, a);
  at_b = find_cost (truth, scores, n, n_classes, has_prior, b);
  for (guint i = 0; i < N_SECTIONS; i++) {
    const gboolean is_left = at_a < at_b;

    if (is_left) {
      high = b, b = a, at_b = at_a;
      a = high - ratio * (high - low);
      at_a = find_cost (truth, scores, n, n_classes, has_prior, a);
    } else {
      low = a, a = b, at_a = at_b;
      b = low + ratio * (high - low);
      at_b = find_cost (truth, scores, n, n_classes, has_prior, b);
    }
  }
  return exp ((low + high) / 2);
}
