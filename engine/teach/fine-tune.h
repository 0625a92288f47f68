/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cut-values.h"
#include "head-train.h"
#include "tail.h"

G_BEGIN_DECLS

#define KOMA_FINE_TUNE_EPOCHS       10
#define KOMA_FINE_TUNE_RATE         1e-4
#define KOMA_FINE_TUNE_HELD_OUT     0.2
#define KOMA_FINE_TUNE_MIN_OF_CLASS 5 /* pictures: so that one can be held out */

typedef struct
{
  guint   n_hidden;  /* of the head: as of koma_head_train () */
  guint   n_epochs;  /* 0: KOMA_FINE_TUNE_EPOCHS */
  double  rate;      /* of learning, Adam's; 0: KOMA_FINE_TUNE_RATE */
  guint32 seed;      /* of the choice of what is held out, and of the order */
  guint   n_threads; /* 0: as many as there are processors */
} KomaFineTuneOptions;

typedef struct
{
  double        fraction; /* 0 … 1 of all */
  KomaHeadEpoch epoch;    /* validation is of those held out; its epoch is 0 where none ended */
} KomaFineTuneReport;

/* After each step, on the thread that computes. FALSE stops it. */
typedef gboolean (*KomaFineTuneProgress) (const KomaFineTuneReport *report, gpointer user_data);

typedef struct
{
  KomaTunedWeights *weights;
  gboolean         *is_learned;     /* [n] examples that the weights have seen */
  guint             n_held_out;     /* the others */
  guint             n_right_before; /* of those held out, by a head of the features before … */
  guint             n_right_after;  /* … and after; heads have not seen them, either */
} KomaFineTuned;

/* Lets the end of a model learn, together with a head, from what its stem computed. The same
 * arguments give the same weights on the same processor. */
KomaFineTuned *koma_fine_tune (const KomaTail            *tail,
                               const KomaExamples        *examples, /* features: of the model */
                               const KomaCutValues       *values,   /* of the examples */
                               const KomaFineTuneOptions *options,  /* (nullable) */
                               KomaFineTuneProgress       progress, /* (nullable) */
                               gpointer                   user_data,
                               GError                   **error);
void           koma_fine_tuned_free (KomaFineTuned *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaFineTuned, koma_fine_tuned_free)

G_END_DECLS
