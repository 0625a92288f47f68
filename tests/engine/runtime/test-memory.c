/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "engine/koma/koma-error.h"
#include "engine/runtime/memory.h"
#include "tests/test-main.h"

static const gsize sizes[] = {
  0,
  1,
  2,
  3,
  13,
  63,
  64,
  65,
  127,
  4096,
  1 << 20,
  2 << 20,
  (5 << 20) + 1,
};

/* The address sanitizer sees to it that the padding is ours. */
static void
test_layout (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    g_autoptr (GError) error = NULL;
    guint8 *buffer = koma_memory_alloc (sizes[i], &error);
    gsize   sum = 0;

    g_assert_no_error (error);
    g_assert_cmpuint (GPOINTER_TO_SIZE (buffer) % KOMA_MEMORY_ALIGNMENT, ==, 0);
    for (gsize k = 0; k < sizes[i] + KOMA_MEMORY_PADDING; k++)
      sum += buffer[k];
    g_assert_cmpuint (sum, ==, 0);
    memset (buffer, 0xff, sizes[i]);
    koma_memory_free (buffer);
  }
  koma_memory_free (NULL);
}

static void
test_info (void)
{
  KomaMemoryInfo before = { 0 };
  KomaMemoryInfo info = { 0 };
  gpointer       a = NULL;
  gpointer       b = NULL;

  koma_memory_get_info (&before);
  a = koma_memory_alloc (2 << 20, NULL);
  b = koma_memory_alloc (13, NULL);
  koma_memory_get_info (&info);
  g_assert_cmpuint (info.n_buffers, ==, before.n_buffers + 2);
  g_assert_cmpuint (info.size_bytes, ==, before.size_bytes + (2 << 20) + 13);
  g_assert_cmpuint (info.peak_bytes, >=, info.size_bytes);
  koma_memory_free (a);
  koma_memory_get_info (&info);
  g_assert_cmpuint (info.n_buffers, ==, before.n_buffers + 1);
  g_assert_cmpuint (info.size_bytes, ==, before.size_bytes + 13);
  g_assert_cmpuint (info.peak_bytes, >=, before.size_bytes + (2 << 20) + 13);
  koma_memory_free (b);
  koma_memory_get_info (&info);
  g_assert_cmpuint (info.n_buffers, ==, before.n_buffers);
  g_assert_cmpuint (info.size_bytes, ==, before.size_bytes);
}

static void
test_too_much (void)
{
  static const gsize too_much[] = { G_MAXSIZE, G_MAXSIZE - 100, G_MAXSSIZE, G_MAXSSIZE - 64 };
  KomaMemoryInfo     before = { 0 };
  KomaMemoryInfo     after = { 0 };

  koma_memory_get_info (&before);
  for (guint i = 0; i < G_N_ELEMENTS (too_much); i++) {
    g_autoptr (GError) error = NULL;
    g_assert_null (koma_memory_alloc (too_much[i], &error));
    g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY);
  }
  koma_memory_get_info (&after);
  g_assert_cmpuint (after.n_buffers, ==, before.n_buffers);
  g_assert_cmpuint (after.peak_bytes, ==, before.peak_bytes);
}

static void
test_fail_after (void)
{
  for (guint n = 0; n < 4; n++) {
    koma_memory_fail_after (n);
    for (guint i = 1; i < 6; i++) {
      g_autoptr (GError) error = NULL;
      gpointer buffer = koma_memory_alloc (8, &error);

      g_assert_cmpint (buffer == NULL, ==, i == n);
      g_assert_cmpint (error != NULL, ==, i == n);
      koma_memory_free (buffer);
    }
  }
  koma_memory_fail_after (1);
  koma_memory_fail_after (0);
  koma_memory_free (koma_memory_alloc (8, NULL));
}

static gpointer
alloc_and_free (gpointer unused)
{
  for (guint i = 0; i < 2000; i++)
    koma_memory_free (koma_memory_alloc (i % 100, NULL));
  return NULL;
}

static void
test_threads (void)
{
  GThread       *threads[4] = { NULL };
  KomaMemoryInfo before = { 0 };
  KomaMemoryInfo after = { 0 };

  koma_memory_get_info (&before);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("alloc", alloc_and_free, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  koma_memory_get_info (&after);
  g_assert_cmpuint (after.n_buffers, ==, before.n_buffers);
  g_assert_cmpuint (after.size_bytes, ==, before.size_bytes);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory/layout", test_layout);
  g_test_add_func ("/memory/info", test_info);
  g_test_add_func ("/memory/too-much", test_too_much);
  g_test_add_func ("/memory/fail-after", test_fail_after);
  g_test_add_func ("/memory/threads", test_threads);
  return g_test_run ();
}
