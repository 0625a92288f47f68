/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-vector-space.h"

#include "koma-described-recipe.h"

/* Whatever the words are: a model with other words sees pictures in the same way. */
static char *
name_of_words (KomaWordSpace *words)
{
  const KomaTowers *towers = koma_word_space_get_towers (words);
  KomaRecipe        recipe = *koma_towers_get_recipe (towers);
  g_autofree char  *described = NULL;

  recipe.scores = koma_towers_is_sigmoid (towers) ? KOMA_SCORES_MULTI_LABEL : KOMA_SCORES_LOGITS;
  described = koma_described_recipe_new (&recipe);
  return g_strconcat (koma_model_get_hash (koma_word_space_get_model (words)), " ", described,
                      NULL);
}

char *
koma_vector_space_dup_name (const KomaModel *model,
                            KomaWordSpace   *words)
{
  g_autofree char *described = NULL;

  if (words != NULL)
    return name_of_words (words);
  described = koma_described_recipe_new (koma_model_get_picture_recipe (model));
  return g_strconcat ("features of ", koma_model_get_hash (model), " ", described, NULL);
}
