/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-arrange.h"

#include "koma-arrange-journal.h"
#include "koma-arrange-run.h"
#include "koma-arrange-undo.h"

typedef struct
{
  GPtrArray         *rows;
  KomaArrangeOptions options;
  char              *into;
  char              *not_sure;
  KomaArrangePlan   *plan;
  KomaTakeProgress  *progress;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_pointer (&job->rows, g_ptr_array_unref);
  g_free (job->into);
  g_free (job->not_sure);
  g_clear_pointer (&job->plan, koma_arrange_plan_unref);
  g_clear_pointer (&job->progress, koma_take_progress_unref);
  g_free (job);
}

static void
run_job (Job                *job, /* (transfer full) (nullable) */
         GTaskThreadFunc     thread,
         GCancellable       *cancellable,
         GAsyncReadyCallback callback,
         gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_check_cancellable (task, FALSE);
  if (job != NULL)
    g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, thread);
}

static void
return_report (GTask             *task,
               KomaArrangeReport *report, /* (nullable) (transfer full) */
               GError            *error)             /* (nullable) (transfer full) */
{
  if (report != NULL)
    g_task_return_pointer (task, report, (GDestroyNotify) koma_arrange_report_free);
  else
    g_task_return_error (task, error);
}

static void
plan_thread (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  Job *job = data;
  g_autoptr (KomaArrangePlan) plan = NULL;

  job->options.into = job->into;
  job->options.not_sure = job->not_sure;
  plan = koma_arrange_plan_new (job->rows, &job->options, cancellable);
  if (!g_task_return_error_if_cancelled (task))
    g_task_return_pointer (task, g_steal_pointer (&plan),
                           (GDestroyNotify) koma_arrange_plan_unref);
}

void
koma_arrange_plan_async (GPtrArray                *rows,
                         const KomaArrangeOptions *options,
                         GCancellable             *cancellable,
                         GAsyncReadyCallback       callback,
                         gpointer                  user_data)
{
  Job *job = g_new0 (Job, 1);

  job->rows = g_ptr_array_ref (rows);
  job->options = *options;
  job->into = g_strdup (options->into);
  job->not_sure = g_strdup (options->not_sure);
  run_job (job, plan_thread, cancellable, callback, user_data);
}

KomaArrangePlan *
koma_arrange_plan_finish (GAsyncResult *result,
                          GError      **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
run_thread (GTask        *task,
            gpointer      source,
            gpointer      data,
            GCancellable *cancellable)
{
  Job               *job = data;
  GError            *error = NULL;
  KomaArrangeReport *report = koma_arrange_run (job->plan, job->progress, cancellable, &error);

  return_report (task, report, error);
}

void
koma_arrange_run_async (KomaArrangePlan    *plan,
                        KomaTakeProgress   *progress,
                        GCancellable       *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer            user_data)
{
  Job *job = g_new0 (Job, 1);

  job->plan = koma_arrange_plan_ref (plan);
  job->progress = progress != NULL ? koma_take_progress_ref (progress) : NULL;
  run_job (job, run_thread, cancellable, callback, user_data);
}

KomaArrangeReport *
koma_arrange_run_finish (GAsyncResult *result,
                         GError      **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
undo_thread (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  Job               *job = data;
  gboolean           is_whole = FALSE;
  g_autofree char   *path = koma_arrange_journal_find (&is_whole);
  GError            *error = NULL;
  KomaArrangeReport *report = NULL;

  if (path != NULL)
    report = koma_arrange_undo (path, job->progress, &error);
  else
    g_set_error_literal (&error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "nothing to undo");
  return_report (task, report, error);
}

void
koma_arrange_undo_async (KomaTakeProgress   *progress,
                         GAsyncReadyCallback callback,
                         gpointer            user_data)
{
  Job *job = g_new0 (Job, 1);

  job->progress = progress != NULL ? koma_take_progress_ref (progress) : NULL;
  run_job (job, undo_thread, NULL, callback, user_data);
}

KomaArrangeReport *
koma_arrange_undo_finish (GAsyncResult *result,
                          GError      **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
look_thread (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  gboolean         is_whole = FALSE;
  g_autofree char *path = koma_arrange_journal_find (&is_whole);
  KomaArrangeLook *look = g_new0 (KomaArrangeLook, 1);

  if (path == NULL)
    look->state = KOMA_ARRANGED_NOTHING;
  else if (!koma_arrange_journal_check (path, &look->work, NULL))
    look->state = KOMA_ARRANGED_DAMAGED;
  else
    look->state = is_whole ? KOMA_ARRANGED_WHOLE : KOMA_ARRANGED_HALF;
  g_task_return_pointer (task, look, g_free);
}

void
koma_arrange_look_async (GAsyncReadyCallback callback,
                         gpointer            user_data)
{
  run_job (NULL, look_thread, NULL, callback, user_data);
}

KomaArrangeLook
koma_arrange_look_finish (GAsyncResult *result)
{
  g_autofree KomaArrangeLook *look = g_task_propagate_pointer (G_TASK (result), NULL);

  return *look;
}
