/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* A buffer is one block: a header with its size, then the aligned data, then
 * the padding. A large one is made of pages of its own, which are zeros already.
 * Counters are atomics, for models are loaded on one thread and run on another.
 * They are the environment's, as tf.memory () is. */

#include "memory.h"

#include <stdlib.h>
#include <string.h>

#include "engine/koma/koma-error.h"
#include "pages.h"

#if KOMA_MEMORY_IS_CHECKED
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(begin, size_bytes)   ((void) (begin), (void) (size_bytes))
#define ASAN_UNPOISON_MEMORY_REGION(begin, size_bytes) ((void) (begin), (void) (size_bytes))
#endif

/* AddressSanitizer sees the ends of malloc ()'s blocks only. */
#define LARGE_BYTES (KOMA_MEMORY_IS_CHECKED ? G_MAXSIZE : KOMA_PAGES_WORTH_BYTES)

typedef struct
{
  gsize size_bytes;
  gsize mapped_bytes; /* 0: it is malloc ()'s */
} Header;

G_STATIC_ASSERT (sizeof (Header) <= KOMA_MEMORY_ALIGNMENT);

static gsize n_buffers;
static gsize live_bytes;
static gsize peak_bytes;
static guint n_calls_to_failure;

static void
raise_peak (gsize now_bytes)
{
  gsize peak = __atomic_load_n (&peak_bytes, __ATOMIC_RELAXED);

  while (now_bytes > peak &&
         !__atomic_compare_exchange_n (&peak_bytes, &peak, now_bytes, TRUE,
                                       __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
}

static gboolean
is_told_to_fail (void)
{
  guint n = __atomic_load_n (&n_calls_to_failure, __ATOMIC_RELAXED);

  if (n == 0)
    return FALSE;
  __atomic_store_n (&n_calls_to_failure, n - 1, __ATOMIC_RELAXED);
  return n == 1;
}

/* Zeroed. */
static Header *
make_block (gsize size_bytes)
{
  Header *header = NULL;
  void   *block = NULL;

  if (size_bytes >= LARGE_BYTES) {
    header = koma_pages_map (size_bytes);
    if (header != NULL)
      header->mapped_bytes = size_bytes;
    return header;
  }
  if (posix_memalign (&block, KOMA_MEMORY_ALIGNMENT, size_bytes) != 0)
    return NULL;
  return memset (block, 0, size_bytes);
}

static Header *
get_header (gpointer buffer)
{
  return (Header *) ((char *) buffer - KOMA_MEMORY_ALIGNMENT);
}

static void
count_in (const Header *header)
{
  __atomic_add_fetch (&n_buffers, 1, __ATOMIC_RELAXED);
  raise_peak (__atomic_add_fetch (&live_bytes, header->size_bytes, __ATOMIC_RELAXED));
}

static void
count_out (const Header *header)
{
  __atomic_sub_fetch (&live_bytes, header->size_bytes, __ATOMIC_RELAXED);
  __atomic_sub_fetch (&n_buffers, 1, __ATOMIC_RELAXED);
}

static gpointer
fail (gsize    size_bytes,
      GError **error)
{
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY,
               "Not enough memory for %" G_GSIZE_FORMAT " bytes", size_bytes);
  return NULL;
}

/**
 * koma_memory_alloc:
 * @size_bytes: may be 0
 *
 * A zeroed buffer, aligned to %KOMA_MEMORY_ALIGNMENT bytes and readable
 * %KOMA_MEMORY_PADDING bytes past its end. Errors: %KOMA_ERROR_MEMORY.
 * Thread: any.
 *
 * Returns: (transfer full): free with koma_memory_free()
 */
gpointer
koma_memory_alloc (gsize    size_bytes,
                   GError **error)
{
  const gsize extra = KOMA_MEMORY_ALIGNMENT + KOMA_MEMORY_PADDING;
  Header     *header = NULL;

  if (!is_told_to_fail () && size_bytes <= G_MAXSSIZE - extra)
    header = make_block (size_bytes + extra);
  if (header == NULL)
    return fail (size_bytes, error);
  header->size_bytes = size_bytes;
  count_in (header);
  return (char *) header + KOMA_MEMORY_ALIGNMENT;
}

static void
free_block (Header *header)
{
  if (header->mapped_bytes > 0)
    koma_pages_unmap (header, header->mapped_bytes);
  else
    free (header);
}

/**
 * koma_memory_free:
 * @buffer: (nullable) (transfer full): from koma_memory_alloc()
 */
void
koma_memory_free (gpointer buffer)
{
  if (buffer == NULL)
    return;
  count_out (get_header (buffer));
  free_block (get_header (buffer));
}

/**
 * koma_memory_set_aside:
 * @buffer: (transfer full): from koma_memory_alloc()
 *
 * Counts it as freed, and keeps it. Thread: any.
 */
void
koma_memory_set_aside (gpointer buffer)
{
  const Header *header = get_header (buffer);

  count_out (header);
  ASAN_POISON_MEMORY_REGION (buffer, header->size_bytes + KOMA_MEMORY_PADDING);
}

/**
 * koma_memory_take_back:
 * @buffer: (transfer full): of koma_memory_set_aside()
 *
 * Counts it as a new one, which has any values. Errors: %KOMA_ERROR_MEMORY if a test wants it
 * so; @buffer is freed then. Thread: any.
 *
 * Returns: (transfer full): @buffer; free with koma_memory_free()
 */
gpointer
koma_memory_take_back (gpointer buffer,
                       GError **error)
{
  const Header *header = get_header (buffer);
  const gsize   size_bytes = header->size_bytes;

  if (is_told_to_fail ()) {
    koma_memory_free_aside (buffer);
    return fail (size_bytes, error);
  }
  ASAN_UNPOISON_MEMORY_REGION (buffer, size_bytes + KOMA_MEMORY_PADDING);
  count_in (header);
  return buffer;
}

/**
 * koma_memory_free_aside:
 * @buffer: (transfer full): of koma_memory_set_aside()
 */
void
koma_memory_free_aside (gpointer buffer)
{
  Header *header = get_header (buffer);

  ASAN_UNPOISON_MEMORY_REGION (buffer, header->size_bytes + KOMA_MEMORY_PADDING);
  free_block (header);
}

/**
 * koma_memory_get_info:
 *
 * Counts the live buffers of this process. Thread: any.
 */
void
koma_memory_get_info (KomaMemoryInfo *ret_info)
{
  ret_info->n_buffers = __atomic_load_n (&n_buffers, __ATOMIC_RELAXED);
  ret_info->size_bytes = __atomic_load_n (&live_bytes, __ATOMIC_RELAXED);
  ret_info->peak_bytes = __atomic_load_n (&peak_bytes, __ATOMIC_RELAXED);
}

/**
 * koma_memory_fail_after:
 * @n_calls: 1 fails the next koma_memory_alloc(), 0 none
 *
 * For tests of what happens when memory ends.
 */
void
koma_memory_fail_after (guint n_calls)
{
  __atomic_store_n (&n_calls_to_failure, n_calls, __ATOMIC_RELAXED);
}
