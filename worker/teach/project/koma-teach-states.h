/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The base: the library's model whose features are used. */
typedef enum {
  KOMA_TEACH_BASE_NONE,
  KOMA_TEACH_BASE_LOADING,
  KOMA_TEACH_BASE_READY,
  KOMA_TEACH_BASE_FAILED, /* KomaTeachStatus.base_error: not there, or no dense layer */
} KomaTeachBaseState;

typedef enum {
  KOMA_TEACH_TRAINING_NONE,     /* too few examples or classes, or not begun */
  KOMA_TEACH_TRAINING_WAITING,  /* for a pause of changes, or for features */
  KOMA_TEACH_TRAINING_RUNNING,  /* "progress" tells how far; KomaTeachStatus.epochs */
  KOMA_TEACH_TRAINING_CHECKING, /* trained, and in use; now by cross-validation */
  KOMA_TEACH_TRAINING_DONE,
  KOMA_TEACH_TRAINING_STOPPED, /* by koma_teach_project_stop_training () */
  KOMA_TEACH_TRAINING_FAILED,  /* KomaTeachStatus.training_error */
} KomaTeachTrainingState;

typedef enum {
  KOMA_TEACH_TUNE_NONE,
  KOMA_TEACH_TUNE_LOOKING, /* at all pictures once more */
  KOMA_TEACH_TUNE_RUNNING,
  KOMA_TEACH_TUNE_DONE,   /* something came out, to be kept or not */
  KOMA_TEACH_TUNE_FAILED, /* KomaTeachStatus.tune_error */
} KomaTeachTuneState;

#define KOMA_TEACH_TUNE_ROUNDS 10 /* that all pictures have a part in */

typedef enum {
  KOMA_TEACH_HEAD_NONE,    /* fewer than two classes with examples that are known */
  KOMA_TEACH_HEAD_NEAREST, /* the nearest examples */
  KOMA_TEACH_HEAD_TRAINED,
} KomaTeachHeadKind;

/* After a step of training in which all examples had a part. */
typedef struct
{
  float loss;
  float accuracy;
  float held_out_loss; /* NaN where no example was held out */
  float held_out_accuracy;
} KomaTeachEpoch;

G_END_DECLS
