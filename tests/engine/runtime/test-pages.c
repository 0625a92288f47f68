/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/runtime/pages.h"
#include "tests/test-main.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

static gboolean
is_mapped (guint8 *page)
{
  unsigned char residence = 0;

  return mincore (page, (size_t) sysconf (_SC_PAGESIZE), &residence) == 0;
}

/* All of it is zeros, can be written, and goes. */
static void
check (gsize size_bytes,
       gsize last_bytes) /* what is mapped behind the last whole huge page */
{
  const gsize whole_bytes = size_bytes / KOMA_PAGES_HUGE_BYTES * KOMA_PAGES_HUGE_BYTES;
  const gsize page_bytes = (gsize) sysconf (_SC_PAGESIZE);
  guint8     *pages = koma_pages_map (size_bytes);

  g_assert_nonnull (pages);
  g_assert_cmpuint ((guintptr) pages % KOMA_PAGES_HUGE_BYTES, ==, 0);
  for (gsize i = 0; i < whole_bytes + last_bytes; i += page_bytes) {
    g_assert_cmpuint (pages[i], ==, 0);
    pages[i] = 1;
  }
  koma_pages_unmap (pages, size_bytes);
  for (gsize i = 0; i < whole_bytes + last_bytes; i += page_bytes)
    g_assert_false (is_mapped (pages + i));
}

static void
test_ends (void)
{
  const gsize huge = KOMA_PAGES_HUGE_BYTES;
  const gsize page = (gsize) sysconf (_SC_PAGESIZE);

  check (1, page);
  check (huge / 2 - 1, huge / 2);
  check (huge / 2, huge);
  check (huge, 0);
  check (3 * huge, 0);
  check (3 * huge + page, page);
  check (3 * huge + huge / 2, huge);
  check (4 * huge - 1, huge);
}

static void
test_too_large (void)
{
  g_assert_null (koma_pages_map (G_MAXSSIZE));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pages/ends", test_ends);
  g_test_add_func ("/pages/too-large", test_too_large);
  return g_test_run ();
}
