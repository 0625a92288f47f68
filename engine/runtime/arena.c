/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "arena.h"

#include "memory.h"

/* What is taken where more is wanted than was expected. */
#define MORE_BYTES (64 * 1024)

struct _KomaArena
{
  gsize      expected_bytes; /* of the next block */
  GPtrArray *blocks;         /* of koma_memory_alloc () */
  char      *next;           /* in the last of them … */
  gsize      left_bytes;     /* … of which so much is left */
  gpointer   shared;         /* (nullable) of koma_memory_alloc () */
  gsize      shared_bytes;
};

/**
 * koma_arena_new:
 * @expected_bytes: of all buffers, roughly; may be 0
 *
 * Nothing is allocated before the first buffer. A little too much costs only addresses.
 *
 * Returns: (transfer full): the arena; one thread at a time may use it
 */
KomaArena *
koma_arena_new (gsize expected_bytes)
{
  KomaArena *self = g_new0 (KomaArena, 1);

  self->expected_bytes = expected_bytes;
  self->blocks = g_ptr_array_new_with_free_func (koma_memory_free);
  return self;
}

/**
 * koma_arena_free:
 * @self: (nullable) (transfer full)
 *
 * Frees all its buffers.
 */
void
koma_arena_free (KomaArena *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->blocks);
  koma_memory_free (self->shared);
  g_free (self);
}

static gboolean
add_block (KomaArena *self,
           gsize      wanted_bytes,
           GError   **error)
{
  const gsize size_bytes =
    KOMA_MEMORY_IS_CHECKED ? wanted_bytes : MAX (wanted_bytes, self->expected_bytes);
  char *block = koma_memory_alloc (size_bytes, error);

  if (block == NULL)
    return FALSE;
  g_ptr_array_add (self->blocks, block);
  self->next = block;
  self->left_bytes = size_bytes;
  self->expected_bytes = MORE_BYTES;
  return TRUE;
}

/**
 * koma_arena_alloc:
 * @size_bytes: may be 0
 * @error: return location
 *
 * As koma_memory_alloc(): zeroed, aligned to %KOMA_MEMORY_ALIGNMENT bytes, and readable
 * %KOMA_MEMORY_PADDING bytes past its end. Errors: %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none): lives as long as @self
 */
gpointer
koma_arena_alloc (KomaArena *self,
                  gsize      size_bytes,
                  GError   **error)
{
  const gsize most_bytes = G_MAXSSIZE - KOMA_MEMORY_PADDING - KOMA_MEMORY_ALIGNMENT;
  const gsize wanted_bytes =
    (MIN (size_bytes, most_bytes) + KOMA_MEMORY_PADDING + KOMA_MEMORY_ALIGNMENT - 1) /
    KOMA_MEMORY_ALIGNMENT * KOMA_MEMORY_ALIGNMENT;
  char *buffer = NULL;

  if (wanted_bytes > self->left_bytes && !add_block (self, wanted_bytes, error))
    return NULL;
  buffer = self->next;
  self->next += wanted_bytes;
  self->left_bytes -= wanted_bytes;
  return buffer;
}

/**
 * koma_arena_end_sharing:
 *
 * Frees what koma_arena_get_shared() gives.
 */
void
koma_arena_end_sharing (KomaArena *self)
{
  g_clear_pointer (&self->shared, koma_memory_free);
  self->shared_bytes = 0;
}

/**
 * koma_arena_share:
 * @size_bytes: that will be used at a time
 * @error: return location
 *
 * What koma_arena_get_shared() gives is as large as that from now on. Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_arena_share (KomaArena *self,
                  gsize      size_bytes,
                  GError   **error)
{
  if (size_bytes <= self->shared_bytes)
    return TRUE;
  koma_arena_end_sharing (self);
  self->shared = koma_memory_alloc (size_bytes, error);
  if (self->shared == NULL)
    return FALSE;
  self->shared_bytes = size_bytes;
  return TRUE;
}

/**
 * koma_arena_get_shared:
 *
 * Returns: (transfer none) (nullable): as koma_arena_alloc() gives it; whatever the last user left
 *   is in it. It moves with koma_arena_share()
 */
gpointer
koma_arena_get_shared (const KomaArena *self)
{
  return self->shared;
}
