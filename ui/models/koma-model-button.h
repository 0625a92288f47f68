/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "koma-model-control.h"
#include "ui/preferences/koma-preferences.h"

G_BEGIN_DECLS

/* The title of the window: the model in use, and a menu to choose another. */
#define KOMA_TYPE_MODEL_BUTTON (koma_model_button_get_type ())
G_DECLARE_FINAL_TYPE (KomaModelButton, koma_model_button, KOMA, MODEL_BUTTON, AdwBin)

void koma_model_button_connect (KomaModelButton  *self,
                                KomaModelControl *control,
                                KomaPreferences  *preferences);
/* The file that keeps the answers. @name: (nullable) none does */
void koma_model_button_set_collection (KomaModelButton *self, const char *name);
/* Its second line is in its tooltip alone. */
void koma_model_button_set_brief (KomaModelButton *self, gboolean is_brief);
void koma_model_button_popup (KomaModelButton *self);

G_END_DECLS
