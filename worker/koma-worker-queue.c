/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One lock guards the states of all jobs, so that of the several who may want
 * to end a job (its cancellable, a newer request, cancel all, shutdown, the
 * thread that has its result) exactly one finds it not ended.
 *
 * With the lock held nothing foreign is called: no GTask, no GCancellable.
 * What is to be told is collected in a KomaOutcome and told after. */
#include "koma-worker-queue.h"

#include "koma-outcome.h"
#include "koma-pending.h"

struct _KomaWorkerQueue
{
  gatomicrefcount ref_count;
  GMutex          lock;
  GCond           changed;

  /* Guarded by lock. */
  KomaPending  pending;
  GQueue       active;     /* (element-type KomaJob) borrowed */
  guint        n_decoding; /* of the active ones */
  guint        n_decoders; /* that may work at a time */
  guint        max_active; /* bulk jobs; interactive ones find some more places */
  KomaServing *serving;    /* (nullable) */
  guint        n_loads;    /* begun and not ended */
  gboolean     is_closed;
};

/**
 * koma_worker_queue_new:
 * @n_decoders: threads that are going to take jobs
 *
 * Returns: (transfer full): an empty queue, without a model
 */
KomaWorkerQueue *
koma_worker_queue_new (guint n_decoders)
{
  KomaWorkerQueue *queue = g_new0 (KomaWorkerQueue, 1);

  g_atomic_ref_count_init (&queue->ref_count);
  g_mutex_init (&queue->lock);
  g_cond_init (&queue->changed);
  koma_pending_init (&queue->pending);
  g_queue_init (&queue->active);
  koma_worker_queue_set_limits (queue, n_decoders, 1);
  return queue;
}

/**
 * koma_worker_queue_ref:
 * @queue: a queue
 *
 * Thread: any.
 *
 * Returns: (transfer full): @queue
 */
KomaWorkerQueue *
koma_worker_queue_ref (KomaWorkerQueue *queue)
{
  g_atomic_ref_count_inc (&queue->ref_count);
  return queue;
}

/**
 * koma_worker_queue_unref:
 * @queue: (nullable) (transfer full): a queue
 *
 * Thread: any.
 */
void
koma_worker_queue_unref (KomaWorkerQueue *queue)
{
  if (queue == NULL || !g_atomic_ref_count_dec (&queue->ref_count))
    return;

  g_assert (g_queue_is_empty (&queue->active));

  koma_pending_clear (&queue->pending);
  g_clear_pointer (&queue->serving, koma_serving_unref);
  g_cond_clear (&queue->changed);
  g_mutex_clear (&queue->lock);
  g_free (queue);
}

/* Takes @job out of where it is and gives its task away. The lock is held. */
static GTask *
leave (KomaWorkerQueue *queue,
       KomaJob         *job,
       KomaOutcome     *outcome)
{
  if (job->state == KOMA_JOB_PENDING)
    koma_pending_remove (&queue->pending, job);
  else if (job->state == KOMA_JOB_ACTIVE)
    g_queue_unlink (&queue->active, &job->state_link);
  job->state = KOMA_JOB_ENDED;
  g_ptr_array_add (outcome->jobs, job);
  g_cond_broadcast (&queue->changed);

  /* Not g_cancellable_disconnect(): it waits for handlers that run, and this
   * may be one of them. A handler that comes too late finds the job ended. */
  if (job->handler != 0)
    g_signal_handler_disconnect (g_task_get_cancellable (job->task), job->handler);
  job->handler = 0;
  return g_steal_pointer (&job->task);
}

static void
cancel_locked (KomaWorkerQueue *queue,
               KomaJob         *job,
               KomaOutcome     *outcome)
{
  switch (job->state) {
  case KOMA_JOB_NEW:
  case KOMA_JOB_PENDING:
    koma_endings_add_cancelled (outcome->endings, leave (queue, job, outcome));
    break;
  case KOMA_JOB_ACTIVE:
    /* Whoever has it ends it, soon: decoding is interrupted. */
    g_ptr_array_add (outcome->cancellables, g_object_ref (job->cancellable));
    break;
  case KOMA_JOB_ENDED:
    break;
  }
}

static void
cancelled_cb (GCancellable *cancellable,
              gpointer      data)
{
  KomaJob         *job = data;
  KomaWorkerQueue *queue = job->queue;
  KomaOutcome      outcome = { 0 };

  koma_outcome_init (&outcome);
  g_mutex_lock (&queue->lock);
  cancel_locked (queue, job, &outcome);
  g_mutex_unlock (&queue->lock);
  koma_outcome_tell (&outcome);
}

/* A new job joins the pending ones, unless it came too late. */
static void
admit (KomaWorkerQueue *queue,
       KomaJob         *job,
       KomaOutcome     *outcome)
{
  KomaJob *older = NULL;

  if (queue->is_closed || koma_pending_has_newer (&queue->pending, job)) {
    cancel_locked (queue, job, outcome);
    return;
  }
  while ((older = koma_pending_find_older (&queue->pending, job)) != NULL)
    cancel_locked (queue, older, outcome);
  job->state = KOMA_JOB_PENDING;
  koma_pending_push (&queue->pending, job);
  g_cond_broadcast (&queue->changed);
}

/**
 * koma_worker_queue_push:
 * @queue: a queue
 * @job: (transfer full): a new job
 *
 * Lets @job wait for its turn. It ends those of its key that wait and are of
 * a lower generation; it ends itself where one of a higher generation waits,
 * where it is cancelled, and where the queue is closed.
 *
 * Thread: any.
 */
void
koma_worker_queue_push (KomaWorkerQueue *queue,
                        KomaJob         *job)
{
  G_GNUC_UNUSED g_autoptr (KomaJob) keep = koma_job_ref (job);
  g_autoptr (GTask) task = g_object_ref (job->task);
  GCancellable *cancellable = g_task_get_cancellable (task);
  gulong        handler = 0;
  KomaOutcome   outcome = { 0 };

  /* Calls back at once where it is cancelled already, and from another thread
   * whenever it likes. */
  if (cancellable != NULL)
    handler = g_cancellable_connect (cancellable,
                                     G_CALLBACK (cancelled_cb),
                                     koma_job_ref (job),
                                     (GDestroyNotify) koma_job_unref);

  koma_outcome_init (&outcome);
  g_mutex_lock (&queue->lock);
  if (job->state == KOMA_JOB_NEW) {
    job->handler = handler;
    handler = 0;
    admit (queue, job, &outcome);
  }
  g_mutex_unlock (&queue->lock);
  if (handler != 0)
    g_signal_handler_disconnect (cancellable, handler);
  koma_outcome_tell (&outcome);
}

static void
cancel_all_locked (KomaWorkerQueue *queue,
                   KomaOutcome     *outcome)
{
  for (guint i = 0; i < KOMA_N_PRIORITIES; i++) {
    KomaJob *job = NULL;

    while ((job = koma_pending_peek (&queue->pending, i)) != NULL)
      cancel_locked (queue, job, outcome);
  }
  for (GList *link = queue->active.head; link != NULL; link = link->next)
    cancel_locked (queue, link->data, outcome);
}

/**
 * koma_worker_queue_cancel_all:
 * @queue: a queue
 *
 * Ends every pending job; those that are being worked on end soon.
 *
 * Thread: any.
 */
void
koma_worker_queue_cancel_all (KomaWorkerQueue *queue)
{
  KomaOutcome outcome = { 0 };

  koma_outcome_init (&outcome);
  g_mutex_lock (&queue->lock);
  cancel_all_locked (queue, &outcome);
  g_mutex_unlock (&queue->lock);
  koma_outcome_tell (&outcome);
}

/**
 * koma_worker_queue_close:
 * @queue: a queue
 *
 * Cancels all and accepts no more: whatever is pushed from now on ends at
 * once, cancelled, and koma_worker_queue_take() returns %NULL.
 *
 * Thread: any.
 */
void
koma_worker_queue_close (KomaWorkerQueue *queue)
{
  g_mutex_lock (&queue->lock);
  queue->is_closed = TRUE;
  g_cond_broadcast (&queue->changed);
  g_mutex_unlock (&queue->lock);
  koma_worker_queue_cancel_all (queue);
}

/**
 * koma_worker_queue_get_n_unanswered:
 * @queue: a queue
 *
 * Thread: any.
 *
 * Returns: jobs that have not ended
 */
guint
koma_worker_queue_get_n_unanswered (KomaWorkerQueue *queue)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&queue->lock);

  return koma_pending_get_n (&queue->pending) + queue->active.length;
}

/**
 * koma_worker_queue_has_more:
 * @queue: a queue
 *
 * Thread: any.
 *
 * Returns: whether a decoder has, or can get, something to do
 */
gboolean
koma_worker_queue_has_more (KomaWorkerQueue *queue)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&queue->lock);

  return queue->n_decoding > 0 || koma_pending_get_n (&queue->pending) > 0;
}

/**
 * koma_worker_queue_begin_load:
 * @queue: a queue
 *
 * Announces a model: while there is none, jobs wait for it instead of failing.
 *
 * Thread: any.
 */
void
koma_worker_queue_begin_load (KomaWorkerQueue *queue)
{
  g_mutex_lock (&queue->lock);
  queue->n_loads++;
  g_mutex_unlock (&queue->lock);
}

/**
 * koma_worker_queue_end_load:
 * @queue: a queue
 *
 * Ends what koma_worker_queue_begin_load() began, however it went.
 *
 * Thread: any.
 */
void
koma_worker_queue_end_load (KomaWorkerQueue *queue)
{
  g_mutex_lock (&queue->lock);
  g_assert (queue->n_loads > 0);
  queue->n_loads--;
  g_cond_broadcast (&queue->changed);
  g_mutex_unlock (&queue->lock);
}

/**
 * koma_worker_queue_set_serving:
 * @queue: a queue
 * @serving: (nullable): the model that pictures are prepared for from now on
 *
 * Thread: inference.
 */
void
koma_worker_queue_set_serving (KomaWorkerQueue *queue,
                               KomaServing     *serving)
{
  KomaServing *old = NULL;

  g_mutex_lock (&queue->lock);
  old = queue->serving;
  queue->serving = serving != NULL ? koma_serving_ref (serving) : NULL;
  g_cond_broadcast (&queue->changed);
  g_mutex_unlock (&queue->lock);
  koma_serving_unref (old);
}

/**
 * koma_worker_queue_set_limits:
 * @queue: a queue
 * @n_decoders: threads that may decode at a time
 * @batch: pictures of one inference
 *
 * Bounds the bulk jobs that are being worked on, and with them memory: a
 * batch that runs, a batch that waits, and what decoders have in hand.
 *
 * Thread: any.
 */
void
koma_worker_queue_set_limits (KomaWorkerQueue *queue,
                              guint            n_decoders,
                              guint            batch)
{
  g_mutex_lock (&queue->lock);
  queue->n_decoders = n_decoders;
  queue->max_active = 2 * batch + n_decoders;
  g_cond_broadcast (&queue->changed);
  g_mutex_unlock (&queue->lock);
}

/* The next job there is a place for. An interactive one finds some places that
 * bulk work leaves free. */
static KomaJob *
find_next (const KomaWorkerQueue *queue)
{
  KomaJob *urgent = koma_pending_peek (&queue->pending, KOMA_PRIORITY_INTERACTIVE);
  guint    n_active = queue->active.length;

  if (queue->serving == NULL && queue->n_loads > 0)
    return NULL;
  if (urgent != NULL && n_active < queue->max_active + queue->n_decoders)
    return urgent;
  if (n_active < queue->max_active && queue->n_decoding < queue->n_decoders)
    return koma_pending_peek (&queue->pending, KOMA_PRIORITY_BULK);
  return NULL;
}

/**
 * koma_worker_queue_take:
 * @queue: a queue
 *
 * Waits for a job to decode. Its `serving` is the model to prepare it for,
 * or %NULL where there is none to wait for. What is taken is to be told to
 * koma_worker_queue_decoded(), and then ended or put back.
 *
 * Thread: decode.
 *
 * Returns: (nullable) (transfer full): a job; %NULL once the queue is closed
 */
KomaJob *
koma_worker_queue_take (KomaWorkerQueue *queue)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&queue->lock);
  KomaJob      *job = NULL;

  while (!queue->is_closed && (job = find_next (queue)) == NULL)
    g_cond_wait (&queue->changed, &queue->lock);
  if (job == NULL)
    return NULL;

  koma_pending_remove (&queue->pending, job);
  job->state = KOMA_JOB_ACTIVE;
  job->cancellable = g_cancellable_new ();
  job->serving = queue->serving != NULL ? koma_serving_ref (queue->serving) : NULL;
  g_queue_push_tail_link (&queue->active, &job->state_link);
  queue->n_decoding++;
  return job;
}

/**
 * koma_worker_queue_decoded:
 * @queue: a queue
 *
 * Says that a decoder is done with what it took.
 *
 * Thread: decode.
 */
void
koma_worker_queue_decoded (KomaWorkerQueue *queue)
{
  g_mutex_lock (&queue->lock);
  queue->n_decoding--;
  g_cond_broadcast (&queue->changed);
  g_mutex_unlock (&queue->lock);
}

/**
 * koma_worker_queue_put_back:
 * @queue: a queue
 * @job: (transfer full): an active job that was prepared for a model which
 *   has been replaced
 *
 * Lets @job be decoded again, before all others.
 *
 * Thread: inference.
 */
void
koma_worker_queue_put_back (KomaWorkerQueue *queue,
                            KomaJob         *job)
{
  KomaOutcome outcome = { 0 };

  koma_outcome_init (&outcome);
  koma_job_forget_input (job);
  g_mutex_lock (&queue->lock);
  if (queue->is_closed || g_cancellable_is_cancelled (job->cancellable) ||
      koma_pending_has_newer (&queue->pending, job)) {
    koma_endings_add_cancelled (outcome.endings, leave (queue, job, &outcome));
  } else {
    g_queue_unlink (&queue->active, &job->state_link);
    g_clear_object (&job->cancellable);
    job->state = KOMA_JOB_PENDING;
    koma_pending_put_back (&queue->pending, job);
    g_cond_broadcast (&queue->changed);
  }
  g_mutex_unlock (&queue->lock);
  koma_outcome_tell (&outcome);
}

/**
 * koma_worker_queue_end:
 * @queue: a queue
 * @job: (transfer full): an active job
 * @result: (nullable) (transfer full): its answer
 * @error: (nullable) (transfer full): why there is none
 *
 * Ends @job. One that was cancelled meanwhile ends so, whatever is known.
 *
 * Thread: decode, inference.
 */
void
koma_worker_queue_end (KomaWorkerQueue *queue,
                       KomaJob         *job,
                       KomaResult      *result,
                       GError          *error)
{
  KomaOutcome outcome = { 0 };
  GTask      *task = NULL;

  koma_outcome_init (&outcome);
  g_mutex_lock (&queue->lock);
  task = leave (queue, job, &outcome);
  g_mutex_unlock (&queue->lock);

  if (g_cancellable_is_cancelled (job->cancellable)) {
    koma_endings_add_cancelled (outcome.endings, task);
    koma_result_unref (result);
    g_clear_error (&error);
  } else {
    koma_endings_add (outcome.endings, task, result, (GDestroyNotify) koma_result_unref, error);
  }
  koma_outcome_tell (&outcome);
}
