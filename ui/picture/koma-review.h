/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/preferences/koma-preferences.h"
#include "ui/results/koma-result-item.h"

G_BEGIN_DECLS

/* What came of a review. */
typedef struct
{
  guint n_confirmed, n_corrected, n_skipped;
} KomaReviewCounts;

/* (transfer full) Those of @items whose answers are not sure and of which nobody has said anything,
 * the least sure first. */
GListModel *koma_review_list_doubtful (GPtrArray       *items, /* of KomaResultItem */
                                       KomaPreferences *preferences);
void        koma_review_count (GListModel       *items,
                               guint             n_seen, /* of them, the first ones */
                               KomaReviewCounts *ret_counts);

G_END_DECLS
