/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-described-recipe.h"

char *
koma_described_recipe_new (const KomaRecipe *recipe)
{
  KomaRecipe values = *recipe;

  values.sources[KOMA_PART_RANGE] = values.sources[KOMA_PART_SCORES] = KOMA_SOURCE_OPTION;
  return koma_recipe_to_string (&values);
}
