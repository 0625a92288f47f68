/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-job.h"

static void
ended (KomaCompletion *self)
{
  g_atomic_int_add (((KomaJob *) self)->n_unanswered, -1);
}

static void
finalize (KomaCompletion *self)
{
  KomaJob *job = (KomaJob *) self;

  koma_job_forget_input (job);
  g_clear_pointer (&job->request, koma_request_unref);
  g_free (job);
}

/**
 * koma_job_new:
 * @request: what is asked for
 * @task: (transfer full): that of the call
 * @n_unanswered: counts jobs that have not ended; outlives @task
 *
 * Thread: the one that sends it, of the window's priority.
 *
 * Returns: (transfer full): a job; it has ended already where @task is cancelled
 */
KomaJob *
koma_job_new (KomaRequest *request,
              GTask       *task,
              gint        *n_unanswered)
{
  static const KomaCompletionClass klass = {
    .free_value = (GDestroyNotify) koma_result_unref,
    .ended = ended,
    .finalize = finalize,
  };
  KomaJob *job = g_new0 (KomaJob, 1);

  job->request = koma_request_ref (request);
  job->n_unanswered = n_unanswered;
  job->sent_us = g_get_monotonic_time ();
  job->link.data = job;
  g_atomic_int_inc (n_unanswered);
  koma_completion_init (&job->completion, &klass, task);
  return job;
}

/**
 * koma_job_from_item:
 * @item: the `queue_item` of a job
 *
 * Returns: (transfer none): the job
 */
KomaJob *
koma_job_from_item (KomaMpscItem *item)
{
  return (KomaJob *) ((char *) item - G_STRUCT_OFFSET (KomaJob, queue_item));
}

/**
 * koma_job_forget_input:
 * @job: a job
 *
 * Drops what decoding made, to have it decoded again or because it ended.
 *
 * Thread: the one that works on it.
 */
void
koma_job_forget_input (KomaJob *job)
{
  g_clear_pointer (&job->pixels, g_free);
  g_clear_pointer (&job->thumbnail, g_bytes_unref);
  g_clear_pointer (&job->seen, koma_picture_unref);
  g_clear_pointer (&job->vector, koma_feature_vector_unref);
  g_clear_pointer (&job->active_model, koma_active_model_unref);
}

/**
 * koma_job_count_run:
 * @job: a job
 * @run: that computed it: the first, or the second, of test-time augmentation
 *
 * Its inference took as long as both. A first run after others, on another backend, counts alone.
 *
 * Thread: inference.
 */
void
koma_job_count_run (KomaJob                 *job,
                    const KomaClassifierRun *run)
{
  KomaResultTiming *timing = &job->timing;

  if (run->is_turned) {
    timing->inference_ms += run->each_ms;
  } else {
    timing->ready_ms = (float) (run->start_us - job->ready_us) / 1000;
    timing->inference_ms = run->each_ms;
  }
  job->batch = run->n_pictures;
  job->is_turned = run->is_turned;
}

/**
 * koma_job_make_result:
 * @active_model: that computed @scores
 * @scores: probabilities, `[active_model->n_classes]`
 *
 * Thread: the one that works on it.
 *
 * Returns: (transfer full): the best classes, and what is known of the picture
 */
KomaResult *
koma_job_make_result (const KomaJob         *job,
                      const KomaActiveModel *active_model,
                      const float           *scores)
{
  const guint                k = MIN (job->request->top_k, active_model->n_classes);
  g_autofree KomaClassScore *top = g_new (KomaClassScore, k);
  KomaResultSeen             seen = { job->seen, job->painted };
  const KomaResult           values = {
              .answered_us = g_get_monotonic_time (),
              .info = active_model->info,
              .labels = active_model->labels,
              .timing = job->timing,
              .batch = job->batch,
              .is_turned = job->is_turned,
              .source_width = job->source_width,
              .source_height = job->source_height,
              .taken = job->taken,
              .thumbnail = job->thumbnail,
              .seen = job->seen != NULL ? &seen : NULL,
              .vector = job->vector,
  };

  return koma_result_new (&values, top, koma_top_k (scores, active_model->n_classes, k, top));
}

static gboolean
has_vector (const KomaJob *job)
{
  const KomaResult *earlier = job->request->earlier;

  return job->active_model != NULL && earlier != NULL && earlier->vector != NULL &&
         !job->request->is_seen &&
         koma_model_info_shares_vectors (earlier->info, job->active_model->info);
}

static void
take_earlier (KomaJob          *job,
              const KomaResult *earlier)
{
  job->timing.queue_ms = (float) (g_get_monotonic_time () - job->sent_us) / 1000;
  job->source_width = earlier->source_width;
  job->source_height = earlier->source_height;
  job->taken = earlier->taken;
  job->vector = koma_feature_vector_ref (earlier->vector);
  if (earlier->thumbnail != NULL && job->request->thumbnail_side > 0)
    job->thumbnail = g_bytes_ref (earlier->thumbnail);
}

/**
 * koma_job_answer_from_vector:
 * @job: taken from the queue
 *
 * Compares the vector of an earlier answer with the words of now, where that is all that is to be
 * done.
 *
 * Thread: decode.
 *
 * Returns: (transfer full) (nullable): the answer; %NULL: the picture is to be decoded
 */
KomaResult *
koma_job_answer_from_vector (KomaJob *job)
{
  const KomaActiveModel *active_model = job->active_model;
  g_autofree float      *scores = NULL;

  if (!has_vector (job))
    return NULL;
  take_earlier (job, job->request->earlier);
  scores = g_new (float, active_model->n_classes);
  koma_word_head_score (koma_word_head_find (active_model->model),
                        koma_feature_vector_get_values (job->vector), scores);
  koma_recipe_read_scores (&active_model->recipe, scores, active_model->n_classes);
  return koma_job_make_result (job, active_model, scores);
}
