/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "koma-shown-list.h"
#include "ui/preferences/koma-preferences.h"
#include "worker/koma-worker.h"

G_BEGIN_DECLS

/* Above the list of pictures: search, filter, order, list or grid; and what is found. */
#define KOMA_TYPE_FIND_BAR (koma_find_bar_get_type ())
G_DECLARE_FINAL_TYPE (KomaFindBar, koma_find_bar, KOMA, FIND_BAR, AdwBin)

void koma_find_bar_connect (KomaFindBar     *self,
                            KomaShownList   *list,
                            KomaPreferences *preferences);
/* With a worker whose model compares pictures with words, what is typed is compared with pictures,
 * too. */
void koma_find_bar_set_worker (KomaFindBar *self, KomaWorker *worker); /* (nullable) */
/* Shows those that are most like @item, which has a vector. */
void koma_find_bar_show_like (KomaFindBar *self, KomaResultItem *item);
void koma_find_bar_search (KomaFindBar *self);   /* the next key is typed there */
void koma_find_bar_show_all (KomaFindBar *self); /* search and filter are empty then */

G_END_DECLS
