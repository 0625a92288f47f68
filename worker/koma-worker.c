/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/*   koma_worker_classify_async ()
 *        │ KomaJob, by a KomaMpscQueue                   koma_worker_load_model_async ()
 *        ▼                                                        │ KomaLoadRequest
 *   KomaWorkerQueue    undecoded, interactive before bulk         ▼
 *        │                                                   KomaLatestThread   reads
 *        ▼                                                        │ KomaModel
 *   KomaDecodePool     file → pixels → input                      │
 *        │                                                        │
 *        └───────────▶ GAsyncQueue ◀──────────────────────────────┘
 *                           │
 *                           ▼
 *                     KomaInference    owns KomaPredictor: sessions, batches
 *                           │ KomaResult
 *                           ▼
 *                     KomaCompletion   the task returns in its own context, by a KomaContextQueue
 *
 * Beside these another KomaLatestThread measures the model in use, on sessions of its own
 * (koma-worker-measure.h).
 *
 * All these threads run at a lower priority than the window. One that loses its
 * processor while it holds a lock keeps every other that waits for that lock, for
 * tens of milliseconds on a busy machine. So the rule: **the window's thread takes
 * no lock that a thread of the worker ever takes**, nor does a thread of the worker
 * take one of the window's: not a main context's (g_idle_add(), g_source_attach(),
 * g_task_return_*()), not GSignal's. The window sends by KomaMpscQueue and
 * KomaEventCount and receives by KomaContextQueue, and all that both sides change
 * is atomic. koma_worker_stop() does wait: for a window that closes.
 */
#include "koma-worker.h"

#include "koma-thread.h"
#include "koma-worker-private.h"
#include "worker/decode/koma-decode-pool.h"
#include "worker/inference/koma-inference.h"
#include "worker/queue/koma-latest-thread.h"

#include "engine/koma-app.h"

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

  /* Used while running, with lock, and by the thread that stops. */
  KomaLatestThread *threads[KOMA_N_WORKER_THREADS];
  KomaDecodePool   *pool;

  KomaModelWatch *watch; /* (nullable) of the thread that watches */
};

G_DEFINE_FINAL_TYPE (KomaWorker, koma_worker, G_TYPE_OBJECT)

static void
koma_worker_dispose (GObject *object)
{
  koma_worker_stop (KOMA_WORKER (object));
  g_clear_pointer (&KOMA_WORKER (object)->watch, koma_model_watch_free);

  G_OBJECT_CLASS (koma_worker_parent_class)->dispose (object);
}

static void
koma_worker_finalize (GObject *object)
{
  KomaWorker *self = KOMA_WORKER (object);

  g_clear_pointer (&self->queue, koma_worker_queue_free);
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
load_cb (KomaCompletion *latest,
         gpointer        user_data)
{
  KomaLoadRequest *load = (KomaLoadRequest *) latest;
  KomaModel       *model = koma_load_request_read (load);

  if (model != NULL)
    koma_inference_post_model (user_data, koma_completion_ref (load), model);
}

static void
measure_cb (KomaCompletion *latest,
            gpointer        user_data)
{
  koma_measurement_run ((KomaMeasurement *) latest);
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
  self->threads[KOMA_WORKER_THREAD_LOAD] =
    koma_latest_thread_new ("koma-load", KOMA_THREAD_LOAD, load_cb, self->inference);
  self->threads[KOMA_WORKER_THREAD_MEASURE] =
    koma_latest_thread_new ("koma-measurement", KOMA_THREAD_MEASUREMENT, measure_cb, NULL);
  self->threads[KOMA_WORKER_THREAD_EXPLAIN] =
    koma_latest_thread_new ("koma-explain", KOMA_THREAD_MEASUREMENT, measure_cb, NULL);
  self->threads[KOMA_WORKER_THREAD_EVALUATE] =
    koma_latest_thread_new ("koma-evaluate", KOMA_THREAD_MEASUREMENT, measure_cb, NULL);
  self->threads[KOMA_WORKER_THREAD_WORDS] =
    koma_latest_thread_new ("koma-words", KOMA_THREAD_MEASUREMENT, measure_cb, NULL);
  self->pool = koma_decode_pool_new (self->queue, n_decoders, decoded_cb, self->inference);
}

/**
 * koma_worker_new:
 *
 * Starts a decoder for each processor and the inference thread; those that load
 * and measure start with the first call. All sleep until there is something to
 * do, and run at a lower priority than the rest of the process.
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
 *   way: #KomaModelInfo.before is how it did
 * @user_data: for @changed
 *
 * Answers have the model too; this tells of it where nothing is asked.
 *
 * Thread: of a main context, in which @changed is called, and of the window's
 * priority; the last reference is dropped there too.
 */
void
koma_worker_watch_model (KomaWorker      *self,
                         KomaModelChanged changed,
                         gpointer         user_data)
{
  g_return_if_fail (KOMA_IS_WORKER (self));
  g_return_if_fail (self->watch == NULL && self->inference != NULL);

  self->watch = koma_model_watch_new (changed, user_data);
  koma_inference_set_watch (self->inference, self->watch);
}

/*< private >
 * koma_worker_get_queue:
 *
 * Thread: any.
 *
 * Returns: (transfer none): where requests wait
 */
KomaWorkerQueue *
koma_worker_get_queue (KomaWorker *self)
{
  return self->queue;
}

/*< private >
 * koma_worker_start:
 * @thread: which does it; what it was given before ends cancelled
 * @completion: (transfer full): a #KomaLoadRequest or #KomaMeasurement; ends cancelled where the
 *   worker has been stopped
 *
 * Thread: any of the window's priority.
 */
void
koma_worker_start (KomaWorker      *self,
                   KomaWorkerThread thread,
                   gpointer         completion)
{
  g_autoptr (KomaCompletion) owned = completion;
  gboolean is_running = FALSE;

  g_mutex_lock (&self->lock);
  is_running = self->state == STATE_RUNNING;
  if (is_running)
    koma_latest_thread_push (self->threads[thread], g_steal_pointer (&owned));
  g_mutex_unlock (&self->lock);
  if (owned != NULL)
    koma_completion_cancel (owned);
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

/**
 * koma_worker_ref_model:
 * @self: a worker
 *
 * Thread: measurement; waits for a lock.
 *
 * Returns: (transfer full) (nullable): the model in use
 */
KomaModel *
koma_worker_ref_model (KomaWorker *self)
{
  g_autoptr (KomaActiveModel) active_model = koma_worker_queue_ref_active_model (self->queue);

  return active_model != NULL ? koma_model_ref (active_model->model) : NULL;
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
 * for the batch that runs, for decoders and measurements to notice, and for a model
 * file that is being read. Callbacks follow in their contexts; whatever is sent from
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
  for (guint i = 0; i < KOMA_N_WORKER_THREADS; i++)
    koma_latest_thread_join (g_steal_pointer (&self->threads[i]));
  end_stop (self);
}
