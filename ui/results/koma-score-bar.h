/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The name of a class, with its score as a bar and as a number. */
#define KOMA_TYPE_SCORE_BAR (koma_score_bar_get_type ())
G_DECLARE_FINAL_TYPE (KomaScoreBar, koma_score_bar, KOMA, SCORE_BAR, GtkWidget)

GtkWidget *koma_score_bar_new (void);
void       koma_score_bar_set_score (KomaScoreBar *self,
                                     const char   *label,
                                     double        score); /* 0 … 1 */
/* From now on a long name takes more lines; otherwise it is shortened. */
void koma_score_bar_wrap (KomaScoreBar *self);
void koma_score_bar_stack (KomaScoreBar *self);
/* A bar that is not shown keeps its place, so that nothing around it moves. */
void koma_score_bar_set_word (KomaScoreBar *self, const char *word);
void koma_score_bar_set_mark (KomaScoreBar *self, const char *icon_name, const char *words);
void koma_score_bar_set_shown (KomaScoreBar *self, gboolean is_shown);

G_END_DECLS
