/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-shown-entry.h"

G_BEGIN_DECLS

/* Names, classes and folders of a list, each kept once. One thread at a time. */
typedef struct _KomaShownKeys KomaShownKeys;

KomaShownKeys *koma_shown_keys_new (void);
void           koma_shown_keys_free (KomaShownKeys *keys);
void           koma_shown_keys_clear (KomaShownKeys *keys); /* no entry uses them any more */

void koma_shown_keys_prepare (KomaShownKeys         *keys,
                              KomaShownEntry        *entry,
                              const KomaResultQuery *query,
                              char                 **words, /* of its text, folded */
                              guint                  n_results);

/* Those that have vectors, anew; they are no longer where they were then. */
void koma_shown_keys_group_similar (KomaShownKeys *keys,
                                    GPtrArray     *entries, /* KomaShownEntry */
                                    GCancellable  *cancellable);

/* Of entries that are prepared for the query. */
gboolean        koma_shown_keys_matches (KomaShownKeys         *keys,
                                         const KomaShownEntry  *entry,
                                         const KomaResultQuery *query,
                                         char                 **words, /* of its text, folded */
                                         guint                  n_results);
KomaShownGroup *koma_shown_keys_get_group (KomaShownKeys        *keys,
                                           const KomaShownEntry *entry,
                                           KomaGroupBy           group); /* (nullable) */

G_END_DECLS
