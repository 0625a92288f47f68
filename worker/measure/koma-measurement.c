/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-measurement.h"

#include "worker/queue/koma-context-queue.h"
#include "worker/queue/koma-endings.h"
#include "worker/queue/koma-worker-queue.h"

#include "engine/backends/backends.h"
#include "engine/koma-error.h"

struct _KomaMeasurement
{
  gatomicrefcount ref_count;
  gint            is_cancelled; /* atomic; beside the task's cancellable */

  /* Immutable after construction. */
  KomaMeasurementRun     run;
  GDestroyNotify         free_value;
  KomaMeasurementOptions options; /* what it points to is owned */
  KomaMeasurementReport  report;  /* (nullable) */
  gpointer               report_data;
  KomaWorkerQueue       *queue;
  KomaWayBack           *way;     /* of @task */
  KomaContextQueue      *reports; /* (nullable) (element-type Report) open until the end is told */
  KomaProgress           progress;

  GTask *task; /* until it has ended */
};

typedef struct
{
  KomaMpscItem   item; /* first */
  gpointer       so_far;
  GDestroyNotify free_value;
} Report;

static void
report_free (gpointer data)
{
  Report *report = data;

  report->free_value (report->so_far);
  g_free (report);
}

static void
report_cb (KomaMpscItem *item,
           gpointer      user_data)
{
  KomaMeasurement *measurement = user_data;
  Report          *report = (Report *) item;

  measurement->report (report->so_far, measurement->report_data);
  report_free (report);
}

static gboolean
is_cancelled (KomaMeasurement *measurement)
{
  return g_atomic_int_get (&measurement->is_cancelled) ||
         g_cancellable_is_cancelled (g_task_get_cancellable (measurement->task));
}

static gboolean
progress_cb (double   fraction,
             gpointer user_data)
{
  return !is_cancelled (user_data);
}

static KomaMeasurementOptions
copy_options (const KomaMeasurementOptions *options)
{
  KomaMeasurementOptions copy = *options;

  copy.request = options->request != NULL ? koma_request_ref (options->request) : NULL;
  copy.name = g_strdup (options->name);
  copy.backend = g_strdup (options->backend);
  return copy;
}

/**
 * koma_measurement_new:
 * @parts: what is to be done; copied
 * @task: (transfer full): who asks; told of reports, and then of the end, in
 *   its context
 *
 * Thread: who asks; one of the window's priority.
 *
 * Returns: (transfer full): a study that has not begun
 */
KomaMeasurement *
koma_measurement_new (const KomaMeasurementParts *parts,
                      GTask                      *task)
{
  KomaMeasurement *measurement = g_new0 (KomaMeasurement, 1);

  g_atomic_ref_count_init (&measurement->ref_count);
  measurement->run = parts->run;
  measurement->free_value = parts->free_value;
  measurement->options = copy_options (parts->options);
  measurement->report = parts->report;
  measurement->report_data = parts->report_data;
  measurement->queue = koma_worker_queue_ref (parts->queue);
  measurement->task = task;
  measurement->way = koma_endings_expect (task);
  measurement->progress = (KomaProgress){ .report = progress_cb, .user_data = measurement };
  if (parts->report != NULL)
    measurement->reports = koma_context_queue_new (g_task_get_context (task), G_PRIORITY_DEFAULT,
                                                   report_cb, measurement);
  return measurement;
}

/**
 * koma_measurement_ref:
 *
 * Returns: (transfer full): @study
 */
KomaMeasurement *
koma_measurement_ref (KomaMeasurement *measurement)
{
  g_atomic_ref_count_inc (&measurement->ref_count);
  return measurement;
}

/**
 * koma_measurement_unref:
 * @study: (nullable) (transfer full): one that has ended, if it is the last
 *   reference
 */
void
koma_measurement_unref (KomaMeasurement *measurement)
{
  if (measurement == NULL || !g_atomic_ref_count_dec (&measurement->ref_count))
    return;

  g_assert (measurement->task == NULL);

  if (measurement->reports != NULL)
    koma_context_queue_free (measurement->reports, report_free);
  g_clear_pointer ((KomaRequest **) &measurement->options.request, koma_request_unref);
  g_free ((char *) measurement->options.name);
  g_free ((char *) measurement->options.backend);
  koma_worker_queue_unref (measurement->queue);
  g_free (measurement);
}

/**
 * koma_measurement_get_options:
 *
 * Returns: (transfer none): what was asked for
 */
const KomaMeasurementOptions *
koma_measurement_get_options (const KomaMeasurement *measurement)
{
  return &measurement->options;
}

/**
 * koma_measurement_is_disturbed:
 *
 * Returns: whether the worker has pictures to classify at this moment
 */
gboolean
koma_measurement_is_disturbed (const KomaMeasurement *measurement)
{
  return koma_worker_queue_get_n_unanswered (measurement->queue) > 0;
}

/**
 * koma_measurement_check:
 *
 * Between two pieces of work. Errors: %G_IO_ERROR_CANCELLED.
 *
 * Returns: whether somebody still waits for the result
 */
gboolean
koma_measurement_check (KomaMeasurement *measurement,
                        GError         **error)
{
  return koma_progress_report (&measurement->progress, 0, error);
}

/**
 * koma_measurement_get_progress:
 *
 * Returns: (transfer none): stops what gets it when the study is cancelled
 */
const KomaProgress *
koma_measurement_get_progress (const KomaMeasurement *measurement)
{
  return &measurement->progress;
}

/**
 * koma_measurement_report:
 * @so_far: (transfer full): what is known, not changed any more
 *
 * Tells who asked, in their context, before they are told of the end.
 *
 * Thread: study; waits for nobody.
 */
void
koma_measurement_report (KomaMeasurement *measurement,
                         gpointer         so_far)
{
  Report *report = g_new0 (Report, 1);

  report->so_far = so_far;
  report->free_value = measurement->free_value;
  if (measurement->reports == NULL) {
    report_free (report);
    return;
  }
  koma_context_queue_put (measurement->reports, &report->item);
  g_main_context_wakeup (koma_context_queue_get_context (measurement->reports));
}

/* What was reported before the end is told before it, nothing after. */
static void
told (gpointer sender,
      GTask   *task)
{
  g_autoptr (KomaMeasurement) measurement = sender;

  if (measurement->reports != NULL) {
    koma_context_queue_open_all (measurement->reports);
    koma_context_queue_close (measurement->reports);
  }
}

/* Cancelled without both. */
static void
post_ending (KomaMeasurement *measurement,
             gpointer         value, /* (transfer full) (nullable) */
             GError          *error)          /* (transfer full) (nullable) */
{
  KomaEndings *endings = koma_endings_new ();

  KomaEnding ending = {
    .task = g_steal_pointer (&measurement->task),
    .way = measurement->way,
    .value = value,
    .free_value = measurement->free_value,
    .error = error,
    .sender = koma_measurement_ref (measurement),
    .told = told,
  };

  koma_endings_add (endings, &ending);
  koma_endings_post (endings);
}

/**
 * koma_measurement_run:
 *
 * Does it, with the model in use, and ends it. Errors: %KOMA_ERROR_NO_MODEL,
 * %G_IO_ERROR_CANCELLED, and its own.
 *
 * Thread: study.
 */
void
koma_measurement_run (KomaMeasurement *measurement)
{
  g_autoptr (KomaActiveModel) active_model = koma_worker_queue_ref_serving (measurement->queue);
  GError  *error = NULL;
  gpointer value = NULL;

  if (active_model == NULL)
    g_set_error_literal (&error, KOMA_ERROR, KOMA_ERROR_NO_MODEL, "No model has been loaded");
  else if (koma_measurement_check (measurement, &error))
    value = measurement->run (measurement, active_model, &error);
  koma_backends_leave_thread ();
  post_ending (measurement, value, error);
}

/**
 * koma_measurement_drop:
 *
 * Ends one cancelled that was never run. Thread: any.
 */
void
koma_measurement_drop (KomaMeasurement *measurement)
{
  post_ending (measurement, NULL, NULL);
}

/**
 * koma_measurement_cancel:
 *
 * Lets one that runs end soon. Thread: any; waits for nobody.
 */
void
koma_measurement_cancel (KomaMeasurement *measurement)
{
  g_atomic_int_set (&measurement->is_cancelled, TRUE);
}
