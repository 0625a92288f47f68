/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-predictor-private.h"

#include "koma-batch-size.h"
#include "worker/koma-thread.h"

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
    .info = active_model->info,
    .labels = active_model->labels,
    .timing = job->timing,
    .batch = job->batch,
    .is_turned = job->is_turned,
    .source_width = job->source_width,
    .source_height = job->source_height,
    .thumbnail = job->thumbnail,
  };

  return koma_result_new (&values, top, koma_top_k (scores, active_model->n_classes, k, top));
}

static KomaRunner *
choose_runner (KomaPredictor  *predictor,
               KomaJob *const *jobs,
               guint           n_jobs)
{
  if (jobs[0]->request->priority == KOMA_PRIORITY_INTERACTIVE)
    return predictor->single;
  return koma_batch_size_choose_for_rest (predictor->single, predictor->bulk, n_jobs);
}

static void
fill_input (KomaPredictor *predictor,
            KomaJob       *job,
            gboolean       is_turned,
            float         *ret_input)
{
  const KomaActiveModel *active_model = predictor->active_model;

  if (is_turned)
    koma_half_turn_turn_input (&active_model->recipe, job->input, ret_input);
  else
    memcpy (ret_input, job->input, active_model->input_size * sizeof (float));
}

static void
count_time (KomaJob *job,
            double   each_ms,
            gboolean is_turned)
{
  job->timing.half_turn_ms = is_turned ? each_ms : 0;
  job->timing.inference_ms = each_ms + (is_turned ? job->timing.inference_ms : 0);
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
  const KomaActiveModel *active_model = predictor->active_model;
  gint64                 start_us = g_get_monotonic_time ();
  double                 each_ms = 0;

  /* What is left in the places past @n_jobs is computed and not looked at. */
  for (guint i = 0; i < n_jobs; i++)
    fill_input (predictor, jobs[i], is_turned, koma_runner_get_input (runner, i));
  if (!koma_runner_run (runner, error))
    return FALSE;
  if (!koma_runner_check_scores (runner, n_jobs, error)) {
    g_prefix_error (error, "Model “%s”: ", active_model->info->name);
    return FALSE;
  }

  each_ms = (double) (g_get_monotonic_time () - start_us) / 1000 / n_jobs;
  for (guint i = 0; i < n_jobs; i++) {
    float *scores = ret_scores + (gsize) i * active_model->n_classes;

    memcpy (scores, koma_runner_get_scores (runner, i), active_model->n_classes * sizeof (float));
    koma_scores_normalize (active_model->recipe.scores, scores, active_model->n_classes);
    count_time (jobs[i], each_ms, is_turned);
    jobs[i]->batch = n_jobs;
    jobs[i]->is_turned = is_turned;
  }
  return TRUE;
}

/* Probabilities [n_jobs, n_classes], in batches. */
static gboolean
compute (KomaPredictor  *predictor,
         KomaJob *const *jobs,
         guint           n_jobs,
         gboolean        is_turned,
         float          *ret_scores,
         GError        **error)
{
  KomaRunner *runner = choose_runner (predictor, jobs, n_jobs);
  guint       batch = koma_runner_get_batch (runner);

  for (guint done = 0; done < n_jobs; done += batch) {
    float *scores = ret_scores + (gsize) done * predictor->active_model->n_classes;

    if (!run_part (predictor, runner, jobs + done, MIN (batch, n_jobs - done), is_turned, scores,
                   error))
      return FALSE;
  }
  return TRUE;
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
