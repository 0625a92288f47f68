/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/runtime/progress.h"
#include "engine/evaluation/evaluation.h"
#include "head-train.h"

G_BEGIN_DECLS

#define KOMA_FOLD_NONE G_MAXUINT

/* The examples in folds; each fold was answered by a head that had learned from the others. A class
 * of one example can not do without it: that example is in no fold, as are those that the features
 * were fine-tuned with. */
typedef struct
{
  guint  n; /* examples */
  guint  n_classes;
  guint *folds;  /* [n] or KOMA_FOLD_NONE */
  float *scores; /* [n, n_classes] temperature applied; NAN of those in no fold */
  float *unlike; /* [n] likewise; of more than 1,000 examples, of some of them */

  guint  n_held_out; /* in a fold */
  guint *worst;      /* [n_held_out] indices of examples, the lowest score of their class first */

  KomaCalibration calibration; /* for a head that learns from all */
  KomaEvaluation *evaluation;  /* of those in a fold */
} KomaCrossValidation;

/* @kind: the head to try; @options are of a dense one, @n_folds 0: 5. Deterministic. */
KomaCrossValidation *koma_cross_validation_new (const KomaExamples         *examples,
                                                KomaHeadKind                kind,
                                                const KomaHeadTrainOptions *options,
                                                guint                       n_folds,
                                                const KomaProgress         *progress,
                                                GError                    **error);
void                 koma_cross_validation_free (KomaCrossValidation *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaCrossValidation, koma_cross_validation_free)

G_END_DECLS
