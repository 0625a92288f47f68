/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "head.h"

G_BEGIN_DECLS

typedef struct
{
  guint   n_hidden; /* units of a layer between features and classes; 0: no such layer */
  guint   n_epochs; /* 0: KOMA_HEAD_EPOCHS */
  guint32 seed;     /* of the first weights, the order of examples and the choice for validation */
  double  l2;       /* penalty of weights; 0: KOMA_HEAD_L2 */
  /* Of each class, 0 … 0.5: examples that are not learned from, but watched. */
  double validation_share;
} KomaHeadTrainOptions;

/* After an epoch. */
typedef struct
{
  guint  epoch; /* counts from 1 */
  guint  n_epochs;
  double loss; /* mean cross-entropy */
  double accuracy;
  double validation_loss; /* NAN without validation, as … */
  double validation_accuracy;
} KomaHeadEpoch;

/* Called on the thread that trains. FALSE stops it. */
typedef gboolean (*KomaHeadProgress) (const KomaHeadEpoch *epoch,
                                      gpointer             user_data);

#define KOMA_HEAD_EPOCHS 40
#define KOMA_HEAD_L2     1e-3

/* The same options and examples make the same head. One thread. The head is not calibrated. */
KomaHead *koma_head_train (const KomaExamples         *examples,
                           const KomaHeadTrainOptions *options,  /* (nullable) */
                           KomaHeadProgress            progress, /* (nullable) */
                           gpointer                    user_data,
                           GError                    **error);

G_END_DECLS
