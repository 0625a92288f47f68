/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "program-cache.h"

#include <xxhash.h>

#include "engine/graph/graph.h"

typedef struct
{
  GBytes       *key;
  KomaSession  *session;
  gconstpointer owner; /* (nullable) (unowned) */
  gsize         size_bytes;
  GList         link; /* in by_age; data is the entry */
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
drop (KomaProgramCache *self,
      Entry            *entry)
{
  self->size_bytes -= entry->size_bytes;
  g_queue_unlink (&self->by_age, &entry->link);
  g_hash_table_remove (self->by_key, entry->key);
}

/**
 * koma_program_cache_find:
 *
 * Returns: (transfer none) (nullable): what was added under @key, if it is still there; valid until
 *   the next call
 */
KomaSession *
koma_program_cache_find (KomaProgramCache *self,
                         GBytes           *key)
{
  Entry *entry = g_hash_table_lookup (self->by_key, key);

  if (entry == NULL)
    return NULL;
  g_queue_unlink (&self->by_age, &entry->link);
  g_queue_push_head_link (&self->by_age, &entry->link);
  return entry->session;
}

/**
 * koma_program_cache_add:
 * @key: that nothing was added under
 * @owner: for koma_program_cache_drop()
 *
 * Returns: (transfer none): @session, valid until the next call
 */
KomaSession *
koma_program_cache_add (KomaProgramCache *self,
                        GBytes           *key,
                        gconstpointer     owner,
                        KomaSession      *session)
{
  Entry *entry = g_new0 (Entry, 1);

  entry->key = g_bytes_ref (key);
  entry->owner = owner;
  entry->session = session;
  entry->size_bytes = koma_session_get_arena_bytes (session);
  entry->link.data = entry;
  g_queue_push_head_link (&self->by_age, &entry->link);
  g_hash_table_insert (self->by_key, entry->key, entry);
  self->size_bytes += entry->size_bytes;
  while (self->by_age.length > 1 &&
         (self->by_age.length > self->max_programs || self->size_bytes > self->max_bytes))
    drop (self, g_queue_peek_tail (&self->by_age));
  return session;
}

/**
 * koma_program_cache_drop:
 * @owner: as it was given
 *
 * Frees all programs of an owner.
 */
void
koma_program_cache_drop (KomaProgramCache *self,
                         gconstpointer     owner)
{
  GList *next = NULL;

  for (GList *link = self->by_age.head; link != NULL; link = next) {
    Entry *entry = link->data;

    next = link->next;
    if (entry->owner == owner)
      drop (self, entry);
  }
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
  KomaSession *session = koma_program_cache_find (self, key);

  if (session != NULL)
    return session;
  session = koma_session_new (graph, options, error);
  return session != NULL ? koma_program_cache_add (self, key, NULL, session) : NULL;
}
