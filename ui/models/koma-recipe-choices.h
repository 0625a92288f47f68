/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-model-control.h"

G_BEGIN_DECLS

/* What the user chose for the model in use, and what before: the way back. Thread: main. */
#define KOMA_TYPE_RECIPE_CHOICES (koma_recipe_choices_get_type ())
G_DECLARE_FINAL_TYPE (KomaRecipeChoices, koma_recipe_choices, KOMA, RECIPE_CHOICES, GObject)

KomaRecipeChoices *koma_recipe_choices_new (KomaModelControl *control);

/* @word: of koma_recipe_set_part (); "": as the model says. */
void     koma_recipe_choices_choose (KomaRecipeChoices *self,
                                     KomaRecipePart     part,
                                     const char        *word);
gboolean koma_recipe_choices_can_undo (KomaRecipeChoices *self);
void     koma_recipe_choices_undo (KomaRecipeChoices *self);
gboolean koma_recipe_choices_can_reset (KomaRecipeChoices *self);
void     koma_recipe_choices_reset (KomaRecipeChoices *self); /* all as the model says */

G_END_DECLS
