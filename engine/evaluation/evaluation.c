/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "evaluation.h"

#include <math.h>

/**
 * koma_evaluation_find_best:
 * @scores: (array length=n_classes): of one picture
 * @n_classes: 1 or more
 *
 * Returns: the class with the highest score; of equal ones the first. Thread: any.
 */
guint
koma_evaluation_find_best (const float *scores,
                           guint        n_classes)
{
  guint best = 0;

  for (guint i = 1; i < n_classes; i++)
    if (scores[i] > scores[best])
      best = i;
  return best;
}

/* Among the best three; of equal scores, the first classes come first. */
static gboolean
is_in_top_3 (const float *scores,
             guint        n,
             guint        truth)
{
  guint n_better = 0;

  for (guint i = 0; i < n; i++)
    n_better += scores[i] > scores[truth] || (scores[i] == scores[truth] && i < truth);
  return n_better < 3;
}

/* Guo, Pleiss, Sun and Weinberger 2017, arXiv:1706.04599, equation 3. */
static double
compute_calibration_error (const KomaEvaluation *self)
{
  double sum = 0;

  for (guint i = 0; i < KOMA_N_RELIABILITY_BINS; i++)
    sum += fabs (self->bins[i].best_scores - self->bins[i].n_right);
  return sum / self->n;
}

static void
compute_rates (KomaEvaluation *self)
{
  for (guint c = 0; c < self->n_classes; c++) {
    guint n_true = 0, n_answered = 0;

    for (guint k = 0; k < self->n_classes; k++) {
      n_true += self->confusion[c * self->n_classes + k];
      n_answered += self->confusion[k * self->n_classes + c];
    }
    self->recalls[c] = (double) self->confusion[c * self->n_classes + c] / n_true;
    self->precisions[c] = (double) self->confusion[c * self->n_classes + c] / n_answered;
    self->f1s[c] = 2.0 * self->confusion[c * self->n_classes + c] / (n_true + n_answered);
  }
}

/**
 * koma_evaluation_new:
 * @truth: (array length=n): the class of each picture
 * @scores: (array): of each class, one picture after the other
 *
 * Thread: any.
 *
 * Returns: (transfer full): how good the scores are
 */
KomaEvaluation *
koma_evaluation_new (const guint *truth,
                     const float *scores,
                     guint        n,
                     guint        n_classes)
{
  KomaEvaluation *self = g_new0 (KomaEvaluation, 1);
  guint           n_right = 0, n_in_3 = 0;

  self->n = n;
  self->n_classes = n_classes;
  self->precisions = g_new0 (double, n_classes);
  self->recalls = g_new0 (double, n_classes);
  self->f1s = g_new0 (double, n_classes);
  self->confusion = g_new0 (guint, (gsize) n_classes * n_classes);
  for (guint i = 0; i < n; i++) {
    const float        *row = scores + (gsize) i * n_classes;
    const guint         best = koma_evaluation_find_best (row, n_classes);
    const int           at = (int) ((double) row[best] * KOMA_N_RELIABILITY_BINS);
    KomaReliabilityBin *bin = &self->bins[CLAMP (at, 0, KOMA_N_RELIABILITY_BINS - 1)];

    bin->n++;
    self->confusion[truth[i] * n_classes + best]++;
    n_right += best == truth[i];
    n_in_3 += is_in_top_3 (row, n_classes, truth[i]);
    bin->best_scores += row[best];
    bin->n_right += best == truth[i];
  }
  self->accuracy = (double) n_right / n;
  self->top_3 = (double) n_in_3 / n;
  self->calibration_error = compute_calibration_error (self);
  compute_rates (self);
  return self;
}

/**
 * koma_evaluation_count_class:
 *
 * Returns: pictures of the class @truth. Thread: any.
 */
guint
koma_evaluation_count_class (const KomaEvaluation *self,
                             guint                 truth)
{
  guint n = 0;

  for (guint answer = 0; answer < self->n_classes; answer++)
    n += self->confusion[truth * self->n_classes + answer];
  return n;
}

/**
 * koma_evaluation_free:
 * @evaluation: (nullable) (transfer full)
 *
 * Thread: any.
 */
void
koma_evaluation_free (KomaEvaluation *evaluation)
{
  if (evaluation == NULL)
    return;
  g_free (evaluation->precisions);
  g_free (evaluation->recalls);
  g_free (evaluation->f1s);
  g_free (evaluation->confusion);
  g_free (evaluation);
}
