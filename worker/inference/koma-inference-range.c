/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "koma-inference-range.h"

#include "worker/koma-thread.h"

/*< private >
 * koma_inference_is_gathering:
 *
 * The first answers wait for the pictures that may tell the range; those that are sent one by one
 * come soon after each other.
 */
gboolean
koma_inference_is_gathering (KomaInference *self)
{
  const GQueue  *bulk = &self->ready[KOMA_PRIORITY_BULK];
  const KomaJob *last = g_queue_peek_tail ((GQueue *) bulk);

  return last != NULL && self->range_search != NULL &&
         koma_range_search_is_worth_waiting (self->range_search, bulk->length) &&
         (koma_worker_queue_has_more (self->queue) ||
          g_get_monotonic_time () < last->ready_us + LINGER_US);
}

/*< private >
 * koma_inference_is_range_due:
 *
 * Returns: whether there are enough pictures for a comparison
 */
gboolean
koma_inference_is_range_due (KomaInference *self)
{
  return koma_inference_has_jobs (self) && self->range_search != NULL &&
         koma_worker_queue_get_n_unanswered (self->queue) > 0 &&
         koma_range_search_is_due (self->range_search) && !koma_inference_is_gathering (self);
}

/* Another model, the end, or that nobody waits any more, is not to wait for all pictures. */
static gboolean
go_on_cb (double   fraction,
          gpointer user_data)
{
  KomaInference *self = user_data;
  Message       *message = NULL;

  while ((message = g_async_queue_try_pop (self->messages)) != NULL)
    koma_inference_take_in (self, message);
  return self->model == NULL && !self->is_stopping &&
         koma_worker_queue_get_n_unanswered (self->queue) > 0;
}

static void
take_range (KomaInference        *self,
            const KomaRangeTrial *trial)
{
  g_autoptr (GError) error = NULL;
  KomaPredictor *predictor = koma_predictor_take_range (self->predictor, trial, &error);

  g_clear_pointer (&self->range_search, koma_range_search_free);
  if (predictor != NULL)
    koma_inference_replace_predictor (self, predictor);
  else
    koma_inference_publish (self);
  if (error == NULL)
    koma_inference_tell_change (self);
  else
    g_debug ("%s", error->message);
}

/*< private >
 * koma_inference_search_range:
 *
 * Compares ranges; what is asked is answered, whether or not one is found.
 */
void
koma_inference_search_range (KomaInference *self)
{
  const KomaProgress progress = { go_on_cb, self };
  KomaRangeTrial     trial = { 0 };
  g_autoptr (GError) error = NULL;

  if (!koma_predictor_search_range (self->predictor, self->range_search, &progress, &trial, &error))
    g_debug ("%s", error->message);
  else if (trial.verdict != KOMA_RANGE_UNTOLD)
    take_range (self, &trial);
  if (self->range_search == NULL || !koma_range_search_is_over (self->range_search))
    return;
  g_clear_pointer (&self->range_search, koma_range_search_free);
  koma_inference_publish (self);
}
