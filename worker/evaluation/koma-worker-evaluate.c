/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-worker-evaluate.h"

#include "koma-other-model.h"
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

/* What is asked for. */
typedef struct
{
  KomaGroundTruth *truth;
  KomaWorkerModel  other; /* of a pair */
} Wish;

static void
wish_free (gpointer data)
{
  Wish *wish = data;

  koma_ground_truth_unref (wish->truth);
  koma_worker_model_clear (&wish->other);
  g_free (wish);
}

static KomaSessionOptions
get_options (const KomaActiveModel *active_model)
{
  return (KomaSessionOptions){
    .backend = active_model->info->backend,
    .precision = active_model->info->precision,
    .recipe = &active_model->recipe,
  };
}

static gpointer
evaluate (KomaMeasurement *measurement,
          KomaActiveModel *active_model,
          GError         **error)
{
  Progress                 progress = { { progress_cb, &progress }, measurement, 0 };
  const Wish              *wish = measurement->data;
  KomaSessionOptions       options = get_options (active_model);
  const KomaEvaluatedParts parts = { .model = active_model->model, .options = &options };

  KOMA_ASSERT_THREAD (KOMA_THREAD_MEASUREMENT);

  options.progress = &progress.parent;
  return koma_evaluated_new (&parts, wish->truth, error);
}

/* The other model lives as long as the run. */
static gpointer
evaluate_pair (KomaMeasurement *measurement,
               KomaActiveModel *active_model,
               GError         **error)
{
  Progress                 progress = { { progress_cb, &progress }, measurement, 0 };
  const Wish              *wish = measurement->data;
  const KomaSessionOptions options = get_options (active_model);
  KomaSessionOptions       other_options = options;
  g_autoptr (KomaModel) other =
    koma_other_model_load (&wish->other, active_model->info->path, error);

  KOMA_ASSERT_THREAD (KOMA_THREAD_MEASUREMENT);

  if (other == NULL)
    return NULL;
  if (wish->other.path != NULL)
    other_options = koma_other_model_get_options (other, options.precision);
  other_options.recipe = koma_model_get_recipe (other, NULL);
  return koma_evaluated_pair_new (
    (KomaEvaluatedParts[]){ { .model = active_model->model, .options = &options },
                            { .model = other, .options = &other_options } },
    wish->truth, &progress.parent, error);
}

static void
report_cb (gpointer fraction,
           gpointer user_data)
{
  Watcher *watcher = user_data;

  watcher->progress (*(double *) fraction, watcher->progress_data);
}

static void
start (KomaWorker                 *self,
       const KomaMeasurementParts *what, /* run, free_value and data */
       KomaEvaluateProgress        progress,
       gpointer                    progress_data,
       GTask                      *task) /* (transfer full) */
{
  const KomaMeasurementOptions options = { 0 };
  KomaMeasurementParts         parts = *what;
  Watcher                     *watcher = g_new0 (Watcher, 1);

  watcher->progress = progress;
  watcher->progress_data = progress_data;
  parts.free_report = g_free;
  parts.options = &options;
  parts.report = report_cb;
  parts.report_data = watcher;
  parts.free_data = wish_free;
  parts.queue = koma_worker_get_queue (self);
  g_task_set_task_data (task, watcher, g_free);
  koma_worker_start (self, KOMA_WORKER_THREAD_EVALUATE, koma_measurement_new (&parts, task));
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
                            KomaGroundTruth     *truth,
                            KomaEvaluateProgress progress,
                            gpointer             progress_data,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  Wish  *wish = g_new0 (Wish, 1);

  wish->truth = koma_ground_truth_ref (truth);
  g_task_set_source_tag (task, koma_worker_evaluate_async);
  start (self,
         &(KomaMeasurementParts){
           .run = evaluate,
           .free_value = (GDestroyNotify) koma_evaluated_unref,
           .data = wish,
         },
         progress, progress_data, task);
}

/**
 * koma_worker_evaluate_finish:
 *
 * Errors: %KOMA_ERROR_NO_MODEL; those of koma_evaluated_new(); %G_IO_ERROR_CANCELLED: cancelled, by
 * a later evaluation too, or the worker was stopped.
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

/**
 * koma_worker_evaluate_pair_async:
 * @other: what the model in use is compared with; copied. Its path and parts count.
 *   Without a path it is the same model, read in another way.
 *
 * As koma_worker_evaluate_async(), with two models. @other is read there, and freed after the run.
 */
void
koma_worker_evaluate_pair_async (KomaWorker            *self,
                                 KomaGroundTruth       *truth,
                                 const KomaWorkerModel *other,
                                 KomaEvaluateProgress   progress,
                                 gpointer               progress_data,
                                 GCancellable          *cancellable,
                                 GAsyncReadyCallback    callback,
                                 gpointer               user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  Wish  *wish = g_new0 (Wish, 1);

  *wish = (Wish){ koma_ground_truth_ref (truth), koma_worker_model_copy (other) };
  g_task_set_source_tag (task, koma_worker_evaluate_pair_async);
  start (self,
         &(KomaMeasurementParts){
           .run = evaluate_pair,
           .free_value = (GDestroyNotify) koma_evaluated_pair_unref,
           .data = wish,
         },
         progress, progress_data, task);
}

/**
 * koma_worker_evaluate_pair_finish:
 *
 * Errors: as koma_worker_evaluate_finish(), and those of koma_other_model_load() and
 * koma_evaluated_pair_new().
 *
 * Returns: (transfer full): the answers of both, the model in use first, or %NULL
 */
KomaEvaluatedPair *
koma_worker_evaluate_pair_finish (KomaWorker   *self,
                                  GAsyncResult *result,
                                  GError      **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
