/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "pool-array.h"

#include "engine/runtime/memory.h"

typedef struct
{
  KomaMemoryPool *pool;
  gpointer        data;
  gsize           size_bytes;
} Loan;

static void
give_back (gpointer data)
{
  Loan *loan = data;

  koma_memory_pool_give (loan->pool, loan->data, loan->size_bytes);
  koma_memory_pool_unref (loan->pool);
  g_free (loan);
}

/* With the padding, which may be read. (transfer full) (nullable) */
static GBytes *
take (KomaMemoryPool *pool,
      gsize           size_bytes,
      GError        **error)
{
  gpointer data = koma_memory_pool_alloc (pool, size_bytes, error);
  Loan    *loan = NULL;

  if (data == NULL)
    return NULL;
  loan = g_new (Loan, 1);
  *loan = (Loan){ koma_memory_pool_ref (pool), data, size_bytes };
  return g_bytes_new_with_free_func (data, size_bytes + KOMA_MEMORY_PADDING, give_back, loan);
}

/**
 * koma_array_new_in_pool:
 * @shape: known in every dimension
 * @pool: has the memory, and gets it back with the last reference
 *
 * As koma_array_new(), but of any values. Thread: any.
 *
 * Errors: those of koma_array_new().
 *
 * Returns: (transfer full): the array
 */
KomaArray *
koma_array_new_in_pool (KomaDType        dtype,
                        const KomaShape *shape,
                        KomaMemoryPool  *pool,
                        GError         **error)
{
  const gsize size = koma_dtype_size (dtype);
  gsize       count = 0;
  g_autoptr (GBytes) bytes = NULL;

  if (!koma_shape_check (shape, size, &count, error))
    return NULL;
  if (count * size < KOMA_MEMORY_POOL_MIN_BYTES) {
    koma_memory_pool_pass_time (pool);
    return koma_array_new (dtype, shape, error);
  }
  bytes = take (pool, count * size, error);
  return bytes != NULL ? koma_array_new_from_bytes (dtype, shape, bytes, 0, error) : NULL;
}
