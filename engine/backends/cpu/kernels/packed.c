/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which right sides there are. Who asks for one first packs it, and those who ask meanwhile wait
 * for that: it takes no longer than packing it themselves. */
#include "packed.h"

#include "engine/runtime/memory.h"

struct _KomaCpuPacked
{
  /* Immutable after construction. */
  KomaCpuPackedKey key;
  guint32         *words;

  /* Guarded by lock. */
  guint    n_refs;
  gboolean is_done;
};

static GMutex      lock;
static GCond       has_changed;
static GHashTable *all; /* (element-type KomaCpuPackedKey KomaCpuPacked) (nullable): none */

static guint
hash_key (gconstpointer data)
{
  const KomaCpuPackedKey *key = data;

  return g_direct_hash (key->weights);
}

static gboolean
is_same_key (gconstpointer a,
             gconstpointer b)
{
  const KomaCpuPackedKey *x = a, *y = b;

  return x->weights == y->weights && x->bias == y->bias && x->kernels == y->kernels &&
         x->k == y->k && x->n == y->n && !x->is_turned == !y->is_turned;
}

/* With the lock. */
static KomaCpuPacked *
add (const KomaCpuPackedKey *key,
     gsize                   size_bytes,
     GError                **error)
{
  guint32       *words = koma_memory_alloc (size_bytes, error);
  KomaCpuPacked *self = NULL;

  if (words == NULL)
    return NULL;
  self = g_new (KomaCpuPacked, 1);
  *self = (KomaCpuPacked){ .key = *key, .words = words, .n_refs = 1 };
  if (all == NULL)
    all = g_hash_table_new (hash_key, is_same_key);
  g_hash_table_insert (all, &self->key, self);
  return self;
}

/**
 * koma_cpu_packed_find:
 * @key: copied
 * @size_bytes: of the packed right side; the same for the same key
 * @ret_is_new: (out): whether the caller is to pack it, and then to call koma_cpu_packed_finish()
 * @error: return location
 *
 * Waits where another thread packs it. Errors: %KOMA_ERROR_MEMORY. Thread: any.
 *
 * Returns: (transfer full): a right side; free with koma_cpu_packed_unref()
 */
KomaCpuPacked *
koma_cpu_packed_find (const KomaCpuPackedKey *key,
                      gsize                   size_bytes,
                      gboolean               *ret_is_new,
                      GError                **error)
{
  G_GNUC_UNUSED  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);
  KomaCpuPacked *self = all != NULL ? g_hash_table_lookup (all, key) : NULL;
  const gboolean is_new = self == NULL;

  if (is_new)
    self = add (key, size_bytes, error);
  else
    self->n_refs++;
  if (self == NULL)
    return NULL;
  while (!is_new && !self->is_done)
    g_cond_wait (&has_changed, &lock);
  *ret_is_new = is_new;
  return self;
}

/**
 * koma_cpu_packed_finish:
 *
 * Gives it to those who wait. Thread: the one that found it new.
 */
void
koma_cpu_packed_finish (KomaCpuPacked *self)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

  self->is_done = TRUE;
  g_cond_broadcast (&has_changed);
}

/**
 * koma_cpu_packed_get_words:
 *
 * Returns: (transfer none): where it is packed; written only until it is finished. Thread: any.
 */
guint32 *
koma_cpu_packed_get_words (const KomaCpuPacked *self)
{
  return self->words;
}

/**
 * koma_cpu_packed_unref:
 * @self: (nullable) (transfer full)
 *
 * Thread: any.
 */
void
koma_cpu_packed_unref (KomaCpuPacked *self)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

  if (self == NULL || --self->n_refs > 0)
    return;
  g_hash_table_remove (all, &self->key);
  if (g_hash_table_size (all) == 0)
    g_clear_pointer (&all, g_hash_table_unref);
  koma_memory_free (self->words);
  g_free (self);
}
