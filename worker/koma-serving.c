/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-serving.h"

/**
 * koma_serving_new:
 * @model: a classifier of pictures; one without labels gets numbers
 * @info: its description
 * @input_size: elements of one picture's input
 * @n_classes: scores of one picture's output
 *
 * Returns: (transfer full): what threads share of the model in use
 */
KomaServing *
koma_serving_new (KomaModel     *model,
                  KomaModelInfo *info,
                  gsize          input_size,
                  guint          n_classes)
{
  KomaServing *serving = g_new0 (KomaServing, 1);
  KomaLabels  *labels = koma_model_get_labels (model);

  g_atomic_ref_count_init (&serving->ref_count);
  serving->model = koma_model_ref (model);
  serving->info = koma_model_info_ref (info);
  serving->labels = labels != NULL && koma_labels_get_n (labels) == n_classes
                      ? koma_labels_ref (labels)
                      : koma_labels_fit (NULL, n_classes, NULL);
  serving->recipe = *koma_model_get_recipe (model, NULL);
  serving->input_size = input_size;
  serving->n_classes = n_classes;
  return serving;
}

/**
 * koma_serving_ref:
 * @serving: a model in use
 *
 * Thread: any.
 *
 * Returns: (transfer full): @serving
 */
KomaServing *
koma_serving_ref (KomaServing *serving)
{
  g_atomic_ref_count_inc (&serving->ref_count);
  return serving;
}

/**
 * koma_serving_unref:
 * @serving: (nullable) (transfer full): a model in use
 *
 * Thread: any.
 */
void
koma_serving_unref (KomaServing *serving)
{
  if (serving == NULL || !g_atomic_ref_count_dec (&serving->ref_count))
    return;

  g_clear_pointer (&serving->labels, koma_labels_unref);
  g_clear_pointer (&serving->info, koma_model_info_unref);
  g_clear_pointer (&serving->model, koma_model_unref);
  g_free (serving);
}

/**
 * koma_serving_takes_same_input:
 * @a: a model in use
 * @b: another
 *
 * Thread: any.
 *
 * Returns: whether a picture prepared for one is right for the other
 */
gboolean
koma_serving_takes_same_input (const KomaServing *a,
                               const KomaServing *b)
{
  return a->input_size == b->input_size &&
         a->recipe.width == b->recipe.width &&
         a->recipe.height == b->recipe.height &&
         a->recipe.channels == b->recipe.channels &&
         a->recipe.fit == b->recipe.fit &&
         a->recipe.resize == b->recipe.resize &&
         memcmp (a->recipe.scale, b->recipe.scale, sizeof a->recipe.scale) == 0 &&
         memcmp (a->recipe.offset, b->recipe.offset, sizeof a->recipe.offset) == 0;
}
