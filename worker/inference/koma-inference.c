/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-inference.h"

#include "koma-inference-range.h"
#include "koma-inference-state.h"

#include "engine/koma-app.h"
#include "worker/koma-thread.h"

/* When a batch is to start that is not full, as monotonic time; 0: at once. */
static gint64
get_deadline_us (KomaInference *self)
{
  const GQueue  *bulk = &self->ready[KOMA_PRIORITY_BULK];
  const KomaJob *first = g_queue_peek_head ((GQueue *) bulk);

  if (koma_inference_is_gathering (self))
    return g_get_monotonic_time () + LINGER_US;
  if (first == NULL ||
      bulk->length >= koma_predictor_get_session_batch (self->predictor) ||
      !koma_worker_queue_has_more (self->queue))
    return 0;
  return first->ready_us + LINGER_US;
}

static gboolean
has_work (const KomaInference *self)
{
  return self->model != NULL || koma_inference_has_jobs (self);
}

/* Nobody waits for an answer, and there is a backend to choose. */
static gboolean
is_free_to_autotune (KomaInference *self)
{
  return self->autotuner != NULL && koma_autotuner_get_report (self->autotuner) == NULL &&
         koma_worker_queue_get_n_unanswered (self->queue) == 0;
}

/* Waits until there is something to do, or a batch has waited for others
 * long enough; takes in all messages there are. */
static void
receive (KomaInference *self)
{
  Message *message = NULL;
  gint64   wait_us = 0;

  if (!has_work (self) && !is_free_to_autotune (self)) {
    koma_inference_take_in (self, g_async_queue_pop (self->messages));
  } else if (self->model == NULL && self->ready[KOMA_PRIORITY_INTERACTIVE].length == 0) {
    wait_us = get_deadline_us (self) - g_get_monotonic_time ();
    if (wait_us > 0)
      message = g_async_queue_timeout_pop (self->messages, wait_us);
    if (message != NULL)
      koma_inference_take_in (self, message);
  }
  while ((message = g_async_queue_try_pop (self->messages)) != NULL)
    koma_inference_take_in (self, message);
}

/* A load that ended cancelled must not replace the model, and one that replaces
 * it must not end cancelled: so it is claimed first. The model before stays in
 * use until this returns, and after, if it fails. */
static void
install_model (KomaInference *self)
{
  Message        *message = g_steal_pointer (&self->model);
  KomaCompletion *load = &message->load->completion;
  g_autoptr (KomaPredictor) predictor = NULL;
  GError *error = NULL;

  if (!koma_completion_is_ended (load)) {
    predictor = koma_predictor_new (message->model, message->load, &error);
    if (predictor == NULL) {
      koma_completion_end (load, NULL, error);
    } else if (koma_completion_claim (load)) {
      koma_range_search_free (self->range_search);
      self->range_search = koma_predictor_begin_range_search (predictor);
      koma_inference_replace_predictor (self, g_steal_pointer (&predictor));
      g_clear_pointer (&self->autotuner, koma_autotuner_free);
      self->autotuner = koma_predictor_begin_autotune (self->predictor);
      koma_completion_return (
        load, koma_model_info_ref (koma_predictor_get_active_model (self->predictor)->info), NULL);
    }
  }
  koma_inference_message_free (message);
}

/* Whether @job's pixels are right for the model in use, and what was painted of them. If not it is
 * decoded again. */
static gboolean
is_current (KomaInference *self,
            KomaJob       *job)
{
  KomaActiveModel *active_model = koma_predictor_get_active_model (self->predictor);

  return job->active_model == active_model ||
         (job->request->is_seen
            ? koma_active_model_takes_same_input (job->active_model, active_model)
            : koma_active_model_takes_same_pixels (job->active_model, active_model));
}

/* Takes up to @n_max jobs of a priority that can be run as they are. */
static GPtrArray *
collect (KomaInference *self,
         KomaPriority   priority,
         guint          n_max)
{
  GPtrArray *jobs = g_ptr_array_sized_new (n_max);
  KomaJob   *job = NULL;

  while (jobs->len < n_max && (job = g_queue_pop_head (&self->ready[priority])) != NULL) {
    if (koma_completion_is_ended (&job->completion) || !is_current (self, job))
      koma_worker_queue_put_back (self->queue, job);
    else
      g_ptr_array_add (jobs, job);
  }
  return jobs;
}

/* Another backend in place of one that fails: the same jobs are computed on
 * it from their beginning, so that no answer is half of one and half of the
 * other. */
static gboolean
fall_back (KomaInference *self,
           const GError  *reason)
{
  g_autoptr (GError) error = NULL;
  KomaPredictor *predictor = koma_predictor_fall_back (self->predictor, reason, &error);

  if (predictor == NULL) {
    g_debug ("%s", error->message);
    return FALSE;
  }
  koma_inference_replace_predictor (self, predictor);
  koma_inference_tell_change (self);
  return TRUE;
}

/* What a model does wrong it does on any backend. */
static void
run (KomaInference *self,
     GPtrArray     *jobs)
{
  g_autofree KomaResult **results = g_new0 (KomaResult *, jobs->len);
  g_autoptr (GError) error = NULL;

  if (jobs->len == 0)
    return;
  while (!koma_predictor_run (self->predictor, (KomaJob *const *) jobs->pdata, jobs->len,
                              results, &error)) {
    if (g_error_matches (error, KOMA_ERROR, KOMA_ERROR_MODEL) || !fall_back (self, error))
      break;
    g_clear_error (&error);
  }
  for (guint i = 0; i < jobs->len; i++)
    koma_worker_queue_end (self->queue, g_ptr_array_index (jobs, i), results[i],
                           error != NULL ? g_error_copy (error) : NULL);
}

static void
plan_bulk (KomaInference *self)
{
  if (!koma_predictor_is_worth_planning (self->predictor, self->n_bulk_done,
                                         koma_worker_queue_get_n_unanswered (self->queue)))
    return;
  koma_predictor_plan_bulk (self->predictor);
  g_atomic_int_set (&self->bulk_batch, koma_predictor_get_batch (self->predictor));
  if (self->autotuner != NULL && koma_autotuner_get_report (self->autotuner) != NULL)
    koma_autotuner_keep_batch (self->autotuner,
                               koma_predictor_get_measured_batch (self->predictor));
  koma_inference_bound_work (self);
}

/* One step; after the last the best backend takes over. One that was best when
 * it was measured and fails now is no reason to stop. */
static void
autotune (KomaInference *self)
{
  g_autoptr (GError) error = NULL;
  KomaPredictor *predictor = NULL;

  if (koma_autotuner_step (self->autotuner))
    return;
  predictor = koma_predictor_choose (self->predictor, koma_autotuner_get_report (self->autotuner),
                                     &error);
  if (predictor != NULL)
    koma_inference_replace_predictor (self, predictor);
  else
    koma_inference_publish (self);
  if (error == NULL)
    koma_inference_tell_change (self);
  else
    g_debug ("%s", error->message);
}

static void
run_interactive (KomaInference *self)
{
  g_autoptr (GPtrArray) jobs = collect (self, KOMA_PRIORITY_INTERACTIVE, 1);

  run (self, jobs);
  if (jobs->len > 0)
    koma_predictor_widen (self->predictor);
}

static void
run_bulk (KomaInference *self)
{
  g_autoptr (GPtrArray) jobs = NULL;

  plan_bulk (self);
  jobs = collect (self, KOMA_PRIORITY_BULK, koma_predictor_get_batch (self->predictor));
  self->n_bulk_done += jobs->len;
  run (self, jobs);
}

/* One thing at a time. A model comes first: a camera always has a picture. */
static void
work (KomaInference *self)
{
  if (self->model != NULL)
    install_model (self);
  else if (koma_inference_is_range_due (self))
    koma_inference_search_range (self);
  else if (self->ready[KOMA_PRIORITY_INTERACTIVE].length > 0)
    run_interactive (self);
  else if (self->ready[KOMA_PRIORITY_BULK].length == 0 && is_free_to_autotune (self))
    autotune (self);
  else if (get_deadline_us (self) <= g_get_monotonic_time ())
    run_bulk (self);
}

/* All threads that post have been joined. The queue is closed, so that putting
 * back ends a job. */
static void
finish (KomaInference *self)
{
  for (guint i = 0; i < KOMA_N_PRIORITIES; i++) {
    KomaJob *job = NULL;

    while ((job = g_queue_pop_head (&self->ready[i])) != NULL)
      koma_worker_queue_put_back (self->queue, job);
  }
  koma_worker_queue_set_active_model (self->queue, NULL);
  g_clear_pointer (&self->model, koma_inference_message_free);
  g_clear_pointer (&self->autotuner, koma_autotuner_free);
  g_clear_pointer (&self->range_search, koma_range_search_free);
  g_clear_pointer (&self->predictor, koma_predictor_free);
}

static gpointer
inference_main (gpointer data)
{
  KomaInference *self = data;

  koma_thread_enter (KOMA_THREAD_INFERENCE);
  while (!self->is_stopping) {
    receive (self);
    if (!self->is_stopping)
      work (self);
  }
  finish (self);
  return NULL;
}

/**
 * koma_inference_new:
 * @queue: where jobs end
 *
 * Returns: (transfer full): a thread without a model
 */
KomaInference *
koma_inference_new (KomaWorkerQueue *queue)
{
  KomaInference *self = g_new0 (KomaInference, 1);

  self->queue = queue;
  self->messages = g_async_queue_new ();
  self->thread = g_thread_new ("koma-inference", inference_main, self);
  return self;
}

static void
post (KomaInference *self,
      Message        message)
{
  g_async_queue_push (self->messages, g_memdup2 (&message, sizeof message));
}

/**
 * koma_inference_join:
 * @self: (transfer full): the thread
 *
 * Ends every job and frees every session, after the batch that runs. The
 * queue has been closed and nobody posts any more.
 *
 * Thread: any but its own.
 */
void
koma_inference_join (KomaInference *self)
{
  post (self, (Message){ .kind = MESSAGE_STOP });
  g_thread_join (self->thread);
  g_async_queue_unref (self->messages);
  g_free (self);
}

/**
 * koma_inference_set_watch:
 * @self: the thread
 * @watch: told when the model in use computes another way; must live until the
 *   thread has been joined
 *
 * Before the first model. Thread: any.
 */
void
koma_inference_set_watch (KomaInference  *self,
                          KomaModelWatch *watch)
{
  g_atomic_pointer_set (&self->watch, watch);
}

/**
 * koma_inference_post_job:
 * @self: the thread
 * @job: (transfer full): an active job that has an input
 *
 * Thread: decode.
 */
void
koma_inference_post_job (KomaInference *self,
                         KomaJob       *job)
{
  KOMA_ASSERT_THREAD (KOMA_THREAD_DECODE);

  post (self, (Message){ .kind = MESSAGE_JOB, .job = job });
}

/**
 * koma_inference_post_model:
 * @self: the thread
 * @load: (transfer full): the load it is for
 * @model: (transfer full): what was read
 *
 * Lets the thread compile @model, and replace the one before when it is warm.
 *
 * Thread: load.
 */
void
koma_inference_post_model (KomaInference   *self,
                           KomaLoadRequest *load,
                           KomaModel       *model)
{
  KOMA_ASSERT_THREAD (KOMA_THREAD_LOAD);

  post (self, (Message){ .kind = MESSAGE_MODEL, .load = load, .model = model });
}

/**
 * koma_inference_get_bulk_batch:
 * @self: the thread
 *
 * Thread: any.
 *
 * Returns: the batch of bulk work with the model in use; 0 until there was
 *   enough work to measure for
 */
guint
koma_inference_get_bulk_batch (KomaInference *self)
{
  return g_atomic_int_get (&self->bulk_batch);
}
