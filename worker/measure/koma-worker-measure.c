/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-worker-measure.h"

#include "koma-compare.h"
#include "koma-profiling.h"
#include "worker/koma-worker-private.h"

/**
 * koma_worker_compare_async:
 * @self: a worker
 * @options: what to compare with; copied
 * @progress: (nullable) (scope notified): told what is known so far; not after
 *   @callback
 * @progress_data: for @progress
 * @cancellable: (nullable): ends it at once; the thread stops after the run, or
 *   the program that is being compiled
 * @callback: called exactly once
 * @user_data: for @callback
 *
 * Compares all backends on the model that is in use when it begins. One that
 * is loaded meanwhile changes nothing about it.
 *
 * Thread: any with a main context; both callbacks run in it.
 */
void
koma_worker_compare_async (KomaWorker                   *self,
                           const KomaMeasurementOptions *options,
                           KomaMeasurementReport         progress,
                           gpointer                      progress_data,
                           GCancellable                 *cancellable,
                           GAsyncReadyCallback           callback,
                           gpointer                      user_data)
{
  GTask               *task = NULL;
  KomaMeasurementParts parts = {
    .run = koma_compare,
    .free_value = (GDestroyNotify) koma_comparison_unref,
    .free_report = (GDestroyNotify) koma_comparison_unref,
    .options = options,
    .report = progress,
    .report_data = progress_data,
  };

  g_return_if_fail (KOMA_IS_WORKER (self));
  g_return_if_fail (options != NULL);

  parts.queue = koma_worker_get_queue (self);
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, koma_worker_compare_async);
  koma_worker_start (self, KOMA_WORKER_THREAD_MEASURE, koma_measurement_new (&parts, task));
}

/**
 * koma_worker_compare_finish:
 *
 * Errors: %KOMA_ERROR_NO_MODEL; those of decoding the picture;
 * %G_IO_ERROR_CANCELLED: cancelled, by a later call too, or the worker was stopped. Errors
 * of single backends are in the result.
 *
 * Returns: (transfer full): the comparison, or %NULL
 */
KomaComparison *
koma_worker_compare_finish (KomaWorker   *self,
                            GAsyncResult *result,
                            GError      **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * koma_worker_profile_async:
 * @self: a worker
 * @options: what to profile; copied
 * @cancellable: (nullable): as for koma_worker_compare_async()
 * @callback: called exactly once
 * @user_data: for @callback
 *
 * Times each step of the model that is in use when it begins.
 *
 * Thread: any with a main context; @callback runs in it.
 */
void
koma_worker_profile_async (KomaWorker                   *self,
                           const KomaMeasurementOptions *options,
                           GCancellable                 *cancellable,
                           GAsyncReadyCallback           callback,
                           gpointer                      user_data)
{
  GTask               *task = NULL;
  KomaMeasurementParts parts = {
    .run = koma_profiling,
    .free_value = (GDestroyNotify) koma_profile_report_unref,
    .options = options,
  };

  g_return_if_fail (KOMA_IS_WORKER (self));
  g_return_if_fail (options != NULL);

  parts.queue = koma_worker_get_queue (self);
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, koma_worker_profile_async);
  koma_worker_start (self, KOMA_WORKER_THREAD_MEASURE, koma_measurement_new (&parts, task));
}

/**
 * koma_worker_profile_finish:
 *
 * Errors: %KOMA_ERROR_NO_MODEL; %KOMA_ERROR_BACKEND and those of
 * koma_session_new(); those of decoding the picture; %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full): the profile, or %NULL
 */
KomaProfileReport *
koma_worker_profile_finish (KomaWorker   *self,
                            GAsyncResult *result,
                            GError      **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
