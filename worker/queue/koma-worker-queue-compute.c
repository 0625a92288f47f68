/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The queue's side towards the threads that decode, infer and measure. */
#include "koma-worker-queue-private.h"

#include "worker/koma-thread.h"

/**
 * koma_worker_queue_set_active_model:
 * @queue: a queue
 * @active_model: (nullable): the model that pictures are prepared for from now on
 *
 * Thread: inference.
 */
void
koma_worker_queue_set_active_model (KomaWorkerQueue *queue,
                                    KomaActiveModel *active_model)
{
  KomaActiveModel *old = NULL;

  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);

  g_mutex_lock (&queue->lock);
  old = queue->active_model;
  queue->active_model = active_model != NULL ? koma_active_model_ref (active_model) : NULL;
  g_mutex_unlock (&queue->lock);
  koma_event_count_notify (&queue->changed, KOMA_EVENT_COUNT_ALL);
  koma_active_model_unref (old);
}

/**
 * koma_worker_queue_ref_active_model:
 * @queue: a queue
 *
 * Thread: load, measurement.
 *
 * Returns: (transfer full) (nullable): the model in use
 */
KomaActiveModel *
koma_worker_queue_ref_active_model (KomaWorkerQueue *queue)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = NULL;

  g_assert (koma_thread_get_kind () == KOMA_THREAD_MEASUREMENT ||
            koma_thread_get_kind () == KOMA_THREAD_LOAD);

  locker = g_mutex_locker_new (&queue->lock);
  return queue->active_model != NULL ? koma_active_model_ref (queue->active_model) : NULL;
}

/**
 * koma_worker_queue_set_batch:
 * @queue: a queue
 * @batch: pictures of one inference
 *
 * Bounds the bulk jobs that are being worked on, and with them memory: a
 * batch that runs, a batch that waits, and what decoders have in hand.
 *
 * Thread: inference.
 */
void
koma_worker_queue_set_batch (KomaWorkerQueue *queue,
                             guint            batch)
{
  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);

  g_mutex_lock (&queue->lock);
  queue->max_active = 2 * batch + queue->n_decoders;
  g_mutex_unlock (&queue->lock);
  koma_event_count_notify (&queue->changed, KOMA_EVENT_COUNT_ALL);
}

/**
 * koma_worker_queue_has_more:
 * @queue: a queue
 *
 * Thread: inference.
 *
 * Returns: whether a decoder has, or can get, something to do
 */
gboolean
koma_worker_queue_has_more (KomaWorkerQueue *queue)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = NULL;

  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);

  locker = g_mutex_locker_new (&queue->lock);
  return queue->n_decoding > 0 ||
         koma_worker_queue_get_n_unanswered (queue) > queue->active.length;
}

/* With the lock held, as is activate_next(). The next job there is a place for: an
 * interactive one finds some places that bulk work leaves free. */
static KomaJob *
find_next (KomaWorkerQueue *queue)
{
  KomaJob *interactive = g_queue_peek_head (&queue->waiting[KOMA_PRIORITY_INTERACTIVE]);
  guint    n_active = queue->active.length;

  if (queue->active_model == NULL && g_atomic_int_get (&queue->n_loads) > 0)
    return NULL;
  if (interactive != NULL && n_active < queue->max_active + queue->n_decoders)
    return interactive;
  if (n_active < queue->max_active && queue->n_decoding < queue->n_decoders)
    return g_queue_peek_head (&queue->waiting[KOMA_PRIORITY_BULK]);
  return NULL;
}

/* Returns: (nullable) (transfer full): a job that is active now */
static KomaJob *
activate_next (KomaWorkerQueue *queue,
               GPtrArray       *ret_jobs) /* those that were found ended */
{
  KomaJob *job = NULL;

  while ((job = find_next (queue)) != NULL) {
    g_queue_unlink (koma_worker_queue_get_waiting (queue, job), &job->link);
    if (koma_completion_is_ended (&job->completion)) {
      g_ptr_array_add (ret_jobs, job);
      continue;
    }
    if (queue->active_model != NULL)
      job->active_model = koma_active_model_ref (queue->active_model);
    g_queue_push_tail_link (&queue->active, &job->link);
    queue->n_decoding++;
    return job;
  }
  return NULL;
}

static KomaJob *
try_take (KomaWorkerQueue *queue)
{
  g_autoptr (GPtrArray) ended = g_ptr_array_new_with_free_func (koma_completion_unref);
  KomaJob *job = NULL;

  g_mutex_lock (&queue->lock);
  koma_worker_queue_take_incoming (queue, ended);
  if (!g_atomic_int_get (&queue->is_closed))
    job = activate_next (queue, ended);
  g_mutex_unlock (&queue->lock);
  return job;
}

/**
 * koma_worker_queue_take:
 * @queue: a queue
 *
 * Waits for a job to decode. Its `active_model` is the model to prepare it for,
 * or %NULL where there is none to wait for. Each job that is taken is to be
 * told to koma_worker_queue_decoded(), and then ended or put back.
 *
 * Thread: decode.
 *
 * Returns: (nullable) (transfer full): a job; %NULL once the queue is closed
 */
KomaJob *
koma_worker_queue_take (KomaWorkerQueue *queue)
{
  KOMA_ASSERT_THREAD (KOMA_THREAD_DECODE);

  for (;;) {
    gint     seen = koma_event_count_prepare (&queue->changed);
    KomaJob *job = try_take (queue);

    if (job != NULL || g_atomic_int_get (&queue->is_closed))
      return job;
    koma_event_count_wait (&queue->changed, seen);
  }
}

/**
 * koma_worker_queue_decoded:
 * @queue: a queue
 *
 * Says that a decoder is done with a job that it took.
 *
 * Thread: decode.
 */
void
koma_worker_queue_decoded (KomaWorkerQueue *queue)
{
  KOMA_ASSERT_THREAD (KOMA_THREAD_DECODE);

  g_mutex_lock (&queue->lock);
  queue->n_decoding--;
  g_mutex_unlock (&queue->lock);
  koma_event_count_notify (&queue->changed, KOMA_EVENT_COUNT_ALL);
}

/**
 * koma_worker_queue_put_back:
 * @queue: a queue
 * @job: (transfer full): an active job that was prepared for a model which
 *   has been replaced
 *
 * Lets @job be decoded again, before all others, unless it has ended or the
 * queue is closed.
 *
 * Thread: inference.
 */
void
koma_worker_queue_put_back (KomaWorkerQueue *queue,
                            KomaJob         *job)
{
  gboolean is_closed = FALSE;

  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);

  koma_job_forget_input (job);
  g_mutex_lock (&queue->lock);
  g_queue_unlink (&queue->active, &job->link);
  /* A job that waits is cancelled by koma_worker_queue_close(). */
  is_closed = g_atomic_int_get (&queue->is_closed);
  if (!is_closed)
    g_queue_push_head_link (koma_worker_queue_get_waiting (queue, job), &job->link);
  g_mutex_unlock (&queue->lock);
  koma_event_count_notify (&queue->changed, KOMA_EVENT_COUNT_ALL);
  if (!is_closed)
    return;
  koma_completion_cancel (&job->completion);
  koma_completion_unref (job);
}

/**
 * koma_worker_queue_end:
 * @queue: a queue
 * @job: (transfer full): an active job
 * @result: (nullable) (transfer full): its answer
 * @error: (nullable) (transfer full): why there is none
 *
 * Ends @job, unless it was cancelled meanwhile.
 *
 * Thread: decode, inference.
 */
void
koma_worker_queue_end (KomaWorkerQueue *queue,
                       KomaJob         *job,
                       KomaResult      *result,
                       GError          *error)
{
  g_mutex_lock (&queue->lock);
  g_queue_unlink (&queue->active, &job->link);
  g_mutex_unlock (&queue->lock);
  koma_job_forget_input (job);
  koma_completion_end (&job->completion, result, error);
  koma_completion_unref (job);
  koma_event_count_notify (&queue->changed, KOMA_EVENT_COUNT_ALL);
}
