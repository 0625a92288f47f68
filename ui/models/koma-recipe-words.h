/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-values.h"

G_BEGIN_DECLS

/* What a part can be chosen to be, for people; the last one has no word. */
typedef struct
{
  const char *word;  /* of koma_recipe_set_part () */
  const char *title; /* to be translated */
} KomaRecipeWord;

const KomaRecipeWord *koma_recipe_words_list (KomaRecipePart part); /* (nullable) */

G_END_DECLS
