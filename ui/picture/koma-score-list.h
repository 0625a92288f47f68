/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "koma-score-item.h"
#include "worker/queue/koma-result.h"

G_BEGIN_DECLS

/* The best classes of an answer with their scores, in full height; once its property "expanded" is
 * set, all, which scroll: filtered as one types, by score or by name. With "precise" scores have
 * more digits, with "numbered" the first have numbers before their names. "chosen" is emitted when
 * another class is selected. */
#define KOMA_TYPE_SCORE_LIST (koma_score_list_get_type ())
G_DECLARE_FINAL_TYPE (KomaScoreList, koma_score_list, KOMA, SCORE_LIST, AdwBin)

/* Of all classes; the best one is selected. */
void koma_score_list_set_result (KomaScoreList *self, KomaResult *result); /* (nullable) */
/* (nullable) */
KomaScoreItem *koma_score_list_get_chosen (KomaScoreList *self);
/* (nullable) (transfer full) That with this number, from 1 on. */
KomaScoreItem *koma_score_list_dup_numbered (KomaScoreList *self, guint number);

G_END_DECLS
