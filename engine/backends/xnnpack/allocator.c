/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* The C library's memory, counted: XNNPACK packs weights into blocks of its
 * own, which are most of what a session takes. Sizes are those that the C
 * library sets aside, a little more than what was asked for.
 *
 * Aligned blocks hold weights and what lies between ops. While a runtime is made, they are
 * cut from one region, so that they share huge pages; the last one to go takes it along. */

#include "allocator.h"

#include <malloc.h>
#include <stdlib.h>

#include "engine/runtime/memory.h"
#include "engine/runtime/pages.h"

/* One holds the region for the thread that cuts it, one each of its blocks. */
typedef struct
{
  gatomicrefcount ref_count;
  gsize           size_bytes;
  gsize           used_bytes;
} Region;

/* Lies before an aligned block, at its alignment's distance. */
typedef struct
{
  Region *region; /* (nullable) */
  gsize   size_bytes;
  gsize   mapped_bytes; /* 0: it is posix_memalign ()'s, or the region's */
  void   *start;
} Header;

static guint n_blocks;
static gsize live_bytes;
/* XNNPACK's allocator is one for the process, and is not told whose block it is to make: it is one
 * of the runtime that this thread makes. */
static _Thread_local Region *cut_region; /* (nullable) */

static void
count_bytes (gssize size_bytes,
             int    sign)
{
  __atomic_add_fetch (&n_blocks, sign, __ATOMIC_RELAXED);
  __atomic_add_fetch (&live_bytes, sign * size_bytes, __ATOMIC_RELAXED);
}

static void
count (gpointer block, /* (nullable) */
       int      sign)
{
  if (block != NULL)
    count_bytes ((gssize) malloc_usable_size (block), sign);
}

static void
region_unref (Region *region)
{
  if (g_atomic_ref_count_dec (&region->ref_count))
    koma_pages_unmap (region, region->size_bytes);
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

static gboolean
cut (Header *header,
     size_t  alignment)
{
  const gsize begin =
    cut_region != NULL ? (cut_region->used_bytes + alignment - 1) / alignment * alignment : 0;

  if (cut_region == NULL || begin > cut_region->size_bytes ||
      header->size_bytes > cut_region->size_bytes - begin)
    return FALSE;
  header->start = (char *) cut_region + begin;
  header->region = cut_region;
  cut_region->used_bytes = begin + header->size_bytes;
  g_atomic_ref_count_inc (&cut_region->ref_count);
  return TRUE;
}

static gboolean
map (Header *header)
{
  if (KOMA_MEMORY_IS_CHECKED || header->size_bytes < KOMA_PAGES_WORTH_BYTES)
    return FALSE;
  header->start = koma_pages_map (header->size_bytes);
  header->mapped_bytes = header->start != NULL ? header->size_bytes : 0;
  return header->start != NULL;
}

static void *
allocate_aligned (void  *context,
                  size_t alignment,
                  size_t size)
{
  const gsize before = (sizeof (Header) + alignment - 1) / alignment * alignment;
  Header      header = { 0 };
  char       *block = NULL;

  if (!g_size_checked_add (&header.size_bytes, size, before) ||
      (!cut (&header, alignment) && !map (&header) &&
       posix_memalign (&header.start, alignment, header.size_bytes) != 0))
    return NULL;
  block = (char *) header.start + before;
  ((Header *) block)[-1] = header;
  count_bytes ((gssize) header.size_bytes, 1);
  return block;
}

static void
release_aligned (void *context,
                 void *block) /* (nullable) */
{
  Header header = { 0 };

  if (block == NULL)
    return;
  header = ((Header *) block)[-1];
  count_bytes ((gssize) header.size_bytes, -1);
  if (header.region != NULL)
    region_unref (header.region);
  else if (header.mapped_bytes > 0)
    koma_pages_unmap (header.start, header.mapped_bytes);
  else
    free (header.start);
}

const struct xnn_allocator koma_xnn_allocator = {
  .allocate = allocate,
  .reallocate = reallocate,
  .deallocate = release,
  .aligned_allocate = allocate_aligned,
  .aligned_deallocate = release_aligned,
};

/**
 * koma_xnn_allocator_begin:
 * @expected_bytes: of the blocks that come, roughly
 *
 * The aligned blocks that this thread asks for from now on lie in one region, as far as they fit.
 * What is not asked for takes no memory.
 */
void
koma_xnn_allocator_begin (gsize expected_bytes)
{
  const gsize size_bytes = expected_bytes + sizeof (Region);

  if (KOMA_MEMORY_IS_CHECKED || size_bytes < KOMA_PAGES_WORTH_BYTES)
    return;
  cut_region = koma_pages_map (size_bytes);
  if (cut_region == NULL)
    return;
  g_atomic_ref_count_init (&cut_region->ref_count);
  cut_region->size_bytes = size_bytes;
  cut_region->used_bytes = sizeof (Region);
}

/**
 * koma_xnn_allocator_end:
 *
 * What koma_xnn_allocator_begin() began is over; blocks of the region live on. Thread: the one that
 * began.
 */
void
koma_xnn_allocator_end (void)
{
  g_clear_pointer (&cut_region, region_unref);
}

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
