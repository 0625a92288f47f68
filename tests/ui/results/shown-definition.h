/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/results/koma-result-item.h"
#include "ui/results/koma-result-query.h"

G_BEGIN_DECLS

/* What a list that is searched, filtered and sorted shows, by doing all of it anew. */

/* (transfer full) (element-type KomaResultItem) */
GPtrArray *shown_list_expected (GListModel *all, const KomaResultQuery *query);
int        shown_compare_groups (KomaResultItem *a,
                                 KomaResultItem *b,
                                 KomaGroupBy     group);
/* (nullable) where it has no answer */
/* Without a name where there is no result. */
KomaResultClass shown_get_class (gconstpointer item, guint rank);

G_END_DECLS
