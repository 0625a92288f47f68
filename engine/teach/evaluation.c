/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "evaluation.h"

#include <math.h>

#define N_BINS 10

typedef struct
{
  double best_scores; /* sums */
  guint  n_right;
} Bin;

static guint
find_best (const float *scores,
           guint        n)
{
  guint best = 0;

  for (guint i = 1; i < n; i++)
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
compute_calibration_error (const Bin *bins,
                           guint      n)
{
  double sum = 0;

  for (guint i = 0; i < N_BINS; i++)
    sum += fabs (bins[i].best_scores - bins[i].n_right);
  return sum / n;
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
  Bin             bins[N_BINS] = { 0 };

  self->n = n;
  self->n_classes = n_classes;
  self->precisions = g_new0 (double, n_classes);
  self->recalls = g_new0 (double, n_classes);
  self->confusion = g_new0 (guint, (gsize) n_classes * n_classes);
  for (guint i = 0; i < n; i++) {
    const float *row = scores + (gsize) i * n_classes;
    const guint  best = find_best (row, n_classes);
    Bin         *bin = &bins[CLAMP ((int) (row[best] * N_BINS), 0, N_BINS - 1)];

    self->confusion[truth[i] * n_classes + best]++;
    n_right += best == truth[i];
    n_in_3 += is_in_top_3 (row, n_classes, truth[i]);
    bin->best_scores += row[best];
    bin->n_right += best == truth[i];
  }
  self->accuracy = (double) n_right / n;
  self->top_3 = (double) n_in_3 / n;
  self->calibration_error = compute_calibration_error (bins, n);
  compute_rates (self);
  return self;
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
  g_free (evaluation->confusion);
  g_free (evaluation);
}
