/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* The C library's memory, counted: XNNPACK packs weights into blocks of its
 * own, which are most of what a session takes. Sizes are those that the C
 * library sets aside, a little more than what was asked for. */

#include "allocator.h"

#include <malloc.h>
#include <stdlib.h>

static guint n_blocks;
static gsize live_bytes;

static void
count (gpointer block, /* (nullable) */
       int      sign)
{
  if (block == NULL)
    return;
  __atomic_add_fetch (&n_blocks, sign, __ATOMIC_RELAXED);
  __atomic_add_fetch (&live_bytes, sign * (gssize) malloc_usable_size (block), __ATOMIC_RELAXED);
}

static void *
allocate (void  *context,
          size_t size)
{
  void *block = malloc (size);

  count (block, 1);
  return block;
}

static void
release (void *context,
         void *block) /* (nullable) */
{
  count (block, -1);
  free (block);
}

/* Of no bytes realloc () would free the block and say that it failed. */
static void *
reallocate (void  *context,
            void  *block, /* (nullable) */
            size_t size)
{
  void *moved = NULL;

  count (block, -1);
  moved = realloc (block, MAX (size, 1));
  count (moved != NULL ? moved : block, 1);
  return moved;
}

static void *
allocate_aligned (void  *context,
                  size_t alignment,
                  size_t size)
{
  void *block = NULL;

  if (posix_memalign (&block, alignment, size) != 0)
    return NULL;
  count (block, 1);
  return block;
}

const struct xnn_allocator koma_xnn_allocator = {
  .allocate = allocate,
  .reallocate = reallocate,
  .deallocate = release,
  .aligned_allocate = allocate_aligned,
  .aligned_deallocate = release,
};

/**
 * koma_xnn_get_memory:
 *
 * Thread: any.
 */
void
koma_xnn_get_memory (KomaBackendMemory *ret_memory)
{
  *ret_memory = (KomaBackendMemory){
    .n_objects = __atomic_load_n (&n_blocks, __ATOMIC_RELAXED),
    .size_bytes = __atomic_load_n (&live_bytes, __ATOMIC_RELAXED),
  };
}
