/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A classifier that gets values in the range of its training is surer of its
 * answers than with any other. 0 … 255 is no candidate: values so large make a
 * network sure of anything.
 */
#include "range-evidence.h"

#include "top-k.h"

static const char *const ranges[KOMA_N_RANGE_CANDIDATES] = { "-1,1", "0,1", "imagenet" };

/* One input, made for one recipe, for another that differs in its range. */
static void
convert (const KomaRecipe *from,
         const KomaRecipe *to,
         const float      *input,
         float            *ret_input)
{
  const guint n_channels = koma_recipe_get_n_channels (from);
  const gsize n_pixels = (gsize) from->width * from->height;

  for (gsize i = 0; i < n_pixels; i++)
    for (guint c = 0; c < n_channels; c++) {
      const double byte = (*input++ - from->offset[c]) / from->scale[c];

      *ret_input++ = (float) (byte * to->scale[c] + to->offset[c]);
    }
}

static float
find_best (KomaScores   kind,
           const float *row,
           guint        n_classes,
           float       *scores) /* [n_classes] */
{
  KomaClassScore best = { 0 };

  memcpy (scores, row, n_classes * sizeof (float));
  koma_scores_normalize (kind, scores, n_classes);
  (void) koma_top_k (scores, n_classes, 1, &best);
  return best.score;
}

static gboolean
try_range (KomaSession        *session,
           guint               output,
           const KomaRecipe   *from,
           const KomaRecipe   *to,
           const float *const *inputs,
           guint               n_inputs,
           double             *ret_mean,
           GError            **error)
{
  const guint       batch = koma_session_get_batch (session);
  const gsize       size = (gsize) from->width * from->height * koma_recipe_get_n_channels (from);
  const KomaShape  *shape = &koma_session_get_output (session, output)->shape;
  const guint       n_classes = (guint) shape->dims[shape->rank - 1];
  g_autofree float *scores = g_new (float, n_classes);
  double            sum = 0;

  for (guint done = 0; done < n_inputs; done += batch) {
    const guint  n = MIN (batch, n_inputs - done);
    float       *data = koma_session_get_input_data (session, 0);
    const float *rows = NULL;

    for (guint i = 0; i < n; i++)
      convert (from, to, inputs[done + i], data + i * size);
    if (!koma_session_run (session, error) ||
        !koma_session_check_output (session, output, (gsize) n * n_classes, error))
      return FALSE;
    rows = koma_session_get_output_data (session, output);
    for (guint i = 0; i < n; i++)
      sum += find_best (from->scores, rows + (gsize) i * n_classes, n_classes, scores);
  }
  *ret_mean = sum / n_inputs;
  return TRUE;
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const double x = ((const KomaRangeCandidate *) a)->mean_best;
  const double y = ((const KomaRangeCandidate *) b)->mean_best;

  return (x < y) - (x > y);
}

/**
 * koma_range_evidence:
 * @session: the model, compiled for any batch
 * @output: index of the scores
 * @recipe: that made @inputs
 * @inputs: (array length=n_inputs): pictures as koma_preprocess() gives them
 * @n_inputs: at least 1; %KOMA_MAX_RANGE_PICTURES are enough
 * @ret_candidates: (out caller-allocates): the surest first
 *
 * Runs the model on all pictures once for each range. The first input of @session is
 * written.
 *
 * Errors: those of koma_session_run() and koma_session_check_output().
 * Thread: that of @session.
 */
gboolean
koma_range_evidence (KomaSession        *session,
                     guint               output,
                     const KomaRecipe   *recipe,
                     const float *const *inputs,
                     guint               n_inputs,
                     KomaRangeCandidate *ret_candidates,
                     GError            **error)
{
  KomaRangeCandidate found[KOMA_N_RANGE_CANDIDATES] = { 0 };

  g_return_val_if_fail (n_inputs > 0, FALSE);

  for (guint i = 0; i < KOMA_N_RANGE_CANDIDATES; i++) {
    KomaRecipe to = *recipe;

    found[i].range = ranges[i];
    if (!koma_recipe_set_range (&to, ranges[i], error) ||
        !try_range (session, output, recipe, &to, inputs, n_inputs, &found[i].mean_best, error))
      return FALSE;
  }
  qsort (found, KOMA_N_RANGE_CANDIDATES, sizeof *found, compare);
  memcpy (ret_candidates, found, sizeof found);
  return TRUE;
}
