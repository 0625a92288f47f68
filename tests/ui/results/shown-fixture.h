/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A list that is searched, filtered and sorted, and pictures for it. */
#pragma once

#include "ui/results/koma-shown-list.h"

G_BEGIN_DECLS

#define SHOWN_N_CLASSES 5

extern const char *const shown_class_names[SHOWN_N_CLASSES];

typedef struct
{
  GListStore      *items;
  KomaPreferences *preferences;
  KomaShownList   *list;
  KomaModelInfo   *info;
  GPtrArray       *mirror; /* the items, as "items-changed" tells */
} Shown;

void shown_set_up (Shown *fixture, gconstpointer data);
void shown_tear_down (Shown *fixture, gconstpointer data);
/* Of some name, without an answer. (transfer full) */
KomaResultItem *shown_create_item (void);
/* With some class. */
void shown_answer (Shown *fixture, KomaResultItem *item);
void shown_add_items (Shown *fixture, guint n);
/* Until the list is as it is to be. */
void shown_wait (Shown *fixture);

G_END_DECLS
