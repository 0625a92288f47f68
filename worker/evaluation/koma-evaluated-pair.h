/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-evaluated.h"

G_BEGIN_DECLS

/* A class of the first model, and its pictures that count with both. */
typedef struct
{
  guint index;
  guint n;
  guint n_right[2];
} KomaPairClass;

/* Two models, or one that is read in two ways, on the same pictures. Figures are those of the
 * pictures that count with both. Immutable, reference counted, any thread. */
typedef struct
{
  gatomicrefcount ref_count;

  KomaEvaluated  *sides[2];
  guint           n;       /* pictures that count with both; 1 at least, unless none can be read */
  guint          *rows[2]; /* [n] of each side */
  KomaEvaluation *evaluations[2];
  KomaMcnemar     test;
  GArray         *classes; /* KomaPairClass, with pictures, those with the greatest change first */
} KomaEvaluatedPair;

KomaEvaluatedPair *koma_evaluated_pair_new (const KomaEvaluatedParts *parts, /* [2] */
                                            KomaGroundTruth          *truth,
                                            const KomaProgress       *progress, /* (nullable) */
                                            GError                  **error);
KomaEvaluatedPair *koma_evaluated_pair_ref (KomaEvaluatedPair *self);
void               koma_evaluated_pair_unref (KomaEvaluatedPair *self);

/* Paths of the pictures of which this is true: (element-type utf8) (transfer container), borrowed
 * from @self. */
GPtrArray *koma_evaluated_pair_list (const KomaEvaluatedPair *self,
                                     gboolean                 is_first_right,
                                     gboolean                 is_second_right);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaEvaluatedPair, koma_evaluated_pair_unref)

G_END_DECLS
