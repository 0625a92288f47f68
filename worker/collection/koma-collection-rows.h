/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-collection.h"

G_BEGIN_DECLS

/* The answers of a collection, in the order of their paths, without the models that gave them.
 * Nothing is written, and others may write meanwhile.
 * Thread: one at a time; it waits for the disk. */
typedef struct _KomaCollectionRows KomaCollectionRows;

typedef struct
{
  char               *path;  /* to be opened, as the collection's own path was spelt; any bytes */
  KomaModelInfo      *info;  /* borrowed: what was asked; its recipe has words, and no values */
  KomaCollectionKnown known; /* an answer, or a failure of whichever kind */
} KomaCollectionRow;

/* @model: (nullable) a name or a hash: of these models alone. Errors: those of
 * koma_collection_open (); G_IO_ERROR_NOT_FOUND: there is no such model. */
KomaCollectionRows *koma_collection_rows_new (const char *path,
                                              const char *model,
                                              GError    **error);
void                koma_collection_rows_free (KomaCollectionRows *self);

/* No answer has more classes. */
guint koma_collection_rows_get_top_k (const KomaCollectionRows *self);
/* Whether some picture has one. */
gboolean koma_collection_rows_has_sha256 (const KomaCollectionRows *self);
gboolean koma_collection_rows_has_corrections (const KomaCollectionRows *self);
gboolean koma_collection_rows_has_ratings (const KomaCollectionRows *self);
gboolean koma_collection_rows_has_taken (const KomaCollectionRows *self);
/* The next one. @ret_row: to be cleared; without a path after the last. */
gboolean koma_collection_rows_next (KomaCollectionRows *self,
                                    KomaCollectionRow  *ret_row,
                                    GError            **error);
void     koma_collection_row_clear (KomaCollectionRow *row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaCollectionRows, koma_collection_rows_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaCollectionRow, koma_collection_row_clear)

G_END_DECLS
