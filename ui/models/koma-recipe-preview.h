/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/results/koma-result-item.h"
#include "worker/koma-worker.h"

G_BEGIN_DECLS

/* One picture as the model in use sees it, and what it answers. The newest question alone
 * counts. */
#define KOMA_TYPE_RECIPE_PREVIEW (koma_recipe_preview_get_type ())
G_DECLARE_FINAL_TYPE (KomaRecipePreview, koma_recipe_preview, KOMA, RECIPE_PREVIEW, GObject)

KomaRecipePreview *koma_recipe_preview_new (KomaWorker *worker);

void koma_recipe_preview_set_item (KomaRecipePreview *self,
                                   KomaResultItem    *item); /* (nullable) */
/* Asks again: the model expects something else. */
void koma_recipe_preview_refresh (KomaRecipePreview *self);
void koma_recipe_preview_cancel (KomaRecipePreview *self);

KomaResultItem *koma_recipe_preview_get_item (KomaRecipePreview *self);   /* (nullable) */
KomaResult     *koma_recipe_preview_get_result (KomaRecipePreview *self); /* (nullable) */
const GError   *koma_recipe_preview_get_error (KomaRecipePreview *self);  /* (nullable) */

G_END_DECLS
