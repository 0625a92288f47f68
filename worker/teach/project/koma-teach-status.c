/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-status.h"

#include "koma-teach-project-private.h"

/* The share of the work that has to be done before the time that is left can be estimated. */
#define LEAST_PROGRESS 0.02

static guint
estimate_seconds_left (const KomaTeachTuner *tuner)
{
  const gint64 took_us = g_get_monotonic_time () - tuner->begun_us;
  const double took = (double) took_us / G_USEC_PER_SEC;

  if (tuner->progress < LEAST_PROGRESS)
    return 0;
  return (guint) (took / tuner->progress * (1 - tuner->progress)) + 1;
}

KomaTeachStatus
koma_teach_project_get_status (KomaTeachProject *self)
{
  const KomaTeachProjectRecord *record = &self->record;
  KomaTeachLearner             *learner = self->learner;
  const KomaTeachTuner         *tuner = self->tuner;
  const gboolean                is_warned = self->warnings != NULL && self->warnings[0] != NULL;

  return (KomaTeachStatus){
    .state = self->state,
    .error = self->error,
    .warnings = is_warned ? (const char *const *) self->warnings : NULL,
    .folder = self->folder,
    .name = record->name != NULL ? record->name : "",
    .n_examples = self->n_examples,
    .n_adding = self->n_adding,
    .saved_path = record->saved,
    .base = record->base,
    .base_name = record->base_name,
    .base_state = learner->base_state,
    .base_error = learner->base_error,
    .n_hidden = record->n_hidden,
    .head_kind = koma_teach_learner_get_head_kind (learner),
    .training_state = learner->training_state,
    .progress = learner->progress,
    .training_error = learner->training_error,
    .epochs = learner->epochs,
    .tune_state = tuner->state,
    .tune_progress = tuner->progress,
    .tune_seconds_left = estimate_seconds_left (tuner),
    .tune_error = tuner->error,
    .tune_epochs = tuner->epochs,
  };
}
