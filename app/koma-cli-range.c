/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which range fits a model best, from its answers to pictures. */
#include "koma-cli-range.h"

#include <glib/gi18n.h>

#include "engine/koma-app.h"
#include "koma-cli.h"
#include "worker/box/koma-box.h"
#include "worker/koma-thread.h"

typedef struct
{
  const KomaRecipe *recipe;
  GPtrArray        *paths;  /* (element-type filename) */
  GPtrArray        *inputs; /* (element-type float*) what could be decoded */
  gboolean          is_quiet;
} Preparation;

static float *
prepare (const KomaRecipe *recipe,
         const char       *path,
         GError          **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (KomaPicture) picture =
    koma_box_decode_file (file, MAX (recipe->width, recipe->height), NULL, error);
  g_autofree float *input = NULL;

  if (picture == NULL)
    return NULL;
  input =
    g_new (float, (gsize) recipe->width * recipe->height * koma_recipe_get_n_channels (recipe));
  if (!koma_preprocess (recipe, picture->rgb, picture->width,
                        picture->height, picture->stride, input,
                        error))
    return NULL;
  return g_steal_pointer (&input);
}

/* Decoders never run on the main thread. */
static gpointer
prepare_all (gpointer data)
{
  Preparation *self = data;

  for (guint i = 0; i < self->paths->len; i++) {
    const char *path = g_ptr_array_index (self->paths, i);
    g_autoptr (GError) error = NULL;
    float *input = prepare (self->recipe, path, &error);

    if (input != NULL)
      g_ptr_array_add (self->inputs, input);
    else if (!self->is_quiet)
      koma_cli_warn ("%s: %s", path, error->message);
  }
  return NULL;
}

/**
 * koma_cli_range_try:
 *
 * Errors: that there is no picture; those of koma_model_get_recipe(),
 * koma_classifier_borrow() and koma_range_evidence().
 */
gboolean
koma_cli_range_try (KomaModel      *model,
                    KomaSession    *session,
                    GPtrArray      *paths,
                    gboolean        is_quiet,
                    KomaRangeTrial *ret_trial,
                    GError        **error)
{
  g_autoptr (GPtrArray) inputs = g_ptr_array_new_with_free_func (g_free);
  Preparation preparation = { .recipe = koma_model_get_recipe (model, error),
                              .paths = paths,
                              .inputs = inputs,
                              .is_quiet = is_quiet };
  g_autoptr (KomaClassifier) classifier = NULL;

  if (preparation.recipe == NULL)
    return FALSE;
  classifier = koma_classifier_borrow (session, koma_model_get_output (model), error);
  if (classifier == NULL)
    return FALSE;
  g_thread_join (g_thread_new ("koma-try", prepare_all, &preparation));
  if (inputs->len == 0) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("there is no picture to try"));
    return FALSE;
  }
  return koma_range_evidence (
    &(KomaRangeComparison){ .classifier = classifier,
                            .recipe = preparation.recipe,
                            .inputs = (const float *const *) inputs->pdata,
                            .n_inputs = inputs->len },
    ret_trial, error);
}

static void
tell (const KomaRangeTrial *trial,
      const char           *guess)
{
  const guint n = trial->n_pictures;

  if (trial->verdict == KOMA_RANGE_FOUND)
    /* Translators: ranges of values, such as “-1,1” or “imagenet” */
    koma_cli_warn (_ ("the file does not say the range of values: “%s” fits %u pictures better "
                      "than the guess “%s” (--range settles it)"),
                   trial->candidates[0].range, n, guess);
  else if (trial->verdict == KOMA_RANGE_CONFIRMED)
    koma_cli_warn (_ ("the file does not say the range of values: the guess “%s” fits %u pictures "
                      "best"),
                   guess, n);
  else
    koma_cli_warn (ngettext ("the file does not say the range of values: %u picture does not tell, "
                             "“%s” stays a guess (--range settles it)",
                             "the file does not say the range of values: %u pictures do not tell, "
                             "“%s” stays a guess (--range settles it)",
                             n),
                   n, guess);
}

static gpointer
ref_model (gpointer worker)
{
  koma_thread_enter (KOMA_THREAD_MEASUREMENT);
  return koma_worker_ref_model (worker);
}

/**
 * koma_cli_range_find:
 *
 * Fewer than %KOMA_MIN_RANGE_PICTURES are not tried: they would tell nothing.
 *
 * Returns: (transfer none) (nullable): the range that fits best, which may be that of the guess
 */
const char *
koma_cli_range_find (const KomaCliOptions *options,
                     KomaWorker           *worker,
                     GPtrArray            *paths,
                     KomaRangeTrial       *ret_trial)
{
  g_autoptr (KomaModel) model = g_thread_join (g_thread_new ("koma-try", ref_model, worker));
  const KomaRecipe *recipe = koma_model_get_recipe (model, NULL);
  g_autofree char  *guess = koma_recipe_dup_range (recipe);
  KomaRangeTrial    trial = { .n_pictures = paths->len };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSession) session = NULL;

  if (paths->len >= KOMA_MIN_RANGE_PICTURES) {
    session = koma_cli_open_session (options, model, &error);
    if (session == NULL || !koma_cli_range_try (model, session, paths, TRUE, &trial, &error)) {
      koma_cli_warn ("--range: %s", error->message);
      return NULL;
    }
  }
  tell (&trial, guess);
  *ret_trial = trial;
  return trial.verdict != KOMA_RANGE_UNTOLD ? trial.candidates[0].range : NULL;
}
