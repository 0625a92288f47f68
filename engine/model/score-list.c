/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Not everything that gives one row of numbers is a classifier. One number
 * without a sigmoid is a quantity, such as an age. Many may be the coordinates of
 * landmarks: whatever the picture, they lie near the same places within it, so
 * made pictures that differ in everything move them little. And where nothing tells how the numbers
 * come about, they may tell themselves that they are probabilities.
 */
#include "score-list.h"

#include <math.h>

#include "engine/runtime/session.h"
#include "recipe-infer.h"

#define N_PICTURES 6
/* Fewer numbers than this are no landmarks. */
#define N_MIN_COORDINATES 8
/* Of all variance, the part that pictures make: face landmarks have 0.02 and 0.08,
 * logits 0.37 to 0.51. */
#define MAX_MOVED 0.15
/* What computes has its weights once more, as kernels want them: the networks that find landmarks
 * are small, and of one with more than this none is asked. */
#define MAX_ASKED_BYTES ((guint64) 256 << 20)
/* Probabilities in float16 or in 8 bits add up to 1 but for this. */
#define MAX_SUM_ERROR 0.01

/* In 0 … 255: grey, two slopes, a checkerboard, noise, stripes. */
static guint
paint (guint picture,
       guint y,
       guint x,
       guint c)
{
  const guint32 hash = ((y * 7919 + x) * 3 + c) * 2654435761u;

  switch (picture) {
  case 0:
    return 128;
  case 1:
    return (x * 3 + c * 80) & 255;
  case 2:
    return 255 - ((y * 3 + c * 60) & 255);
  case 3:
    return ((y / 8 + x / 8) & 1) * 255;
  case 4:
    return hash >> 24;
  default:
    return ((x / 16 + c) % 3) * 127;
  }
}

static void
fill_picture (const KomaRecipe *recipe,
              guint             picture,
              float            *ret_input)
{
  const guint n_channels = koma_recipe_get_n_channels (recipe);

  for (guint y = 0; y < recipe->height; y++)
    for (guint x = 0; x < recipe->width; x++)
      for (guint c = 0; c < n_channels; c++)
        *ret_input++ = (float) (paint (picture, y, x, c) * recipe->scale[c] + recipe->offset[c]);
}

/* Rows of the output, [N_PICTURES, n]. */
static float *
run_pictures (const KomaGraph  *graph,
              const KomaRecipe *recipe,
              gsize             n)
{
  /* Plain C runs all ops, and its threads do not spin where others have the processors. */
  const KomaSessionOptions options = { .backend = "cpu", .precision = KOMA_PRECISION_FLOAT32 };
  g_autoptr (KomaSession) session = koma_session_new (graph, &options, NULL);
  g_autofree float *rows = NULL;

  if (session == NULL)
    return NULL;
  rows = g_new (float, N_PICTURES *n);
  for (guint i = 0; i < N_PICTURES; i++) {
    fill_picture (recipe, i, koma_session_get_input_data (session, 0));
    if (!koma_session_run (session, NULL))
      return NULL;
    memcpy (rows + i * n, koma_session_get_output_data (session, 0), n * sizeof (float));
  }
  return g_steal_pointer (&rows);
}

typedef struct
{
  double low;
  double high;
  double moved;  /* variance of a number over pictures, mean */
  double spread; /* variance of the numbers' means */
} Behaviour;

static Behaviour
measure (const float *rows,
         gsize        n)
{
  Behaviour found = { .low = INFINITY, .high = -INFINITY };
  double    sum = 0;
  double    squares = 0;

  for (gsize k = 0; k < n; k++) {
    double mean = 0;
    double square = 0;

    for (guint i = 0; i < N_PICTURES; i++) {
      const double value = rows[i * n + k];

      found.low = MIN (found.low, value);
      found.high = MAX (found.high, value);
      mean += value / N_PICTURES;
      square += value * value / N_PICTURES;
    }
    found.moved += (square - mean * mean) / (double) n;
    sum += mean / (double) n;
    squares += mean * mean / (double) n;
  }
  found.spread = squares - sum * sum;
  return found;
}

/* Whether numbers reach over a picture whose side is @side. */
static gboolean
reach_over (const Behaviour *found,
            double           side)
{
  return found->low >= -0.5 * side && found->high <= 1.5 * side &&
         found->high - found->low >= 0.25 * side;
}

static guint64
count_weight_bytes (const KomaGraph *graph)
{
  guint64 sum = 0;

  for (guint i = 0; i < koma_graph_get_n_values (graph); i++) {
    const KomaArray *constant = koma_graph_get_value (graph, i)->constant;

    sum += constant != NULL ? koma_array_get_size_bytes (constant) : 0;
  }
  return sum;
}

static gboolean
are_coordinates (const KomaGraph  *graph,
                 const KomaRecipe *recipe,
                 gsize             n)
{
  g_autofree float *rows = NULL;
  Behaviour         found = { 0 };

  if (n < N_MIN_COORDINATES || (n % 2 != 0 && n % 3 != 0) ||
      count_weight_bytes (graph) > MAX_ASKED_BYTES)
    return FALSE;
  rows = run_pictures (graph, recipe, n);
  if (rows == NULL)
    return FALSE;
  found = measure (rows, n);
  return found.moved <= MAX_MOVED * (found.moved + found.spread) &&
         (reach_over (&found, MAX (recipe->width, recipe->height)) || reach_over (&found, 1));
}

/* Whether the numbers are no less than 0 and add up to 1, whatever the picture. */
static gboolean
are_probabilities (const KomaGraph  *graph,
                   const KomaRecipe *recipe,
                   gsize             n)
{
  g_autofree float *rows = NULL;

  if (n < 2 || koma_recipe_ends_in_weights (graph))
    return FALSE;
  rows = run_pictures (graph, recipe, n);
  for (guint i = 0; rows != NULL && i < N_PICTURES; i++) {
    double sum = 0;

    for (gsize k = 0; k < n; k++) {
      if (!(rows[i * n + k] >= 0))
        return FALSE;
      sum += rows[i * n + k];
    }
    if (!(fabs (sum - 1) <= MAX_SUM_ERROR))
      return FALSE;
  }
  return rows != NULL;
}

/**
 * koma_score_list_check:
 * @graph: inferred, with a batch of 1
 * @n_labels: names of classes that were found; 0: none
 * @recipe: inferred; its scores and their source are set
 * @reason: (inout) (transfer none): why they are read so, in English
 *
 * An output of probabilities passes, and one that has as many values as the model has
 * labels. Others pass as a guess where nothing speaks against it.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED, saying why it is no classifier.
 * Thread: any; may run the model.
 */
gboolean
koma_score_list_check (const KomaGraph *graph,
                       guint            n_labels,
                       KomaRecipe      *recipe,
                       const char     **reason,
                       GError         **error)
{
  const KomaValue *output = koma_graph_get_value (graph, koma_graph_get_output (graph, 0));
  const gsize      n = output->shape.dims[output->shape.rank - 1];

  if (recipe->scores != KOMA_SCORES_LOGITS)
    return TRUE;
  if (n == 1) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
                 "not a classifier: the output is one value without Sigmoid, a quantity such as "
                 "an age");
    return FALSE;
  }
  if (are_probabilities (graph, recipe, n)) {
    recipe->scores = KOMA_SCORES_PROBABILITIES;
    *reason = "the output is never below 0 and adds up to 1, they are probabilities";
    return TRUE;
  }
  /* Either may leave out a background. */
  if (n_labels > 0 && MAX (n_labels, n) - MIN (n_labels, n) <= 1)
    return TRUE;
  if (are_coordinates (graph, recipe, n)) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
                 "not a classifier: the %" G_GSIZE_FORMAT " values lie like coordinates within the "
                 "picture and hardly follow what it shows (“scores” in koma.json, or --scores, "
                 "reads them all the same)",
                 n);
    return FALSE;
  }
  recipe->sources[KOMA_PART_SCORES] = KOMA_SOURCE_GUESS;
  return TRUE;
}
