/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/runtime/session.h"
#include "trainer-options.h"

G_BEGIN_DECLS

typedef enum {
  KOMA_TRAINER_STEP,
  KOMA_TRAINER_STEP_WEIGHTED, /* samples count more or less */
  KOMA_TRAINER_EVALUATE,
  KOMA_TRAINER_PREDICT,
} KomaTrainerMode;

/* One session of a trainer. */
typedef struct
{
  KomaTrainerMode mode;
  guint           batch;
  KomaSession    *session;

  /* Inputs of the session. */
  guint *x;      /* [n_x] */
  guint *y;      /* [n_outputs] (nullable) */
  guint *shares; /* [n_outputs] (nullable) weights of samples */
  guint *keys;   /* [n_keys] */
  guint  rates;  /* the first; the others follow */
  guint  n_x;
  guint  n_keys;
} KomaTrainerPlan;

/* What a plan is made from. */
typedef struct
{
  const KomaTrainerOptions *options;
  float *const             *weights; /* [n_weights] */
  float *const             *slots;   /* [n_weights · n_slots] NULL where one does not learn */
} KomaTrainerParts;

KomaTrainerPlan *koma_trainer_plan_new (const KomaTrainerParts *parts,
                                        KomaTrainerMode         mode,
                                        guint                   batch,
                                        GError                **error);
void             koma_trainer_plan_free (KomaTrainerPlan *plan);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTrainerPlan, koma_trainer_plan_free)

G_END_DECLS
