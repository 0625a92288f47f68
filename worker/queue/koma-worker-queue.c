/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Of the several who may want to end a job (its cancellable, a newer request,
 * cancel all, shutdown, the thread that has its result) exactly one finds it
 * not ended: whose compare-and-swap of the state succeeds. That needs no lock,
 * and so a window can take back a job that waits.
 *
 *   push () ──▶ inbox ──▶ pending ◀──▶ active
 *    any thread   │    with the lock
 *                 └ whoever looks for work, or closes, takes all in
 *
 * A job that was ended while it waited stays where it is, without its task,
 * until it would be next or most are like it.
 *
 * With the lock held nothing foreign is called: no GTask, no GCancellable.
 * What is to be told is collected in a KomaOutcome and told after. Neither is
 * the bell rung then: who wakes would find the lock held. */
#include "koma-worker-queue.h"

#include "koma-event-count.h"
#include "koma-outcome.h"
#include "koma-pending.h"

/* Ended jobs that may wait among the others before they are looked for. */
#define MAX_ENDED 64

struct _KomaWorkerQueue
{
  gatomicrefcount ref_count;
  KomaMpscQueue   inbox; /* (element-type KomaJob) owned, on their way to pending */
  KomaEventCount  bell;  /* rung when there may be something to take */

  /* Atomic. */
  gint n_unanswered;
  gint n_waiting; /* in state PENDING, in the inbox too */
  gint n_loads;   /* begun and not ended */
  gint is_closed;

  /* Never taken by the window's thread before it closes. */
  GMutex lock;
  /* Guarded by lock. */
  KomaPending      pending;
  GQueue           active;       /* (element-type KomaJob) borrowed */
  guint            n_decoding;   /* of the active ones */
  guint            n_decoders;   /* that may work at a time */
  guint            max_active;   /* bulk jobs; interactive ones find some more places */
  KomaActiveModel *active_model; /* (nullable) */
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
  g_assert (koma_mpsc_queue_is_empty (&queue->inbox));

  koma_pending_clear (&queue->pending);
  g_clear_pointer (&queue->active_model, koma_active_model_unref);
  g_mutex_clear (&queue->lock);
  g_free (queue);
}

/* Ends @job, which was just made ENDED by who calls, cancelled without both.
 * Takes no lock. */
static void
add_ending (KomaWorkerQueue *queue,
            KomaJob         *job, /* (transfer full) */
            KomaEndings     *endings,
            KomaResult      *result, /* (transfer full) (nullable) */
            GError          *error)           /* (transfer full) (nullable) */
{
  KomaEnding ending = {
    .task = g_steal_pointer (&job->task),
    .way = job->way,
    .value = result,
    .free_value = (GDestroyNotify) koma_result_unref,
    .error = error,
    .sender = job,
    .told = koma_job_told,
  };

  g_atomic_int_add (&queue->n_unanswered, -1);
  koma_endings_add (endings, &ending);
}

/* Ends @job if it waits. Takes no lock.
 *
 * Returns: whether it was this that ended it */
static gboolean
end_waiting (KomaWorkerQueue *queue,
             KomaJob         *job,
             KomaEndings     *endings)
{
  if (!koma_job_change_state (job, KOMA_JOB_PENDING, KOMA_JOB_ENDED))
    return FALSE;
  g_atomic_int_add (&queue->n_waiting, -1);
  add_ending (queue, koma_job_ref (job), endings, NULL, NULL);
  return TRUE;
}

/* Takes no lock. First the flag, then the state: one that is being pushed, or
 * put back, gets its state first and has its flag looked at then. So either
 * this finds it waiting or they find it cancelled. One that is active ends
 * soon: whoever has it sees the flag. */
static void
cancel (KomaWorkerQueue *queue,
        KomaJob         *job,
        KomaEndings     *endings)
{
  if (end_waiting (queue, job, endings))
    return;
  g_cancellable_cancel (job->cancellable);
  (void) end_waiting (queue, job, endings);
}

static void
cancel_one (KomaWorkerQueue *queue,
            KomaJob         *job)
{
  KomaEndings *endings = koma_endings_new ();

  cancel (queue, job, endings);
  koma_endings_post (endings);
}

static void
cancelled_cb (GCancellable *cancellable,
              gpointer      data)
{
  KomaJob *job = data;

  cancel_one (job->queue, job);
}

static void
drop (KomaWorkerQueue *queue,
      KomaJob         *job, /* waiting, with the lock held */
      KomaOutcome     *outcome)
{
  g_ptr_array_add (outcome->jobs, koma_pending_remove (&queue->pending, job));
}

/* Ends those that wait with the key of @job and a lower generation.
 *
 * Returns: whether @job may wait itself: none of a higher one does */
static gboolean
supersede (KomaWorkerQueue *queue,
           const KomaJob   *job,
           KomaOutcome     *outcome)
{
  guint64  generation = koma_request_get_generation (job->request);
  KomaJob *other = NULL;

  while ((other = koma_pending_find_namesake (&queue->pending, job)) != NULL) {
    guint64 theirs = koma_request_get_generation (other->request);

    if (theirs >= generation && !koma_job_is_ended (other))
      return theirs == generation;
    (void) end_waiting (queue, other, outcome->endings);
    drop (queue, other, outcome);
  }
  return TRUE;
}

/* A new job joins the pending ones, unless it came too late. */
static void
admit (KomaWorkerQueue *queue,
       KomaJob         *job, /* (transfer full) */
       KomaOutcome     *outcome)
{
  if (!koma_job_is_ended (job) && !g_atomic_int_get (&queue->is_closed) &&
      supersede (queue, job, outcome)) {
    koma_pending_push (&queue->pending, job);
    return;
  }
  (void) end_waiting (queue, job, outcome->endings);
  g_ptr_array_add (outcome->jobs, job);
}

/* With the lock held, like all that follows down to koma_worker_queue_take(). */
static void
take_in (KomaWorkerQueue *queue,
         KomaOutcome     *outcome)
{
  KomaMpscItem *item = koma_mpsc_queue_take_all (&queue->inbox);

  while (item != NULL) {
    KomaJob *job = (KomaJob *) item;

    item = item->next;
    admit (queue, job, outcome);
  }
  if (koma_pending_get_n (&queue->pending) >
      2 * (guint) g_atomic_int_get (&queue->n_waiting) + MAX_ENDED)
    koma_pending_remove_ended (&queue->pending, outcome->jobs);
}

/**
 * koma_worker_queue_push:
 * @queue: a queue
 * @job: (transfer full): a new job
 *
 * Lets @job wait for its turn. It ends those of its key that wait and are of
 * a lower generation, and itself where one of a higher generation waits, when
 * the next decoder looks for work; at once where it is cancelled, and where
 * the queue is closed.
 *
 * Thread: any; waits for nobody, unless the queue is closed.
 */
void
koma_worker_queue_push (KomaWorkerQueue *queue,
                        KomaJob         *job)
{
  g_autoptr (KomaJob) keep = koma_job_ref (job);
  GCancellable *cancellable = g_task_get_cancellable (job->task);

  g_atomic_int_inc (&queue->n_unanswered);
  g_atomic_int_inc (&queue->n_waiting);
  /* Calls back at once where it is cancelled already, and from another thread
   * whenever it likes: @job only gets a flag until it is PENDING. */
  if (cancellable != NULL)
    job->handler = g_cancellable_connect (cancellable,
                                          G_CALLBACK (cancelled_cb),
                                          koma_job_ref (job),
                                          (GDestroyNotify) koma_job_unref);
  (void) koma_job_change_state (job, KOMA_JOB_NEW, KOMA_JOB_PENDING);
  koma_mpsc_queue_push (&queue->inbox, &job->inbox_item);
  if (g_cancellable_is_cancelled (keep->cancellable))
    cancel_one (queue, keep);
  koma_event_count_ring (&queue->bell, 1);
  /* Either who closes finds it in the inbox, or this finds the queue closed. */
  if (g_atomic_int_get (&queue->is_closed))
    koma_worker_queue_cancel_all (queue);
}

static void
collect (GList     *links,
         GPtrArray *jobs)
{
  for (GList *link = links; link != NULL; link = link->next)
    g_ptr_array_add (jobs, koma_job_ref (link->data));
}

/**
 * koma_worker_queue_cancel_all:
 * @queue: a queue
 *
 * Ends every pending job; those that are being worked on end soon.
 *
 * Thread: any; waits for the lock, which a compute thread may hold for long
 * on a busy machine.
 */
void
koma_worker_queue_cancel_all (KomaWorkerQueue *queue)
{
  KomaOutcome outcome = { 0 };
  g_autoptr (GPtrArray) jobs = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_job_unref);

  koma_outcome_init (&outcome);
  g_mutex_lock (&queue->lock);
  take_in (queue, &outcome);
  for (guint i = 0; i < KOMA_N_PRIORITIES; i++)
    collect (queue->pending.by_priority[i].head, jobs);
  collect (queue->active.head, jobs);
  g_mutex_unlock (&queue->lock);
  for (guint i = 0; i < jobs->len; i++)
    cancel (queue, g_ptr_array_index (jobs, i), outcome.endings);
  koma_outcome_tell (&outcome);
}

/**
 * koma_worker_queue_close:
 * @queue: a queue
 *
 * Cancels all and accepts no more: whatever is pushed from now on ends at
 * once, cancelled, and koma_worker_queue_take() returns %NULL.
 *
 * Thread: any; waits for the lock.
 */
void
koma_worker_queue_close (KomaWorkerQueue *queue)
{
  g_atomic_int_set (&queue->is_closed, TRUE);
  koma_event_count_ring (&queue->bell, KOMA_EVENT_COUNT_ALL);
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
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&queue->lock);

  return queue->n_decoding > 0 || g_atomic_int_get (&queue->n_waiting) > 0;
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
  koma_event_count_ring (&queue->bell, KOMA_EVENT_COUNT_ALL);
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
                               KomaActiveModel *active_model)
{
  KomaActiveModel *old = NULL;

  g_mutex_lock (&queue->lock);
  old = queue->active_model;
  queue->active_model = active_model != NULL ? koma_active_model_ref (active_model) : NULL;
  g_mutex_unlock (&queue->lock);
  koma_event_count_ring (&queue->bell, KOMA_EVENT_COUNT_ALL);
  koma_active_model_unref (old);
}

/**
 * koma_worker_queue_ref_serving:
 *
 * Thread: study.
 *
 * Returns: (transfer full) (nullable): the model in use
 */
KomaActiveModel *
koma_worker_queue_ref_serving (KomaWorkerQueue *queue)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&queue->lock);

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
  g_mutex_lock (&queue->lock);
  queue->n_decoders = n_decoders;
  queue->max_active = 2 * batch + n_decoders;
  g_mutex_unlock (&queue->lock);
  koma_event_count_ring (&queue->bell, KOMA_EVENT_COUNT_ALL);
}

/* The next of a priority that has not ended meanwhile. */
static KomaJob *
peek (KomaWorkerQueue *queue,
      KomaPriority     priority,
      KomaOutcome     *outcome)
{
  KomaJob *job = NULL;

  while ((job = koma_pending_peek (&queue->pending, priority)) != NULL && koma_job_is_ended (job))
    drop (queue, job, outcome);
  return job;
}

/* The next job there is a place for. An interactive one finds some places that
 * bulk work leaves free. */
static KomaJob *
find_next (KomaWorkerQueue *queue,
           KomaOutcome     *outcome)
{
  KomaJob *urgent = peek (queue, KOMA_PRIORITY_INTERACTIVE, outcome);
  guint    n_active = queue->active.length;

  if (queue->active_model == NULL && g_atomic_int_get (&queue->n_loads) > 0)
    return NULL;
  if (urgent != NULL && n_active < queue->max_active + queue->n_decoders)
    return urgent;
  if (n_active < queue->max_active && queue->n_decoding < queue->n_decoders)
    return peek (queue, KOMA_PRIORITY_BULK, outcome);
  return NULL;
}

/* Returns: (nullable) (transfer full): a job that is active now */
static KomaJob *
activate_next (KomaWorkerQueue *queue,
               KomaOutcome     *outcome)
{
  KomaJob *job = NULL;

  while ((job = find_next (queue, outcome)) != NULL) {
    if (!koma_job_change_state (job, KOMA_JOB_PENDING, KOMA_JOB_ACTIVE)) {
      drop (queue, job, outcome);
      continue;
    }
    koma_pending_remove (&queue->pending, job);
    g_atomic_int_add (&queue->n_waiting, -1);
    job->active_model =
      queue->active_model != NULL ? koma_active_model_ref (queue->active_model) : NULL;
    g_queue_push_tail_link (&queue->active, &job->state_link);
    queue->n_decoding++;
    return job;
  }
  return NULL;
}

static KomaJob *
try_take (KomaWorkerQueue *queue)
{
  KomaOutcome outcome = { 0 };
  KomaJob    *job = NULL;

  koma_outcome_init (&outcome);
  g_mutex_lock (&queue->lock);
  take_in (queue, &outcome);
  if (!g_atomic_int_get (&queue->is_closed))
    job = activate_next (queue, &outcome);
  g_mutex_unlock (&queue->lock);
  koma_outcome_tell (&outcome);
  return job;
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
  for (;;) {
    gint     heard = koma_event_count_listen (&queue->bell);
    KomaJob *job = try_take (queue);

    if (job != NULL || g_atomic_int_get (&queue->is_closed))
      return job;
    koma_event_count_wait (&queue->bell, heard);
  }
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
  g_mutex_unlock (&queue->lock);
  koma_event_count_ring (&queue->bell, KOMA_EVENT_COUNT_ALL);
}

/* An active job ends, without a result. The lock is held. */
static void
end_active (KomaWorkerQueue *queue,
            KomaJob         *job, /* (transfer full) */
            KomaEndings     *endings)
{
  (void) koma_job_change_state (job, KOMA_JOB_ACTIVE, KOMA_JOB_ENDED);
  add_ending (queue, job, endings, NULL, NULL);
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
  g_autoptr (KomaJob) keep = koma_job_ref (job);
  KomaOutcome outcome = { 0 };

  koma_outcome_init (&outcome);
  koma_job_forget_input (job);
  g_mutex_lock (&queue->lock);
  g_queue_unlink (&queue->active, &job->state_link);
  if (g_atomic_int_get (&queue->is_closed) || g_cancellable_is_cancelled (job->cancellable) ||
      !supersede (queue, job, &outcome)) {
    end_active (queue, job, outcome.endings);
  } else {
    g_atomic_int_inc (&queue->n_waiting);
    koma_pending_put_back (&queue->pending, job);
    (void) koma_job_change_state (job, KOMA_JOB_ACTIVE, KOMA_JOB_PENDING);
  }
  g_mutex_unlock (&queue->lock);
  koma_event_count_ring (&queue->bell, KOMA_EVENT_COUNT_ALL);
  koma_outcome_tell (&outcome);
  if (g_cancellable_is_cancelled (keep->cancellable))
    cancel_one (queue, keep);
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
  KomaEndings *endings = koma_endings_new ();

  if (g_cancellable_is_cancelled (job->cancellable)) {
    g_clear_pointer (&result, koma_result_unref);
    g_clear_error (&error);
  }
  koma_job_forget_input (job);
  g_mutex_lock (&queue->lock);
  g_queue_unlink (&queue->active, &job->state_link);
  g_mutex_unlock (&queue->lock);
  (void) koma_job_change_state (job, KOMA_JOB_ACTIVE, KOMA_JOB_ENDED);
  add_ending (queue, job, endings, result, error);
  koma_event_count_ring (&queue->bell, KOMA_EVENT_COUNT_ALL);
  koma_endings_post (endings);
}
