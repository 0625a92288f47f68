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
char            *koma_content_hash_to_string (const KomaContentHash *hash); /* 32 hex digits */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaContentHash, koma_content_hash_free)

G_END_DECLS
