/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "calibration.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Of the sure answers, so many are right. */
#define SURE_PRECISION 0.95
#define LEAST_SURE     0.5
#define MOST_SURE      0.99
/* So many of the pictures that are like the examples are taken for that. */
#define LIKE_SHARE 0.98
/* And what is no farther away than so much of the way to another class. Examples that come from one
 * place, as in one go of a camera, are all alike: every other picture would be unlike them. */
#define CLASS_DISTANCE_SHARE 0.5
#define MAX_LOG_TEMPERATURE  3.0
#define N_SECTIONS           40

typedef struct
{
  float    score;
  gboolean is_right;
} Answer;

/* Scores become those of another temperature. */
static void
soften (const float *scores,
        guint        n,
        double       temperature,
        float       *ret_scores)
{
  double sum = 0, best = 0;

  for (guint c = 0; c < n; c++)
    best = MAX (best, scores[c]);
  for (guint c = 0; c < n; c++) {
    ret_scores[c] = (float) pow (scores[c] / best, 1 / temperature);
    sum += ret_scores[c];
  }
  for (guint c = 0; c < n; c++)
    ret_scores[c] = (float) (ret_scores[c] / sum);
}

/* The negative logarithm of the likelihood of the truth, and of a temperature of e^@x, which is
 * around 1: a few examples that all are right must not make it 0. */
static double
find_cost (const KomaHeldOut *self,
           double             x)
{
  g_autofree float *scores = g_new (float, self->n_classes);
  double            cost = x * x / 2;

  for (guint i = 0; i < self->n; i++) {
    soften (self->scores + (gsize) i * self->n_classes, self->n_classes, exp (x), scores);
    cost -= log (MAX (scores[self->truth[i]], FLT_MIN));
  }
  return cost;
}

/* Golden section; the cost has one valley. Guo, Pleiss, Sun and Weinberger 2017,
 * arXiv:1706.04599. */
static double
find_temperature (const KomaHeldOut *self)
{
  const double ratio = (sqrt (5) - 1) / 2;
  double       low = -MAX_LOG_TEMPERATURE, high = MAX_LOG_TEMPERATURE;

  for (guint i = 0; i < N_SECTIONS; i++) {
    const double a = high - ratio * (high - low), b = low + ratio * (high - low);

    if (find_cost (self, a) < find_cost (self, b))
      high = b;
    else
      low = a;
  }
  return exp ((low + high) / 2);
}

static int
compare_answers (gconstpointer a,
                 gconstpointer b)
{
  const Answer *x = a, *y = b;

  return x->score < y->score ? 1 : x->score > y->score ? -1
                                                       : 0;
}

/* The lowest best score from which enough answers are right. */
static double
find_sure_from (const KomaHeldOut *self)
{
  g_autofree Answer *answers = g_new (Answer, self->n);
  double             sure_from = MOST_SURE;
  guint              n_right = 0;

  for (guint i = 0; i < self->n; i++) {
    const float *scores = self->scores + (gsize) i * self->n_classes;
    guint        best = 0;

    for (guint c = 1; c < self->n_classes; c++)
      best = scores[c] > scores[best] ? c : best;
    answers[i] = (Answer){ scores[best], best == self->truth[i] };
  }
  qsort (answers, self->n, sizeof *answers, compare_answers);
  for (guint i = 0; i < self->n; i++) {
    n_right += answers[i].is_right;
    if (n_right >= SURE_PRECISION * (i + 1))
      sure_from = answers[i].score;
  }
  return CLAMP (sure_from, LEAST_SURE, MOST_SURE);
}

static int
compare_floats (gconstpointer a,
                gconstpointer b)
{
  const float x = *(const float *) a, y = *(const float *) b;

  return (x > y) - (x < y);
}

static double
find_unlike_from (const KomaHeldOut *self)
{
  g_autofree float *sorted = g_memdup2 (self->unlike, self->n_unlike * sizeof *self->unlike);

  qsort (sorted, self->n_unlike, sizeof *sorted, compare_floats);
  return MIN (MAX (sorted[(guint) ceil (LIKE_SHARE * self->n_unlike) - 1],
                   CLASS_DISTANCE_SHARE * self->class_distance),
              1);
}

KomaCalibration
koma_calibration_measure (KomaHeldOut *held_out)
{
  KomaCalibration calibration = KOMA_CALIBRATION_NONE;

  if (held_out->n == 0)
    return calibration;
  calibration.temperature = find_temperature (held_out);
  for (guint i = 0; i < held_out->n; i++) {
    float *scores = held_out->scores + (gsize) i * held_out->n_classes;

    soften (scores, held_out->n_classes, calibration.temperature, scores);
  }
  calibration.sure_from = find_sure_from (held_out);
  if (held_out->n_unlike > 0)
    calibration.unlike_from = find_unlike_from (held_out);
  return calibration;
}
