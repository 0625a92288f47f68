/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/results/koma-result-feed.h"

G_BEGIN_DECLS

/* Puts all pictures of a collection, with what the model that was chosen has answered, into the
 * list, some at a time. */
void     koma_collection_read_async (KomaCollectionKeeper *keeper,
                                     KomaResultFeed       *feed,
                                     GCancellable         *cancellable,
                                     GAsyncReadyCallback   callback,
                                     gpointer              user_data);
gboolean koma_collection_read_finish (GAsyncResult *result, GError **error);

/* Looks which of its pictures have changed, and has them answered anew; and which are gone. */
void koma_collection_look_async (KomaCollectionKeeper *keeper,
                                 KomaResultFeed       *feed,
                                 GCancellable         *cancellable,
                                 GAsyncReadyCallback   callback,
                                 gpointer              user_data);
/* (transfer full) (nullable) (element-type KomaResultItem) those that are gone */
GPtrArray *koma_collection_look_finish (GAsyncResult *result, GError **error);

G_END_DECLS
