/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-predictor-private.h"

#include "worker/koma-thread.h"

#include "engine/koma-app.h"

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

typedef struct
{
  KomaPredictor  *predictor;
  KomaJob *const *jobs;
} Jobs;

/* On the thread that computes the job, which has it for itself. */
static void
fill_input (guint    index,
            float   *ret_input,
            gpointer user_data)
{
  const Jobs *self = user_data;

  koma_preprocess_numbers (&self->predictor->active_model->recipe, self->jobs[index]->pixels,
                           ret_input);
}

/* What was cancelled meanwhile needs no better answer. */
static gboolean
is_wanted (guint    index,
           gpointer user_data)
{
  const Jobs *self = user_data;

  return !koma_completion_is_ended (&self->jobs[index]->completion);
}

static void
ran (guint                    index,
     const KomaClassifierRun *run,
     gpointer                 user_data)
{
  const Jobs *self = user_data;

  koma_job_count_run (self->jobs[index], run);
}

static KomaClassifier *
choose_classifier (KomaPredictor   *predictor,
                   KomaPriority     priority,
                   KomaClassifier **ret_rest) /* (nullable) */
{
  *ret_rest = NULL;
  if (priority == KOMA_PRIORITY_INTERACTIVE)
    return predictor->wide != NULL ? predictor->wide : predictor->single;
  if (predictor->spread != NULL || predictor->bulk == NULL)
    return predictor->spread != NULL ? predictor->spread : predictor->single;
  *ret_rest = predictor->single;
  return predictor->bulk;
}

/* Probabilities [n_jobs, n_classes]. */
static gboolean
compute (KomaPredictor  *predictor,
         KomaJob *const *jobs,
         guint           n_jobs,
         float          *ret_scores,
         GError        **error)
{
  const KomaActiveModel *active_model = predictor->active_model;
  Jobs                   self = { predictor, jobs };
  KomaClassification     what = { .recipe = &active_model->recipe,
                                  .n_classes = active_model->n_classes,
                                  .tta = koma_model_get_tta (active_model->model),
                                  .fill_input = fill_input,
                                  .is_wanted = is_wanted,
                                  .ran = ran,
                                  .user_data = &self };
  KomaClassifier        *classifier =
    choose_classifier (predictor, jobs[0]->request->priority, &what.rest);

  if (koma_classifier_classify (classifier, n_jobs, &what, ret_scores, error))
    return TRUE;
  if (g_error_matches (*error, KOMA_ERROR, KOMA_ERROR_MODEL))
    g_prefix_error (error, "Model “%s”: ", active_model->info->name);
  return FALSE;
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

  if (!compute (predictor, jobs, n_jobs, scores, error))
    return FALSE;
  for (guint i = 0; i < n_jobs; i++)
    ret_results[i] = make_result (predictor, jobs[i], scores + i * n_classes);
  return TRUE;
}
