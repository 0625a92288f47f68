/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dense-layers.h"
#include "examples.h"

G_BEGIN_DECLS

/* Private: what makes each feature of some examples have a mean of 0 and, the more so the more
 * examples there are, a deviation of 1. */
typedef struct
{
  guint   n;
  double *means;  /* [n] */
  double *scales; /* [n] 0 of a feature that is the same in all */
} KomaStandardScore;

void   koma_standard_score_init (KomaStandardScore  *self,
                                 const KomaExamples *examples,
                                 const GArray       *indices /* guint, of examples */);
void   koma_standard_score_clear (KomaStandardScore *self);
float *koma_standard_score_apply (const KomaStandardScore *self, /* [indices, n] */
                                  const KomaExamples      *examples,
                                  const GArray            *indices);
/* A layer that took standard scores takes features. */
void koma_standard_score_bake (const KomaStandardScore *self, KomaDenseLayer *layer);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaStandardScore, koma_standard_score_clear)

G_END_DECLS
