/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "koma-model-control.h"
#include "ui/results/koma-result-item.h"

G_BEGIN_DECLS

/* What the model expects of a picture, each part to be changed, beside the picture as it sees
 * it. */
#define KOMA_TYPE_RECIPE_WINDOW (koma_recipe_window_get_type ())
G_DECLARE_FINAL_TYPE (KomaRecipeWindow, koma_recipe_window, KOMA, RECIPE_WINDOW, AdwWindow)

GtkWindow *koma_recipe_window_new (GtkWindow        *parent, /* the window of the pictures */
                                   KomaWorker       *worker,
                                   KomaModelControl *control);
/* (nullable) that is painted */
void koma_recipe_window_set_item (KomaRecipeWindow *self, KomaResultItem *item);

G_END_DECLS
