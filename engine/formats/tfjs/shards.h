/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/model/content-hash.h"

G_BEGIN_DECLS

/* The files of one group of weights, read as if they were one. */
typedef struct _KomaShards KomaShards;

KomaShards *koma_shards_new (const char *folder, /* they lie in here, or below */
                             JsonArray  *paths,
                             GError    **error);
void        koma_shards_free (KomaShards *shards);

guint64  koma_shards_get_size (const KomaShards *shards);  /* bytes of all together */
char    *koma_shards_to_string (const KomaShards *shards); /* their names, for errors */
gboolean koma_shards_read (KomaShards *shards,
                           gpointer    buffer,
                           gsize       size_bytes,
                           GError    **error) G_GNUC_WARN_UNUSED_RESULT;
/* (transfer full) (nullable) all of them, as kept-files.h has them; fed to @checksum */
GBytes *koma_shards_map (const KomaShards *shards,
                         KomaContentHash  *checksum); /* (nullable) */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaShards, koma_shards_free)

G_END_DECLS
