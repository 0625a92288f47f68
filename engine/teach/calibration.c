/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "calibration.h"

#include <math.h>
#include <stdlib.h>

#include "engine/evaluation/temperature.h"
#include "engine/evaluation/threshold.h"

/* Of the sure answers, so many are right. */
#define SURE_PRECISION 0.95
#define LEAST_SURE     0.5
#define MOST_SURE      0.99
/* So many of the pictures that are like the examples are taken for that. */
#define LIKE_SHARE 0.98
/* And what is no farther away than so much of the way to another class. Examples that come from one
 * place, as in one go of a camera, are all alike: every other picture would be unlike them. */
#define CLASS_DISTANCE_SHARE 0.5

/* The lowest best score from which enough answers are right. */
static double
find_sure_from (const KomaHeldOut *self)
{
  const KomaThreshold found =
    koma_threshold_find (self->truth, self->scores, self->n, self->n_classes, SURE_PRECISION);

  return CLAMP (found.score, LEAST_SURE, MOST_SURE);
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
  calibration.temperature = koma_temperature_fit (
    held_out->truth, held_out->scores, held_out->n, held_out->n_classes, TRUE);
  for (guint i = 0; i < held_out->n; i++) {
    float *scores = held_out->scores + (gsize) i * held_out->n_classes;

    koma_temperature_apply (calibration.temperature, scores, held_out->n_classes);
  }
  calibration.sure_from = find_sure_from (held_out);
  if (held_out->n_unlike > 0)
    calibration.unlike_from = find_unlike_from (held_out);
  return calibration;
}
