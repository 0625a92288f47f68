/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dense-layers.h"
#include "engine/training/trainer.h"
#include "tail.h"

G_BEGIN_DECLS

/* Private: the trainer of a tail and a head behind it, by their mean cross-entropy. Its input is of
 * koma_tail_get_shape (), its targets are [batch, n_classes]. One thread. */
typedef struct _KomaTailTrainer KomaTailTrainer;

typedef struct
{
  double  rate; /* of learning */
  guint32 seed;
  guint   n_threads; /* 0: as many as there are processors */
} KomaTailTrainerOptions;

/* Results of a step. */
enum {
  KOMA_TAIL_RESULT_LOSS,
  KOMA_TAIL_RESULT_ACCURACY,
  KOMA_TAIL_N_RESULTS,
};

/* @tail and @layers, which it begins with, outlive it. */
KomaTailTrainer *koma_tail_trainer_new (const KomaTail               *tail,
                                        const KomaDenseLayers        *layers,
                                        const KomaTailTrainerOptions *options,
                                        GError                      **error);
void             koma_tail_trainer_free (KomaTailTrainer *self);
KomaTrainer     *koma_tail_trainer_get (KomaTailTrainer *self); /* borrowed */
/* Of the tail, as they are now. Errors: KOMA_ERROR_ARGUMENT: they are no numbers any more. */
KomaTunedWeights *koma_tail_trainer_get_weights (const KomaTailTrainer *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTailTrainer, koma_tail_trainer_free)

G_END_DECLS
