/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-job.h"

#include "koma-worker-queue.h"

/**
 * koma_job_new:
 * @request: what is asked for
 * @task: (transfer full): who asks
 * @queue: where it is going to wait
 *
 * Thread: who sends it; one of the window's priority.
 *
 * Returns: (transfer full): a job that has not been sent
 */
KomaJob *
koma_job_new (KomaRequest     *request,
              GTask           *task,
              KomaWorkerQueue *queue)
{
  KomaJob *job = g_new0 (KomaJob, 1);

  g_atomic_ref_count_init (&job->ref_count);
  job->request = koma_request_ref (request);
  job->queue = koma_worker_queue_ref (queue);
  job->sent_us = g_get_monotonic_time ();
  job->state = KOMA_JOB_NEW;
  job->task = task;
  job->way = koma_endings_expect (task);
  job->cancellable = g_cancellable_new ();
  job->state_link.data = job;
  job->key_link.data = job;
  return job;
}

/**
 * koma_job_ref:
 * @job: a job
 *
 * Thread: any.
 *
 * Returns: (transfer full): @job
 */
KomaJob *
koma_job_ref (KomaJob *job)
{
  g_atomic_ref_count_inc (&job->ref_count);
  return job;
}

/**
 * koma_job_unref:
 * @job: (nullable) (transfer full): a job
 *
 * Thread: any.
 */
void
koma_job_unref (KomaJob *job)
{
  if (job == NULL || !g_atomic_ref_count_dec (&job->ref_count))
    return;

  g_assert (koma_job_is_ended (job) && job->task == NULL);

  koma_job_forget_input (job);
  g_clear_object (&job->cancellable);
  g_clear_pointer (&job->request, koma_request_unref);
  g_clear_pointer (&job->queue, koma_worker_queue_unref);
  g_free (job);
}

/**
 * koma_job_forget_input:
 * @job: a job
 *
 * Drops what decoding made, to have it decoded again or because it ended.
 *
 * Thread: the one that has it.
 */
void
koma_job_forget_input (KomaJob *job)
{
  g_clear_pointer (&job->input, g_free);
  g_clear_pointer (&job->thumbnail, g_bytes_unref);
  g_clear_pointer (&job->active_model, koma_active_model_unref);
}

/**
 * koma_job_told:
 * @job: (transfer full): a job that has ended
 * @task: what it had, about to return
 *
 * Lets go of the cancellable. Does not wait for handlers that run, as
 * g_cancellable_disconnect() does: one that comes too late finds the job
 * ended.
 *
 * Thread: that of the task's context.
 */
void
koma_job_told (gpointer job,
               GTask   *task)
{
  KomaJob *self = job;

  if (self->handler != 0)
    g_signal_handler_disconnect (g_task_get_cancellable (task), self->handler);
  koma_job_unref (self);
}

/**
 * koma_job_change_state:
 * @job: a job
 * @from: the state it may be in
 * @to: the one that follows
 *
 * Of several who may want to change it exactly one finds it in @from.
 *
 * Thread: any; takes no lock.
 *
 * Returns: whether @job was in @from, and is in @to
 */
gboolean
koma_job_change_state (KomaJob     *job,
                       KomaJobState from,
                       KomaJobState to)
{
  return g_atomic_int_compare_and_exchange (&job->state, (gint) from, (gint) to);
}

/**
 * koma_job_is_ended:
 * @job: a job
 *
 * Thread: any; takes no lock.
 *
 * Returns: whether its ending is on the way, or has been told
 */
gboolean
koma_job_is_ended (KomaJob *job)
{
  return g_atomic_int_get (&job->state) == KOMA_JOB_ENDED;
}

/**
 * koma_job_is_interactive:
 * @job: a job
 *
 * Thread: any.
 *
 * Returns: whether somebody waits for this very picture
 */
gboolean
koma_job_is_interactive (const KomaJob *job)
{
  return koma_request_get_priority (job->request) == KOMA_PRIORITY_INTERACTIVE;
}
