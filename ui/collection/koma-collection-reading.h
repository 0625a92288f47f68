/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/results/koma-result-feed.h"

G_BEGIN_DECLS

/* Puts all pictures of a collection, with what the model that was chosen has answered, into the
 * list, some at a time. */
void koma_collection_read_async (KomaCollectionKeeper *keeper,
                                 KomaResultFeed       *feed,
                                 GCancellable         *cancellable,
                                 GAsyncReadyCallback   callback,
                                 gpointer              user_data);
/* (transfer full) (nullable) filename → KomaResultItem */
GHashTable *koma_collection_read_finish (GAsyncResult *result, GError **error);

/* Looks which of these pictures have changed, and has them answered anew; which are gone; and which
 * are in these folders since, and puts those into the list. */
void koma_collection_look_async (KomaCollectionKeeper *keeper,
                                 KomaResultFeed       *feed,
                                 GHashTable           *items,
                                 GCancellable         *cancellable,
                                 GAsyncReadyCallback   callback,
                                 gpointer              user_data);
/* (transfer full) (nullable) filename → KomaResultItem, those that are gone */
GHashTable *koma_collection_look_finish (GAsyncResult *result, GError **error);

G_END_DECLS
