/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-worker-evaluate.h"

#include "worker/koma-thread.h"
#include "worker/koma-worker-private.h"

/* Progress is told when it moved this far: a bar shows no less. */
#define PROGRESS_STEP 0.005

typedef struct
{
  KomaEvaluateProgress progress;
  gpointer             progress_data;
} Watcher;

typedef struct
{
  KomaProgress     parent;
  KomaMeasurement *measurement;
  double           told;
} Progress;

static gboolean
progress_cb (double   fraction,
             gpointer user_data)
{
  Progress *progress = user_data;

  if (fraction >= progress->told + PROGRESS_STEP || fraction >= 1) {
    progress->told = fraction;
    koma_completion_report (&progress->measurement->completion,
                            g_memdup2 (&fraction, sizeof fraction));
  }
  return koma_measurement_check (progress->measurement, NULL);
}

static gpointer
evaluate (KomaMeasurement *measurement,
          KomaActiveModel *active_model,
          GError         **error)
{
  Progress                 progress = { { progress_cb, &progress }, measurement, 0 };
  const KomaSessionOptions options = {
    .backend = active_model->info->backend,
    .precision = active_model->info->precision,
    .recipe = &active_model->recipe,
    .progress = &progress.parent,
  };

  KOMA_ASSERT_THREAD (KOMA_THREAD_MEASUREMENT);

  return koma_evaluated_new (active_model->model, &options, measurement->data, error);
}

static void
report_cb (gpointer fraction,
           gpointer user_data)
{
  Watcher *watcher = user_data;

  watcher->progress (*(double *) fraction, watcher->progress_data);
}

/**
 * koma_worker_evaluate_async:
 * @self: a worker
 * @truth: read there, if it was not yet; nobody else may use it until @callback
 * @progress: (scope notified): told how far it is; not after @callback
 * @progress_data: for @progress
 * @cancellable: (nullable): ends it at once; the threads stop after some pictures
 * @callback: called exactly once
 * @user_data: for @callback
 *
 * Thread: any with a main context; both callbacks run in it.
 */
void
koma_worker_evaluate_async (KomaWorker          *self,
                            KomaTruth           *truth,
                            KomaEvaluateProgress progress,
                            gpointer             progress_data,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  const KomaMeasurementOptions options = { 0 };
  KomaMeasurementParts         parts = {
            .run = evaluate,
            .free_value = (GDestroyNotify) koma_evaluated_unref,
            .free_report = g_free,
            .options = &options,
            .report = report_cb,
            .data = koma_truth_ref (truth),
            .free_data = (GDestroyNotify) koma_truth_unref,
            .queue = koma_worker_get_queue (self),
  };
  GTask   *task = g_task_new (self, cancellable, callback, user_data);
  Watcher *watcher = g_new0 (Watcher, 1);

  watcher->progress = progress;
  watcher->progress_data = progress_data;
  parts.report_data = watcher;
  g_task_set_source_tag (task, koma_worker_evaluate_async);
  g_task_set_task_data (task, watcher, g_free);
  koma_worker_start_measurement (self, koma_measurement_new (&parts, task));
}

/**
 * koma_worker_evaluate_finish:
 *
 * Errors: %KOMA_ERROR_NO_MODEL; those of koma_evaluated_new(); %G_IO_ERROR_CANCELLED: cancelled, by
 * another measurement too, or the worker was stopped.
 *
 * Returns: (transfer full): the answers, or %NULL
 */
KomaEvaluated *
koma_worker_evaluate_finish (KomaWorker   *self,
                             GAsyncResult *result,
                             GError      **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
