/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-study.h"

#include "koma-endings.h"
#include "koma-outbox.h"
#include "koma-worker-queue.h"

#include "engine/backends.h"
#include "engine/koma-error.h"

struct _KomaStudy
{
  gatomicrefcount ref_count;
  gint            is_cancelled; /* atomic; beside the task's cancellable */

  /* Immutable after construction. */
  KomaStudyRun     run;
  GDestroyNotify   free_value;
  KomaStudyOptions options; /* what it points to is owned */
  KomaStudyReport  report;  /* (nullable) */
  gpointer         report_data;
  KomaWorkerQueue *queue;
  KomaWayBack     *way;     /* of @task */
  KomaOutbox      *reports; /* (nullable) (element-type Report) open until the end is told */
  KomaProgress     progress;

  GTask *task; /* until it has ended */
};

typedef struct
{
  KomaInboxItem  item; /* first */
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
report_cb (KomaInboxItem *item,
           gpointer       user_data)
{
  KomaStudy *study = user_data;
  Report    *report = (Report *) item;

  study->report (report->so_far, study->report_data);
  report_free (report);
}

static gboolean
is_cancelled (KomaStudy *study)
{
  return g_atomic_int_get (&study->is_cancelled) ||
         g_cancellable_is_cancelled (g_task_get_cancellable (study->task));
}

static gboolean
progress_cb (double   fraction,
             gpointer user_data)
{
  return !is_cancelled (user_data);
}

static KomaStudyOptions
copy_options (const KomaStudyOptions *options)
{
  KomaStudyOptions copy = *options;

  copy.request = options->request != NULL ? koma_request_ref (options->request) : NULL;
  copy.name = g_strdup (options->name);
  copy.backend = g_strdup (options->backend);
  return copy;
}

/**
 * koma_study_new:
 * @parts: what is to be done; copied
 * @task: (transfer full): who asks; told of reports, and then of the end, in
 *   its context
 *
 * Thread: who asks; one of the window's priority.
 *
 * Returns: (transfer full): a study that has not begun
 */
KomaStudy *
koma_study_new (const KomaStudyParts *parts,
                GTask                *task)
{
  KomaStudy *study = g_new0 (KomaStudy, 1);

  g_atomic_ref_count_init (&study->ref_count);
  study->run = parts->run;
  study->free_value = parts->free_value;
  study->options = copy_options (parts->options);
  study->report = parts->report;
  study->report_data = parts->report_data;
  study->queue = koma_worker_queue_ref (parts->queue);
  study->task = task;
  study->way = koma_endings_expect (task);
  study->progress = (KomaProgress){ .report = progress_cb, .user_data = study };
  if (parts->report != NULL)
    study->reports = koma_outbox_new (g_task_get_context (task), G_PRIORITY_DEFAULT, report_cb,
                                      study);
  return study;
}

/**
 * koma_study_ref:
 *
 * Returns: (transfer full): @study
 */
KomaStudy *
koma_study_ref (KomaStudy *study)
{
  g_atomic_ref_count_inc (&study->ref_count);
  return study;
}

/**
 * koma_study_unref:
 * @study: (nullable) (transfer full): one that has ended, if it is the last
 *   reference
 */
void
koma_study_unref (KomaStudy *study)
{
  if (study == NULL || !g_atomic_ref_count_dec (&study->ref_count))
    return;

  g_assert (study->task == NULL);

  if (study->reports != NULL)
    koma_outbox_free (study->reports, report_free);
  g_clear_pointer ((KomaRequest **) &study->options.request, koma_request_unref);
  g_free ((char *) study->options.name);
  g_free ((char *) study->options.backend);
  koma_worker_queue_unref (study->queue);
  g_free (study);
}

/**
 * koma_study_get_options:
 *
 * Returns: (transfer none): what was asked for
 */
const KomaStudyOptions *
koma_study_get_options (const KomaStudy *study)
{
  return &study->options;
}

/**
 * koma_study_is_disturbed:
 *
 * Returns: whether the worker has pictures to classify at this moment
 */
gboolean
koma_study_is_disturbed (const KomaStudy *study)
{
  return koma_worker_queue_get_n_unanswered (study->queue) > 0;
}

/**
 * koma_study_check:
 *
 * Between two pieces of work. Errors: %G_IO_ERROR_CANCELLED.
 *
 * Returns: whether somebody still waits for the result
 */
gboolean
koma_study_check (KomaStudy *study,
                  GError   **error)
{
  return koma_progress_report (&study->progress, 0, error);
}

/**
 * koma_study_get_progress:
 *
 * Returns: (transfer none): stops what gets it when the study is cancelled
 */
const KomaProgress *
koma_study_get_progress (const KomaStudy *study)
{
  return &study->progress;
}

/**
 * koma_study_report:
 * @so_far: (transfer full): what is known, not changed any more
 *
 * Tells who asked, in their context, before they are told of the end.
 *
 * Thread: study; waits for nobody.
 */
void
koma_study_report (KomaStudy *study,
                   gpointer   so_far)
{
  Report *report = g_new0 (Report, 1);

  report->so_far = so_far;
  report->free_value = study->free_value;
  if (study->reports == NULL) {
    report_free (report);
    return;
  }
  koma_outbox_put (study->reports, &report->item);
  g_main_context_wakeup (koma_outbox_get_context (study->reports));
}

/* What was reported before the end is told before it, nothing after. */
static void
told (gpointer sender,
      GTask   *task)
{
  g_autoptr (KomaStudy) study = sender;

  if (study->reports != NULL) {
    koma_outbox_open_all (study->reports);
    koma_outbox_close (study->reports);
  }
}

/* Cancelled without both. */
static void
post_ending (KomaStudy *study,
             gpointer   value, /* (transfer full) (nullable) */
             GError    *error)    /* (transfer full) (nullable) */
{
  KomaEndings *endings = koma_endings_new ();
  KomaEnding   ending = {
      .task = g_steal_pointer (&study->task),
      .way = study->way,
      .value = value,
      .free_value = study->free_value,
      .error = error,
      .sender = koma_study_ref (study),
      .told = told,
  };

  koma_endings_add (endings, &ending);
  koma_endings_post (endings);
}

/**
 * koma_study_run:
 *
 * Does it, with the model in use, and ends it. Errors: %KOMA_ERROR_NO_MODEL,
 * %G_IO_ERROR_CANCELLED, and its own.
 *
 * Thread: study.
 */
void
koma_study_run (KomaStudy *study)
{
  g_autoptr (KomaServing) serving = koma_worker_queue_ref_serving (study->queue);
  GError  *error = NULL;
  gpointer value = NULL;

  if (serving == NULL)
    g_set_error_literal (&error, KOMA_ERROR, KOMA_ERROR_NO_MODEL, "No model has been loaded");
  else if (koma_study_check (study, &error))
    value = study->run (study, serving, &error);
  koma_backends_leave_thread ();
  post_ending (study, value, error);
}

/**
 * koma_study_drop:
 *
 * Ends one cancelled that was never run. Thread: any.
 */
void
koma_study_drop (KomaStudy *study)
{
  post_ending (study, NULL, NULL);
}

/**
 * koma_study_cancel:
 *
 * Lets one that runs end soon. Thread: any; waits for nobody.
 */
void
koma_study_cancel (KomaStudy *study)
{
  g_atomic_int_set (&study->is_cancelled, TRUE);
}
