/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "koma-result-item.h"
#include "koma-result-query.h"
#include "ui/preferences/koma-preferences.h"

G_BEGIN_DECLS

/* A list model of the KomaResultItems of another one that match a query, in its order. */
#define KOMA_TYPE_SHOWN_LIST (koma_shown_list_get_type ())
G_DECLARE_FINAL_TYPE (KomaShownList, koma_shown_list, KOMA, SHOWN_LIST, GObject)

KomaShownList *koma_shown_list_new (GListModel      *items, /* KomaResultItem */
                                    KomaPreferences *preferences);

void                   koma_shown_list_set_query (KomaShownList         *self,
                                                  const KomaResultQuery *query);
const KomaResultQuery *koma_shown_list_get_query (KomaShownList *self);
gboolean               koma_shown_list_is_busy (KomaShownList *self); /* has not answered yet */
/* Nor is there a change that it has not followed, nor a match without a row. */
gboolean koma_shown_list_is_settled (KomaShownList *self);

guint      koma_shown_list_get_n_shown (KomaShownList *self); /* all that match */
guint      koma_shown_list_get_n_all (KomaShownList *self);
GPtrArray *koma_shown_list_dup_items (KomaShownList *self); /* all that match; not to be changed */
void       koma_shown_list_restart (KomaShownList *self);
/* Lets all that match into the list at once, where rows would come over some frames. */
void koma_shown_list_complete (KomaShownList *self);

/* The group that begins at @position; FALSE where none does. */
gboolean koma_shown_list_get_header (KomaShownList *self,
                                     guint          position,
                                     const char   **ret_title, /* borrowed until the next change */
                                     guint         *ret_n_shown);

/* Where the group of the row at @position begins, and of how many rows it is; FALSE: there are no
 * groups. */
gboolean koma_shown_list_get_group (KomaShownList *self,
                                    guint          position,
                                    guint         *ret_first,
                                    guint         *ret_n);

/* (nullable) While "items-changed" tells of a run of rows of which some go and the others stay:
 * those that go, as they were numbered before. */
GtkBitset *koma_shown_list_get_leaving (KomaShownList *self);

/* Counts the best classes and kinds of the next pictures of all, from @position on, which goes on:
 * names with guints, which the tables own. FALSE: those were the last. */
gboolean koma_shown_list_count_on (KomaShownList *self,
                                   guint          n,
                                   guint         *position,
                                   GHashTable    *classes,
                                   GHashTable    *kinds);

G_END_DECLS
