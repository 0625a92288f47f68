/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/results/koma-file-names.h"
#include "tests/test-main.h"

static void
count_cb (guint *n_changed)
{
  (*n_changed)++;
}

static void
add (KomaFileNames *names,
     const char    *path)
{
  koma_file_names_add_copy (names, path);
}

static void
assert_name (KomaFileNames *names,
             const char    *path,
             const char    *wanted)
{
  g_autofree char *name = koma_file_names_dup (names, path);

  g_assert_cmpstr (name, ==, wanted);
}

/* No more folders than it takes, for each file. */
static void
test_folders (void)
{
  g_autoptr (KomaFileNames) names = koma_file_names_new ();
  guint n_changed = 0;

  g_signal_connect_swapped (names, "changed", G_CALLBACK (count_cb), &n_changed);
  add (names, "/p/a/2024/cat.jpg");
  add (names, "/p/a/2024/dog.jpg");
  assert_name (names, "/p/a/2024/cat.jpg", "cat.jpg");
  g_assert_cmpuint (n_changed, ==, 0);

  add (names, "/p/a/2025/cat.jpg");
  assert_name (names, "/p/a/2024/cat.jpg", "2024/cat.jpg");
  assert_name (names, "/p/a/2025/cat.jpg", "2025/cat.jpg");
  assert_name (names, "/p/a/2024/dog.jpg", "dog.jpg");
  g_assert_cmpuint (n_changed, ==, 1);

  add (names, "/p/b/2025/cat.jpg");
  assert_name (names, "/p/a/2024/cat.jpg", "2024/cat.jpg");
  assert_name (names, "/p/a/2025/cat.jpg", "a/2025/cat.jpg");
  assert_name (names, "/p/b/2025/cat.jpg", "b/2025/cat.jpg");
  g_assert_cmpuint (n_changed, ==, 2);
}

/* One is in the folder of another's name, up to the root. */
static void
test_roots (void)
{
  g_autoptr (KomaFileNames) names = koma_file_names_new ();

  add (names, "/cat.jpg");
  add (names, "/a/cat.jpg");
  add (names, "/b/a/cat.jpg");
  assert_name (names, "/cat.jpg", "/cat.jpg");
  assert_name (names, "/a/cat.jpg", "/a/cat.jpg");
  assert_name (names, "/b/a/cat.jpg", "b/a/cat.jpg");
}

static void
test_same_file (void)
{
  g_autoptr (KomaFileNames) names = koma_file_names_new ();

  add (names, "/a/cat.jpg");
  add (names, "/a/cat.jpg");
  assert_name (names, "/a/cat.jpg", "cat.jpg");
  add (names, "/b/cat.jpg");
  add (names, "/a/cat.jpg");
  assert_name (names, "/a/cat.jpg", "a/cat.jpg");
}

static void
test_clear (void)
{
  g_autoptr (KomaFileNames) names = koma_file_names_new ();

  add (names, "/a/cat.jpg");
  add (names, "/b/cat.jpg");
  koma_file_names_clear (names);
  assert_name (names, "/a/cat.jpg", "cat.jpg");
  assert_name (NULL, "/a/cat.jpg", "cat.jpg");
  add (names, "/b/cat.jpg");
  assert_name (names, "/b/cat.jpg", "cat.jpg");
}

/* All tails are shared, and the names are still told apart. */
static void
test_many (void)
{
  g_autoptr (KomaFileNames) names = koma_file_names_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) paths =
    g_ptr_array_new_with_free_func ((GDestroyNotify) g_ref_string_release);

  for (guint i = 0; i < 1000; i++) {
    g_autofree char *path = g_strdup_printf ("/p/%u/%u/%u/cat.jpg", i / 100, i / 10 % 10,
                                             i % 10);

    g_ptr_array_add (paths, g_ref_string_new (path));
    koma_file_names_add (names, paths->pdata[i]);
  }
  for (guint i = 0; i < paths->len; i++)
    g_assert_true (g_hash_table_add (seen, koma_file_names_dup (names, paths->pdata[i])));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/file-names/folders", test_folders);
  g_test_add_func ("/ui/file-names/roots", test_roots);
  g_test_add_func ("/ui/file-names/same-file", test_same_file);
  g_test_add_func ("/ui/file-names/clear", test_clear);
  g_test_add_func ("/ui/file-names/many", test_many);
  return g_test_run ();
}
