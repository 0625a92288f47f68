/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/models/koma-library-item.h"

G_BEGIN_DECLS

/* In place of answers that are guesses: the pictures, and a model that may know them. Its
 * buttons are win.load-model and win.show-answers. */
#define KOMA_TYPE_SUGGESTION (koma_suggestion_get_type ())
G_DECLARE_FINAL_TYPE (KomaSuggestion, koma_suggestion, KOMA, SUGGESTION, AdwBin)

void     koma_suggestion_show (KomaSuggestion  *self,
                               GListModel      *items, /* of KomaResultItem */
                               const char      *model, /* that is in use */
                               KomaLibraryItem *other);
void     koma_suggestion_hide (KomaSuggestion *self);
gboolean koma_suggestion_is_shown (KomaSuggestion *self);
void     koma_suggestion_update (KomaSuggestion *self, KomaLibraryItem *other); /* its download */
void     koma_suggestion_grab_focus (KomaSuggestion *self);

G_END_DECLS
