/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "program-cache.h"

#include <xxhash.h>

#include "engine/graph/graph.h"

typedef struct
{
  GBytes      *key;
  KomaSession *session;
  gsize        size_bytes;
  GList        link; /* in by_age; data is the entry */
} Entry;

struct _KomaProgramCache
{
  guint       max_programs;
  gsize       max_bytes;
  GHashTable *by_key; /* GBytes * → Entry * */
  GQueue      by_age; /* the last used first */
  gsize       size_bytes;
};

/* A key of a training step has a hundred thousand bytes; g_bytes_hash () takes them one by one. */
static guint
hash_key (gconstpointer key)
{
  gsize         size_bytes = 0;
  gconstpointer data = g_bytes_get_data ((GBytes *) key, &size_bytes);

  return XXH3_64bits (data, size_bytes);
}

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  koma_session_free (entry->session);
  g_bytes_unref (entry->key);
  g_free (entry);
}

/**
 * koma_program_cache_new:
 * @max_programs: 1 or more
 * @max_bytes: of the sessions' arenas together; the newest stays even above it
 *
 * Returns: (transfer full): nothing yet. Thread: the one that will use and free it
 */
KomaProgramCache *
koma_program_cache_new (guint max_programs,
                        gsize max_bytes)
{
  KomaProgramCache *self = g_new0 (KomaProgramCache, 1);

  self->max_programs = max_programs;
  self->max_bytes = max_bytes;
  self->by_key = g_hash_table_new_full (hash_key, g_bytes_equal, NULL, entry_free);
  return self;
}

/**
 * koma_program_cache_free:
 * @self: (nullable) (transfer full)
 */
void
koma_program_cache_free (KomaProgramCache *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->by_key);
  g_free (self);
}

/**
 * koma_program_cache_get_n:
 *
 * Returns: how many programs are kept
 */
guint
koma_program_cache_get_n (const KomaProgramCache *self)
{
  return g_hash_table_size (self->by_key);
}

static void
drop_oldest (KomaProgramCache *self)
{
  Entry *oldest = g_queue_peek_tail (&self->by_age);

  self->size_bytes -= oldest->size_bytes;
  g_queue_unlink (&self->by_age, &oldest->link);
  g_hash_table_remove (self->by_key, oldest->key);
}

static KomaSession *
add (KomaProgramCache *self,
     GBytes           *key,
     KomaSession      *session /* (transfer full) */)
{
  Entry *entry = g_new0 (Entry, 1);

  entry->key = g_bytes_ref (key);
  entry->session = session;
  entry->size_bytes = koma_session_get_arena_bytes (session);
  entry->link.data = entry;
  g_queue_push_head_link (&self->by_age, &entry->link);
  g_hash_table_insert (self->by_key, entry->key, entry);
  self->size_bytes += entry->size_bytes;
  while (self->by_age.length > 1 &&
         (self->by_age.length > self->max_programs || self->size_bytes > self->max_bytes))
    drop_oldest (self);
  return session;
}

/**
 * koma_program_cache_get:
 * @graph: all shapes are known
 * @options: the same for all programs of this cache
 *
 * Compiles @graph, unless the same graph has been.
 *
 * Errors: those of koma_session_new().
 *
 * Returns: (transfer none): valid until the next call; to be run at once
 */
KomaSession *
koma_program_cache_get (KomaProgramCache         *self,
                        const KomaGraph          *graph,
                        const KomaSessionOptions *options,
                        GError                  **error)
{
  g_autoptr (GBytes) key = koma_graph_make_key (graph);
  Entry       *entry = g_hash_table_lookup (self->by_key, key);
  KomaSession *session = NULL;

  if (entry != NULL) {
    g_queue_unlink (&self->by_age, &entry->link);
    g_queue_push_head_link (&self->by_age, &entry->link);
    return entry->session;
  }
  session = koma_session_new (graph, options, error);
  return session != NULL ? add (self, key, session) : NULL;
}
