/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "head.h"

G_BEGIN_DECLS

typedef struct
{
  /* Units of a layer between features and classes, at most 1024; 0: no such layer. */
  guint   n_hidden;
  guint   n_epochs; /* 0: KOMA_HEAD_EPOCHS */
  guint32 seed;     /* of the first weights of a hidden layer, and of the choice for validation */
  double  l2;       /* · sum (w²) / examples is added to the loss; 0: KOMA_HEAD_L2 */
  /* Of each class, 0 … 0.5: examples that are not learned from, but watched. */
  double validation_share;
} KomaHeadTrainOptions;

/* After an epoch, a step that all examples have a part in. Fewer than n_epochs come where no step
 * helps any more. */
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

#define KOMA_HEAD_EPOCHS 100
#define KOMA_HEAD_L2     0.5

/* The same options and examples make the same head. One thread. The head is not calibrated. */
KomaHead *koma_head_train (const KomaExamples         *examples,
                           const KomaHeadTrainOptions *options,  /* (nullable) */
                           KomaHeadProgress            progress, /* (nullable) */
                           gpointer                    user_data,
                           GError                    **error);

G_END_DECLS
