/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-shown-keys.h"
#include "koma-shown-list.h"

G_BEGIN_DECLS

/* The list is made of koma-shown-list.c (the object, its items), koma-shown-list-arrange.c (which
 * rows there are to be, and in which order), koma-shown-list-pass.c (what goes through all entries)
 * and koma-shown-list-rows.c (the rows, and the signals about them). Each calls those after it. */
struct _KomaShownList
{
  GObject parent_instance;

  GListModel      *items;
  KomaPreferences *preferences;
  KomaResultQuery *query;   /* that is wanted */
  KomaResultQuery *applied; /* that @shown answers */
  char           **words;   /* of @applied */
  KomaShownKeys   *keys;

  GPtrArray *entries;   /* KomaShownEntry, one for each item; owned */
  GPtrArray *shown;     /* KomaShownEntry, borrowed from @entries or @gone */
  guint      n_exposed; /* of @shown, that are in the list model so far */
  GPtrArray *changed;   /* KomaShownEntry, owned: to be placed anew */
  GPtrArray *gone;      /* KomaShownEntry, owned: their items were removed */
  GtkBitset *leaving;   /* (nullable) borrowed: rows that the list model is told of */

  guint         n_numbered;  /* of @entries, the first that know their index */
  gboolean      is_looking;  /* a pass over @entries has begun: what the items say is noted … */
  guint         n_looked;    /* … of so many of them so far */
  guint         n_passed;    /* of @shown and then of @answer, whose entries know the new rows */
  gboolean      is_stale;    /* @query was not asked yet, or of other entries */
  gboolean      is_outdated; /* similar pictures are to be grouped anew, once all are there */
  GCancellable *job;         /* (nullable) of the thread that reads the entries … */
  GPtrArray    *answer;      /* (nullable) … until this is shown: KomaShownEntry, borrowed */
  gboolean      is_clearing; /* rows make room for others */
  gboolean      is_restarting;
  guint         turn;
};

/* koma-shown-list-rows.c: rows, entries that are shown. */
void     koma_shown_list_emit_changed (KomaShownList *self,
                                       guint          position,
                                       guint          n_removed,
                                       guint          n_added);
void     koma_shown_list_expose (KomaShownList *self, guint n_exposed);
gboolean koma_shown_list_make_room (KomaShownList *self, GPtrArray *order);
gboolean koma_shown_list_leave_first (KomaShownList *self);
void     koma_shown_list_expose_more (KomaShownList *self);
void     koma_shown_list_set_shown (KomaShownList *self, KomaShownEntry *entry, gboolean is_shown);
void     koma_shown_list_show (KomaShownList *self, GPtrArray *order);
void     koma_shown_list_insert_row (KomaShownList *self, guint position, gpointer entry);
void     koma_shown_list_remove_row (KomaShownList *self, KomaShownEntry *entry);
void     koma_shown_list_remove_gone (KomaShownList *self);

/* koma-shown-list-pass.c: what a million entries take is done for some of them in a turn. FALSE:
 * there are more. No entry is placed before all are done. */
void     koma_shown_list_look (KomaShownList *self, KomaShownEntry *entry, gboolean is_needed);
void     koma_shown_list_number (KomaShownList *self);
gboolean koma_shown_list_look_on (KomaShownList *self);
gboolean koma_shown_list_leave_rows (KomaShownList *self);
gboolean koma_shown_list_enter_rows (KomaShownList *self, GPtrArray *order);

/* koma-shown-list-arrange.c: all that is to be done is done in turns of the main loop. */
void koma_shown_list_note_changed (KomaShownList *self, KomaShownEntry *entry);
void koma_shown_list_schedule (KomaShownList *self, guint delay_ms);
void koma_shown_list_clear_rows (KomaShownList *self);

G_END_DECLS
