/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "engine/koma/koma-error.h"
#include "engine/runtime/memory.h"
#include "engine/runtime/memory-pool.h"
#include "tests/test-main.h"

#define SIZE ((gsize) 1 << 20)

static gpointer
alloc (KomaMemoryPool *pool,
       gsize           size_bytes)
{
  g_autoptr (GError) error = NULL;
  gpointer buffer = koma_memory_pool_alloc (pool, size_bytes, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (GPOINTER_TO_SIZE (buffer) % KOMA_MEMORY_ALIGNMENT, ==, 0);
  memset (buffer, 7, size_bytes);
  return buffer;
}

static void
test_same_size (void)
{
  g_autoptr (KomaMemoryPool) pool = koma_memory_pool_new (4 * SIZE);
  gpointer a = alloc (pool, SIZE);
  gpointer b = NULL;

  koma_memory_pool_give (pool, a, SIZE);
  g_assert_cmpuint (koma_memory_pool_get_kept_bytes (pool), ==, SIZE);
  b = alloc (pool, SIZE + 4);
  g_assert_true (a != b);
  g_assert_cmpuint (koma_memory_pool_get_kept_bytes (pool), ==, SIZE);
  koma_memory_pool_give (pool, b, SIZE + 4);
  b = alloc (pool, SIZE);
  g_assert_true (a == b);
  g_assert_cmpuint (koma_memory_pool_get_kept_bytes (pool), ==, SIZE + 4);
  koma_memory_pool_give (pool, b, SIZE);
  koma_memory_pool_give (pool, NULL, SIZE);
}

/* The last that was given is the first that is taken: it may be in the cache. */
static void
test_order (void)
{
  g_autoptr (KomaMemoryPool) pool = koma_memory_pool_new (4 * SIZE);
  gpointer a = alloc (pool, SIZE);
  gpointer b = alloc (pool, SIZE);

  g_assert_true (a != b);
  koma_memory_pool_give (pool, a, SIZE);
  koma_memory_pool_give (pool, b, SIZE);
  g_assert_true (alloc (pool, SIZE) == b);
  g_assert_true (alloc (pool, SIZE) == a);
  koma_memory_pool_give (pool, a, SIZE);
  koma_memory_pool_give (pool, b, SIZE);
}

static void
test_bounds (void)
{
  g_autoptr (KomaMemoryPool) pool = koma_memory_pool_new (2 * SIZE);
  gpointer buffers[3];

  for (guint i = 0; i < G_N_ELEMENTS (buffers); i++)
    buffers[i] = alloc (pool, SIZE);
  for (guint i = 0; i < G_N_ELEMENTS (buffers); i++)
    koma_memory_pool_give (pool, buffers[i], SIZE);
  g_assert_cmpuint (koma_memory_pool_get_kept_bytes (pool), ==, 2 * SIZE);
  koma_memory_pool_give (pool, alloc (pool, 3 * SIZE), 3 * SIZE);
  koma_memory_pool_give (pool, alloc (pool, 16), 16);
  g_assert_cmpuint (koma_memory_pool_get_kept_bytes (pool), ==, 2 * SIZE);
  for (guint i = 0; i < 200; i++)
    koma_memory_pool_give (pool, alloc (pool, KOMA_MEMORY_POOL_MIN_BYTES + i),
                           KOMA_MEMORY_POOL_MIN_BYTES + i);
  g_assert_cmpuint (koma_memory_pool_get_kept_bytes (pool), <, SIZE + SIZE / 2);
}

static void
test_age (void)
{
  g_autoptr (KomaMemoryPool) pool = koma_memory_pool_new (2 * SIZE);

  koma_memory_pool_give (pool, alloc (pool, SIZE), SIZE);
  for (guint i = 0; i < 1000; i++)
    koma_memory_pool_pass_time (pool);
  g_assert_cmpuint (koma_memory_pool_get_kept_bytes (pool), ==, SIZE);
  for (guint i = 0; i < 1000; i++)
    koma_memory_pool_pass_time (pool);
  g_assert_cmpuint (koma_memory_pool_get_kept_bytes (pool), ==, 0);
}

static void
test_close (void)
{
  KomaMemoryPool *pool = koma_memory_pool_new (2 * SIZE);
  gpointer        a = alloc (pool, SIZE);
  gpointer        b = alloc (pool, SIZE);

  koma_memory_pool_give (pool, a, SIZE);
  koma_memory_pool_close (pool);
  g_assert_cmpuint (koma_memory_pool_get_kept_bytes (pool), ==, 0);
  koma_memory_pool_ref (pool);
  koma_memory_pool_unref (pool);
  koma_memory_pool_give (pool, b, SIZE);
  g_assert_cmpuint (koma_memory_pool_get_kept_bytes (pool), ==, 0);
  koma_memory_pool_unref (pool);
}

/* What is kept counts as freed. */
static void
test_count (void)
{
  g_autoptr (KomaMemoryPool) pool = koma_memory_pool_new (2 * SIZE);
  g_autoptr (GError) error = NULL;
  KomaMemoryInfo before = { 0 };
  KomaMemoryInfo info = { 0 };
  gpointer       a = NULL;

  koma_memory_get_info (&before);
  for (guint i = 0; i < 3; i++) {
    a = alloc (pool, SIZE);
    koma_memory_get_info (&info);
    g_assert_cmpuint (info.n_buffers, ==, before.n_buffers + 1);
    g_assert_cmpuint (info.size_bytes, ==, before.size_bytes + SIZE);
    koma_memory_pool_give (pool, a, SIZE);
    koma_memory_get_info (&info);
    g_assert_cmpuint (info.n_buffers, ==, before.n_buffers);
    g_assert_cmpuint (info.size_bytes, ==, before.size_bytes);
  }
  koma_memory_fail_after (1);
  g_assert_null (koma_memory_pool_alloc (pool, SIZE, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY);
  g_assert_cmpuint (koma_memory_pool_get_kept_bytes (pool), ==, 0);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory-pool/same-size", test_same_size);
  g_test_add_func ("/memory-pool/order", test_order);
  g_test_add_func ("/memory-pool/bounds", test_bounds);
  g_test_add_func ("/memory-pool/age", test_age);
  g_test_add_func ("/memory-pool/close", test_close);
  g_test_add_func ("/memory-pool/count", test_count);
  return g_test_run ();
}
