/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-scores.h"

#include <string.h>

#include "worker/inference/koma-replicas.h"

#include "engine/backends/backends.h"
#include "worker/box/koma-box.h"
#include "engine/model/half-turn.h"
#include "engine/model/top-k.h"
#include "engine/picture/preprocess.h"
#include "engine/runtime/cpu-count.h"

/* Pictures of each thread between two looks at whether anybody still waits. */
#define N_AT_ONCE 8

typedef struct
{
  const KomaScoresParts *parts;
  const KomaRecipe      *recipe;
  guint                  n_classes;
  gsize                  input_size;
  const guint           *again;     /* (nullable) pictures that are looked at again … */
  const KomaHalfTurn    *half_turn; /* … upside down */
  guint                  first;     /* of the pictures, or of @again, that are computed now */
  float                 *scores;
  char                 **failures;
} Work;

static guint
get_picture (const Work *work,
             guint       index)
{
  return work->again != NULL ? work->again[work->first + index] : work->first + index;
}

static gboolean
make_input (const Work *work,
            guint       picture_index,
            float      *ret_input,
            GError    **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (work->parts->paths[picture_index]);
  g_autofree float *upright = work->again != NULL ? g_new (float, work->input_size) : NULL;
  g_autoptr (KomaPicture) picture =
    koma_box_decode_file (file, koma_preprocess_get_min_side (work->recipe), NULL, error);

  if (picture == NULL ||
      !koma_preprocess (work->recipe, picture->rgb, picture->width, picture->height,
                        picture->stride, upright != NULL ? upright : ret_input, error))
    return FALSE;
  if (upright != NULL)
    koma_half_turn_turn_input (work->recipe, upright, ret_input);
  return TRUE;
}

/* Where a picture can not be read, the model sees nothing and its answer is not taken. */
static void
fill_input (guint    index,
            float   *ret_input,
            gpointer user_data)
{
  const Work *work = user_data;
  const guint i = get_picture (work, index);
  g_autoptr (GError) error = NULL;

  if (make_input (work, i, ret_input, &error))
    return;
  memset (ret_input, 0, work->input_size * sizeof (float));
  g_free (work->failures[i]);
  work->failures[i] = g_strdup (error->message);
}

static void
take_scores (guint        index,
             const float *scores,
             gpointer     user_data)
{
  const Work       *work = user_data;
  const gsize       size_bytes = work->n_classes * sizeof (float);
  float            *row = work->scores + (gsize) get_picture (work, index) * work->n_classes;
  g_autofree float *turned = work->again != NULL ? g_malloc (size_bytes) : NULL;
  float            *taken = turned != NULL ? turned : row;

  memcpy (taken, scores, size_bytes);
  koma_recipe_read_scores (work->recipe, taken, work->n_classes);
  if (turned != NULL)
    koma_half_turn_average (work->half_turn, row, turned);
}

/* One picture at a time, or as many as the file fixes. */
static KomaRunner *
make_runner (const KomaScoresParts *parts,
             KomaSessionOptions    *options,
             GError               **error)
{
  const KomaGraph *graph = koma_model_get_graph (parts->model);
  const guint      output = koma_model_get_output (parts->model);
  KomaRunner      *runner = NULL;
  g_autoptr (GError) reason = NULL;

  options->batch = 1;
  options->n_threads = 1;
  runner = koma_runner_new (graph, output, options, &reason);
  if (runner == NULL && !g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    options->batch = 0;
    runner = koma_runner_new (graph, output, options, NULL);
  }
  if (runner == NULL)
    g_propagate_error (error, g_steal_pointer (&reason));
  return runner;
}

static gboolean
run (Work         *work,
     guint         n,
     KomaReplicas *replicas,
     guint         at_once,
     GError      **error)
{
  const KomaReplicaWork replica_work = { fill_input, take_scores, work };
  const KomaProgress   *progress = work->parts->options->progress;

  for (work->first = 0; work->first < n; work->first += at_once)
    if (!koma_progress_report (progress, work->again != NULL ? 1 : (double) work->first / n,
                               error) ||
        !koma_replicas_run (replicas, MIN (at_once, n - work->first), &replica_work, error))
      return FALSE;
  return koma_progress_report (progress, 1, error);
}

static gboolean
is_turned (const Work *work,
           guint       i)
{
  return work->failures[i] == NULL &&
         (work->parts->half_turn == KOMA_HALF_TURN_ALWAYS ||
          koma_half_turn_is_unsure (work->half_turn, work->scores + (gsize) i * work->n_classes));
}

/* Those that the model is not sure of, or all, are looked at upside down too. */
static gboolean
run_again (Work         *work,
           KomaReplicas *replicas,
           guint         at_once,
           guint        *ret_n_turned,
           GError      **error)
{
  g_autofree guint *again = g_new (guint, work->parts->n);
  guint             n_again = 0;
  gboolean          is_done = FALSE;

  for (guint i = 0; i < work->parts->n; i++)
    if (is_turned (work, i))
      again[n_again++] = i;
  work->again = again;
  is_done = run (work, n_again, replicas, at_once, error);
  for (guint i = 0; i < n_again; i++)
    *ret_n_turned += work->failures[again[i]] == NULL;
  return is_done;
}

/**
 * koma_scores_compute:
 * @ret_scores: (out caller-allocates): a row for each picture, as the recipe reads them; one that
 *   could not be read has no meaning
 * @ret_failures: (inout): all %NULL; gets a message for each picture that can not be read
 * @ret_backend: (out) (transfer full): the name of what computed
 * @ret_n_turned: (out): pictures that were looked at upside down, too
 *
 * On the processors each thread computes pictures of its own; a graphics card has one thread.
 * Errors: those of koma_half_turn_mode_apply(), koma_runner_new(), koma_replicas_run() and
 * koma_progress_report().
 *
 * Thread: any but the window's.
 */
gboolean
koma_scores_compute (const KomaScoresParts *parts,
                     float                 *ret_scores,
                     char                 **ret_failures,
                     char                 **ret_backend,
                     guint                 *ret_n_turned,
                     GError               **error)
{
  Work               work = { .parts = parts, .scores = ret_scores, .failures = ret_failures };
  KomaSessionOptions options = *parts->options;
  g_autoptr (KomaRunner) runner = NULL;
  g_autoptr (KomaReplicas) replicas = NULL;
  const KomaBackendClass *backend = NULL;
  guint                   at_once = 0;

  *ret_n_turned = 0;
  if (!koma_half_turn_mode_apply (parts->half_turn, parts->model, &work.half_turn, error))
    return FALSE;
  runner = make_runner (parts, &options, error);
  if (runner == NULL)
    return FALSE;
  backend = koma_session_get_backend (koma_runner_get_session (runner));
  *ret_backend = g_strdup (backend->name);
  work.recipe = koma_model_get_recipe (parts->model, NULL);
  work.n_classes = koma_runner_get_n_classes (runner);
  work.input_size = koma_runner_get_input_size (runner);
  options.batch = koma_runner_get_batch (runner);
  if (backend->is_host)
    options.n_threads =
      parts->options->n_threads > 0 ? parts->options->n_threads : koma_cpu_count_available ();
  replicas = koma_replicas_new (koma_model_get_graph (parts->model),
                                koma_model_get_output (parts->model), &options, runner, error);
  at_once = N_AT_ONCE * options.n_threads * options.batch;
  return replicas != NULL && run (&work, parts->n, replicas, at_once, error) &&
         (work.half_turn == NULL || run_again (&work, replicas, at_once, ret_n_turned, error));
}
