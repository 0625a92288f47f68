/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-collection-keeper.h"

G_BEGIN_DECLS

/* Gives the pictures of a collection the hash of their content, by which they are known where both
 * their name and their time change: on a thread that everything else goes before, while nobody says
 * that there is something else to do. Files that are gone, have changed, can not be read or lie on
 * a share are left out until the collection is opened again. Thread: main. */
typedef struct _KomaCollectionHasher KomaCollectionHasher;

/* It begins paused. */
KomaCollectionHasher *koma_collection_hasher_new (KomaCollectionKeeper *keeper);
/* Waits for nothing; the file that is being read is given up. */
void koma_collection_hasher_free (KomaCollectionHasher *self);
/* The file that is being read is given up. Once more FALSE, all pictures are looked for again. */
void koma_collection_hasher_set_paused (KomaCollectionHasher *self, gboolean is_paused);
/* There may be more pictures than before. */
void koma_collection_hasher_look_again (KomaCollectionHasher *self);
/* Nothing is left to do, or it is paused. */
gboolean koma_collection_hasher_is_idle (const KomaCollectionHasher *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaCollectionHasher, koma_collection_hasher_free)

G_END_DECLS
