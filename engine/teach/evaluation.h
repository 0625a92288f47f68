/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How good answers are. A class without examples has a recall of NAN, one that was never answered
 * a precision of NAN. */
typedef struct
{
  guint   n;
  guint   n_classes;
  double  accuracy;          /* 0 … 1; NAN if n is 0, as the next two */
  double  top_3;             /* the truth is among the best three */
  double  calibration_error; /* mean of |best score - accuracy|, over 10 bins of the best score */
  double *precisions;        /* [n_classes] of the answers with this class, those that are right */
  double *recalls;           /* [n_classes] of the examples of this class, those that are right */
  guint  *confusion;         /* [n_classes, n_classes] row: truth, column: answer */
} KomaEvaluation;

KomaEvaluation *koma_evaluation_new (const guint *truth,  /* [n] */
                                     const float *scores, /* [n, n_classes] */
                                     guint        n,
                                     guint        n_classes);
void            koma_evaluation_free (KomaEvaluation *evaluation);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaEvaluation, koma_evaluation_free)

G_END_DECLS
