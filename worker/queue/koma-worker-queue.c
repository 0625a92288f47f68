/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/*   push () ──▶ incoming ──▶ waiting ◀──▶ active ──▶ end ()
 *    any thread   │      with the lock
 *                 └ emptied by the next thread that takes a job, or closes
 *
 * A job may end at any moment, see koma-completion.h. One that ends while it
 * waits stays here until it would be the next, or until most are like it.
 *
 * With the lock held nothing foreign is called: jobs are ended and dropped
 * after. Neither is the event count notified then: the thread that wakes would
 * find the lock held. */
#include "koma-worker-queue-private.h"

/* Ended jobs that may wait among the others before they are looked for. */
#define MAX_ENDED 64

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

/*< private >
 * koma_worker_queue_get_waiting:
 *
 * The lock is held.
 *
 * Returns: (transfer none): where @job waits
 */
GQueue *
koma_worker_queue_get_waiting (KomaWorkerQueue *queue,
                               const KomaJob   *job)
{
  return &queue->waiting[job->request->priority];
}

/* Looks at every job that waits. */
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

/*< private >
 * koma_worker_queue_take_incoming:
 * @ret_jobs: gets jobs that have ended, to be dropped without the lock
 *
 * Lets those wait that have come. The lock is held.
 */
void
koma_worker_queue_take_incoming (KomaWorkerQueue *queue,
                                 GPtrArray       *ret_jobs)
{
  KomaMpscItem *item = koma_mpsc_queue_take_all (&queue->incoming);
  guint         n_waiting = 0;

  while (item != NULL) {
    KomaJob *job = koma_job_from_item (item);

    item = item->next;
    g_queue_push_tail_link (koma_worker_queue_get_waiting (queue, job), &job->link);
  }
  for (guint i = 0; i < KOMA_N_PRIORITIES; i++)
    n_waiting += queue->waiting[i].length;
  if (n_waiting > 2 * koma_worker_queue_get_n_unanswered (queue) + MAX_ENDED)
    remove_ended (queue, ret_jobs);
}

/* Jobs that wait, and those that are being worked on. */
static void
cancel_all (KomaWorkerQueue *queue)
{
  g_autoptr (GPtrArray) jobs = g_ptr_array_new_with_free_func (koma_completion_unref);

  g_mutex_lock (&queue->lock);
  koma_worker_queue_take_incoming (queue, jobs);
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
    cancel_all (queue);
}

/**
 * koma_worker_queue_close:
 * @queue: a queue
 *
 * Cancels all and accepts no more: a request that is pushed from now on ends
 * at once, cancelled, and koma_worker_queue_take() returns %NULL.
 *
 * Thread: any; waits for the lock, which a compute thread may hold for long on a
 * busy machine.
 */
void
koma_worker_queue_close (KomaWorkerQueue *queue)
{
  g_atomic_int_set (&queue->is_closed, TRUE);
  koma_event_count_notify (&queue->changed, KOMA_EVENT_COUNT_ALL);
  cancel_all (queue);
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
