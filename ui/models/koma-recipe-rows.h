/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "worker/models/koma-model-info.h"

G_BEGIN_DECLS

/* A row for each part of a recipe, with where that was learned from. Emits "chosen" with a part and
 * its word. */
#define KOMA_TYPE_RECIPE_ROWS (koma_recipe_rows_get_type ())
G_DECLARE_FINAL_TYPE (KomaRecipeRows, koma_recipe_rows, KOMA, RECIPE_ROWS, AdwPreferencesPage)

void koma_recipe_rows_show (KomaRecipeRows *self, const KomaModelInfo *info);

G_END_DECLS
