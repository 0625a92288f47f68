/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cli-job.h"

#include <unistd.h>

#include "koma-cli-signals.h"
#include "koma-cli.h"

#define SHOW_INTERVAL_MS 100

typedef struct
{
  KomaCliJob     job;
  KomaCliJobFunc func;
  gpointer       user_data;
  gboolean       is_done;
  GError        *error; /* (nullable) */
} Run;

static void
work (GTask        *task,
      gpointer      source,
      gpointer      data,
      GCancellable *cancellable)
{
  Run    *run = data;
  GError *error = NULL;

  if (run->func (&run->job, run->user_data, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
finished_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  Run *run = data;

  run->is_done = g_task_propagate_boolean (G_TASK (result), &run->error);
  g_main_loop_quit (run->job.loop);
}

static void
end_early (gpointer data,
           int      signal)
{
  KomaCliJob *job = data;

  job->signal = signal;
  g_cancellable_cancel (job->cancellable);
}

static gboolean
show_cb (gpointer data)
{
  Run        *run = data;
  const char *stage = g_atomic_pointer_get (&run->job.stage);

  if (stage != NULL)
    g_printerr ("\r\033[K%s %d %%", stage, g_atomic_int_get (&run->job.per_mille) / 10);
  return G_SOURCE_CONTINUE;
}

int
koma_cli_job_run (KomaCliJobFunc func,
                  gpointer       user_data)
{
  KomaCliSignals signals = { 0 };
  Run            run = { .func = func, .user_data = user_data };
  g_autoptr (GTask) task = g_task_new (NULL, NULL, finished_cb, &run);
  g_autoptr (GError) error = NULL;
  const gboolean has_terminal = isatty (STDERR_FILENO) != 0;
  guint          shown = 0;

  run.job.cancellable = g_cancellable_new ();
  run.job.loop = g_main_loop_new (NULL, FALSE);
  koma_cli_signals_connect (&signals, end_early, &run.job);
  if (has_terminal)
    shown = g_timeout_add (SHOW_INTERVAL_MS, show_cb, &run);
  g_task_set_task_data (task, &run, NULL);
  g_task_run_in_thread (task, work);
  g_main_loop_run (run.job.loop);
  koma_cli_signals_disconnect (&signals);
  if (has_terminal) {
    g_source_remove (shown);
    g_printerr ("\r\033[K");
  }
  g_object_unref (run.job.cancellable);
  g_main_loop_unref (run.job.loop);
  error = run.error;
  if (run.is_done)
    return KOMA_EXIT_OK;
  if (run.job.signal != 0 && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return KOMA_EXIT_SIGNAL + run.job.signal;
  koma_cli_warn ("%s", error->message);
  return KOMA_EXIT_USAGE;
}

void
koma_cli_job_report (KomaCliJob *job,
                     const char *stage,
                     double      fraction)
{
  g_atomic_int_set (&job->per_mille, (int) (1000 * fraction));
  g_atomic_pointer_set (&job->stage, stage);
}
