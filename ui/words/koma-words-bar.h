/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/models/koma-model-control.h"

G_BEGIN_DECLS

/* A field for the classes of a model that compares pictures with words, and the lists of them that
 * were saved. Hidden for any other model. */
#define KOMA_TYPE_WORDS_BAR (koma_words_bar_get_type ())
G_DECLARE_FINAL_TYPE (KomaWordsBar, koma_words_bar, KOMA, WORDS_BAR, AdwBin)

void koma_words_bar_set_control (KomaWordsBar *self, KomaModelControl *control);
void koma_words_bar_set_wanted (KomaWordsBar *self, gboolean is_wanted); /* by the page */
/* The words of the model in use. */
void koma_words_bar_show (KomaWordsBar *self, const KomaModelInfo *info);
/* One more class, beside those that there are. */
void koma_words_bar_add (KomaWordsBar *self, const char *word);
/* The next key is typed there. */
gboolean koma_words_bar_focus (KomaWordsBar *self);

G_END_DECLS
