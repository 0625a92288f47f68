/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/teach/project/koma-teach-set.h"
#include "worker/queue/koma-completion.h"

G_BEGIN_DECLS

/* How far it is. */
typedef struct
{
  double         fraction; /* 0 … 1, of training, then of checking */
  KomaHeadEpoch  epoch;    /* its epoch is 0 where none ended */
  KomaTeachHead *head;     /* (nullable) trained: it may be used; from now on it is checked */
} KomaTeachTrainingReport;

/* What comes out. */
typedef struct
{
  KomaTeachHead       *head;       /* calibrated */
  KomaCrossValidation *validation; /* (nullable) too few examples */
} KomaTeachTrained;

typedef struct _KomaTeachTraining KomaTeachTraining;

/* In the main context of its task; also of one that was cancelled meanwhile. */
typedef void (*KomaTeachTellTraining) (KomaTeachTraining             *self,
                                       const KomaTeachTrainingReport *report,
                                       gpointer                       user_data);

/* Trains a head from a set, and then tries by cross-validation how good such heads are. */
struct _KomaTeachTraining
{
  KomaCompletion        completion; /* first; its value is a KomaTeachTrained */
  KomaTeachSet         *set;
  KomaHeadTrainOptions  options;
  KomaTeachTellTraining tell;
  gpointer              user_data;
};

KomaTeachTraining *koma_teach_training_new (KomaTeachSet         *set,
                                            guint                 n_hidden,
                                            KomaTeachTellTraining tell,
                                            gpointer              user_data,
                                            GTask                *task); /* (transfer full) */
/* Thread: teach. Ends it. */
void koma_teach_training_run (KomaTeachTraining *self);
void koma_teach_trained_free (gpointer trained);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTeachTrained, koma_teach_trained_free)

G_END_DECLS
