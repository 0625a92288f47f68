/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-decode-pool.h"

#include "koma-input.h"
#include "koma-thumbnail.h"
#include "worker/koma-thread.h"

#include "engine/koma-app.h"

struct _KomaDecodePool
{
  /* Immutable after construction. */
  KomaWorkerQueue *queue;
  KomaDecodeReady  ready;
  gpointer         user_data;
  GPtrArray       *threads; /* (element-type GThread) */
};

static double
elapsed_ms (gint64 since_us)
{
  return (double) (g_get_monotonic_time () - since_us) / 1000;
}

static gboolean
make_thumbnail (KomaJob           *job,
                const KomaPicture *picture,
                GError           **error)
{
  guint side = job->request->thumbnail_side;

  if (side > 0)
    job->thumbnail = koma_thumbnail_encode (picture, side, error);
  return side == 0 || job->thumbnail != NULL;
}

/* From a path, or encoded bytes, or pixels, to those that the model sees. The picture
 * is dropped on return: only these, some hundred times fewer than a photograph's, wait for
 * inference, which turns them into numbers where the model reads them. */
static gboolean
prepare (KomaJob *job,
         GError **error)
{
  g_autoptr (KomaPicture) picture = NULL;
  gint64 start_us = g_get_monotonic_time ();

  if (job->active_model == NULL) {
    g_set_error_literal (error, KOMA_ERROR, KOMA_ERROR_NO_MODEL, "No model has been loaded");
    return FALSE;
  }
  job->timing.queue_ms = (double) (start_us - job->sent_us) / 1000;
  picture = koma_input_decode (job->request, job->active_model,
                               koma_completion_get_cancellable (&job->completion), error);
  if (picture == NULL || !make_thumbnail (job, picture, error))
    return FALSE;

  job->source_width = picture->source_width;
  job->source_height = picture->source_height;
  job->taken = picture->taken;
  job->timing.decode_ms = elapsed_ms (start_us);
  start_us = g_get_monotonic_time ();
  job->pixels = koma_input_make_pixels (job->request, job->active_model, picture, error);
  if (job->pixels == NULL)
    return FALSE;
  if (job->request->is_seen)
    job->seen = koma_input_paint (job->request, job->active_model, job->pixels, &job->painted,
                                  error);
  if (job->request->is_seen && job->seen == NULL)
    return FALSE;

  job->timing.preprocess_ms = elapsed_ms (start_us);
  job->ready_us = g_get_monotonic_time ();
  return TRUE;
}

/* Returns: whether it is for inference now; else it has ended. */
static gboolean
work (KomaDecodePool *pool,
      KomaJob        *job)
{
  KomaResult *answer = koma_job_answer_from_vector (job);
  GError     *error = NULL;
  gboolean    is_ready = answer == NULL && prepare (job, &error);

  /* First, so that the inference thread, seeing the last job of all, does
   * not wait for one more. */
  koma_worker_queue_decoded (pool->queue);
  if (!is_ready)
    koma_worker_queue_end (pool->queue, job, answer, error);
  return is_ready;
}

static gpointer
decode_main (gpointer data)
{
  KomaDecodePool *pool = data;
  KomaJob        *job = NULL;

  koma_thread_enter (KOMA_THREAD_DECODE);
  while ((job = koma_worker_queue_take (pool->queue)) != NULL)
    if (work (pool, job))
      pool->ready (job, pool->user_data);
  return NULL;
}

/**
 * koma_decode_pool_new:
 * @queue: where jobs wait
 * @n_threads: how many threads
 * @ready: gets each job that was decoded; those that can not be decoded end
 *   here
 * @user_data: for @ready
 *
 * Returns: (transfer full): threads at work
 */
KomaDecodePool *
koma_decode_pool_new (KomaWorkerQueue *queue,
                      guint            n_threads,
                      KomaDecodeReady  ready,
                      gpointer         user_data)
{
  KomaDecodePool *pool = g_new0 (KomaDecodePool, 1);

  pool->queue = queue;
  pool->ready = ready;
  pool->user_data = user_data;
  pool->threads = g_ptr_array_new ();
  for (guint i = 0; i < n_threads; i++)
    g_ptr_array_add (pool->threads, g_thread_new ("koma-decode", decode_main, pool));
  return pool;
}

/**
 * koma_decode_pool_join:
 * @pool: (transfer full): threads whose queue has been closed
 *
 * Waits until every thread has ended what it had in hand.
 *
 * Thread: any but the pool's own.
 */
void
koma_decode_pool_join (KomaDecodePool *pool)
{
  for (guint i = 0; i < pool->threads->len; i++)
    g_thread_join (g_ptr_array_index (pool->threads, i));
  g_ptr_array_unref (pool->threads);
  g_free (pool);
}
