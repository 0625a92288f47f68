/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-predictor-private.h"

#include "koma-batch-size.h"
#include "worker/koma-thread.h"

#include "engine/picture/preprocess.h"

static KomaResult *
make_result (KomaPredictor *predictor,
             KomaJob       *job,
             const float   *scores)
{
  const KomaActiveModel     *active_model = predictor->active_model;
  guint                      k = MIN (job->request->top_k, active_model->n_classes);
  g_autofree KomaClassScore *top = g_new (KomaClassScore, k);

  const KomaResult values = {
    .key = job->request->key,
    .answered_us = g_get_monotonic_time (),
    .info = active_model->info,
    .labels = active_model->labels,
    .timing = job->timing,
    .batch = job->batch,
    .is_turned = job->is_turned,
    .source_width = job->source_width,
    .source_height = job->source_height,
    .thumbnail = job->thumbnail,
    .seen = job->seen,
    .painted = job->painted,
  };

  return koma_result_new (&values, top, koma_top_k (scores, active_model->n_classes, k, top));
}

static KomaRunner *
choose_runner (KomaPredictor  *predictor,
               KomaJob *const *jobs,
               guint           n_jobs)
{
  if (jobs[0]->request->priority == KOMA_PRIORITY_INTERACTIVE)
    return predictor->wide != NULL ? predictor->wide : predictor->single;
  return koma_batch_size_choose_for_rest (predictor->single, predictor->bulk, n_jobs);
}

static void
fill_input (KomaPredictor *predictor,
            KomaJob       *job,
            gboolean       is_turned,
            float         *ret_input)
{
  const KomaRecipe *recipe = &predictor->active_model->recipe;

  koma_preprocess_numbers (recipe, job->pixels, ret_input);
  if (is_turned)
    koma_half_turn_turn_input (recipe, ret_input);
}

/* What was computed of a job: its scores become probabilities. */
static void
take_scores (KomaPredictor *predictor,
             KomaJob       *job,
             gboolean       is_turned,
             const float   *scores,
             float         *ret_scores) /* [n_classes] */
{
  const KomaActiveModel *active_model = predictor->active_model;

  memcpy (ret_scores, scores, active_model->n_classes * sizeof (float));
  koma_recipe_read_scores (&active_model->recipe, ret_scores, active_model->n_classes);
  job->is_turned = is_turned;
}

/* @start_us: when the jobs of one run were begun */
static void
count_time (KomaJob *const *jobs,
            guint           n_jobs,
            gint64          start_us,
            gboolean        is_turned)
{
  const double each_ms = (double) (g_get_monotonic_time () - start_us) / 1000 / n_jobs;

  for (guint i = 0; i < n_jobs; i++) {
    KomaResultTiming *timing = &jobs[i]->timing;

    if (!is_turned)
      timing->ready_ms = (double) (start_us - jobs[i]->ready_us) / 1000;
    timing->half_turn_ms = is_turned ? each_ms : 0;
    timing->inference_ms = each_ms + (is_turned ? timing->inference_ms : 0);
    jobs[i]->batch = n_jobs;
  }
}

static gboolean
run_part (KomaPredictor  *predictor,
          KomaRunner     *runner,
          KomaJob *const *jobs,
          guint           n_jobs,
          gboolean        is_turned,
          float          *ret_scores,
          GError        **error)
{
  const guint n_classes = predictor->active_model->n_classes;

  /* What is left in the places past @n_jobs is computed and not looked at. */
  for (guint i = 0; i < n_jobs; i++)
    fill_input (predictor, jobs[i], is_turned, koma_runner_get_input (runner, i));
  if (!koma_runner_run (runner, error) || !koma_runner_check_scores (runner, n_jobs, error))
    return FALSE;
  for (guint i = 0; i < n_jobs; i++)
    take_scores (predictor, jobs[i], is_turned, koma_runner_get_scores (runner, i),
                 ret_scores + (gsize) i * n_classes);
  return TRUE;
}

static gboolean
compute_in_batches (KomaPredictor  *predictor,
                    KomaJob *const *jobs,
                    guint           n_jobs,
                    gboolean        is_turned,
                    float          *ret_scores,
                    GError        **error)
{
  KomaRunner *runner = choose_runner (predictor, jobs, n_jobs);
  guint       batch = koma_runner_get_batch (runner);

  for (guint done = 0; done < n_jobs; done += batch) {
    const guint  n = MIN (batch, n_jobs - done);
    const gint64 start_us = g_get_monotonic_time ();
    float       *scores = ret_scores + (gsize) done * predictor->active_model->n_classes;

    if (!run_part (predictor, runner, jobs + done, n, is_turned, scores, error))
      return FALSE;
    count_time (jobs + done, n, start_us, is_turned);
  }
  return TRUE;
}

typedef struct
{
  KomaPredictor  *predictor;
  KomaJob *const *jobs;
  gboolean        is_turned;
  float          *scores; /* [n_jobs, n_classes] */
} PictureWork;

/* On the thread of a replica, which has the job for itself. */
static void
fill_picture (guint    index,
              float   *ret_input,
              gpointer user_data)
{
  const PictureWork *work = user_data;

  fill_input (work->predictor, work->jobs[index], work->is_turned, ret_input);
}

static void
take_picture (guint        index,
              const float *scores,
              gpointer     user_data)
{
  const PictureWork *work = user_data;

  take_scores (work->predictor, work->jobs[index], work->is_turned, scores,
               work->scores + (gsize) index * work->predictor->active_model->n_classes);
}

static gboolean
compute_by_picture (KomaPredictor  *predictor,
                    KomaJob *const *jobs,
                    guint           n_jobs,
                    gboolean        is_turned,
                    float          *ret_scores,
                    GError        **error)
{
  const gint64          start_us = g_get_monotonic_time ();
  PictureWork           pictures = { predictor, jobs, is_turned, ret_scores };
  const KomaReplicaWork work = { fill_picture, take_picture, &pictures };

  if (!koma_replicas_run (predictor->replicas, n_jobs, &work, error))
    return FALSE;
  count_time (jobs, n_jobs, start_us, is_turned);
  return TRUE;
}

/* Probabilities [n_jobs, n_classes]. */
static gboolean
compute (KomaPredictor  *predictor,
         KomaJob *const *jobs,
         guint           n_jobs,
         gboolean        is_turned,
         float          *ret_scores,
         GError        **error)
{
  const gboolean is_bulk = jobs[0]->request->priority == KOMA_PRIORITY_BULK;

  if (predictor->replicas != NULL && is_bulk
        ? compute_by_picture (predictor, jobs, n_jobs, is_turned, ret_scores, error)
        : compute_in_batches (predictor, jobs, n_jobs, is_turned, ret_scores, error))
    return TRUE;
  if (g_error_matches (*error, KOMA_ERROR, KOMA_ERROR_MODEL))
    g_prefix_error (error, "Model “%s”: ", predictor->active_model->info->name);
  return FALSE;
}

/* Those that the first answer leaves unsure are computed again, upside down;
 * what was cancelled meanwhile needs no better answer. */
static gboolean
look_again (KomaPredictor  *predictor,
            KomaJob *const *jobs,
            guint           n_jobs,
            float          *scores,
            GError        **error)
{
  const KomaHalfTurn  *half_turn = predictor->half_turn;
  const gsize          n_classes = half_turn->n_classes;
  g_autofree KomaJob **again = g_new (KomaJob *, n_jobs);
  g_autofree float   **rows = g_new (float *, n_jobs);
  g_autofree float    *turned = NULL;
  guint                n_again = 0;

  for (guint i = 0; i < n_jobs; i++) {
    float *row = scores + i * n_classes;

    if (!koma_completion_is_ended (&jobs[i]->completion) &&
        (predictor->is_always_turned || koma_half_turn_is_unsure (half_turn, row))) {
      again[n_again] = jobs[i];
      rows[n_again++] = row;
    }
  }
  if (n_again == 0)
    return TRUE;

  turned = g_new (float, n_again *n_classes);
  if (!compute (predictor, again, n_again, TRUE, turned, error))
    return FALSE;
  for (guint i = 0; i < n_again; i++)
    koma_half_turn_average (half_turn, rows[i], turned + i * n_classes);
  return TRUE;
}

/**
 * koma_predictor_run:
 * @predictor: a model
 * @jobs: (array length=n_jobs): pictures prepared for it
 * @n_jobs: one, or up to koma_predictor_get_batch()
 * @ret_results: (array length=n_jobs): a result for each
 *
 * Errors: %KOMA_ERROR_BACKEND, if a device was lost or made scores that are not
 * finite; then there are no results at all, and koma_predictor_fall_back() is
 * what helps. %KOMA_ERROR_MODEL, if the model makes such scores on any backend.
 *
 * Thread: inference.
 *
 * Returns: whether there are results
 */
gboolean
koma_predictor_run (KomaPredictor  *predictor,
                    KomaJob *const *jobs,
                    guint           n_jobs,
                    KomaResult    **ret_results,
                    GError        **error)
{
  const gsize       n_classes = predictor->active_model->n_classes;
  g_autofree float *scores = g_new (float, n_jobs *n_classes);

  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);

  if (!compute (predictor, jobs, n_jobs, FALSE, scores, error) ||
      (predictor->half_turn != NULL && !look_again (predictor, jobs, n_jobs, scores, error)))
    return FALSE;
  for (guint i = 0; i < n_jobs; i++)
    ret_results[i] = make_result (predictor, jobs[i], scores + i * n_classes);
  return TRUE;
}
