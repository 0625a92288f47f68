/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-load-request.h"

#include "worker/queue/koma-context-queue.h"
#include "worker/queue/koma-endings.h"

/* Progress is told when it moved this far: a bar shows no less. */
#define PROGRESS_STEP 0.01

/*   NEW ──▶ WAITING ──▶ COMMITTED ──▶ ENDED        succeeded
 *               └─────────────────────▶ ENDED        failed, cancelled
 *
 * By compare-and-swap: of several who may want to end a load one succeeds, has
 * its task, and tells the end. Nobody waits for a thread that reads or compiles. */
typedef enum {
  STATE_NEW,
  STATE_WAITING,
  STATE_COMMITTED, /* replaces the model in use: only success ends it */
  STATE_ENDED,
} State;

struct _KomaLoadRequest
{
  gatomicrefcount ref_count;
  gint            state;        /* atomic State */
  gint            is_cancelled; /* atomic; while NEW it stays at that */

  /* Immutable after construction. */
  KomaWorkerModel   options; /* its strings are owned */
  KomaLoadProgress  progress;
  gpointer          progress_data;
  KomaWorkerQueue  *queue;
  KomaWayBack      *way;     /* of @task */
  KomaContextQueue *reports; /* (nullable) (element-type Report) open until the end is told */
  gulong            handler; /* on the task's cancellable */

  GTask *task; /* until it has ended */

  /* Of the thread that works on it: the loader's, then the inference's. */
  KomaLoadStage stage; /* last told */
  double        fraction;
};

typedef struct
{
  KomaMpscItem  item; /* first */
  KomaLoadStage stage;
  double        fraction;
} Report;

static KomaWorkerModel
copy_options (const KomaWorkerModel *options)
{
  return (KomaWorkerModel){
    .path = g_strdup (options->path),
    .labels_path = g_strdup (options->labels_path),
    .range = g_strdup (options->range),
    .fit = g_strdup (options->fit),
    .output = g_strdup (options->output),
    .backend = g_strdup (options->backend),
    .n_threads = options->n_threads,
    .batch = options->batch,
    .precision = options->precision,
    .is_measured = options->is_measured,
    .is_measured_anew = options->is_measured_anew,
    .half_turn = options->half_turn,
  };
}

static void
clear_options (KomaWorkerModel *options)
{
  g_free ((char *) options->path);
  g_free ((char *) options->labels_path);
  g_free ((char *) options->range);
  g_free ((char *) options->fit);
  g_free ((char *) options->output);
  g_free ((char *) options->backend);
}

static void
cancelled_cb (GCancellable *cancellable,
              gpointer      data)
{
  koma_load_request_cancel (data);
}

static void
report_cb (KomaMpscItem *item,
           gpointer      user_data)
{
  g_autofree Report *report = (Report *) item;
  KomaLoadRequest   *load = user_data;

  load->progress (report->stage, report->fraction, load->progress_data);
}

static gboolean
change_state (KomaLoadRequest *load,
              State            from,
              State            to)
{
  return g_atomic_int_compare_and_exchange (&load->state, (gint) from, (gint) to);
}

/* The first to call back may come during the connecting, and again from
 * another thread: it finds the load NEW and leaves the ending to here. */
static void
start_waiting (KomaLoadRequest *load)
{
  GCancellable *cancellable = g_task_get_cancellable (load->task);

  if (cancellable != NULL)
    load->handler = g_cancellable_connect (cancellable,
                                           G_CALLBACK (cancelled_cb),
                                           koma_load_request_ref (load),
                                           (GDestroyNotify) koma_load_request_unref);
  (void) change_state (load, STATE_NEW, STATE_WAITING);
  if (g_atomic_int_get (&load->is_cancelled))
    koma_load_request_cancel (load);
}

/**
 * koma_load_request_new:
 * @options: what to load, and how; copied
 * @task: (transfer full): who asks
 * @progress: (nullable): told how far it is, in the context of @task
 * @progress_data: for @progress
 * @queue: told that a model is coming, and when it is not any more
 *
 * Thread: who asks; one of the window's priority.
 *
 * Returns: (transfer full): a load that has begun
 */
KomaLoadRequest *
koma_load_request_new (const KomaWorkerModel *options,
                       GTask                 *task,
                       KomaLoadProgress       progress,
                       gpointer               progress_data,
                       KomaWorkerQueue       *queue)
{
  KomaLoadRequest *load = g_new0 (KomaLoadRequest, 1);

  g_atomic_ref_count_init (&load->ref_count);
  load->options = copy_options (options);
  load->progress = progress;
  load->progress_data = progress_data;
  load->queue = koma_worker_queue_ref (queue);
  load->task = task;
  load->way = koma_endings_expect (task);
  load->fraction = -1;
  if (progress != NULL)
    load->reports = koma_context_queue_new (g_task_get_context (task), G_PRIORITY_DEFAULT,
                                            report_cb, load);
  koma_worker_queue_begin_load (queue);
  start_waiting (load);
  return load;
}

/**
 * koma_load_request_ref:
 * @load: a load
 *
 * Thread: any.
 *
 * Returns: (transfer full): @load
 */
KomaLoadRequest *
koma_load_request_ref (KomaLoadRequest *load)
{
  g_atomic_ref_count_inc (&load->ref_count);
  return load;
}

/**
 * koma_load_request_unref:
 * @load: (nullable) (transfer full): a load
 *
 * Thread: any.
 */
void
koma_load_request_unref (KomaLoadRequest *load)
{
  if (load == NULL || !g_atomic_ref_count_dec (&load->ref_count))
    return;

  g_assert (load->task == NULL);

  clear_options (&load->options);
  if (load->reports != NULL)
    koma_context_queue_free (load->reports, g_free);
  g_clear_pointer (&load->queue, koma_worker_queue_unref);
  g_free (load);
}

/**
 * koma_load_request_get_options:
 * @load: a load
 *
 * Thread: any.
 *
 * Returns: (transfer none): what to load, and how
 */
const KomaWorkerModel *
koma_load_request_get_options (const KomaLoadRequest *load)
{
  return &load->options;
}

/**
 * koma_load_request_is_ended:
 * @load: a load
 *
 * Thread: any.
 *
 * Returns: whether nobody waits for it any more
 */
gboolean
koma_load_request_is_ended (KomaLoadRequest *load)
{
  return g_atomic_int_get (&load->state) == STATE_ENDED;
}

static gboolean
is_worth_telling (KomaLoadRequest *load,
                  KomaLoadStage    stage,
                  double           fraction)
{
  if (load->reports == NULL || koma_load_request_is_ended (load))
    return FALSE;
  return stage != load->stage || load->fraction < 0 ||
         fraction >= load->fraction + PROGRESS_STEP ||
         (fraction >= 1 && load->fraction < 1);
}

/**
 * koma_load_request_report:
 * @load: a load
 * @stage: what is being done
 * @fraction: how much of it is done, 0 … 1
 *
 * Tells who asked, in their context, before they are told that it ended.
 *
 * Thread: load, and then inference; waits for nobody.
 */
void
koma_load_request_report (KomaLoadRequest *load,
                          KomaLoadStage    stage,
                          double           fraction)
{
  Report *report = NULL;

  if (!is_worth_telling (load, stage, fraction))
    return;
  load->stage = stage;
  load->fraction = fraction;
  report = g_new0 (Report, 1);
  report->stage = stage;
  report->fraction = fraction;
  koma_context_queue_put (load->reports, &report->item);
  g_main_context_wakeup (koma_context_queue_get_context (load->reports));
}

/* What was reported before the end is told before it, nothing after. */
static void
told (gpointer sender,
      GTask   *task)
{
  g_autoptr (KomaLoadRequest) load = sender;

  if (load->reports != NULL) {
    koma_context_queue_open_all (load->reports);
    koma_context_queue_close (load->reports);
  }
  if (load->handler != 0)
    g_signal_handler_disconnect (g_task_get_cancellable (task), load->handler);
}

/* By who made it ENDED; cancelled without both. */
static void
post_ending (KomaLoadRequest *load,
             KomaModelInfo   *info, /* (transfer full) (nullable) */
             GError          *error)         /* (transfer full) (nullable) */
{
  KomaEndings *endings = koma_endings_new ();

  KomaEnding ending = {
    .task = g_steal_pointer (&load->task),
    .way = load->way,
    .value = info,
    .free_value = (GDestroyNotify) koma_model_info_unref,
    .error = error,
    .sender = koma_load_request_ref (load),
    .told = told,
  };

  koma_worker_queue_end_load (load->queue);
  koma_endings_add (endings, &ending);
  koma_endings_post (endings);
}

/**
 * koma_load_request_commit:
 * @load: a load
 *
 * Called before the model replaces the one in use: a load that ended
 * cancelled must not have replaced anything, and one that replaced the model
 * must not end cancelled.
 *
 * Thread: inference.
 *
 * Returns: %FALSE if @load has ended; otherwise only koma_load_request_succeed() ends
 *   it now
 */
gboolean
koma_load_request_commit (KomaLoadRequest *load)
{
  return change_state (load, STATE_WAITING, STATE_COMMITTED);
}

/**
 * koma_load_request_succeed:
 * @load: a committed load
 * @info: the model that serves now
 *
 * Ends @load.
 *
 * Thread: inference.
 */
void
koma_load_request_succeed (KomaLoadRequest *load,
                           KomaModelInfo   *info)
{
  gboolean is_ended = change_state (load, STATE_COMMITTED, STATE_ENDED);

  g_assert (is_ended);
  post_ending (load, koma_model_info_ref (info), NULL);
}

/**
 * koma_load_request_fail:
 * @load: a load
 * @error: (transfer full): why
 *
 * Ends @load, unless it has ended or is committed.
 *
 * Thread: any; waits for nobody.
 */
void
koma_load_request_fail (KomaLoadRequest *load,
                        GError          *error)
{
  if (change_state (load, STATE_WAITING, STATE_ENDED))
    post_ending (load, NULL, error);
  else
    g_error_free (error);
}

/**
 * koma_load_request_cancel:
 * @load: a load
 *
 * Ends @load, unless it has ended or is committed, with
 * %G_IO_ERROR_CANCELLED. What is being read for it is read to its end, and
 * dropped; compiling and warming stop at the next program.
 *
 * Thread: any; waits for nobody.
 */
void
koma_load_request_cancel (KomaLoadRequest *load)
{
  g_atomic_int_set (&load->is_cancelled, TRUE);
  if (change_state (load, STATE_WAITING, STATE_ENDED))
    post_ending (load, NULL, NULL);
}
