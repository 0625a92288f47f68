/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-evaluated-private.h"

#include <string.h>

#include "worker/box/koma-box.h"

#include "engine/koma-app.h"

typedef struct
{
  KomaEvaluated    *evaluated;
  const KomaRecipe *recipe;
  gsize             input_size;
  char            **failures;
} Files;

static gboolean
make_input (const Files *files,
            guint        index,
            float       *ret_input,
            GError     **error)
{
  const KomaEvaluated          *evaluated = files->evaluated;
  const guint                   place = evaluated->pictures[index];
  const KomaGroundTruthPicture *listed = evaluated->truth->pictures->pdata[place];
  g_autoptr (GFile) file = g_file_new_for_path (listed->path);
  g_autoptr (KomaPicture) picture =
    koma_box_decode_file (file, koma_preprocess_get_min_side (files->recipe), NULL, error);

  return picture != NULL && koma_preprocess (files->recipe, picture->rgb, picture->width,
                                             picture->height, picture->stride, ret_input, error);
}

/* Where a picture can not be read, the model sees nothing and its answer is not taken. */
static void
fill_input (guint    index,
            float   *ret_input,
            gpointer user_data)
{
  const Files *files = user_data;
  g_autoptr (GError) error = NULL;

  if (make_input (files, index, ret_input, &error))
    return;
  memset (ret_input, 0, files->input_size * sizeof *ret_input);
  g_free (files->failures[index]);
  files->failures[index] = g_strdup (error->message);
}

static gboolean
is_readable (guint    index,
             gpointer user_data)
{
  return ((const Files *) user_data)->failures[index] == NULL;
}

static void
count_turned (guint                    index,
              const KomaClassifierRun *run,
              gpointer                 user_data)
{
  const Files *files = user_data;

  files->evaluated->n_turned += run->is_turned && is_readable (index, user_data);
}

/* One picture at a time, or as many as the file fixes. On the processors each thread computes
 * pictures of its own; a graphics card has one thread. */
static KomaClassifier *
open_classifier (const KomaEvaluatedParts *parts,
                 const KomaSessionOptions *options,
                 GError                  **error)
{
  const KomaGraph   *graph = koma_model_get_graph (parts->model);
  KomaSessionOptions own = *options;
  KomaClassifier    *classifier = NULL;

  own.batch = 1;
  own.is_batch_flexible = TRUE;
  own.n_threads = 1;
  classifier = koma_classifier_new (graph, koma_model_get_output (parts->model), &own, error);
  if (classifier != NULL &&
      koma_session_get_backend (koma_classifier_get_session (classifier))->is_host)
    koma_classifier_spread (classifier, graph,
                            options->n_threads > 0 ? options->n_threads
                                                   : koma_cpu_count_available ());
  return classifier;
}

/*< private >
 * koma_evaluated_compute:
 * @options: n_threads 0: one for each processor; the batch is 1
 * @ret_failures: (inout): all %NULL; gets a message for each picture that can not be read
 *
 * Fills the rows of scores, as the recipe reads them; one of a picture that could not be read has
 * no meaning. Tells the backend, and how many were looked at upside down, too. Errors: those of
 * koma_classifier_new() and koma_classifier_classify().
 *
 * Thread: any but the window's.
 */
gboolean
koma_evaluated_compute (KomaEvaluated            *self,
                        const KomaEvaluatedParts *parts,
                        const KomaSessionOptions *options,
                        char                    **ret_failures,
                        GError                  **error)
{
  Files              files = { .evaluated = self,
                               .recipe = koma_model_get_recipe (parts->model, NULL),
                               .failures = ret_failures };
  KomaClassification what = { .recipe = files.recipe,
                              .n_classes = self->n_classes,
                              .tta = koma_model_get_tta (parts->model),
                              .progress = options->progress,
                              .fill_input = fill_input,
                              .is_wanted = is_readable,
                              .ran = count_turned,
                              .user_data = &files };
  g_autoptr (KomaClassifier) classifier = open_classifier (parts, options, error);

  if (classifier == NULL)
    return FALSE;
  self->backend =
    g_strdup (koma_session_get_backend (koma_classifier_get_session (classifier))->name);
  files.input_size = koma_classifier_get_input_size (classifier);
  return koma_classifier_classify (classifier, self->n, &what, self->scores, error) &&
         koma_progress_report (options->progress, 1, error);
}
