/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "failing-memory.h"

#include <errno.h>
#include <stdlib.h>

/* What the C library calls by these names; those that are here take their place for all. */
void *__libc_malloc (size_t size);
void *__libc_calloc (size_t n, size_t size);
void *__libc_realloc (void *block, size_t size);
void *__libc_memalign (size_t alignment, size_t size);

static int n_left; /* (atomic) calls; 0: none fails */

void
failing_memory_begin (guint at)
{
  g_atomic_int_set (&n_left, (int) at);
}

gboolean
failing_memory_end (void)
{
  const int n = g_atomic_int_get (&n_left);

  g_atomic_int_set (&n_left, 0);
  return n <= 0;
}

/* That one, and the next ones work again. */
static gboolean
fails (void)
{
  if (g_atomic_int_get (&n_left) <= 0 || !g_atomic_int_dec_and_test (&n_left))
    return FALSE;
  errno = ENOMEM;
  return TRUE;
}

void *
malloc (size_t size)
{
  return fails () ? NULL : __libc_malloc (size);
}

void *
calloc (size_t n,
        size_t size)
{
  return fails () ? NULL : __libc_calloc (n, size);
}

void *
realloc (void  *block,
         size_t size)
{
  return fails () ? NULL : __libc_realloc (block, size);
}

void *
aligned_alloc (size_t alignment,
               size_t size)
{
  return fails () ? NULL : __libc_memalign (alignment, size);
}

int
posix_memalign (void **ret_block,
                size_t alignment,
                size_t size)
{
  void *block = fails () ? NULL : __libc_memalign (alignment, size);

  if (block == NULL)
    return ENOMEM;
  *ret_block = block;
  return 0;
}
