/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Tells one model's content from another's. Not cryptographic: it guards
 * nothing, and SHA-256 of 14 MB would take a third of the start. */
typedef struct _KomaContentHash KomaContentHash;

KomaContentHash *koma_content_hash_new (void);
void             koma_content_hash_free (KomaContentHash *hash);
void             koma_content_hash_update (KomaContentHash *hash,
                                           gconstpointer    data,
                                           gsize            size_bytes);
/* The same, of a whole file of kept-files.h: whoever keeps it can compute the hash, too. */
void koma_content_hash_update_kept (KomaContentHash *hash,
                                    guint            kept,
                                    gconstpointer    data,
                                    gsize            size_bytes);
/* Likewise, of a file that is mapped; not looked at where somebody else computes the hash. */
void koma_content_hash_put_off (KomaContentHash *hash,
                                guint            kept,
                                GBytes          *bytes,
                                guint64          offset,
                                gsize            size_bytes);
/* (transfer full) (nullable) KomaKeptPart: all that was fed, if some of it was put off. */
GArray *koma_content_hash_get_parts (const KomaContentHash *hash);
char   *koma_content_hash_to_string (KomaContentHash *hash); /* 32 hex digits */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaContentHash, koma_content_hash_free)

G_END_DECLS
