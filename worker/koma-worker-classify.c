/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-worker-private.h"

/**
 * koma_worker_classify_async:
 * @self: a worker
 * @request: what to classify
 * @cancellable: (nullable): ends it at once
 * @callback: called exactly once: with a result, an error, or
 *   %G_IO_ERROR_CANCELLED; at shutdown too
 * @user_data: for @callback
 *
 * Costs the caller a few microseconds, however many requests wait and however
 * busy the machine is: it waits for no thread of the worker. Pending
 * requests hold what @request holds, no pixels; how many are decoded at a
 * time is bounded. Interactive ones overtake bulk ones.
 *
 * Thread: any with a main context; @callback runs in it, never before this
 * returns, answers to bulk requests at %G_PRIORITY_DEFAULT_IDLE so that a
 * window is drawn first.
 */
void
koma_worker_classify_async (KomaWorker         *self,
                            KomaRequest        *request,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data)
{
  GTask *task = NULL;

  g_return_if_fail (KOMA_IS_WORKER (self));
  g_return_if_fail (request != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, koma_worker_classify_async);
  g_task_set_task_data (task, koma_request_ref (request), (GDestroyNotify) koma_request_unref);
  if (request->priority == KOMA_PRIORITY_BULK)
    g_task_set_priority (task, G_PRIORITY_DEFAULT_IDLE);
  koma_worker_queue_push (koma_worker_get_queue (self), request, task);
}

/**
 * koma_worker_classify_finish:
 * @self: a worker
 * @result: what the callback got
 * @ret_key: (out) (optional): the key of the request, also where there is an error
 * @error: return location
 *
 * Errors:
 *
 * - %KOMA_ERROR_NO_MODEL: none was loaded, none is being loaded
 * - %KOMA_ERROR_DECODE, %G_IO_ERROR: the picture can not be read
 * - %KOMA_ERROR_MEMORY: it is too large
 * - %KOMA_ERROR_BACKEND: a device was lost, and no other backend could go on
 * - %G_IO_ERROR_CANCELLED: cancelled, or the worker was stopped
 *
 * Returns: (transfer full): the answer, or %NULL
 */
KomaResult *
koma_worker_classify_finish (KomaWorker   *self,
                             GAsyncResult *result,
                             guint64      *ret_key,
                             GError      **error)
{
  KomaResult *answer = NULL;

  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  if (ret_key != NULL)
    *ret_key = ((const KomaRequest *) g_task_get_task_data (G_TASK (result)))->key;
  answer = g_task_propagate_pointer (G_TASK (result), error);
  /* Nobody else has it yet. */
  if (answer != NULL)
    answer->timing.post_ms = (float) (g_get_monotonic_time () - answer->answered_us) / 1000;
  return answer;
}
