/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "log-odds.h"

#include <math.h>

/* A float32 softmax says 0 of what is less, and a fall from there says nothing. */
#define LEAST_FLOOR 1e-12f

/**
 * koma_log_odds_find_floor:
 * @scores: (array length=n_scores): of any pictures, 0 … 1
 * @n_scores: number of scores
 *
 * A quantised model has scores in steps of 1/256: there is nothing between 0 and one of them.
 *
 * Thread: any.
 *
 * Returns: half of the least score above 0, at least 1e-12
 */
float
koma_log_odds_find_floor (const float *scores,
                          gsize        n_scores)
{
  float least = 1;

  for (gsize i = 0; i < n_scores; i++)
    if (scores[i] > 0 && scores[i] < least)
      least = scores[i];
  return MAX (least / 2, LEAST_FLOOR);
}

/**
 * koma_log_odds_sum:
 * @scores: (array length=n_classes): of one picture
 * @n_classes: number of classes
 *
 * In double: of a score that is nearly 1, the rest of the sum is still exact.
 *
 * Thread: any.
 *
 * Returns: the sum
 */
double
koma_log_odds_sum (const float *scores,
                   guint        n_classes)
{
  double sum = 0;

  for (guint i = 0; i < n_classes; i++)
    sum += scores[i];
  return sum;
}

/**
 * koma_log_odds:
 * @score: of a class, 0 … 1
 * @sum: of all classes; where there is one class alone, all others have 1 − @score
 * @floor: of koma_log_odds_find_floor()
 *
 * After a softmax the result is the logit less the logarithm of the sum of the exponentials of all
 * other logits: it compares the class with the others, and is not bounded where its score is.
 *
 * Thread: any.
 *
 * Returns: ln (@score / (@sum − @score)), each at least @floor
 */
double
koma_log_odds (double score,
               double sum,
               float  floor)
{
  const double others = sum > score ? sum - score : 1 - score;

  return log (MAX (score, (double) floor)) - log (MAX (others, (double) floor));
}

/**
 * koma_log_odds_centre:
 * @map: (inout) (array length=n_places): shares or falls
 * @n_places: number of places
 *
 * To cover any place costs a class something, and what all places have in common says nothing of
 * where the evidence lies: a place speaks for a class where it has more than the mean.
 *
 * Thread: any.
 */
void
koma_log_odds_centre (float *map,
                      gsize  n_places)
{
  double sum = 0;

  for (gsize i = 0; i < n_places; i++)
    sum += map[i];
  for (gsize i = 0; i < n_places; i++)
    map[i] -= (float) (sum / n_places);
}
