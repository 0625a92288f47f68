/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A class and its score, for a list. Immutable; its property "name" is for filters. */
#define KOMA_TYPE_SCORE_ITEM (koma_score_item_get_type ())
G_DECLARE_FINAL_TYPE (KomaScoreItem, koma_score_item, KOMA, SCORE_ITEM, GObject)

KomaScoreItem *koma_score_item_new (const char *name, guint class_index, double score);
const char    *koma_score_item_get_name (KomaScoreItem *self);
guint          koma_score_item_get_class (KomaScoreItem *self);
double         koma_score_item_get_score (KomaScoreItem *self); /* 0 … 1 */

G_END_DECLS
