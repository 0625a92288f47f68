/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "memory-pool.h"

#include "memory.h"

/* As many are looked through for one of the size that is wanted. */
#define MAX_BUFFERS 64
/* Time goes by allocations: what lay through so many is not wanted soon. */
#define MAX_AGE 1024

typedef struct
{
  gpointer buffer; /* set aside, see memory.h */
  gsize    size_bytes;
  guint64  since;
} Kept;

struct _KomaMemoryPool
{
  gatomicrefcount ref_count;
  gsize           max_bytes;

  /* Guarded by lock: the last reference to a tensor may be dropped on any thread. */
  GMutex   lock;
  GArray  *kept; /* Kept, the oldest first */
  gsize    kept_bytes;
  guint64  now;
  gboolean is_closed;
};

/**
 * koma_memory_pool_new:
 * @max_bytes: that are kept at the most
 *
 * Returns: (transfer full): nothing kept yet. Thread: any, as all functions of it
 */
KomaMemoryPool *
koma_memory_pool_new (gsize max_bytes)
{
  KomaMemoryPool *self = g_new0 (KomaMemoryPool, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  self->max_bytes = max_bytes;
  self->kept = g_array_new (FALSE, FALSE, sizeof (Kept));
  return self;
}

/**
 * koma_memory_pool_ref:
 *
 * Returns: (transfer full): @self
 */
KomaMemoryPool *
koma_memory_pool_ref (KomaMemoryPool *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/* With the lock. (transfer full): set aside */
static gpointer
take_at (KomaMemoryPool *self,
         guint           index)
{
  const Kept kept = g_array_index (self->kept, Kept, index);

  g_array_remove_index (self->kept, index);
  self->kept_bytes -= kept.size_bytes;
  return kept.buffer;
}

/* With the lock. */
static void
free_oldest (KomaMemoryPool *self)
{
  koma_memory_free_aside (take_at (self, 0));
}

/**
 * koma_memory_pool_unref:
 * @self: (transfer full)
 */
void
koma_memory_pool_unref (KomaMemoryPool *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  koma_memory_pool_drop (self);
  g_array_unref (self->kept);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* With the lock. */
static void
pass_time (KomaMemoryPool *self)
{
  self->now++;
  while (self->kept->len > 0 && self->now - g_array_index (self->kept, Kept, 0).since > MAX_AGE)
    free_oldest (self);
}

/**
 * koma_memory_pool_pass_time:
 *
 * Counts an allocation that is none of its own: what is kept gets older.
 */
void
koma_memory_pool_pass_time (KomaMemoryPool *self)
{
  g_mutex_lock (&self->lock);
  pass_time (self);
  g_mutex_unlock (&self->lock);
}

/* (nullable): the one that was given last, which may still be in the cache. */
static gpointer
find (KomaMemoryPool *self,
      gsize           size_bytes)
{
  gpointer found = NULL;

  g_mutex_lock (&self->lock);
  for (guint i = self->kept->len; found == NULL && i-- > 0;)
    if (g_array_index (self->kept, Kept, i).size_bytes == size_bytes)
      found = take_at (self, i);
  pass_time (self);
  g_mutex_unlock (&self->lock);
  return found;
}

/**
 * koma_memory_pool_alloc:
 * @size_bytes: may be 0
 *
 * As koma_memory_alloc(), but with any values.
 *
 * Errors: %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer full): for koma_memory_pool_give() with the same size
 */
gpointer
koma_memory_pool_alloc (KomaMemoryPool *self,
                        gsize           size_bytes,
                        GError        **error)
{
  gpointer buffer = find (self, size_bytes);

  return buffer != NULL ? koma_memory_take_back (buffer, error)
                        : koma_memory_alloc (size_bytes, error);
}

/**
 * koma_memory_pool_give:
 * @buffer: (transfer full) (nullable): of koma_memory_pool_alloc(); nobody uses it any more
 * @size_bytes: as it was given there
 */
void
koma_memory_pool_give (KomaMemoryPool *self,
                       gpointer        buffer,
                       gsize           size_bytes)
{
  gboolean is_kept = FALSE;

  if (buffer == NULL)
    return;
  g_mutex_lock (&self->lock);
  is_kept = !self->is_closed && size_bytes >= KOMA_MEMORY_POOL_MIN_BYTES &&
            size_bytes <= self->max_bytes;
  if (is_kept) {
    const Kept kept = { buffer, size_bytes, self->now };

    koma_memory_set_aside (buffer);
    while (self->kept->len == MAX_BUFFERS || self->kept_bytes > self->max_bytes - size_bytes)
      free_oldest (self);
    g_array_append_val (self->kept, kept);
    self->kept_bytes += size_bytes;
  }
  g_mutex_unlock (&self->lock);
  if (!is_kept)
    koma_memory_free (buffer);
}

/**
 * koma_memory_pool_get_kept_bytes:
 *
 * Returns: the bytes of what is kept, which no tensor has
 */
gsize
koma_memory_pool_get_kept_bytes (KomaMemoryPool *self)
{
  gsize kept_bytes = 0;

  g_mutex_lock (&self->lock);
  kept_bytes = self->kept_bytes;
  g_mutex_unlock (&self->lock);
  return kept_bytes;
}

/**
 * koma_memory_pool_drop:
 *
 * Frees all that is kept.
 */
void
koma_memory_pool_drop (KomaMemoryPool *self)
{
  g_mutex_lock (&self->lock);
  while (self->kept->len > 0)
    free_oldest (self);
  g_mutex_unlock (&self->lock);
}

/**
 * koma_memory_pool_close:
 *
 * Frees all that is kept, and what is given later at once.
 */
void
koma_memory_pool_close (KomaMemoryPool *self)
{
  g_mutex_lock (&self->lock);
  self->is_closed = TRUE;
  g_mutex_unlock (&self->lock);
  koma_memory_pool_drop (self);
}
