/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "koma-result-row.h"
#include "ui/preferences/koma-preferences.h"
#include "worker/koma-worker.h"

G_BEGIN_DECLS

/* The list of pictures: search, filter and order; rows or tiles, selection, context menu. */
#define KOMA_TYPE_RESULTS_VIEW (koma_results_view_get_type ())
G_DECLARE_FINAL_TYPE (KomaResultsView, koma_results_view, KOMA, RESULTS_VIEW, AdwBin)

void koma_results_view_set_items (KomaResultsView *self,
                                  GListModel      *items,
                                  KomaPreferences *preferences);
void koma_results_view_set_corrections (KomaResultsView *self, GMenuModel *corrections);
/* The KomaResultItems as they are shown: in their order, and only those. All positions are of this
 * list, that of the signal "activate" too. The same object as long as the view lives. */
GListModel     *koma_results_view_get_shown (KomaResultsView *self);
GPtrArray      *koma_results_view_dup_shown (KomaResultsView *self);
GPtrArray      *koma_results_view_dup_selected (KomaResultsView *self);  /* may be empty */
GtkBitset      *koma_results_view_get_selection (KomaResultsView *self); /* positions */
KomaResultItem *koma_results_view_get_item (KomaResultsView *self,
                                            guint            position); /* (transfer full) */
KomaResultItem *koma_results_view_get_current (KomaResultsView *self);
char           *koma_results_view_describe_selection (KomaResultsView *self); /* for copying */
/* All of the group of the first that is selected. */
gboolean koma_results_view_has_groups (KomaResultsView *self);
void     koma_results_view_select_group (KomaResultsView *self);
/* Of those that are shown, these alone. */
void     koma_results_view_select_items (KomaResultsView *self, GPtrArray *items);
void     koma_results_view_select_all (KomaResultsView *self);
gboolean koma_results_view_focus_list (KomaResultsView *self);
void     koma_results_view_search (KomaResultsView *self);   /* keys are typed there now */
void     koma_results_view_show_all (KomaResultsView *self); /* ends search and filter */
/* See koma_find_bar_set_worker () and koma_find_bar_show_like (). */
void koma_results_view_set_worker (KomaResultsView *self,
                                   KomaWorker      *worker); /* (nullable) */
/* (nullable) (transfer full) The first that is selected, if it can be compared with others. */
KomaResultItem *koma_results_view_dup_comparable (KomaResultsView *self);
void            koma_results_view_show_like (KomaResultsView *self, KomaResultItem *item);
void            koma_results_view_scroll_to (KomaResultsView *self, guint position);

/* (nullable) (transfer none) The row or tile that shows @item, where one does. */
KomaResultRow *koma_results_view_find_row (KomaResultsView *self, KomaResultItem *item);

G_END_DECLS
