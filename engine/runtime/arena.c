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
