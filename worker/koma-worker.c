/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/*   koma_worker_classify_async ()
 *        │ KomaJob, by a KomaMpscQueue                   koma_worker_load_model_async ()
 *        ▼                                                        │ KomaLoadRequest
 *   KomaWorkerQueue    undecoded, interactive before bulk         ▼
 *        │                                                   KomaLoadThread     reads
 *        ▼                                                        │ KomaModel
 *   KomaDecodePool     file → pixels → input                      │
 *        │                                                        │
 *        └───────────▶ GAsyncQueue ◀──────────────────────────────┘
 *                           │
 *                           ▼
 *                     KomaInference    owns KomaPredictor: sessions, batches
 *                           │ KomaResult
 *                           ▼
 *                      KomaEndings     the task returns in its own context, by a KomaContextQueue
 *
 * Beside these a KomaMeasurementThread looks closer at the model in use, on sessions of its own,
 * for who asks (koma-worker-measure.h).
 *
 * Decoders, loader, study and inference run at a lower priority than the window. One
 * that loses its processor while it holds a lock keeps whoever waits for that
 * lock, for tens of milliseconds on a busy machine. So the rule: **the
 * window's thread takes no lock that a thread of the worker ever takes**, nor
 * does a thread of the worker take one of the window's: not a main context's
 * (g_idle_add(), g_source_attach(), g_task_return_*()), not GSignal's. What
 * the window tells goes by KomaMpscQueue and KomaEventCount, what it is told by
 * KomaContextQueue, and what both change is atomic. koma_worker_cancel_all() and
 * koma_worker_stop() do wait: for a window that closes, or programs without.
 */
#include "koma-worker.h"

#include "koma-thread.h"
#include "koma-worker-private.h"
#include "worker/decode/koma-decode-pool.h"
#include "worker/inference/koma-inference.h"
#include "worker/measure/koma-measurement-thread.h"
#include "worker/model/koma-load-thread.h"
#include "worker/queue/koma-worker-queue.h"

#include "engine/runtime/cpu-count.h"

typedef enum {
  STATE_RUNNING,
  STATE_STOPPING, /* threads are being joined */
  STATE_STOPPED,
} State;

struct _KomaWorker
{
  GObject parent_instance;

  /* Immutable after construction. */
  KomaWorkerQueue *queue;

  /* Never taken by the worker's own threads: nobody waits for those here. */
  GMutex lock;
  GCond  stopped;
  /* Guarded by lock. */
  State          state;
  KomaInference *inference; /* until stopped */

  /* Used while running, with lock, and by who stops. */
  KomaLoadThread        *loader;
  KomaDecodePool        *pool;
  KomaMeasurementThread *studies;

  /* Of the thread that watches. */
  KomaContextQueue *changes; /* (nullable) (element-type KomaModelChange) */
  KomaModelChanged  changed;
  gpointer          changed_data;
};

G_DEFINE_FINAL_TYPE (KomaWorker, koma_worker, G_TYPE_OBJECT)

static void
change_free (gpointer data)
{
  KomaModelChange *change = data;

  koma_model_info_unref (change->info);
  g_free (change);
}

static void
change_cb (KomaMpscItem *item,
           gpointer      user_data)
{
  KomaWorker      *self = user_data;
  KomaModelChange *change = (KomaModelChange *) item;

  self->changed (change->info, self->changed_data);
  change_free (change);
}

/* All threads have been joined. */
static void
stop_watching (KomaWorker *self)
{
  koma_context_queue_close (self->changes);
  koma_context_queue_free (g_steal_pointer (&self->changes), change_free);
}

static void
koma_worker_dispose (GObject *object)
{
  koma_worker_stop (KOMA_WORKER (object));
  if (KOMA_WORKER (object)->changes != NULL)
    stop_watching (KOMA_WORKER (object));

  G_OBJECT_CLASS (koma_worker_parent_class)->dispose (object);
}

static void
koma_worker_finalize (GObject *object)
{
  KomaWorker *self = KOMA_WORKER (object);

  g_clear_pointer (&self->queue, koma_worker_queue_unref);
  g_cond_clear (&self->stopped);
  g_mutex_clear (&self->lock);

  G_OBJECT_CLASS (koma_worker_parent_class)->finalize (object);
}

static void
koma_worker_class_init (KomaWorkerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = koma_worker_dispose;
  object_class->finalize = koma_worker_finalize;
}

static void
decoded_cb (KomaJob *job,
            gpointer user_data)
{
  koma_inference_post_job (user_data, job);
}

static void
read_cb (KomaLoadRequest *load,
         KomaModel       *model,
         gpointer         user_data)
{
  koma_inference_post_model (user_data, load, model);
}

static void
koma_worker_init (KomaWorker *self)
{
  guint n_decoders = koma_cpu_count_available ();

  g_mutex_init (&self->lock);
  g_cond_init (&self->stopped);
  self->state = STATE_RUNNING;
  self->queue = koma_worker_queue_new (n_decoders);
  self->inference = koma_inference_new (self->queue);
  self->loader = koma_load_thread_new (read_cb, self->inference);
  self->studies = koma_measurement_thread_new ();
  self->pool = koma_decode_pool_new (self->queue, n_decoders, decoded_cb, self->inference);
}

/**
 * koma_worker_new:
 *
 * Starts the threads that decode, load and infer: one decoder for each
 * processor, and two more. All sleep until there is something to do, and
 * run at a lower priority than the rest of the process.
 *
 * Thread: any.
 *
 * Returns: (transfer full): a worker without a model
 */
KomaWorker *
koma_worker_new (void)
{
  return g_object_new (KOMA_TYPE_WORKER, NULL);
}

/**
 * koma_worker_watch_model:
 * @self: a worker that loads nothing yet
 * @changed: told that the model in use, once it has been loaded, computes another
 *   way: koma_model_info_get_before() is how it did
 * @user_data: for @changed
 *
 * Answers tell it too, koma_result_get_model_info(); this tells it where
 * nothing is asked.
 *
 * Thread: of a main context, in which @changed is called, and of the window's
 * priority; the last reference is dropped there too.
 */
void
koma_worker_watch_model (KomaWorker      *self,
                         KomaModelChanged changed,
                         gpointer         user_data)
{
  g_autoptr (GMainContext) context = NULL;

  g_return_if_fail (KOMA_IS_WORKER (self));
  g_return_if_fail (self->changes == NULL && self->inference != NULL);

  context = g_main_context_ref_thread_default ();
  self->changed = changed;
  self->changed_data = user_data;
  self->changes = koma_context_queue_new (context, G_PRIORITY_DEFAULT, change_cb, self);
  koma_inference_set_changes (self->inference, self->changes);
}

/* Hands @load over, unless the worker does not take any more. */
static gboolean
start_load (KomaWorker      *self,
            KomaLoadRequest *load)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  if (self->state != STATE_RUNNING)
    return FALSE;
  koma_load_thread_start (self->loader, koma_load_request_ref (load));
  return TRUE;
}

/**
 * koma_worker_load_model_async:
 * @self: a worker
 * @model: what to load, and how; copied
 * @progress: (nullable) (scope notified): told how far it is; not after
 *   @callback
 * @progress_data: for @progress
 * @cancellable: (nullable): ends it at once; the model in use stays
 * @callback: called when the model serves, or does not
 * @user_data: for @callback
 *
 * Loads, compiles and warms a model. On success it replaces the one before,
 * which goes on serving until then, and stays if this fails; requests that
 * have been decoded for the one before are decoded again where the new one
 * wants another input. While there is no model, requests wait for the load
 * to end. A later call supersedes an earlier one, which ends with
 * %G_IO_ERROR_CANCELLED.
 *
 * A backend that is named and fails is an error. Without a name, the backends
 * are tried in the order of their priority; those that fail are told in
 * koma_model_info_get_warnings().
 *
 * One that fails later, while it runs, is replaced by the best that has not
 * failed, named or not, and what was being computed is computed again:
 * koma_result_get_model_info() of the answers says so.
 *
 * Thread: any with a main context; both callbacks run in it.
 */
void
koma_worker_load_model_async (KomaWorker            *self,
                              const KomaWorkerModel *model,
                              KomaLoadProgress       progress,
                              gpointer               progress_data,
                              GCancellable          *cancellable,
                              GAsyncReadyCallback    callback,
                              gpointer               user_data)
{
  g_autoptr (KomaLoadRequest) load = NULL;
  GTask *task = NULL;

  g_return_if_fail (KOMA_IS_WORKER (self));
  g_return_if_fail (model != NULL && model->path != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, koma_worker_load_model_async);
  /* A model that was installed is a success, whatever came after. */
  g_task_set_check_cancellable (task, FALSE);
  load = koma_load_request_new (model, task, progress, progress_data, self->queue);
  if (!start_load (self, load))
    koma_load_request_cancel (load);
}

/**
 * koma_worker_load_model_finish:
 * @self: a worker
 * @result: what the callback got
 * @error: return location
 *
 * Errors: those of koma_model_load(), koma_model_get_recipe() and
 * koma_session_new(); %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full): the model that serves now, or %NULL
 */
KomaModelInfo *
koma_worker_load_model_finish (KomaWorker   *self,
                               GAsyncResult *result,
                               GError      **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/*< private > */
KomaWorkerQueue *
koma_worker_get_queue (KomaWorker *self)
{
  return self->queue;
}

static gboolean
begin_study (KomaWorker      *self,
             KomaMeasurement *measurement)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  if (self->state != STATE_RUNNING)
    return FALSE;
  koma_measurement_thread_start (self->studies, koma_measurement_ref (measurement));
  return TRUE;
}

/*< private >
 * koma_worker_start_study:
 * @study: (transfer full): ends cancelled where the worker has been stopped
 */
void
koma_worker_start_study (KomaWorker      *self,
                         KomaMeasurement *measurement)
{
  if (!begin_study (self, measurement))
    koma_measurement_drop (measurement);
  koma_measurement_unref (measurement);
}

/**
 * koma_worker_classify_async:
 * @self: a worker
 * @request: what to classify
 * @cancellable: (nullable): a pending request ends at once, one that is being
 *   worked on soon
 * @callback: called exactly once: with a result, an error, or
 *   %G_IO_ERROR_CANCELLED; at shutdown too
 * @user_data: for @callback
 *
 * Costs the caller a few microseconds, however many requests wait and however
 * busy the machine is: it waits for no thread of the worker. Pending
 * requests hold what @request holds, no pixels; how many are decoded at a
 * time is bounded. Interactive ones overtake bulk ones. A pending request is
 * cancelled when one of the same key and a higher generation arrives; one
 * that arrives after it is cancelled too: by the next decoder that looks for
 * work, before it takes any.
 *
 * Thread: any with a main context; @callback runs in it, never before this
 * returns, answers to bulk requests at %G_PRIORITY_DEFAULT_IDLE so that a
 * window is drawn first.
 */
void
koma_worker_classify_async (KomaWorker         *self,
                            KomaRequest        *request,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data)
{
  GTask *task = NULL;

  g_return_if_fail (KOMA_IS_WORKER (self));
  g_return_if_fail (request != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, koma_worker_classify_async);
  if (koma_request_get_priority (request) == KOMA_PRIORITY_BULK)
    g_task_set_priority (task, G_PRIORITY_DEFAULT_IDLE);
  koma_worker_queue_push (self->queue, koma_job_new (request, task, self->queue));
}

/**
 * koma_worker_classify_finish:
 * @self: a worker
 * @result: what the callback got
 * @error: return location
 *
 * Errors:
 *
 * - %KOMA_ERROR_NO_MODEL: none was loaded, none is being loaded
 * - %KOMA_ERROR_DECODE, %G_IO_ERROR: the picture can not be read
 * - %KOMA_ERROR_MEMORY: it is too large
 * - %KOMA_ERROR_BACKEND: a device was lost, and no other backend could go on
 * - %G_IO_ERROR_CANCELLED: cancelled, superseded, or the worker was stopped
 *
 * Returns: (transfer full): the answer, or %NULL
 */
KomaResult *
koma_worker_classify_finish (KomaWorker   *self,
                             GAsyncResult *result,
                             GError      **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * koma_worker_cancel_all:
 * @self: a worker
 *
 * Cancels every request that has not been answered. The callbacks follow in
 * their contexts, none before this returns. It waits for a lock of the
 * decoders: where a window is drawn, cancel requests by their cancellables.
 *
 * Thread: any.
 */
void
koma_worker_cancel_all (KomaWorker *self)
{
  g_return_if_fail (KOMA_IS_WORKER (self));

  koma_worker_queue_cancel_all (self->queue);
}

/**
 * koma_worker_get_n_pending:
 * @self: a worker
 *
 * Thread: any.
 *
 * Returns: requests that have not been answered; an answer that is on its
 *   way to its context does not count
 */
guint
koma_worker_get_n_pending (KomaWorker *self)
{
  g_return_val_if_fail (KOMA_IS_WORKER (self), 0);

  return koma_worker_queue_get_n_unanswered (self->queue);
}

/**
 * koma_worker_get_bulk_batch:
 * @self: a worker
 *
 * Thread: any.
 *
 * Returns: pictures of one bulk inference with the model in use; 0 until
 *   enough of them were sent to measure for
 */
guint
koma_worker_get_bulk_batch (KomaWorker *self)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (KOMA_IS_WORKER (self), 0);

  locker = g_mutex_locker_new (&self->lock);
  return self->inference != NULL ? koma_inference_get_bulk_batch (self->inference) : 0;
}

/* Returns: whether it is the caller's to join the threads; otherwise they
 * have been joined */
static gboolean
begin_stop (KomaWorker *self)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  if (self->state == STATE_RUNNING) {
    self->state = STATE_STOPPING;
    return TRUE;
  }
  while (self->state != STATE_STOPPED)
    g_cond_wait (&self->stopped, &self->lock);
  return FALSE;
}

static void
end_stop (KomaWorker *self)
{
  G_GNUC_UNUSED  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  KomaInference *inference = g_steal_pointer (&self->inference);

  /* Nobody posts any more, and it needs no lock of ours. */
  koma_inference_join (inference);
  self->state = STATE_STOPPED;
  g_cond_broadcast (&self->stopped);
}

/**
 * koma_worker_stop:
 * @self: a worker
 *
 * Takes no more requests, cancels all there are, and joins the threads: waits
 * for the batch that runs, for decoders and studies to notice, and for a model file that
 * is being read. Callbacks follow in their contexts; whatever is sent from
 * now on ends cancelled. May be called again, and is called on dispose.
 *
 * Thread: any but the worker's own.
 */
void
koma_worker_stop (KomaWorker *self)
{
  g_return_if_fail (KOMA_IS_WORKER (self));
  g_return_if_fail (koma_thread_get_kind () == KOMA_THREAD_OTHER);

  if (!begin_stop (self))
    return;
  koma_worker_queue_close (self->queue);
  koma_decode_pool_join (g_steal_pointer (&self->pool));
  koma_load_thread_join (g_steal_pointer (&self->loader));
  koma_measurement_thread_join (g_steal_pointer (&self->studies));
  end_stop (self);
}
