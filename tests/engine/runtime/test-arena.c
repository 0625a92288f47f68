/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "engine/koma/koma-error.h"
#include "engine/runtime/arena.h"
#include "engine/runtime/memory.h"
#include "tests/test-main.h"

static const gsize sizes[] = { 0, 1, 63, 64, 65, 4096, 0, 3 << 20, 100 };

static void
check_zeros (const guint8 *buffer,
             gsize         size_bytes)
{
  gsize sum = 0;

  for (gsize i = 0; i < size_bytes + KOMA_MEMORY_PADDING; i++)
    sum += buffer[i];
  g_assert_cmpuint (sum, ==, 0);
}

/* Each is filled, and none of the others notices. */
static void
test_layout (gconstpointer expected_bytes)
{
  g_autoptr (KomaArena) arena = koma_arena_new (GPOINTER_TO_SIZE (expected_bytes));
  guint8 *buffers[G_N_ELEMENTS (sizes)] = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    g_autoptr (GError) error = NULL;

    buffers[i] = koma_arena_alloc (arena, sizes[i], &error);
    g_assert_no_error (error);
    g_assert_cmpuint (GPOINTER_TO_SIZE (buffers[i]) % KOMA_MEMORY_ALIGNMENT, ==, 0);
    check_zeros (buffers[i], sizes[i]);
    memset (buffers[i], (int) i + 1, sizes[i]);
  }
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (gsize k = 0; k < sizes[i]; k++)
      g_assert_cmpuint (buffers[i][k], ==, i + 1);
}

/* What was expected is one buffer of memory.h, and all of them go with the arena. */
static void
test_buffers (void)
{
  KomaMemoryInfo before = { 0 };
  KomaMemoryInfo full = { 0 };
  KomaMemoryInfo after = { 0 };
  KomaArena     *arena = koma_arena_new (100000);

  koma_memory_get_info (&before);
  for (guint i = 0; i < 90; i++)
    g_assert_nonnull (koma_arena_alloc (arena, 1000 - KOMA_MEMORY_PADDING, NULL));
  koma_memory_get_info (&full);
  if (!KOMA_MEMORY_IS_CHECKED)
    g_assert_cmpuint (full.n_buffers, ==, before.n_buffers + 1);
  g_assert_nonnull (koma_arena_alloc (arena, 20000, NULL));
  koma_memory_get_info (&after);
  g_assert_cmpuint (after.n_buffers, ==, full.n_buffers + 1);
  koma_arena_free (arena);
  koma_memory_get_info (&after);
  g_assert_cmpuint (after.n_buffers, ==, before.n_buffers);
  g_assert_cmpuint (after.size_bytes, ==, before.size_bytes);
  koma_arena_free (NULL);
}

/* An arena that had no memory for one has some for the next. */
static void
test_too_much (void)
{
  static const gsize too_much[] = { G_MAXSIZE, G_MAXSIZE - 100, G_MAXSSIZE, G_MAXSSIZE - 64 };
  g_autoptr (KomaArena) arena = koma_arena_new (0);

  for (guint i = 0; i < G_N_ELEMENTS (too_much); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (koma_arena_alloc (arena, too_much[i], &error));
    g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY);
    g_assert_nonnull (koma_arena_alloc (arena, 10, NULL));
  }
}

/* All see the same memory, which is as large as the most that anybody wants. */
static void
test_shared (void)
{
  KomaMemoryInfo before = { 0 };
  KomaMemoryInfo after = { 0 };
  KomaArena     *arena = koma_arena_new (0);
  gpointer       shared = NULL;

  koma_memory_get_info (&before);
  g_assert_null (koma_arena_get_shared (arena));
  g_assert_true (koma_arena_share (arena, 5000, NULL));
  shared = koma_arena_get_shared (arena);
  g_assert_true (koma_arena_share (arena, 100, NULL));
  g_assert_true (koma_arena_get_shared (arena) == shared);
  g_assert_true (koma_arena_share (arena, 70000, NULL));
  memset (koma_arena_get_shared (arena), 1, 70000);
  koma_memory_get_info (&after);
  g_assert_cmpuint (after.n_buffers, ==, before.n_buffers + 1);
  koma_arena_end_sharing (arena);
  g_assert_null (koma_arena_get_shared (arena));
  g_assert_true (koma_arena_share (arena, 100, NULL));
  g_assert_nonnull (koma_arena_get_shared (arena));
  koma_arena_free (arena);
  koma_memory_get_info (&after);
  g_assert_cmpuint (after.n_buffers, ==, before.n_buffers);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/arena/unexpected", GSIZE_TO_POINTER (0), test_layout);
  g_test_add_data_func ("/arena/expected", GSIZE_TO_POINTER (4 << 20), test_layout);
  g_test_add_func ("/arena/buffers", test_buffers);
  g_test_add_func ("/arena/too-much", test_too_much);
  g_test_add_func ("/arena/shared", test_shared);
  return g_test_run ();
}
