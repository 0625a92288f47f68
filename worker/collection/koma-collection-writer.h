/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-collection.h"

G_BEGIN_DECLS

/* A collection whose answers are written by a thread of its own, so that whoever adds them need not
 * wait for SQLite. A second later they are in the file. The first error ends it: nothing more is
 * kept, and each call says so.
 * Thread: that of koma_collection_writer_new (), whose main context hears of an error. */
typedef struct _KomaCollectionWriter KomaCollectionWriter;

typedef void (*KomaCollectionWriterFailed) (gpointer user_data);

/* @collection: (transfer full). @failed: called once, soon after an error */
KomaCollectionWriter *koma_collection_writer_new (KomaCollection            *collection,
                                                  KomaCollectionWriterFailed failed,
                                                  gpointer                   user_data);
/* What was added is found. */
gboolean koma_collection_writer_find (KomaCollectionWriter *self,
                                      const char           *path,
                                      const KomaFileId     *id, /* as it is now */
                                      guint                 least,
                                      guint                 most,
                                      KomaCollectionKnown  *ret_known, /* to be cleared */
                                      GError              **error);
gboolean koma_collection_writer_add (KomaCollectionWriter      *self,
                                     const KomaCollectionEntry *entry,
                                     guint                      top_k,
                                     GError                   **error);
gboolean koma_collection_writer_add_sha256 (KomaCollectionWriter *self,
                                            const char           *path,
                                            const KomaFileId     *id,
                                            const char           *sha256,
                                            GError              **error);
/* FALSE: an error, perhaps one that was told before. */
gboolean koma_collection_writer_check (KomaCollectionWriter *self, GError **error);
/* Waits until all is written. (transfer none) The collection is the caller's until
 * koma_collection_writer_release (). */
KomaCollection *koma_collection_writer_hold (KomaCollectionWriter *self);
void            koma_collection_writer_release (KomaCollectionWriter *self);
/* Waits until all is in the file, and frees it in any case. @self: (transfer full) (nullable) */
gboolean koma_collection_writer_close (KomaCollectionWriter *self, GError **error);
/* (nullable) What was not committed is lost. */
void koma_collection_writer_free (KomaCollectionWriter *self);

G_END_DECLS
