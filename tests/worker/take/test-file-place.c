/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <sys/stat.h>
#include <unistd.h>

#include "tests/remove-tree.h"
#include "tests/test-main.h"
#include "worker/take/koma-file-place.h"

/* printf abc | sha256sum */
#define SHA256_OF_ABC "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

static void
test_hash (void)
{
  g_autofree char *folder = g_dir_make_tmp ("koma-file-place-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "abc", NULL);
  g_autofree char *sha256 = NULL;
  guint64          size_bytes = 0;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, "abc", -1, NULL));
  sha256 = koma_file_hash (path, &size_bytes, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (sha256, ==, SHA256_OF_ABC);
  g_assert_cmpuint (size_bytes, ==, 3);
  remove_tree (folder);
}

static void
check_refused (const char  *path,
               GIOErrorEnum code)
{
  guint64 size_bytes = 7;
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_file_hash (path, &size_bytes, NULL, &error));
  g_assert_error (error, G_IO_ERROR, (int) code);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_cmpuint (size_bytes, ==, 7);
}

/* What is no file of its own has no hash: a pipe would say that it is empty. */
static void
test_hash_refused (void)
{
  g_autofree char *folder = g_dir_make_tmp ("koma-file-place-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "file", NULL);
  g_autofree char *link = g_build_filename (folder, "link", NULL);
  g_autofree char *pipe = g_build_filename (folder, "pipe", NULL);
  g_autofree char *none = g_build_filename (folder, "none", NULL);

  g_assert_true (g_file_set_contents (file, "abc", -1, NULL));
  g_assert_cmpint (symlink (file, link), ==, 0);
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  check_refused (link, G_IO_ERROR_TOO_MANY_LINKS);
  check_refused (pipe, G_IO_ERROR_INVALID_ARGUMENT);
  check_refused (folder, G_IO_ERROR_IS_DIRECTORY);
  check_refused (none, G_IO_ERROR_NOT_FOUND);
  remove_tree (folder);
}

static void
test_hash_cancelled (void)
{
  g_autofree char *folder = g_dir_make_tmp ("koma-file-place-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "abc", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, "abc", -1, NULL));
  g_cancellable_cancel (cancellable);
  g_assert_null (koma_file_hash (path, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  remove_tree (folder);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/worker/file-place/hash", test_hash);
  g_test_add_func ("/worker/file-place/hash-refused", test_hash_refused);
  g_test_add_func ("/worker/file-place/hash-cancelled", test_hash_cancelled);
  return g_test_run ();
}
