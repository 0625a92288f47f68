/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-worker-private.h"

/**
 * koma_worker_load_model_async:
 * @self: a worker
 * @model: what to load, and how; copied
 * @progress: (nullable) (scope notified): told how far it is; not after
 *   @callback
 * @progress_data: for @progress
 * @cancellable: (nullable): ends it at once; the model in use stays
 * @callback: called when the model is in use, or is not
 * @user_data: for @callback
 *
 * Loads, compiles and warms a model. On success it replaces the one before,
 * which goes on answering until then, and stays if this fails; requests that
 * have been decoded for the one before are decoded again where the new one
 * wants another input. While there is no model, requests wait for the load
 * to end. A later call cancels an earlier one.
 *
 * A backend that is named and fails is an error. Without a name, the backends
 * are tried in the order of their priority; those that fail are told in
 * #KomaModelInfo.warnings.
 *
 * One that fails later, while it runs, is replaced by the best that has not
 * failed, named or not, and what was being computed is computed again:
 * the `info` of the answers says so.
 *
 * Thread: any with a main context; both callbacks run in it.
 */
void
koma_worker_load_model_async (KomaWorker            *self,
                              const KomaWorkerModel *model,
                              KomaLoadProgress       progress,
                              gpointer               progress_data,
                              GCancellable          *cancellable,
                              GAsyncReadyCallback    callback,
                              gpointer               user_data)
{
  GTask *task = NULL;

  g_return_if_fail (KOMA_IS_WORKER (self));
  g_return_if_fail (model != NULL && model->path != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, koma_worker_load_model_async);
  /* A model that was installed is a success, whatever came after. */
  g_task_set_check_cancellable (task, FALSE);
  koma_worker_start (
    self, KOMA_WORKER_THREAD_LOAD,
    koma_load_request_new (model, task, progress, progress_data, koma_worker_get_queue (self)));
}

/**
 * koma_worker_load_model_finish:
 * @self: a worker
 * @result: what the callback got
 * @error: return location
 *
 * Errors: those of koma_model_load(), koma_model_get_recipe() and
 * koma_session_new(); %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full): the model in use now, or %NULL
 */
KomaModelInfo *
koma_worker_load_model_finish (KomaWorker   *self,
                               GAsyncResult *result,
                               GError      **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
