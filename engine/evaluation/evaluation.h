/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define KOMA_N_RELIABILITY_BINS 10

/* Answers whose best scores are nearly the same: from i / 10 up to (i + 1) / 10. */
typedef struct
{
  double best_scores; /* their sum */
  guint  n;
  guint  n_right;
} KomaReliabilityBin;

/* How good answers are. A class without examples has a recall of NAN, one that was never answered
 * a precision of NAN, one of which both is true an F1 of NAN. */
typedef struct
{
  guint   n;
  guint   n_classes;
  double  accuracy;          /* 0 … 1; NAN if n is 0, as the next two */
  double  top_3;             /* the truth is among the best three */
  double  calibration_error; /* mean of |best score - accuracy|, over 10 bins of the best score */
  double *precisions;        /* [n_classes] of the answers with this class, those that are right */
  double *recalls;           /* [n_classes] of the examples of this class, those that are right */
  double *f1s;               /* [n_classes] harmonic means of precision and recall */
  guint  *confusion;         /* [n_classes, n_classes] row: truth, column: answer */

  KomaReliabilityBin bins[KOMA_N_RELIABILITY_BINS];
} KomaEvaluation;

KomaEvaluation *koma_evaluation_new (const guint *truth,  /* [n] */
                                     const float *scores, /* [n, n_classes] */
                                     guint        n,
                                     guint        n_classes);
guint           koma_evaluation_count_class (const KomaEvaluation *self, guint truth);
guint           koma_evaluation_find_best (const float *scores, guint n_classes);
void            koma_evaluation_free (KomaEvaluation *evaluation);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaEvaluation, koma_evaluation_free)

G_END_DECLS
