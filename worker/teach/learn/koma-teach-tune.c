/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-tune.h"

#include "worker/teach/project/koma-teach-project-private.h"

/* The share of the work that has to be done before the time that is left can be estimated. */
#define LEAST_PROGRESS 0.02

/**
 * koma_teach_project_fine_tune:
 *
 * Begins, from the base as it came; what ran or came out before is dropped. Thread: main.
 */
void
koma_teach_project_fine_tune (KomaTeachProject *self)
{
  const KomaTeachLearner *learner = self->learner;

  if (koma_teach_project_is_ready (self) && learner->head != NULL && learner->path != NULL)
    koma_teach_tuner_start (self->tuner, learner->path, learner->head->set, learner->n_hidden);
}

/**
 * koma_teach_project_stop_fine_tuning:
 *
 * Thread: main.
 */
void
koma_teach_project_stop_fine_tuning (KomaTeachProject *self)
{
  koma_teach_tuner_stop (self->tuner);
}

/**
 * koma_teach_project_keep_fine_tuning:
 *
 * All features are computed anew, and a head is trained from them. Thread: main.
 */
void
koma_teach_project_keep_fine_tuning (KomaTeachProject *self)
{
  if (!koma_teach_project_is_ready (self) || self->tuner->result == NULL)
    return;
  koma_teach_project_set_tuned (self, self->tuner->result->hash);
  koma_teach_tuner_stop (self->tuner);
}

/**
 * koma_teach_project_get_tune_state:
 *
 * Thread: main. Returns: how far it is
 */
KomaTeachTuneState
koma_teach_project_get_tune_state (KomaTeachProject *self)
{
  return self->tuner->state;
}

double
koma_teach_project_get_tune_progress (KomaTeachProject *self)
{
  return self->tuner->progress;
}

/**
 * koma_teach_project_get_tune_seconds_left:
 *
 * Thread: main. Returns: by the time that this state took so far; 0: too early to tell
 */
guint
koma_teach_project_get_tune_seconds_left (KomaTeachProject *self)
{
  const KomaTeachTuner *tuner = self->tuner;
  const gint64          took_us = g_get_monotonic_time () - tuner->begun_us;
  const double          took = (double) took_us / G_USEC_PER_SEC;

  if (tuner->progress < LEAST_PROGRESS)
    return 0;
  return (guint) (took / tuner->progress * (1 - tuner->progress)) + 1;
}

/**
 * koma_teach_project_get_tune_error:
 *
 * Thread: main. Returns: (transfer none) (nullable): why it failed
 */
const GError *
koma_teach_project_get_tune_error (KomaTeachProject *self)
{
  return self->tuner->error;
}

/**
 * koma_teach_project_get_tune_epochs:
 * @ret_n: return location for how many
 *
 * Thread: main. Returns: (transfer none) (array length=ret_n): so far
 */
const KomaTeachEpoch *
koma_teach_project_get_tune_epochs (KomaTeachProject *self,
                                    guint            *ret_n)
{
  *ret_n = self->tuner->epochs->len;
  return (const KomaTeachEpoch *) (gpointer) self->tuner->epochs->data;
}

static gboolean
get_score (const KomaTeachTuned *tuned, /* (nullable) */
           KomaTeachTuneScore   *ret_score)
{
  if (tuned == NULL)
    return FALSE;
  *ret_score =
    (KomaTeachTuneScore){ tuned->n_held_out, tuned->n_right_before, tuned->n_right_after };
  return TRUE;
}

/**
 * koma_teach_project_get_tune_score:
 *
 * Thread: main. Returns: whether something came out that is not kept yet
 */
gboolean
koma_teach_project_get_tune_score (KomaTeachProject   *self,
                                   KomaTeachTuneScore *ret_score)
{
  return get_score (self->tuner->result, ret_score);
}

/**
 * koma_teach_project_get_kept_score:
 *
 * Thread: main. Returns: whether the base is fine-tuned
 */
gboolean
koma_teach_project_get_kept_score (KomaTeachProject   *self,
                                   KomaTeachTuneScore *ret_score)
{
  return get_score (self->learner->tuned, ret_score);
}
