/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-tune.h"

#include "worker/teach/project/koma-teach-project-private.h"

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
