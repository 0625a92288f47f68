/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Lists of classes that were saved, to choose, save and remove; and how classes are compared with
 * pictures. Emits "chosen" with the classes of a list, "prompts-chosen" with sentences, and
 * "none-chosen" with a word of KOMA_PART_BACKGROUND. */
#define KOMA_TYPE_WORDS_LISTS (koma_words_lists_get_type ())
G_DECLARE_FINAL_TYPE (KomaWordsLists, koma_words_lists, KOMA, WORDS_LISTS, GtkPopover)

/* What would be saved. */
void koma_words_lists_set_classes (KomaWordsLists *self, const char *classes);
/* One a line, those in use. (nullable): the usual ones */
void koma_words_lists_set_prompts (KomaWordsLists *self, const char *prompts);
/* Whether a class means none of the others. */
void koma_words_lists_set_none (KomaWordsLists *self, gboolean has_none);

G_END_DECLS
