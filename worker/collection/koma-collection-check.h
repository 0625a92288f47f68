/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Whether all pages of a collection are sound, see koma_collection_is_sound (): found out on a
 * thread of its own while the file is used. */
typedef struct _KomaCollectionCheck KomaCollectionCheck;

/* @callback: (nullable) in this context */
KomaCollectionCheck *koma_collection_check_new (const char         *path,
                                                GAsyncReadyCallback callback,
                                                gpointer            user_data);
gboolean             koma_collection_check_finish (GAsyncResult *result); /* FALSE: damaged */
/* Until it is over. FALSE: damaged. Thread: one at a time. */
gboolean koma_collection_check_wait (KomaCollectionCheck *self);
/* (nullable) Ends it soon where it is not over, as if all were sound, and waits for that. Thread:
 * any. */
void koma_collection_check_free (KomaCollectionCheck *self);

G_END_DECLS
