/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-result.h"

#include <string.h>

/* Of the others, what is left says nothing about the kind. */
#define MAX_KIND_CLASSES 16

/**
 * koma_result_new:
 * @values: the answer, the reference count and the classes aside; copied, with
 *   references to what it points to
 * @top: (array length=n_top): the classes, best first; every index is below the
 *   number of labels
 *
 * Thread: any.
 *
 * Returns: (transfer full): the answer
 */
KomaResult *
koma_result_new (const KomaResult     *values,
                 const KomaClassScore *top,
                 guint                 n_top)
{
  const gsize size = G_STRUCT_OFFSET (KomaResult, classes) + n_top * sizeof (KomaClassScore);
  KomaResult *result = g_malloc (MAX (size, sizeof (KomaResult)));

  memcpy (result, values, G_STRUCT_OFFSET (KomaResult, classes));
  g_atomic_ref_count_init (&result->ref_count);
  koma_model_info_ref (result->info);
  koma_labels_ref (result->labels);
  if (result->thumbnail != NULL)
    g_bytes_ref (result->thumbnail);
  if (result->seen != NULL) {
    result->seen = g_memdup2 (result->seen, sizeof *result->seen);
    koma_picture_ref (result->seen->picture);
  }
  if (result->vector != NULL)
    koma_feature_vector_ref (result->vector);
  result->n_classes = n_top;
  if (n_top > 0)
    memcpy (result->classes, top, n_top * sizeof *top);
  return result;
}

/**
 * koma_result_new_named:
 * @result: an answer
 * @labels: one for each class of the model
 *
 * Thread: any.
 *
 * Returns: (transfer full): the same answer with these labels, and without its pictures
 */
KomaResult *
koma_result_new_named (const KomaResult *result,
                       KomaLabels       *labels)
{
  KomaResult values = *result;

  values.labels = labels;
  values.thumbnail = NULL;
  values.seen = NULL;
  return koma_result_new (&values, result->classes, result->n_classes);
}

/**
 * koma_result_get_class:
 * @result: an answer
 * @rank: below the number of its classes; 0: the best
 *
 * Thread: any.
 *
 * Returns: the class, with strings that are borrowed from @result
 */
KomaResultClass
koma_result_get_class (const KomaResult *result,
                       guint             rank)
{
  const KomaClassScore *found = &result->classes[rank];

  return (KomaResultClass){
    .label = koma_labels_get (result->labels, found->index),
    .name = koma_labels_get_name (result->labels, found->index),
    .index = found->index,
    .score = found->score,
  };
}

static void
seen_free (KomaResultSeen *seen)
{
  koma_picture_unref (seen->picture);
  g_free (seen);
}

/**
 * koma_result_is_sure:
 * @result: an answer
 * @sure_from: the lowest score of an answer that is sure
 *
 * Thread: any.
 *
 * Returns: %FALSE if the best score is less than @sure_from
 */
gboolean
koma_result_is_sure (const KomaResult *result,
                     double            sure_from)
{
  return result->n_classes > 0 && result->classes[0].score >= sure_from;
}

/* Of this kind, among the classes from @first on. */
static float
sum_kind (const KomaResult *result,
          const char       *kind,
          guint             first)
{
  float sum = 0.0f;

  for (guint i = first; i < MIN (result->n_classes, MAX_KIND_CLASSES); i++)
    if (g_strcmp0 (koma_labels_get_kind (result->labels, result->classes[i].index), kind) == 0)
      sum += result->classes[i].score;
  return sum;
}

/**
 * koma_result_get_kind:
 * @result: an answer
 * @ret_score: (out) (optional): the sum of the scores, 0 … 1
 *
 * A picture of a dog may be one of five breeds with a fifth of certainty each: that it is an animal
 * is sure. A class without a kind stands for itself.
 *
 * Thread: any.
 *
 * Returns: (transfer none) (nullable): what people call the kind; %NULL where a class without one
 *   is likelier
 */
const char *
koma_result_get_kind (const KomaResult *result,
                      float            *ret_score)
{
  const char *best = NULL;
  float       score = 0.0f;

  for (guint i = 0; i < MIN (result->n_classes, MAX_KIND_CLASSES); i++) {
    const char *kind = koma_labels_get_kind (result->labels, result->classes[i].index);
    const float sum = kind != NULL ? sum_kind (result, kind, i) : result->classes[i].score;

    if (sum > score) {
      best = kind;
      score = sum;
    }
  }
  if (best != NULL && ret_score != NULL)
    *ret_score = MIN (score, 1.0f);
  return best;
}

/**
 * koma_result_ref:
 * @result: an answer
 *
 * Thread: any.
 *
 * Returns: (transfer full): @result
 */
KomaResult *
koma_result_ref (KomaResult *result)
{
  g_return_val_if_fail (result != NULL, NULL);

  g_atomic_ref_count_inc (&result->ref_count);
  return result;
}

/**
 * koma_result_unref:
 * @result: (nullable) (transfer full): an answer
 *
 * Thread: any.
 */
void
koma_result_unref (KomaResult *result)
{
  if (result == NULL || !g_atomic_ref_count_dec (&result->ref_count))
    return;

  g_clear_pointer (&result->info, koma_model_info_unref);
  g_clear_pointer (&result->labels, koma_labels_unref);
  g_clear_pointer (&result->thumbnail, g_bytes_unref);
  g_clear_pointer (&result->seen, seen_free);
  g_clear_pointer (&result->vector, koma_feature_vector_unref);
  g_free (result);
}
