/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What others may know of a project. */
#include "worker/teach/learn/koma-teach-learn.h"
#include "koma-teach-project-private.h"

/**
 * koma_teach_project_get_state:
 *
 * Thread: main. Returns: whether it can be changed
 */
KomaTeachState
koma_teach_project_get_state (KomaTeachProject *self)
{
  return self->state;
}

/**
 * koma_teach_project_get_error:
 *
 * Thread: main. Returns: (transfer none) (nullable): why it can not be opened
 */
const GError *
koma_teach_project_get_error (KomaTeachProject *self)
{
  return self->error;
}

/**
 * koma_teach_project_get_warnings:
 *
 * Thread: main. Returns: (transfer none) (nullable): what was amiss in the folder, whole sentences
 */
const char *const *
koma_teach_project_get_warnings (KomaTeachProject *self)
{
  return self->warnings != NULL && self->warnings[0] != NULL ? (const char *const *) self->warnings
                                                             : NULL;
}

/**
 * koma_teach_project_get_folder:
 *
 * Thread: main. Returns: (transfer none): where it is on the disk
 */
const char *
koma_teach_project_get_folder (KomaTeachProject *self)
{
  return self->folder;
}

/**
 * koma_teach_project_get_name:
 *
 * Thread: main. Returns: (transfer none): for people; empty until it has one
 */
const char *
koma_teach_project_get_name (KomaTeachProject *self)
{
  return self->record.name != NULL ? self->record.name : "";
}

/**
 * koma_teach_project_get_n_examples:
 *
 * Thread: main. Returns: those of all classes
 */
guint
koma_teach_project_get_n_examples (KomaTeachProject *self)
{
  return self->n_examples;
}

/**
 * koma_teach_project_get_n_adding:
 *
 * Thread: main. Returns: pictures that are on their way onto the disk
 */
guint
koma_teach_project_get_n_adding (KomaTeachProject *self)
{
  return self->n_adding;
}

/*< private >*/
gboolean
koma_teach_project_is_ready (KomaTeachProject *self)
{
  return self->state == KOMA_TEACH_READY;
}

/*< private >*/
KomaTeachLists *
koma_teach_project_get_lists (KomaTeachProject *self)
{
  return &self->lists;
}

/*< private >*/
KomaTeachProjectRecord *
koma_teach_project_get_record (KomaTeachProject *self)
{
  return &self->record;
}

/*< private >*/
guint
koma_teach_project_get_n_pixels (KomaTeachProject *self)
{
  return self->n_pixels;
}

/*< private >*/
KomaTeachSteps *
koma_teach_project_get_steps (KomaTeachProject *self)
{
  return &self->steps;
}

/**
 * koma_teach_project_get_base:
 *
 * Thread: main. Returns: (transfer none) (nullable): path of the model whose features are used
 */
const char *
koma_teach_project_get_base (KomaTeachProject *self)
{
  return self->record.base;
}

/**
 * koma_teach_project_get_base_name:
 *
 * Thread: main. Returns: (transfer none) (nullable): its name for people
 */
const char *
koma_teach_project_get_base_name (KomaTeachProject *self)
{
  return self->record.base_name;
}

/**
 * koma_teach_project_get_n_hidden:
 *
 * Thread: main. Returns: units of a layer between features and classes; 0: no such layer
 */
guint
koma_teach_project_get_n_hidden (KomaTeachProject *self)
{
  return self->record.n_hidden;
}

/**
 * koma_teach_project_get_base_state:
 *
 * Thread: main. Returns: whether features can be computed
 */
KomaTeachBaseState
koma_teach_project_get_base_state (KomaTeachProject *self)
{
  return self->learner->base_state;
}

/**
 * koma_teach_project_get_base_error:
 *
 * Thread: main. Returns: (transfer none) (nullable): why they can not
 */
const GError *
koma_teach_project_get_base_error (KomaTeachProject *self)
{
  return self->learner->base_error;
}

/**
 * koma_teach_project_get_n_known:
 *
 * Thread: main. Returns: examples that count in answers
 */
guint
koma_teach_project_get_n_known (KomaTeachProject *self)
{
  return koma_teach_lists_count_known (&self->lists);
}

/**
 * koma_teach_project_get_head_kind:
 *
 * Thread: main. Returns: what answers now
 */
KomaTeachHeadKind
koma_teach_project_get_head_kind (KomaTeachProject *self)
{
  return koma_teach_learner_get_head_kind (self->learner);
}

/**
 * koma_teach_project_get_training_state:
 *
 * Thread: main. Returns: how far it is
 */
KomaTeachTrainingState
koma_teach_project_get_training_state (KomaTeachProject *self)
{
  return self->learner->training_state;
}

/**
 * koma_teach_project_get_progress:
 *
 * Thread: main. Returns: 0 … 1, of the state of training
 */
double
koma_teach_project_get_progress (KomaTeachProject *self)
{
  return self->learner->progress;
}

/**
 * koma_teach_project_get_training_error:
 *
 * Thread: main. Returns: (transfer none) (nullable): why it failed
 */
const GError *
koma_teach_project_get_training_error (KomaTeachProject *self)
{
  return self->learner->training_error;
}

/**
 * koma_teach_project_get_epochs:
 * @ret_n: return location for how many
 *
 * Thread: main. Returns: (transfer none) (array length=ret_n): of the last training
 */
const KomaTeachEpoch *
koma_teach_project_get_epochs (KomaTeachProject *self,
                               guint            *ret_n)
{
  *ret_n = self->learner->epochs->len;
  return (const KomaTeachEpoch *) (gpointer) self->learner->epochs->data;
}
