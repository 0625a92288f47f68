/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "koma-result-query.h"

G_BEGIN_DECLS

/* Chooses classes, scores and states to be shown. Emits "changed". */
#define KOMA_TYPE_FILTER_POPOVER (koma_filter_popover_get_type ())
G_DECLARE_FINAL_TYPE (KomaFilterPopover, koma_filter_popover, KOMA, FILTER_POPOVER, GtkPopover)

/* Shows the filter of @query, and offers these classes and their kinds: names with their numbers of
 * pictures. */
void koma_filter_popover_set_query (KomaFilterPopover     *self,
                                    const KomaResultQuery *query,
                                    GHashTable            *classes,
                                    GHashTable            *kinds);
/* Writes what was chosen into @query. */
void koma_filter_popover_get_query (KomaFilterPopover *self, KomaResultQuery *query);

/* “All”, “Not Sure” …: static, translated. */
const char *koma_filter_popover_get_title (KomaOnly only);

G_END_DECLS
