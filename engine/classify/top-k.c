/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "top-k.h"

#include <math.h>

#include "engine/evaluation/temperature.h"

/* p[i] = exp (x[i] - max) / sum; the maximum is taken off first, so that no
 * exponential overflows. Sums in double: a softmax over 1000 classes has to
 * add up to 1 in the last digit shown. */
static void
apply_softmax (float *scores,
               guint  n_classes)
{
  float  max = -INFINITY;
  double sum = 0.0;

  for (guint i = 0; i < n_classes; i++)
    if (scores[i] > max) /* never true of NaN */
      max = scores[i];

  for (guint i = 0; i < n_classes; i++) {
    /* Equality covers two infinities, whose difference would be NaN. */
    scores[i] = scores[i] == max ? 1.0f : expf (scores[i] - max);
    if (!isnan (scores[i]))
      sum += scores[i];
  }
  for (guint i = 0; i < n_classes; i++)
    scores[i] = (float) (scores[i] / sum);
}

/**
 * koma_scores_normalize:
 * @kind: what the model's output means
 * @scores: (inout) (array length=n_classes): the output for one picture
 * @n_classes: number of classes
 *
 * Turns scores into probabilities, in place. A NaN stays NaN and does not
 * spoil the others.
 *
 * Thread: any.
 */
void
koma_scores_normalize (KomaScores kind,
                       float     *scores,
                       guint      n_classes)
{
  switch (kind) {
  case KOMA_SCORES_PROBABILITIES:
    break;
  case KOMA_SCORES_LOGITS:
    apply_softmax (scores, n_classes);
    break;
  case KOMA_SCORES_LOG:
    for (guint i = 0; i < n_classes; i++)
      scores[i] = expf (scores[i]);
    break;
  case KOMA_SCORES_MULTI_LABEL:
    for (guint i = 0; i < n_classes; i++)
      scores[i] = 1 / (1 + expf (-scores[i]));
    break;
  }
}

/**
 * koma_recipe_read_scores:
 * @recipe: says what the output means, and at what temperature it is read
 * @scores: (inout) (array length=n_classes): the output for one picture
 *
 * Turns scores into the probabilities that people see, in place. A NaN stays NaN.
 *
 * Thread: any.
 */
void
koma_recipe_read_scores (const KomaRecipe *recipe,
                         float            *scores,
                         guint             n_classes)
{
  /* Classes that do not share a sum are softened each by itself. */
  const gboolean is_multi_label = recipe->scores == KOMA_SCORES_MULTI_LABEL;

  for (guint i = 0; i < n_classes && is_multi_label && recipe->temperature != 0; i++)
    scores[i] = (float) (scores[i] / recipe->temperature);
  koma_scores_normalize (recipe->scores, scores, n_classes);
  if (!is_multi_label && recipe->temperature != 0)
    koma_temperature_apply (recipe->temperature, scores, n_classes);
}

static gboolean
is_worse (const KomaClassScore *a,
          const KomaClassScore *b)
{
  return a->score < b->score || (a->score == b->score && a->index > b->index);
}

/* Restores the heap (the worst entry on top) below @at. */
static void
sift_down (KomaClassScore *heap,
           guint           n_entries,
           guint           at)
{
  for (;;) {
    guint          child = 2 * at + 1;
    KomaClassScore entry = heap[at];

    if (child >= n_entries)
      return;
    if (child + 1 < n_entries && is_worse (&heap[child + 1], &heap[child]))
      child++;
    if (!is_worse (&heap[child], &entry))
      return;

    heap[at] = heap[child];
    heap[child] = entry;
    at = child;
  }
}

/* A heap with the worst on top becomes a list with the best first. */
static void
sort_heap (KomaClassScore *heap,
           guint           n_entries)
{
  while (n_entries > 1) {
    KomaClassScore worst = heap[0];

    n_entries--;
    heap[0] = heap[n_entries];
    heap[n_entries] = worst;
    sift_down (heap, n_entries, 0);
  }
}

/**
 * koma_top_k:
 * @scores: (array length=n_classes): one for each class
 * @n_classes: number of classes
 * @k: how many are wanted
 * @ret_top: (out caller-allocates) (array length=k): the best, best first;
 *   of equal scores the lower index first
 *
 * Finds the highest scores. A NaN is no score: it never appears.
 * Time n_classes · log k, no memory.
 *
 * Thread: any.
 *
 * Returns: how many entries were written: @k, or fewer if there are fewer
 */
guint
koma_top_k (const float    *scores,
            guint           n_classes,
            guint           k,
            KomaClassScore *ret_top)
{
  guint n_found = 0;

  for (guint i = 0; i < n_classes && k > 0; i++) {
    KomaClassScore entry = { i, scores[i] };

    if (isnan (entry.score))
      continue;
    if (n_found < k) {
      ret_top[n_found++] = entry;
      if (n_found == k)
        for (guint at = k / 2; at-- > 0;)
          sift_down (ret_top, k, at);
    } else if (is_worse (&ret_top[0], &entry)) {
      ret_top[0] = entry;
      sift_down (ret_top, k, 0);
    }
  }

  if (n_found < k) /* never filled, so not a heap yet */
    for (guint at = n_found / 2; at-- > 0;)
      sift_down (ret_top, n_found, at);
  sort_heap (ret_top, n_found);
  return n_found;
}
