/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/results/koma-result-feed.h"

G_BEGIN_DECLS

/* Puts what the list has into a collection: answers that it does not know, and what persons say. */
void koma_collection_keep_async (KomaCollectionKeeper *keeper,
                                 KomaResultFeed       *feed,
                                 GAsyncReadyCallback   callback, /* of the keeper */
                                 gpointer              user_data);
/* Changes are on their way to the file then. */
void koma_collection_keep_finish (GAsyncResult *result);

G_END_DECLS
