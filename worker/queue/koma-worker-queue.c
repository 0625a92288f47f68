/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/*   push () ──▶ incoming ──▶ waiting ◀──▶ active ──▶ end ()
 *    any thread   │      with the lock
 *                 └ emptied by the next thread that takes a job, or cancels all
 *
 * A job may end at any moment, see koma-completion.h. One that ends while it
 * waits stays here until it would be the next, or until most are like it.
 *
 * With the lock held nothing foreign is called: jobs are ended and dropped
 * after. Neither is the event count notified then: the thread that wakes would
 * find the lock held. */
#include "koma-worker-queue.h"

#include "koma-event-count.h"
#include "worker/koma-thread.h"

/* Ended jobs that may wait among the others before they are looked for. */
#define MAX_ENDED 64

struct _KomaWorkerQueue
{
  KomaMpscQueue  incoming; /* (element-type KomaJob) owned, by queue_item */
  KomaEventCount changed;

  /* Atomic. */
  gint n_unanswered;
  gint n_loads; /* begun and not ended */
  gint is_closed;

  /* Never taken by the window's thread before it closes. */
  GMutex lock;
  /* Guarded by lock. */
  GQueue           waiting[KOMA_N_PRIORITIES]; /* (element-type KomaJob) owned */
  GQueue           active;                     /* (element-type KomaJob) borrowed */
  guint            n_decoding;                 /* of the active ones */
  guint            n_decoders;                 /* that may work at a time */
  guint            max_active;                 /* bulk jobs; interactive ones may be some more */
  KomaActiveModel *active_model;               /* (nullable) */
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

  g_mutex_init (&queue->lock);
  koma_event_count_init (&queue->changed);
  queue->n_decoders = n_decoders;
  queue->max_active = 2 + n_decoders;
  return queue;
}

/**
 * koma_worker_queue_free:
 * @queue: (nullable) (transfer full): a closed queue, whose threads have been
 *   joined and whose tasks have returned
 *
 * Thread: any.
 */
void
koma_worker_queue_free (KomaWorkerQueue *queue)
{
  if (queue == NULL)
    return;

  g_assert (queue->active.length == 0);
  for (guint i = 0; i < KOMA_N_PRIORITIES; i++)
    g_assert (queue->waiting[i].length == 0);
  g_assert (koma_mpsc_queue_is_empty (&queue->incoming));

  g_clear_pointer (&queue->active_model, koma_active_model_unref);
  koma_event_count_clear (&queue->changed);
  g_mutex_clear (&queue->lock);
  g_free (queue);
}

static GPtrArray *
new_job_array (void)
{
  return g_ptr_array_new_with_free_func (koma_completion_unref);
}

static GQueue *
get_waiting (KomaWorkerQueue *queue,
             const KomaJob   *job)
{
  return &queue->waiting[job->request->priority];
}

/* With the lock held, like all that follows down to try_take(). Looks at every
 * job that waits. */
static void
remove_ended (KomaWorkerQueue *queue,
              GPtrArray       *ret_jobs)
{
  for (guint i = 0; i < KOMA_N_PRIORITIES; i++) {
    GList *next = NULL;

    for (GList *link = queue->waiting[i].head; link != NULL; link = next) {
      next = link->next;
      if (koma_completion_is_ended (link->data)) {
        g_queue_unlink (&queue->waiting[i], link);
        g_ptr_array_add (ret_jobs, link->data);
      }
    }
  }
}

static void
take_incoming (KomaWorkerQueue *queue,
               GPtrArray       *ret_jobs) /* those that were found ended */
{
  KomaMpscItem *item = koma_mpsc_queue_take_all (&queue->incoming);
  guint         n_waiting = 0;

  while (item != NULL) {
    KomaJob *job = koma_job_from_item (item);

    item = item->next;
    g_queue_push_tail_link (get_waiting (queue, job), &job->link);
  }
  for (guint i = 0; i < KOMA_N_PRIORITIES; i++)
    n_waiting += queue->waiting[i].length;
  if (n_waiting > 2 * koma_worker_queue_get_n_unanswered (queue) + MAX_ENDED)
    remove_ended (queue, ret_jobs);
}

/* The next job there is a place for. An interactive one finds some places that
 * bulk work leaves free. */
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
    g_queue_unlink (get_waiting (queue, job), &job->link);
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
  g_autoptr (GPtrArray) ended = new_job_array ();
  KomaJob *job = NULL;

  g_mutex_lock (&queue->lock);
  take_incoming (queue, ended);
  if (!g_atomic_int_get (&queue->is_closed))
    job = activate_next (queue, ended);
  g_mutex_unlock (&queue->lock);
  return job;
}

/**
 * koma_worker_queue_push:
 * @queue: a queue
 * @request: what is asked for
 * @task: (transfer full): that of the call
 *
 * Lets @request wait for its turn. It ends at once, cancelled, where @task is
 * cancelled or the queue is closed.
 *
 * Thread: any of the window's priority; waits for nobody, unless the queue is
 * closed.
 */
void
koma_worker_queue_push (KomaWorkerQueue *queue,
                        KomaRequest     *request,
                        GTask           *task)
{
  KomaJob *job = koma_job_new (request, task, &queue->n_unanswered);

  koma_mpsc_queue_push (&queue->incoming, &job->queue_item);
  koma_event_count_notify (&queue->changed, 1);
  /* Either koma_worker_queue_close() finds it incoming, or this finds the
   * queue closed. */
  if (g_atomic_int_get (&queue->is_closed))
    koma_worker_queue_cancel_all (queue);
}

/**
 * koma_worker_queue_cancel_all:
 * @queue: a queue
 *
 * Cancels every job that waits or is being worked on.
 *
 * Thread: any; waits for the lock, which a compute thread may hold for long
 * on a busy machine.
 */
void
koma_worker_queue_cancel_all (KomaWorkerQueue *queue)
{
  g_autoptr (GPtrArray) jobs = new_job_array ();

  g_mutex_lock (&queue->lock);
  take_incoming (queue, jobs);
  for (guint i = 0; i < KOMA_N_PRIORITIES; i++)
    while (!g_queue_is_empty (&queue->waiting[i]))
      g_ptr_array_add (jobs, g_queue_pop_head_link (&queue->waiting[i])->data);
  for (const GList *link = queue->active.head; link != NULL; link = link->next)
    g_ptr_array_add (jobs, koma_completion_ref (link->data));
  g_mutex_unlock (&queue->lock);
  for (guint i = 0; i < jobs->len; i++)
    koma_completion_cancel (g_ptr_array_index (jobs, i));
}

/**
 * koma_worker_queue_close:
 * @queue: a queue
 *
 * Cancels all and accepts no more: a request that is pushed from now on ends
 * at once, cancelled, and koma_worker_queue_take() returns %NULL.
 *
 * Thread: any; waits for the lock.
 */
void
koma_worker_queue_close (KomaWorkerQueue *queue)
{
  g_atomic_int_set (&queue->is_closed, TRUE);
  koma_event_count_notify (&queue->changed, KOMA_EVENT_COUNT_ALL);
  koma_worker_queue_cancel_all (queue);
}

/**
 * koma_worker_queue_get_n_unanswered:
 * @queue: a queue
 *
 * Thread: any; never waits.
 *
 * Returns: jobs that have not ended
 */
guint
koma_worker_queue_get_n_unanswered (KomaWorkerQueue *queue)
{
  return g_atomic_int_get (&queue->n_unanswered);
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

/**
 * koma_worker_queue_begin_load:
 * @queue: a queue
 *
 * Announces a model: while there is none, jobs wait for it instead of failing.
 *
 * Thread: any; never waits.
 */
void
koma_worker_queue_begin_load (KomaWorkerQueue *queue)
{
  g_atomic_int_inc (&queue->n_loads);
}

/**
 * koma_worker_queue_end_load:
 * @queue: a queue
 *
 * Ends what koma_worker_queue_begin_load() began, however it went.
 *
 * Thread: any; never waits.
 */
void
koma_worker_queue_end_load (KomaWorkerQueue *queue)
{
  gint n_before = g_atomic_int_add (&queue->n_loads, -1);

  g_assert (n_before > 0);
  koma_event_count_notify (&queue->changed, KOMA_EVENT_COUNT_ALL);
}

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
 * Thread: measurement.
 *
 * Returns: (transfer full) (nullable): the model in use
 */
KomaActiveModel *
koma_worker_queue_ref_active_model (KomaWorkerQueue *queue)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = NULL;

  KOMA_ASSERT_THREAD (KOMA_THREAD_MEASUREMENT);

  locker = g_mutex_locker_new (&queue->lock);
  return queue->active_model != NULL ? koma_active_model_ref (queue->active_model) : NULL;
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
 * Thread: inference.
 */
void
koma_worker_queue_set_limits (KomaWorkerQueue *queue,
                              guint            n_decoders,
                              guint            batch)
{
  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);

  g_mutex_lock (&queue->lock);
  queue->n_decoders = n_decoders;
  queue->max_active = 2 * batch + n_decoders;
  g_mutex_unlock (&queue->lock);
  koma_event_count_notify (&queue->changed, KOMA_EVENT_COUNT_ALL);
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
    g_queue_push_head_link (get_waiting (queue, job), &job->link);
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
