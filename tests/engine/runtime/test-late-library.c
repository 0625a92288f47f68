/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/runtime/late-library.h"

#include <string.h>

#include "engine/formats/libarchive.h"
#include "engine/koma/koma-error.h"
#include "tests/test-main.h"

static void
test_there (void)
{
  g_autoptr (GError) error = NULL;
  KomaLibarchive library = { 0 };

  g_assert_true (koma_libarchive_load (&library, &error));
  g_assert_no_error (error);
  g_assert_cmpint (library.archive_read_free (library.archive_read_new ()), ==, ARCHIVE_OK);
  /* Once more, it is the same. */
  memset (&library, 0, sizeof library);
  g_assert_true (koma_libarchive_load (&library, &error));
  g_assert_nonnull (library.archive_read_support_format_zip);
}

static void
test_missing (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_late_library_open ("libkoma-none.so.13", &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "libkoma-none.so.13"));
}

static void
test_other (void)
{
  g_autoptr (GError) error = NULL;
  gpointer library = koma_late_library_open ("libarchive.so.13", &error);

  g_assert_no_error (error);
  g_assert_null (koma_late_library_find (library, "archive_koma_none", &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "archive_koma_none"));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/late-library/there", test_there);
  g_test_add_func ("/late-library/missing", test_missing);
  g_test_add_func ("/late-library/other", test_other);
  return g_test_run ();
}
