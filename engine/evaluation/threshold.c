/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "threshold.h"

#include <stdlib.h>

#include "evaluation.h"

typedef struct
{
  float    score;
  gboolean is_right;
} Answer;

static int
compare_answers (gconstpointer a,
                 gconstpointer b)
{
  const Answer *x = a, *y = b;

  return x->score < y->score ? 1 : x->score > y->score ? -1
                                                       : 0;
}

/**
 * koma_threshold_find:
 * @truth: (array length=n): the class of each picture
 * @scores: (array): of each class, one picture after the other
 * @precision: what is wanted
 *
 * Thread: any.
 *
 * Returns: the least best score with at least that precision of the answers from it on
 */
KomaThreshold
koma_threshold_find (const guint *truth,
                     const float *scores,
                     guint        n,
                     guint        n_classes,
                     double       precision)
{
  g_autofree Answer *answers = g_new (Answer, n);
  KomaThreshold      found = { FALSE, 1, 0, 0 };
  guint              n_right = 0;

  for (guint i = 0; i < n; i++) {
    const float *row = scores + (gsize) i * n_classes;
    const guint  best = koma_evaluation_find_best (row, n_classes);

    answers[i] = (Answer){ row[best], best == truth[i] };
  }
  if (n > 0)
    qsort (answers, n, sizeof *answers, compare_answers);
  for (guint i = 0; i < n; i++) {
    n_right += answers[i].is_right;
    /* Answers with one score are taken together. */
    if ((i + 1 == n || answers[i + 1].score < answers[i].score) && n_right >= precision * (i + 1))
      found = (KomaThreshold){ TRUE, answers[i].score, (double) n_right / (i + 1),
                               (double) (i + 1) / n };
  }
  return found;
}
