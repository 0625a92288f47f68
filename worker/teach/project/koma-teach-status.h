/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-teach-project.h"
#include "koma-teach-states.h"

G_BEGIN_DECLS

/* How a project is at this moment. What is borrowed lives until the project changes. */
typedef struct
{
  KomaTeachState     state;
  const GError      *error;      /* (nullable) why it can not be opened */
  const char *const *warnings;   /* (nullable) what was amiss in the folder, whole sentences */
  const char        *folder;     /* where it is on the disk */
  const char        *name;       /* for people; empty until it has one */
  guint              n_examples; /* of all classes */
  guint              n_adding;   /* pictures on their way onto the disk */
  const char        *saved_path; /* (nullable) the model in the library that it saved */

  const char            *base;       /* (nullable) path of the model whose features are used … */
  const char            *base_name;  /* (nullable) … and its name for people */
  KomaTeachBaseState     base_state; /* whether features can be computed … */
  const GError          *base_error; /* (nullable) … and why they can not */
  guint                  n_hidden;   /* units between features and classes; 0: no such layer */
  KomaTeachHeadKind      head_kind;  /* what answers now */
  KomaTeachTrainingState training_state;
  double                 progress;       /* 0 … 1, of @training_state */
  const GError          *training_error; /* (nullable) why it failed */
  const GArray          *epochs;         /* (element-type KomaTeachEpoch) of the last training */

  KomaTeachTuneState tune_state;
  double             tune_progress;     /* 0 … 1, of @tune_state */
  guint              tune_seconds_left; /* of @tune_state, by the time it took; 0: too early */
  const GError      *tune_error;        /* (nullable) why it failed */
  const GArray      *tune_epochs;       /* (element-type KomaTeachEpoch) so far */
} KomaTeachStatus;

/* Thread: main. */
KomaTeachStatus koma_teach_project_get_status (KomaTeachProject *self);

G_END_DECLS
