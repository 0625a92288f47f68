/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-inference-state.h"

/*< private >
 * koma_inference_message_free:
 * @message: (nullable) (transfer full): a message
 */
void
koma_inference_message_free (Message *message)
{
  if (message == NULL)
    return;
  g_clear_pointer (&message->load, koma_completion_unref);
  g_clear_pointer (&message->model, koma_model_unref);
  g_free (message);
}

/*< private >
 * koma_inference_take_in:
 *
 * Puts it where it is looked for.
 */
void
koma_inference_take_in (KomaInference *self,
                        Message       *message) /* (transfer full) */
{
  KomaJob *job = message->job;

  switch (message->kind) {
  case MESSAGE_JOB:
    if (self->range_search != NULL)
      koma_range_search_add (self->range_search, job);
    g_queue_push_tail (&self->ready[job->request->priority], job);
    break;
  case MESSAGE_MODEL:
    /* The load of an earlier one has been cancelled. */
    koma_inference_message_free (self->model);
    self->model = g_steal_pointer (&message);
    break;
  case MESSAGE_STOP:
    self->is_stopping = TRUE;
    break;
  }
  koma_inference_message_free (message);
}

/*< private >
 * koma_inference_has_jobs:
 *
 * Returns: whether there are decoded pictures to answer
 */
gboolean
koma_inference_has_jobs (const KomaInference *self)
{
  return self->ready[KOMA_PRIORITY_INTERACTIVE].length > 0 ||
         self->ready[KOMA_PRIORITY_BULK].length > 0;
}

/* The pictures that may tell the range are decoded before the first is answered. */
void
koma_inference_bound_work (KomaInference *self)
{
  const guint batch = koma_predictor_get_batch (self->predictor);

  koma_worker_queue_set_batch (
    self->queue,
    self->range_search != NULL ? MAX (batch, KOMA_MAX_RANGE_PICTURES / 2) : batch);
}

void
koma_inference_publish (KomaInference *self)
{
  koma_worker_queue_set_active_model (self->queue,
                                      koma_predictor_get_active_model (self->predictor));
  koma_inference_bound_work (self);
}

void
koma_inference_replace_predictor (KomaInference *self,
                                  KomaPredictor *predictor) /* (transfer full) */
{
  koma_predictor_free (self->predictor);
  self->predictor = predictor;
  self->n_bulk_done = 0;
  g_atomic_int_set (&self->bulk_batch, 0);
  koma_inference_publish (self);
}

void
koma_inference_tell_change (KomaInference *self)
{
  KomaModelWatch *watch = g_atomic_pointer_get (&self->watch);

  if (watch != NULL)
    koma_model_watch_tell (watch, koma_predictor_get_active_model (self->predictor)->info);
}
