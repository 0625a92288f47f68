/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-find-bar.h"
#include "koma-results-view.h"
#include "koma-row-selection.h"
#include "koma-selection-bar.h"
#include "koma-shown-list.h"
#include "koma-thumbnail-cache.h"

G_BEGIN_DECLS

/* The view is made of koma-results-menu.c (the menu of a row), koma-results-rows.c (widgets of rows
 * and tiles), koma-results-selection.c (what is selected while rows change their places),
 * koma-results-sharp.c (thumbnails of tiles) and koma-results-view.c, which calls all four. */
struct _KomaResultsView
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  KomaFindBar *bar;
  GtkStack    *pages;
  GtkListView *list;
  GtkGridView *grid;
  GMenuModel  *menu;

  /* Owned. */
  KomaShownList      *shown;
  KomaRowSelection   *selection;
  GPtrArray          *kept;             /* (nullable) KomaResultItem: to be selected again */
  gboolean            had_focus;        /* before rows changed */
  gboolean            is_new_answer;    /* rows are coming that another query found */
  gboolean            is_selecting_all; /* as soon as all rows are there */
  GHashTable         *list_items;       /* GtkListItem, borrowed: those that show an item */
  KomaThumbnailCache *cache;
  KomaPreferences    *preferences;
  GtkWidget          *popover;
  guint               sharp_source;
};

/* koma-results-menu.c; calls the next */
void koma_results_menu_install (GtkWidgetClass *widget_class);
void koma_results_menu_connect (KomaResultsView *self);

/* koma-results-rows.c */
GtkWidget *koma_results_rows_get_list (KomaResultsView *self); /* the list or the grid */
void       koma_results_rows_connect (KomaResultsView *self);
void       koma_results_rows_update_headers (KomaResultsView *self);

/* koma-results-selection.c */
gboolean koma_results_selection_is_whole (KomaResultsView *self); /* all that match have rows */
void     koma_results_selection_update (KomaResultsView *self);   /* as soon as they have */

/* koma-results-sharp.c */
void koma_results_sharp_connect (KomaResultsView *self);

G_END_DECLS
