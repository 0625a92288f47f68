/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-predictor-private.h"

#include "worker/koma-thread.h"

#include "engine/koma-app.h"

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

/* On the same thread. A run after one that failed on another backend replaces its vector. */
static void
take_vector (guint        index,
             const float *vector,
             guint        width,
             gpointer     user_data)
{
  const Jobs *self = user_data;
  KomaJob    *job = self->jobs[index];

  g_clear_pointer (&job->vector, koma_feature_vector_unref);
  job->vector = self->predictor->active_model->info->space != NULL
                  ? koma_feature_vector_new (vector, width)
                  : koma_feature_vector_new_sketch (vector, width);
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
                                  .take_vector = take_vector,
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
    ret_results[i] =
      koma_job_make_result (jobs[i], predictor->active_model, scores + i * n_classes);
  return TRUE;
}
