/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/results/koma-result-feed.h"
#include "worker/watch/koma-watch-types.h"

G_BEGIN_DECLS

/* Folders of a collection: pictures that arrive in them come into the list, and those that change
 * are answered anew. Thread: main. */
typedef struct _KomaCollectionWatch KomaCollectionWatch;

/* @func: told of what happens, after that */
KomaCollectionWatch *koma_collection_watch_new (KomaResultFeed *feed,
                                                KomaWatchFunc   func,
                                                gpointer        data);
void                 koma_collection_watch_free (KomaCollectionWatch *self);
/* @is_new_only: what is there now is, or will be, in the list. Once is enough. */
void koma_collection_watch_add (KomaCollectionWatch *self,
                                const char          *folder,
                                gboolean             is_new_only);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaCollectionWatch, koma_collection_watch_free)

G_END_DECLS
