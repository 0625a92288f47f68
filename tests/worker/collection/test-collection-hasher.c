/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The content of pictures is hashed while nothing else is to do. */
#include "worker/collection/koma-collection-hasher.h"

#include <glib/gstdio.h>

#include "collection-fixture.h"
#include "tests/test-main.h"
#include "worker/take/koma-file-place.h"

#define COUNT_HASHES "SELECT count(*) FROM pictures WHERE sha256 IS NOT NULL;"

static void
take_result_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      ret_result)
{
  *(GAsyncResult **) ret_result = g_object_ref (result);
}

static void
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
}

static KomaCollectionKeeper *
open_keeper (Collection *fixture)
{
  g_autofree char *path = collection_get_path (fixture);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  KomaCollectionKeeper *keeper = NULL;

  koma_collection_keeper_open_async (path, TRUE, NULL, take_result_cb, &result);
  wait_for (&result);
  keeper = koma_collection_keeper_open_finish (result, &error);
  g_assert_no_error (error);
  return keeper;
}

static void
close_keeper (KomaCollectionKeeper *keeper) /* (transfer full) */
{
  g_autoptr (GAsyncResult) result = NULL;

  koma_collection_keeper_close_async (keeper, take_result_cb, &result);
  g_object_unref (keeper);
  wait_for (&result);
}

static void
add_answers (Collection *fixture,
             guint       n)
{
  collection_open (fixture);
  for (guint i = 0; i < n; i++) {
    g_autofree char *name = g_strdup_printf ("%03u.png", i);
    g_autofree char *path = collection_write_picture (fixture, name, name);

    collection_add_answer (fixture, path, 3);
  }
  collection_close (fixture);
}

static void
hash_all (KomaCollectionKeeper *keeper)
{
  KomaCollectionHasher *hasher = koma_collection_hasher_new (keeper);

  koma_collection_hasher_set_paused (hasher, FALSE);
  while (!koma_collection_hasher_is_idle (hasher))
    g_main_context_iteration (NULL, TRUE);
  koma_collection_hasher_free (hasher);
}

/* More than the thread gets at a time; the hash is that of the file. */
static void
test_all (Collection   *fixture,
          gconstpointer data)
{
  g_autofree char      *path = g_build_filename (fixture->folder, "099.png", NULL);
  g_autofree char      *sha256 = NULL;
  g_autofree char      *sql = NULL;
  KomaCollectionKeeper *keeper = NULL;

  add_answers (fixture, 100);
  keeper = open_keeper (fixture);
  hash_all (keeper);
  close_keeper (keeper);
  sha256 = koma_file_hash (path, NULL, NULL, NULL);
  sql = g_strdup_printf ("SELECT count(*) FROM pictures WHERE sha256 = '%s';", sha256);
  g_assert_cmpint (collection_count (fixture, COUNT_HASHES), ==, 100);
  g_assert_cmpint (collection_count (fixture, sql), ==, 1);
}

/* One that is gone, and one that has changed, get none, and are looked for once. */
static void
test_vanished (Collection   *fixture,
               gconstpointer data)
{
  g_autofree char      *gone = g_build_filename (fixture->folder, "001.png", NULL);
  g_autofree char      *changed = g_build_filename (fixture->folder, "002.png", NULL);
  KomaCollectionKeeper *keeper = NULL;

  add_answers (fixture, 4);
  g_assert_no_errno (g_unlink (gone));
  collection_touch (changed, 1);
  keeper = open_keeper (fixture);
  hash_all (keeper);
  close_keeper (keeper);
  g_assert_cmpint (collection_count (fixture, COUNT_HASHES), ==, 2);
}

/* Paused, it does nothing; and what was given up is done later. */
static void
test_paused (Collection   *fixture,
             gconstpointer data)
{
  KomaCollectionKeeper *keeper = NULL;
  KomaCollectionHasher *hasher = NULL;

  add_answers (fixture, 40);
  keeper = open_keeper (fixture);
  hasher = koma_collection_hasher_new (keeper);
  g_assert_true (koma_collection_hasher_is_idle (hasher));
  for (guint i = 0; i < 20; i++) {
    koma_collection_hasher_set_paused (hasher, FALSE);
    g_assert_false (koma_collection_hasher_is_idle (hasher));
    for (guint k = 0; k < i; k++)
      g_main_context_iteration (NULL, FALSE);
    koma_collection_hasher_set_paused (hasher, TRUE);
  }
  koma_collection_hasher_set_paused (hasher, FALSE);
  while (!koma_collection_hasher_is_idle (hasher))
    g_main_context_iteration (NULL, TRUE);
  koma_collection_hasher_free (hasher);
  close_keeper (keeper);
  g_assert_cmpint (collection_count (fixture, COUNT_HASHES), ==, 40);
}

/* What comes after the end, or while the list is read, is found, where somebody says so. */
static void
look_again (Collection *fixture,
            gboolean    is_first_ended)
{
  KomaCollectionKeeper *keeper = NULL;
  KomaCollectionHasher *hasher = NULL;
  g_autofree char      *path = NULL;
  g_autoptr (KomaCorrection) correction = koma_correction_new ("cat", "me", 1);

  add_answers (fixture, 0);
  keeper = open_keeper (fixture);
  hasher = koma_collection_hasher_new (keeper);
  koma_collection_hasher_set_paused (hasher, FALSE);
  while (is_first_ended && !koma_collection_hasher_is_idle (hasher))
    g_main_context_iteration (NULL, TRUE);
  path = collection_write_picture (fixture, "a.png", "one");
  koma_collection_keeper_correct (keeper, path, correction);
  koma_collection_hasher_look_again (hasher);
  g_assert_false (koma_collection_hasher_is_idle (hasher));
  while (!koma_collection_hasher_is_idle (hasher))
    g_main_context_iteration (NULL, TRUE);
  koma_collection_hasher_free (hasher);
  close_keeper (keeper);
  g_assert_cmpint (collection_count (fixture, COUNT_HASHES), ==, 1);
}

static void
test_again (Collection   *fixture,
            gconstpointer data)
{
  look_again (fixture, TRUE);
}

static void
test_meanwhile (Collection   *fixture,
                gconstpointer data)
{
  look_again (fixture, FALSE);
}

/* Closing waits for nothing, at whichever moment. */
static void
test_closed (Collection   *fixture,
             gconstpointer data)
{
  add_answers (fixture, 40);
  for (guint i = 0; i < 10; i++) {
    KomaCollectionKeeper *keeper = open_keeper (fixture);
    KomaCollectionHasher *hasher = koma_collection_hasher_new (keeper);

    koma_collection_hasher_set_paused (hasher, FALSE);
    for (guint k = 0; k < i; k++)
      g_main_context_iteration (NULL, FALSE);
    koma_collection_hasher_free (hasher);
    close_keeper (keeper);
  }
}

/* A picture that was moved, and written with another time, is the same. */
static void
test_moved (Collection   *fixture,
            gconstpointer data)
{
  g_autofree char *before = g_build_filename (fixture->folder, "000.png", NULL);
  g_autofree char *path = g_build_filename (fixture->folder, "moved.png", NULL);
  g_auto (KomaCollectionKnown) known = { 0 };
  KomaCollectionKeeper *keeper = NULL;

  add_answers (fixture, 1);
  keeper = open_keeper (fixture);
  hash_all (keeper);
  close_keeper (keeper);
  g_assert_no_errno (g_rename (before, path));
  collection_touch (path, 7);
  collection_open (fixture);
  collection_find (fixture, path, 3, &known);
  g_assert_nonnull (known.result);
  g_assert_cmpstr (known.moved_from, ==, before);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  collection_add_test ("/collection-hasher/all", test_all);
  collection_add_test ("/collection-hasher/vanished", test_vanished);
  collection_add_test ("/collection-hasher/paused", test_paused);
  collection_add_test ("/collection-hasher/again", test_again);
  collection_add_test ("/collection-hasher/meanwhile", test_meanwhile);
  collection_add_test ("/collection-hasher/closed", test_closed);
  collection_add_test ("/collection-hasher/moved", test_moved);
  return g_test_run ();
}
