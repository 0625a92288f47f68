/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-collection.h"

G_BEGIN_DECLS

/* A Bloom filter over the pictures of a collection: it tells of most new files that the collection
 * has nothing like them, without asking SQLite. Its size is fixed, so that with many millions of
 * pictures it tells of fewer. Thread: one at a time. */
typedef struct
{
  guint64 *words; /* (nullable) until there is a picture */
  gboolean is_filled;
} KomaCollectionFilter;

/* With all pictures that the collection has now. Errors: as koma_collection_commit (). */
gboolean koma_collection_filter_fill (KomaCollectionFilter *self,
                                      KomaCollection       *collection,
                                      GError              **error);
void     koma_collection_filter_clear (KomaCollectionFilter *self);
/* A picture that the collection has from now on. */
void koma_collection_filter_add (KomaCollectionFilter *self,
                                 const char           *name, /* as the file has it */
                                 const KomaFileId     *id);
/* The hash of one that is so long is known. */
void koma_collection_filter_add_content (KomaCollectionFilter *self, guint64 size_bytes);
/* FALSE: koma_collection_find () would find nothing, not even one that was moved. Before it is
 * filled, nobody knows. */
gboolean koma_collection_filter_may_have (const KomaCollectionFilter *self,
                                          const char                 *name,
                                          const KomaFileId           *id);

G_END_DECLS
