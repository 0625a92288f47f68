/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-result-private.h"

struct _KomaResult
{
  gatomicrefcount ref_count;

  /* Immutable after construction. */
  guint64          key;
  guint64          generation;
  KomaModelInfo   *info;
  KomaLabels      *labels; /* keeps the labels of @classes alive */
  KomaResultTiming timing;
  guint            batch;
  gboolean         is_turned;
  guint            source_width;
  guint            source_height;
  GBytes          *thumbnail; /* (nullable) */
  guint            n_classes;
  KomaResultClass  classes[]; /* [n_classes] best first */
};

/*< private >
 * koma_result_new:
 * @parts: what the answer is made of; every index of `top` is below the
 *   number of labels
 *
 * Returns: (transfer full): the answer
 */
KomaResult *
koma_result_new (const KomaResultParts *parts)
{
  KomaResult *result = g_malloc0 (sizeof (KomaResult) + parts->n_top * sizeof (KomaResultClass));

  g_atomic_ref_count_init (&result->ref_count);
  result->key = koma_request_get_key (parts->request);
  result->generation = koma_request_get_generation (parts->request);
  result->info = koma_model_info_ref (parts->info);
  result->labels = koma_labels_ref (parts->labels);
  result->timing = parts->timing;
  result->batch = parts->batch;
  result->is_turned = parts->is_turned;
  result->source_width = parts->source_width;
  result->source_height = parts->source_height;
  result->thumbnail = parts->thumbnail != NULL ? g_bytes_ref (parts->thumbnail) : NULL;
  result->n_classes = parts->n_top;
  for (guint i = 0; i < parts->n_top; i++) {
    const KomaClassScore *top = &parts->top[i];

    result->classes[i] = (KomaResultClass){
      .index = top->index,
      .label = koma_labels_get (parts->labels, top->index),
      .name = koma_labels_get_name (parts->labels, top->index),
      .score = top->score,
    };
  }
  return result;
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
  g_free (result);
}

/**
 * koma_result_get_key:
 * @result: an answer
 *
 * Returns: the key of the request
 */
guint64
koma_result_get_key (const KomaResult *result)
{
  return result->key;
}

/**
 * koma_result_get_generation:
 * @result: an answer
 *
 * Returns: the generation of the request
 */
guint64
koma_result_get_generation (const KomaResult *result)
{
  return result->generation;
}

/**
 * koma_result_get_n_classes:
 * @result: an answer
 *
 * Returns: as many as were asked for, or as many as the model has
 */
guint
koma_result_get_n_classes (const KomaResult *result)
{
  return result->n_classes;
}

/**
 * koma_result_get_class:
 * @result: an answer
 * @index: 0 is the most likely
 *
 * Returns: (transfer none): a class, its label owned by @result
 */
const KomaResultClass *
koma_result_get_class (const KomaResult *result,
                       guint             index)
{
  g_return_val_if_fail (index < result->n_classes, NULL);

  return &result->classes[index];
}

/**
 * koma_result_get_timing:
 * @result: an answer
 *
 * Returns: (transfer none): where the time went, in milliseconds
 */
const KomaResultTiming *
koma_result_get_timing (const KomaResult *result)
{
  return &result->timing;
}

/**
 * koma_result_get_backend:
 * @result: an answer
 *
 * Returns: what computed it: "xnnpack"
 */
const char *
koma_result_get_backend (const KomaResult *result)
{
  return koma_model_info_get_backend (result->info);
}

/**
 * koma_result_get_model:
 * @result: an answer
 *
 * Returns: the name of the model, for people
 */
const char *
koma_result_get_model (const KomaResult *result)
{
  return koma_model_info_get_name (result->info);
}

/**
 * koma_result_get_model_info:
 * @result: an answer
 *
 * Returns: (transfer none): what computed it; another one than was loaded where
 *   a backend failed since, see koma_model_info_comes_from()
 */
KomaModelInfo *
koma_result_get_model_info (const KomaResult *result)
{
  return result->info;
}

/**
 * koma_result_get_batch:
 * @result: an answer
 *
 * Returns: how many pictures the inference had, this one included
 */
guint
koma_result_get_batch (const KomaResult *result)
{
  return result->batch;
}

/**
 * koma_result_get_is_turned:
 * @result: an answer
 *
 * Returns: whether the picture was computed a second time, turned by half a
 *   turn, and the answer is the mean of both
 */
gboolean
koma_result_get_is_turned (const KomaResult *result)
{
  return result->is_turned;
}

/**
 * koma_result_get_source_width:
 * @result: an answer
 *
 * Returns: pixels of the picture as it is in its file, upright
 */
guint
koma_result_get_source_width (const KomaResult *result)
{
  return result->source_width;
}

/**
 * koma_result_get_source_height:
 * @result: an answer
 *
 * Returns: pixels of the picture as it is in its file, upright
 */
guint
koma_result_get_source_height (const KomaResult *result)
{
  return result->source_height;
}

/**
 * koma_result_get_thumbnail:
 * @result: an answer
 *
 * Returns: (nullable) (transfer none): a small JPEG of the picture, if the
 *   request asked for one
 */
GBytes *
koma_result_get_thumbnail (const KomaResult *result)
{
  return result->thumbnail;
}
