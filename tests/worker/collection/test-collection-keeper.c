/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A collection that nobody waits for: what is asked of it is done in turn. */
#include "worker/collection/koma-collection-keeper.h"

#include <string.h>
#include <sys/stat.h>

#include "collection-fixture.h"
#include "tests/test-main.h"
#include "worker/collection/koma-collection-check.h"
#include "worker/collection/koma-collection-private.h"

/* More pages than a few. */
#define N_MANY 300

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
open_keeper (Collection *fixture,
             gboolean    is_checked,
             GError    **error)
{
  g_autofree char *path = collection_get_path (fixture);
  g_autoptr (GAsyncResult) result = NULL;

  koma_collection_keeper_open_async (path, is_checked, NULL, take_result_cb, &result);
  wait_for (&result);
  return koma_collection_keeper_open_finish (result, error);
}

static KomaCollectionKeeper *
open_with_model (Collection *fixture)
{
  g_autoptr (GError) error = NULL;
  KomaCollectionKeeper *keeper = open_keeper (fixture, FALSE, &error);

  g_assert_no_error (error);
  koma_collection_keeper_choose_model (keeper, fixture->answer->info);
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

static GArray *
find (KomaCollectionKeeper *keeper,
      const char           *path)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GArray *known = NULL;

  g_ptr_array_add (paths, (char *) path);
  koma_collection_keeper_find_async (keeper, paths, 10, take_result_cb, &result);
  wait_for (&result);
  known = koma_collection_keeper_find_finish (result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (known->len, ==, 1);
  return known;
}

static gboolean
is_known (KomaCollectionKeeper *keeper,
          const char           *path)
{
  g_autoptr (GArray) known = find (keeper, path);

  return g_array_index (known, KomaCollectionKnown, 0).result != NULL;
}

/* Only what was asked for is added: with the size and time that the file had then. */
static void
test_add (Collection   *fixture,
          gconstpointer data)
{
  g_autofree char      *path = collection_write_picture (fixture, "a.png", "one");
  g_autofree char      *other = collection_write_picture (fixture, "b.png", "two");
  KomaCollectionKeeper *keeper = open_with_model (fixture);

  fixture->answer->answered_us = g_get_monotonic_time ();
  koma_collection_keeper_add (keeper, other, fixture->answer, NULL);
  g_assert_false (is_known (keeper, path));
  koma_collection_keeper_add (keeper, path, fixture->answer, NULL);
  g_assert_true (is_known (keeper, path));
  g_assert_false (is_known (keeper, other));
  close_keeper (keeper);
  keeper = open_with_model (fixture);
  g_assert_true (is_known (keeper, path));
  g_assert_cmpint (koma_collection_keeper_get_opened (keeper)->n_pictures, ==, 1);
  g_assert_cmpstr (koma_collection_keeper_get_opened (keeper)->last.hash, ==,
                   fixture->answer->info->hash);
  close_keeper (keeper);
}

/* A picture that failed, and was tried again. */
static void
test_retried (Collection   *fixture,
              gconstpointer data)
{
  g_autofree char *path = collection_write_picture (fixture, "a.png", "one");
  g_autoptr (GError) failure = koma_collection_make_failure ("decode", "not a picture");
  g_autoptr (GArray) known = NULL;
  KomaCollectionKeeper *keeper = open_with_model (fixture);

  g_assert_false (is_known (keeper, path));
  koma_collection_keeper_add (keeper, path, NULL, failure);
  known = find (keeper, path);
  g_assert_nonnull (g_array_index (known, KomaCollectionKnown, 0).failure);
  koma_collection_keeper_add (keeper, path, fixture->answer, NULL);
  g_assert_true (is_known (keeper, path));
  close_keeper (keeper);
}

/* An answer that is older than the file, as one of the list may be. */
static void
test_changed_since (Collection   *fixture,
                    gconstpointer data)
{
  g_autofree char      *path = collection_write_picture (fixture, "a.png", "one");
  KomaCollectionKeeper *keeper = open_with_model (fixture);

  fixture->answer->answered_us = 1; /* when the computer started, whose clock this is */
  g_assert_false (is_known (keeper, path));
  koma_collection_keeper_add (keeper, path, fixture->answer, NULL);
  g_assert_false (is_known (keeper, path));
  close_keeper (keeper);
}

static GPtrArray *
take_list (GAsyncResult **result)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *pictures = NULL;

  wait_for (result);
  pictures = koma_collection_keeper_list_finish (*result, &error);
  g_assert_no_error (error);
  return pictures;
}

/* Of those whose files are as they were, the last alone. */
static void
test_look (Collection   *fixture,
           gconstpointer data)
{
  static const char *const names[] = { "a.png", "b.png", "c.png", "d.png" };
  KomaCollectionKeeper    *keeper = NULL;
  g_autoptr (GAsyncResult) listed = NULL, looked = NULL;
  g_autoptr (GPtrArray) all = NULL, some = NULL;

  collection_open (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = collection_write_picture (fixture, names[i], "one");

    collection_add_answer (fixture, path, 3);
    if (i == 1)
      collection_touch (path, 1);
  }
  collection_close (fixture);
  keeper = open_with_model (fixture);
  koma_collection_keeper_list_async (keeper, 0, 10, 10, take_result_cb, &listed);
  koma_collection_keeper_look_async (keeper, 0, 10, take_result_cb, &looked);
  all = take_list (&listed);
  some = take_list (&looked);
  g_assert_cmpuint (all->len, ==, 4);
  g_assert_cmpuint (some->len, ==, 2);
  g_assert_cmpint (((KomaCollectionPicture *) some->pdata[0])->row, ==, 2);
  g_assert_cmpint (((KomaCollectionPicture *) some->pdata[0])->change, ==, KOMA_FILE_CHANGED);
  g_assert_cmpint (((KomaCollectionPicture *) some->pdata[1])->row, ==, 4);
  g_assert_cmpint (((KomaCollectionPicture *) some->pdata[1])->change, ==, KOMA_FILE_SAME);
  close_keeper (keeper);
}

/* Files are looked at where answers can not be read, and no model was chosen. */
static void
test_look_files_alone (Collection   *fixture,
                       gconstpointer data)
{
  g_autofree char      *path = collection_write_picture (fixture, "a.png", "one");
  KomaCollectionKeeper *keeper = NULL;
  g_autoptr (GAsyncResult) looked = NULL;
  g_autoptr (GPtrArray) pictures = NULL;

  collection_open (fixture);
  collection_add_answer (fixture, path, 3);
  collection_close (fixture);
  keeper = open_keeper (fixture, TRUE, NULL);
  collection_exec (fixture, "DROP VIEW best; DROP TABLE scores;");
  koma_collection_keeper_look_async (keeper, 0, 10, take_result_cb, &looked);
  pictures = take_list (&looked);
  g_assert_cmpuint (pictures->len, ==, 1);
  g_assert_cmpstr (((KomaCollectionPicture *) pictures->pdata[0])->path, ==, path);
  g_assert_null (((KomaCollectionPicture *) pictures->pdata[0])->known.result);
  close_keeper (keeper);
}

/* Nothing is known without a model, or of another one. */
static void
test_models (Collection   *fixture,
             gconstpointer data)
{
  g_autofree char      *path = collection_write_picture (fixture, "a.png", "one");
  KomaCollectionKeeper *keeper = NULL;

  collection_open (fixture);
  collection_add_answer (fixture, path, 3);
  collection_close (fixture);
  keeper = open_keeper (fixture, FALSE, NULL);
  g_assert_false (is_known (keeper, path));
  koma_collection_keeper_choose_model (keeper, fixture->answer->info);
  g_assert_true (is_known (keeper, path));
  g_free (fixture->answer->info->hash);
  fixture->answer->info->hash = g_strdup ("ffffffffffffffffffffffffffffffff");
  koma_collection_keeper_choose_model (keeper, fixture->answer->info);
  g_assert_false (is_known (keeper, path));
  close_keeper (keeper);
}

static void
count_cb (guint *n)
{
  ++*n;
}

/* Once; what comes after is not kept, and asks for nothing. */
static void
test_failed (Collection   *fixture,
             gconstpointer data)
{
  g_autofree char      *path = collection_write_picture (fixture, "a.png", "one");
  KomaCollectionKeeper *keeper = open_with_model (fixture);
  guint                 n_failed = 0;

  g_signal_connect_swapped (keeper, "failed", G_CALLBACK (count_cb), &n_failed);
  g_assert_false (is_known (keeper, path));
  collection_exec (fixture, "DROP TABLE scores;");
  for (guint i = 0; i < 3; i++)
    koma_collection_keeper_add (keeper, path, fixture->answer, NULL);
  g_assert_false (is_known (keeper, path));
  while (n_failed == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (is_known (keeper, path));
  g_assert_cmpuint (n_failed, ==, 1);
  close_keeper (keeper);
}

static void
test_refused (Collection   *fixture,
              gconstpointer data)
{
  g_autofree char *path = collection_get_path (fixture);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, "no collection", -1, NULL));
  g_assert_null (open_keeper (fixture, FALSE, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
}

static void
add_many (Collection *fixture)
{
  collection_open (fixture);
  for (guint i = 0; i < N_MANY; i++) {
    g_autofree char    *path = g_strdup_printf ("/nowhere/%04u.png", i);
    KomaCollectionEntry entry = {
      .path = path, .id = { .size_bytes = i }, .result = fixture->answer
    };

    g_assert_true (koma_collection_add (fixture->collection, &entry, 3, NULL));
  }
  collection_close (fixture);
}

static void
damage_last_page (Collection *fixture)
{
  g_autofree char *path = collection_get_path (fixture);
  g_autofree char *bytes = NULL;
  gsize            length = 0;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  memset (bytes + length - 4096, 0xa5, 4096);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
}

/* It is open at once, and says so later; opened with a check, it has what could be read. */
static void
test_damaged (Collection   *fixture,
              gconstpointer data)
{
  KomaCollectionKeeper *keeper = NULL;
  guint                 n_damaged = 0;

  add_many (fixture);
  damage_last_page (fixture);
  keeper = open_keeper (fixture, FALSE, NULL);
  g_assert_null (koma_collection_keeper_get_opened (keeper)->notice);
  g_assert_cmpint (koma_collection_keeper_get_opened (keeper)->n_pictures, ==, N_MANY);
  g_signal_connect_swapped (keeper, "damaged", G_CALLBACK (count_cb), &n_damaged);
  while (n_damaged == 0)
    g_main_context_iteration (NULL, TRUE);
  close_keeper (keeper);
  keeper = open_keeper (fixture, TRUE, NULL);
  g_assert_nonnull (koma_collection_keeper_get_opened (keeper)->notice);
  close_keeper (keeper);
}

static void
checked_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      ret_is_sound)
{
  *(int *) ret_is_sound = koma_collection_check_finish (result);
}

/* A sound file, also where the check is ended early. */
static void
test_checked (Collection   *fixture,
              gconstpointer data)
{
  g_autofree char *path = collection_get_path (fixture);

  add_many (fixture);
  for (guint i = 0; i < 2; i++) {
    KomaCollectionCheck *check = NULL;
    int                  is_sound = -1;

    check = koma_collection_check_new (path, checked_cb, &is_sound);
    if (i == 1)
      g_clear_pointer (&check, koma_collection_check_free);
    while (is_sound < 0)
      g_main_context_iteration (NULL, TRUE);
    g_assert_true (is_sound);
    koma_collection_check_free (check);
  }
}

/* What persons say is one change after the other, which finds what was said before. */
static void
test_say (Collection   *fixture,
          gconstpointer data)
{
  g_autofree char      *path = collection_write_picture (fixture, "a.png", "one");
  KomaCollectionKeeper *keeper = open_with_model (fixture);
  g_autoptr (KomaRating) four = koma_rating_new (4, "Ada", 5);
  g_autoptr (KomaRating) none = koma_rating_new_now (KOMA_RATING_NONE);
  g_autoptr (GArray) out = NULL, in = NULL;

  koma_collection_keeper_rate (keeper, path, four);
  koma_collection_keeper_leave_out (keeper, path, TRUE);
  out = find (keeper, path);
  g_assert_true (g_array_index (out, KomaCollectionKnown, 0).is_left_out);
  g_assert_cmpint (g_array_index (out, KomaCollectionKnown, 0).rating->stars, ==, 4);
  g_assert_cmpstr (g_array_index (out, KomaCollectionKnown, 0).rating->author, ==, "Ada");
  koma_collection_keeper_leave_out (keeper, path, FALSE);
  koma_collection_keeper_rate (keeper, path, none);
  close_keeper (keeper);
  g_assert_cmpint (collection_count (fixture, "SELECT is_out + stars FROM left_out, ratings;"), ==,
                   0);
  keeper = open_with_model (fixture);
  in = find (keeper, path);
  g_assert_false (g_array_index (in, KomaCollectionKnown, 0).is_left_out);
  close_keeper (keeper);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  collection_add_test ("/collection-keeper/add", test_add);
  collection_add_test ("/collection-keeper/retried", test_retried);
  collection_add_test ("/collection-keeper/changed-since", test_changed_since);
  collection_add_test ("/collection-keeper/look", test_look);
  collection_add_test ("/collection-keeper/look-files-alone", test_look_files_alone);
  collection_add_test ("/collection-keeper/models", test_models);
  collection_add_test ("/collection-keeper/failed", test_failed);
  collection_add_test ("/collection-keeper/refused", test_refused);
  collection_add_test ("/collection-keeper/damaged", test_damaged);
  collection_add_test ("/collection-keeper/checked", test_checked);
  collection_add_test ("/collection-keeper/say", test_say);
  return g_test_run ();
}
