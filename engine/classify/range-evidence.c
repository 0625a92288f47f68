/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A classifier that gets values in the range of its training tells pictures apart, and says of a
 * picture what it says of its mirror image. With values that are too small it says the same of all;
 * with ones that are too large it is sure of anything, but a mirror changes its mind. So an answer
 * is worth what it tells of which picture it is of,
 *
 *   I = H (mean of all answers) − mean of H (answer),
 *
 * an answer being the mean of those to a picture and to its mirror image, less what the two differ
 * by, J = H (their mean) − mean of their H. H is the entropy, in bits.
 */
#include "range-evidence.h"

#include <math.h>

#include "top-k.h"

static const char *const ranges[KOMA_MAX_RANGE_CANDIDATES] = { "-1,1", "0,1", "0,255", "imagenet",
                                                               "caffe" };
/* The last ones are of three channels. */
#define N_GREY_RANGES 3

/* What is gathered of one range. */
typedef struct
{
  const KomaRangeComparison *what;
  const KomaRecipe          *from;
  KomaRecipe                 to;
  guint                      n_classes; /* a single one counts as two: it, and not it */
  guint                      first;     /* view that is computed now */
  float                     *scores;    /* [n_classes] scratch */
  double                    *answers;   /* [2, n_classes] to a picture and its mirror image */
  double                    *sums;      /* [n_classes] of all answers */
  double                     entropy;   /* sum over pictures: of the answer … */
  double                     single;    /* … and of its two parts, mean */
  double                     best;      /* sum over pictures */
} Tally;

/* One input, made for one recipe, for another that differs in its range, maybe mirrored. */
static void
convert (const Tally *self,
         const float *input,
         gboolean     is_mirrored,
         float       *ret_input)
{
  const KomaRecipe *from = self->from;
  const KomaRecipe *to = &self->to;
  const guint       n_channels = koma_recipe_get_n_channels (from);
  const gboolean    is_swapped = from->channels != to->channels;

  for (guint y = 0; y < from->height; y++)
    for (guint x = 0; x < from->width; x++) {
      const guint  from_x = is_mirrored ? from->width - 1 - x : x;
      const float *pixel = input + ((gsize) y * from->width + from_x) * n_channels;

      for (guint c = 0; c < n_channels; c++) {
        const guint  k = is_swapped ? n_channels - 1 - c : c;
        const double byte = (pixel[k] - from->offset[k]) / from->scale[k];

        *ret_input++ = (float) (byte * to->scale[c] + to->offset[c]);
      }
    }
}

static double
get_entropy (const double *p,
             guint         n)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    if (p[i] > 0)
      sum -= p[i] * log2 (p[i]);
  return sum;
}

/* Scores that add up to 1; each class may have had a probability of its own. */
static void
read_row (const Tally *self,
          const float *row,
          double      *ret_p) /* [n_classes] */
{
  const guint n = koma_classifier_get_n_classes (self->what->classifier);
  float      *scores = self->scores;
  double      sum = 0;

  memcpy (scores, row, n * sizeof (float));
  koma_scores_normalize (self->from->scores, scores, n);
  if (n == 1)
    scores[1] = 1 - scores[0];
  for (guint i = 0; i < self->n_classes; i++)
    sum += MAX (scores[i], 0);
  for (guint i = 0; i < self->n_classes; i++)
    ret_p[i] = sum > 0 ? MAX (scores[i], 0) / sum : 1.0 / self->n_classes;
}

/* A picture and its mirror image. */
static void
add_picture (Tally  *self,
             double *p, /* [n_classes] of the one … */
             double *q) /* … and of the other */
{
  double best = 0;

  self->single += (get_entropy (p, self->n_classes) + get_entropy (q, self->n_classes)) / 2;
  for (guint i = 0; i < self->n_classes; i++) {
    best = MAX (best, p[i]);
    p[i] = (p[i] + q[i]) / 2;
    self->sums[i] += p[i];
  }
  self->entropy += get_entropy (p, self->n_classes);
  self->best += best;
}

/* Views of pictures follow each other, mirrored ones being odd. */
static void
fill_view (guint    index,
           float   *ret_input,
           gpointer user_data)
{
  const Tally *self = user_data;
  const guint  view = self->first + index;

  convert (self, self->what->inputs[view / 2], view % 2, ret_input);
}

static void
take_view (guint        index,
           const float *scores,
           gpointer     user_data)
{
  Tally         *self = user_data;
  const gboolean is_mirrored = (self->first + index) % 2;
  double        *mirrored = self->answers + self->n_classes;

  read_row (self, scores, is_mirrored ? mirrored : self->answers);
  if (is_mirrored)
    add_picture (self, self->answers, mirrored);
}

static gboolean
run_all (Tally              *self,
         const KomaProgress *progress, /* (nullable) */
         GError            **error)
{
  const guint           n_views = 2 * self->what->n_inputs;
  const guint           batch = koma_classifier_get_batch (self->what->classifier);
  g_autofree float     *scores = g_new (float, self->n_classes);
  g_autofree double    *answers = g_new (double, 2 * (gsize) self->n_classes);
  const KomaPictureWork work = { fill_view, take_view, self };

  self->scores = scores;
  self->answers = answers;
  for (self->first = 0; self->first < n_views; self->first += batch)
    if (!koma_progress_report (progress, (double) self->first / n_views, error) ||
        !koma_classifier_run (self->what->classifier, MIN (batch, n_views - self->first), &work,
                              error))
      return FALSE;
  return TRUE;
}

static gboolean
try_range (Tally              *self,
           const KomaProgress *progress, /* (nullable) */
           KomaRangeCandidate *ret_found,
           GError            **error)
{
  const guint        n_inputs = self->what->n_inputs;
  g_autofree double *sums = g_new0 (double, self->n_classes);

  self->sums = sums;
  if (!koma_recipe_set_range (&self->to, ret_found->range, error))
    return FALSE;
  koma_recipe_set_inverted (&self->to, koma_recipe_is_inverted (self->from));
  if (!run_all (self, progress, error))
    return FALSE;
  for (guint i = 0; i < self->n_classes; i++)
    sums[i] /= n_inputs;
  ret_found->mean_best = self->best / n_inputs;
  ret_found->swayed = MAX (self->entropy - self->single, 0) / n_inputs;
  ret_found->told = MAX (get_entropy (sums, self->n_classes) - self->entropy / n_inputs, 0);
  return TRUE;
}

/**
 * koma_range_evidence:
 * @what: at least one picture; %KOMA_MAX_RANGE_PICTURES are enough
 * @ret_trial: (out caller-allocates): untouched on failure
 *
 * Runs the model on all pictures and their mirror images, once for each range.
 *
 * Errors: those of koma_classifier_check_recipe() and koma_classifier_run(); %G_IO_ERROR_CANCELLED
 * where the progress stops it. Thread: that of the classifier.
 */
gboolean
koma_range_evidence (const KomaRangeComparison *what,
                     KomaRangeTrial            *ret_trial,
                     GError                   **error)
{
  const guint    n_classes = MAX (koma_classifier_get_n_classes (what->classifier), 2);
  KomaRangeTrial trial = { .n_pictures = what->n_inputs };

  g_return_val_if_fail (what->n_inputs > 0, FALSE);

  if (!koma_classifier_check_recipe (what->classifier, what->recipe, error))
    return FALSE;

  trial.n_candidates =
    what->recipe->channels == KOMA_CHANNELS_GREY ? N_GREY_RANGES : KOMA_MAX_RANGE_CANDIDATES;
  for (guint i = 0; i < trial.n_candidates; i++) {
    KomaProgressPart    part;
    const KomaProgress *progress =
      koma_progress_part (what->progress, (double) i / trial.n_candidates,
                          (double) (i + 1) / trial.n_candidates, &part);
    Tally tally = {
      .what = what, .from = what->recipe, .to = *what->recipe, .n_classes = n_classes
    };

    trial.candidates[i].range = ranges[i];
    if (!try_range (&tally, progress, &trial.candidates[i], error))
      return FALSE;
  }
  koma_range_trial_judge (&trial, n_classes, what->recipe);
  *ret_trial = trial;
  return TRUE;
}

/**
 * koma_range_candidate_get_range:
 * @index: less than %KOMA_MAX_RANGE_CANDIDATES
 *
 * Returns: (transfer none): a range that koma_range_evidence() compares, for
 *   koma_recipe_set_range(). Thread: any.
 */
const char *
koma_range_candidate_get_range (guint index)
{
  g_return_val_if_fail (index < KOMA_MAX_RANGE_CANDIDATES, NULL);

  return ranges[index];
}
