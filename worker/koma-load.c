/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-load.h"

#include "koma-endings.h"

/* Progress is told when it moved this far: a bar shows no less. */
#define PROGRESS_STEP 0.01

struct _KomaLoad
{
  gatomicrefcount ref_count;

  /* Immutable after construction. */
  KomaWorkerModel  options; /* its strings are owned */
  KomaLoadProgress progress;
  gpointer         progress_data;
  KomaWorkerQueue *queue;
  GMainContext    *context;

  /* Guarded by lock. */
  GMutex        lock;
  GTask        *task;    /* until it has ended */
  gulong        handler; /* on the task's cancellable */
  gboolean      is_committed;
  KomaLoadStage stage; /* last told */
  double        fraction;
};

typedef struct
{
  KomaLoad     *load;
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
  koma_load_cancel (data);
}

/* Whoever cancels between the connecting and the lock finds a task and no
 * handler; then the handler is left to be dropped here. */
static void
connect_cancellable (KomaLoad     *load,
                     GCancellable *cancellable)
{
  gulong handler = g_cancellable_connect (cancellable,
                                          G_CALLBACK (cancelled_cb),
                                          koma_load_ref (load),
                                          (GDestroyNotify) koma_load_unref);

  g_mutex_lock (&load->lock);
  if (load->task != NULL) {
    load->handler = handler;
    handler = 0;
  }
  g_mutex_unlock (&load->lock);
  if (handler != 0)
    g_signal_handler_disconnect (cancellable, handler);
}

/**
 * koma_load_new:
 * @options: what to load, and how; copied
 * @task: (transfer full): who asks
 * @progress: (nullable): told how far it is, in the context of @task
 * @progress_data: for @progress
 * @queue: told that a model is coming, and when it is not any more
 *
 * Thread: any.
 *
 * Returns: (transfer full): a load that has begun
 */
KomaLoad *
koma_load_new (const KomaWorkerModel *options,
               GTask                 *task,
               KomaLoadProgress       progress,
               gpointer               progress_data,
               KomaWorkerQueue       *queue)
{
  KomaLoad *load = g_new0 (KomaLoad, 1);
  g_autoptr (GCancellable) cancellable = NULL;

  g_atomic_ref_count_init (&load->ref_count);
  g_mutex_init (&load->lock);
  load->options = copy_options (options);
  load->progress = progress;
  load->progress_data = progress_data;
  load->queue = koma_worker_queue_ref (queue);
  load->context = g_main_context_ref (g_task_get_context (task));
  load->task = task;
  load->fraction = -1;
  koma_worker_queue_begin_load (queue);

  if (g_task_get_cancellable (task) != NULL)
    cancellable = g_object_ref (g_task_get_cancellable (task));
  if (cancellable != NULL)
    connect_cancellable (load, cancellable);
  return load;
}

/**
 * koma_load_ref:
 * @load: a load
 *
 * Thread: any.
 *
 * Returns: (transfer full): @load
 */
KomaLoad *
koma_load_ref (KomaLoad *load)
{
  g_atomic_ref_count_inc (&load->ref_count);
  return load;
}

/**
 * koma_load_unref:
 * @load: (nullable) (transfer full): a load
 *
 * Thread: any.
 */
void
koma_load_unref (KomaLoad *load)
{
  if (load == NULL || !g_atomic_ref_count_dec (&load->ref_count))
    return;

  g_assert (load->task == NULL);

  clear_options (&load->options);
  g_clear_pointer (&load->queue, koma_worker_queue_unref);
  g_clear_pointer (&load->context, g_main_context_unref);
  g_mutex_clear (&load->lock);
  g_free (load);
}

/**
 * koma_load_get_options:
 * @load: a load
 *
 * Thread: any.
 *
 * Returns: (transfer none): what to load, and how
 */
const KomaWorkerModel *
koma_load_get_options (const KomaLoad *load)
{
  return &load->options;
}

/**
 * koma_load_is_ended:
 * @load: a load
 *
 * Thread: any.
 *
 * Returns: whether nobody waits for it any more
 */
gboolean
koma_load_is_ended (KomaLoad *load)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&load->lock);

  return load->task == NULL;
}

static void
report_free (gpointer data)
{
  Report *report = data;

  koma_load_unref (report->load);
  g_free (report);
}

static gboolean
report_cb (gpointer data)
{
  Report *report = data;

  report->load->progress (report->stage, report->fraction, report->load->progress_data);
  return G_SOURCE_REMOVE;
}

/* With the lock held. */
static gboolean
is_worth_telling (const KomaLoad *load,
                  KomaLoadStage   stage,
                  double          fraction)
{
  if (load->progress == NULL || load->task == NULL)
    return FALSE;
  return stage != load->stage || load->fraction < 0 ||
         fraction >= load->fraction + PROGRESS_STEP ||
         (fraction >= 1 && load->fraction < 1);
}

static void
post_report (KomaLoad     *load,
             KomaLoadStage stage,
             double        fraction)
{
  g_autoptr (GSource) source = g_idle_source_new ();
  Report *report = g_new0 (Report, 1);

  report->load = koma_load_ref (load);
  report->stage = stage;
  report->fraction = fraction;
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_static_name (source, "koma load progress");
  g_source_set_callback (source, report_cb, report, report_free);
  g_source_attach (source, load->context);
}

/**
 * koma_load_report:
 * @load: a load
 * @stage: what is being done
 * @fraction: how much of it is done, 0 … 1
 *
 * Tells who asked, in their context, before they are told that it ended.
 *
 * Thread: any.
 */
void
koma_load_report (KomaLoad     *load,
                  KomaLoadStage stage,
                  double        fraction)
{
  /* Posted with the lock held: the ending, of the same priority, is posted
   * after it was taken and so comes after every report. */
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&load->lock);

  if (!is_worth_telling (load, stage, fraction))
    return;
  load->stage = stage;
  load->fraction = fraction;
  post_report (load, stage, fraction);
}

/* A committed load ends with @info and not otherwise. */
static void
end (KomaLoad      *load,
     KomaModelInfo *info, /* (transfer full) (nullable) */
     GError        *error)       /* (transfer full) (nullable) */
{
  KomaEndings *endings = koma_endings_new ();
  GTask       *task = NULL;
  gulong       handler = 0;

  g_mutex_lock (&load->lock);
  if (info != NULL || !load->is_committed)
    task = g_steal_pointer (&load->task);
  if (task != NULL) {
    handler = load->handler;
    load->handler = 0;
  }
  g_mutex_unlock (&load->lock);

  if (task == NULL) {
    koma_model_info_unref (info);
    g_clear_error (&error);
  } else {
    if (handler != 0)
      g_signal_handler_disconnect (g_task_get_cancellable (task), handler);
    koma_worker_queue_end_load (load->queue);
    koma_endings_add (endings, task, info, (GDestroyNotify) koma_model_info_unref, error);
  }
  koma_endings_post (endings);
}

/**
 * koma_load_commit:
 * @load: a load
 *
 * Called before the model replaces the one in use: a load that ended
 * cancelled must not have replaced anything, and one that replaced the model
 * must not end cancelled.
 *
 * Thread: inference.
 *
 * Returns: %FALSE if @load has ended; otherwise only koma_load_succeed() ends
 *   it now
 */
gboolean
koma_load_commit (KomaLoad *load)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&load->lock);

  load->is_committed = load->task != NULL;
  return load->is_committed;
}

/**
 * koma_load_succeed:
 * @load: a load
 * @info: the model that serves now
 *
 * Ends @load, unless it has ended.
 *
 * Thread: any.
 */
void
koma_load_succeed (KomaLoad      *load,
                   KomaModelInfo *info)
{
  end (load, koma_model_info_ref (info), NULL);
}

/**
 * koma_load_fail:
 * @load: a load
 * @error: (transfer full): why
 *
 * Ends @load, unless it has ended.
 *
 * Thread: any.
 */
void
koma_load_fail (KomaLoad *load,
                GError   *error)
{
  end (load, NULL, error);
}

/**
 * koma_load_cancel:
 * @load: a load
 *
 * Ends @load, unless it has ended, with %G_IO_ERROR_CANCELLED. What is
 * being read for it is read to its end, and dropped.
 *
 * Thread: any.
 */
void
koma_load_cancel (KomaLoad *load)
{
  koma_load_fail (load, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled"));
}
