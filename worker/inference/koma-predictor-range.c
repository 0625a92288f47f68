/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A range that pictures tell, where the model's file does not. */
#include "koma-predictor-private.h"

#include "worker/koma-thread.h"
#include "worker/models/koma-model-settings.h"

/**
 * koma_predictor_begin_range_search:
 *
 * Thread: inference.
 *
 * Returns: (transfer full) (nullable): a search for the range; %NULL where there is none to find,
 *   or nobody asked for it
 */
KomaRangeSearch *
koma_predictor_begin_range_search (const KomaPredictor *predictor)
{
  /* How sure words are of pictures depends on the words. */
  if (!predictor->is_range_sought || koma_word_head_find (predictor->active_model->model) != NULL)
    return NULL;
  return koma_range_search_new (predictor->active_model);
}

/**
 * koma_predictor_search_range:
 *
 * koma_range_search_run() on the backend in use, with as many threads as one picture may have.
 * Errors: those of koma_range_search_run(). Thread: inference.
 */
gboolean
koma_predictor_search_range (const KomaPredictor *predictor,
                             KomaRangeSearch     *search,
                             const KomaProgress  *progress,
                             KomaRangeTrial      *ret_trial,
                             GError             **error)
{
  KomaSessionOptions options = predictor->options;

  options.batch = 0;
  options.n_threads = predictor->n_threads;
  return koma_range_search_run (search, &options, progress, ret_trial, error);
}

/* A full disk must not keep anybody from classifying pictures. */
static void
keep (const KomaPredictor  *predictor,
      const KomaRangeTrial *trial)
{
  g_autoptr (GError) error = NULL;

  if (predictor->is_range_kept &&
      !koma_model_settings_keep_found (predictor->active_model->info->hash,
                                       trial->candidates[0].range, trial->n_pictures, &error))
    g_debug ("%s", error->message);
}

/**
 * koma_predictor_take_range:
 * @current: a model that answers
 * @trial: of its pictures, which found a range: another, or that of the guess
 *
 * From now on its pictures become other numbers. What was compiled stays, unless the numbers are
 * stored as float16: then it is made anew, as these must fit.
 * Errors: those of koma_model_new_with_range() and koma_compile().
 *
 * Thread: inference; writes a file.
 *
 * Returns: (transfer full) (nullable): a model that takes the same pixels; %NULL without an error
 *   if @current is the one
 */
KomaPredictor *
koma_predictor_take_range (KomaPredictor        *current,
                           const KomaRangeTrial *trial,
                           GError              **error)
{
  g_autoptr (KomaActiveModel) before = koma_active_model_ref (current->active_model);
  KomaAutotuneReport *autotune = before->info->autotune;
  g_autoptr (KomaModel) model = koma_model_new_with_range (
    before->model, trial->candidates[0].range, trial->n_pictures, error);
  KomaPredictor *predictor = NULL;

  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);

  if (model == NULL)
    return NULL;
  if (current->options.precision == KOMA_PRECISION_FLOAT16) {
    KomaCompile compile = { .model = model,
                            .options = current->options,
                            .failed = current->failed,
                            .warnings = (const char *const *) current->warnings };

    compile.options.recipe = koma_model_get_recipe (model, NULL);
    predictor = koma_predictor_continue_with (current, &compile, autotune, error);
    if (predictor != NULL)
      keep (current, trial);
    return predictor;
  }
  keep (current, trial);
  current->options.recipe = koma_model_get_recipe (model, NULL);
  g_clear_pointer (&current->active_model, koma_active_model_unref);
  koma_predictor_make_active_model (current, model, autotune, before->info);
  return NULL;
}
