/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-worker-explain.h"

#include "koma-explain.h"
#include "worker/koma-worker-private.h"

/**
 * koma_worker_explain_async:
 * @self: a worker
 * @options: what to explain; copied
 * @progress: (nullable) (scope notified): told what is known so far; not after @callback
 * @progress_data: for @progress
 * @cancellable: (nullable): ends it at once; the thread stops after the run, or the program that is
 *   being compiled
 * @callback: called exactly once
 * @user_data: for @callback
 *
 * Explains the answer of the model that is in use when it begins, with a session of its own, for
 * all classes at once. Answers to pictures and the camera go on meanwhile.
 *
 * Thread: any with a main context; both callbacks run in it.
 */
void
koma_worker_explain_async (KomaWorker               *self,
                           const KomaExplainOptions *options,
                           KomaMeasurementReport     progress,
                           gpointer                  progress_data,
                           GCancellable             *cancellable,
                           GAsyncReadyCallback       callback,
                           gpointer                  user_data)
{
  const KomaMeasurementOptions measured = { .request = options->request,
                                            .backend = options->backend };
  GTask                       *task = NULL;
  KomaMeasurementParts         parts = {
            .run = options->method == KOMA_EXPLAIN_ACTIVATION ? koma_explain_by_activation
                                                              : koma_explain_by_occlusion,
            .free_value = (GDestroyNotify) koma_explanation_unref,
            .free_report = (GDestroyNotify) koma_explanation_unref,
            .options = &measured,
            .report = progress,
            .report_data = progress_data,
  };

  g_return_if_fail (KOMA_IS_WORKER (self));
  g_return_if_fail (options->request != NULL);

  parts.queue = koma_worker_get_queue (self);
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, koma_worker_explain_async);
  koma_worker_start (self, KOMA_WORKER_THREAD_EXPLAIN, koma_measurement_new (&parts, task));
}

/**
 * koma_worker_explain_finish:
 *
 * Errors: %KOMA_ERROR_NO_MODEL; those of decoding the picture; %KOMA_ERROR_UNSUPPORTED: the graph
 * has no class activation; %KOMA_ERROR_BACKEND and those of koma_session_new();
 * %G_IO_ERROR_CANCELLED: cancelled, by a later call too, or the worker was stopped.
 *
 * Returns: (transfer full): the explanation, or %NULL
 */
KomaExplanation *
koma_worker_explain_finish (KomaWorker   *self,
                            GAsyncResult *result,
                            GError      **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
