/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-active-model.h"

/**
 * koma_active_model_new:
 * @model: a classifier of pictures; one without labels gets numbers
 * @info: its description
 * @input_size: elements of one picture's input
 * @n_classes: scores of one picture's output
 *
 * Returns: (transfer full): what threads share of the model in use
 */
KomaActiveModel *
koma_active_model_new (KomaModel     *model,
                       KomaModelInfo *info,
                       gsize          input_size,
                       guint          n_classes)
{
  KomaActiveModel *active_model = g_new0 (KomaActiveModel, 1);

  g_atomic_ref_count_init (&active_model->ref_count);
  active_model->model = koma_model_ref (model);
  active_model->info = koma_model_info_ref (info);
  active_model->labels = koma_labels_ref (info->labels);
  active_model->recipe = *koma_model_get_recipe (model, NULL);
  active_model->input_size = input_size;
  active_model->n_classes = n_classes;
  return active_model;
}

/**
 * koma_active_model_ref:
 * @active_model: a model in use
 *
 * Thread: any.
 *
 * Returns: (transfer full): @active_model
 */
KomaActiveModel *
koma_active_model_ref (KomaActiveModel *active_model)
{
  g_atomic_ref_count_inc (&active_model->ref_count);
  return active_model;
}

/**
 * koma_active_model_unref:
 * @active_model: (nullable) (transfer full): a model in use
 *
 * Thread: any.
 */
void
koma_active_model_unref (KomaActiveModel *active_model)
{
  if (active_model == NULL || !g_atomic_ref_count_dec (&active_model->ref_count))
    return;

  g_clear_pointer (&active_model->labels, koma_labels_unref);
  g_clear_pointer (&active_model->info, koma_model_info_unref);
  g_clear_pointer (&active_model->model, koma_model_unref);
  g_free (active_model);
}

/**
 * koma_active_model_takes_same_pixels:
 * @a: a model in use
 * @b: another
 *
 * The range of numbers does not count, nor the order of colours: these come after the pixels.
 *
 * Thread: any.
 *
 * Returns: whether pixels prepared for one are right for the other
 */
gboolean
koma_active_model_takes_same_pixels (const KomaActiveModel *a,
                                     const KomaActiveModel *b)
{
  return a->input_size == b->input_size &&
         a->recipe.width == b->recipe.width &&
         a->recipe.height == b->recipe.height &&
         koma_recipe_get_n_channels (&a->recipe) == koma_recipe_get_n_channels (&b->recipe) &&
         koma_recipe_is_equal_fit (&a->recipe, &b->recipe);
}

/**
 * koma_active_model_takes_same_input:
 * @a: a model in use
 * @b: another
 *
 * Thread: any.
 *
 * Returns: whether a picture becomes the same numbers for both
 */
gboolean
koma_active_model_takes_same_input (const KomaActiveModel *a,
                                    const KomaActiveModel *b)
{
  return koma_active_model_takes_same_pixels (a, b) &&
         a->recipe.channels == b->recipe.channels &&
         memcmp (a->recipe.scale, b->recipe.scale, sizeof a->recipe.scale) == 0 &&
         memcmp (a->recipe.offset, b->recipe.offset, sizeof a->recipe.offset) == 0;
}
