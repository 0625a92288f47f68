/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-values.h"

G_BEGIN_DECLS

/* All of a recipe in one line, in the user's language. koma_recipe_to_string () has it in English,
 * for files and for the command line. */
char *koma_recipe_sentence_create (const KomaRecipe *recipe);

G_END_DECLS
