/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What people say of pictures: corrections, ratings, and which are to be left out. */
#include "collection-fixture.h"
#include "tests/test-main.h"

static void
check_correction (Collection *fixture,
                  const char *path,
                  const char *label) /* (nullable) */
{
  g_auto (KomaCollectionKnown) known = { 0 };

  collection_find (fixture, path, 3, &known);
  g_assert_true ((known.correction != NULL) == (label != NULL));
  if (label == NULL)
    return;
  g_assert_cmpstr (known.correction->label, ==, label);
  g_assert_cmpstr (known.correction->author, ==, "Ada");
  g_assert_cmpint (known.correction->corrected_us, ==, 1700000000000000);
}

/* It stays when the file changes, needs no answer, and may be taken back. */
static void
test_correct (Collection   *fixture,
              gconstpointer data)
{
  g_autofree char *path = collection_write_picture (fixture, "a.png", "one");
  g_autofree char *unanswered = collection_write_picture (fixture, "b.png", "two");
  g_autoptr (KomaCorrection) said = koma_correction_new ("a toy", "Ada", 1700000000000000);
  g_autoptr (KomaCorrection) other = koma_correction_new ("a doll", "Ada", 1700000000000000);
  g_autoptr (GPtrArray) pictures = NULL;

  collection_open (fixture);
  collection_add_answer (fixture, path, 3);
  check_correction (fixture, path, NULL);
  g_assert_true (koma_collection_correct (fixture->collection, path, said, NULL));
  g_assert_true (koma_collection_correct (fixture->collection, unanswered, said, NULL));
  g_assert_true (koma_collection_correct (fixture->collection, unanswered, other, NULL));
  collection_touch (path, 1);
  collection_close (fixture);
  collection_open (fixture);
  check_correction (fixture, path, "a toy");
  check_correction (fixture, unanswered, "a doll");
  pictures = collection_list (fixture, 0, 10);
  g_assert_cmpuint (pictures->len, ==, 2);
  g_assert_cmpstr (((KomaCollectionPicture *) pictures->pdata[1])->known.correction->label, ==,
                   "a doll");
  g_assert_true (koma_collection_correct (fixture->collection, path, NULL, NULL));
  check_correction (fixture, path, NULL);
  collection_exec (fixture, "UPDATE corrections SET corrected_us = -1;");
  g_clear_pointer (&pictures, g_ptr_array_unref);
  pictures = collection_list (fixture, 0, 10);
  g_assert_null (((KomaCollectionPicture *) pictures->pdata[1])->known.correction);
}

static guint
count_listed (Collection *fixture)
{
  g_autoptr (GPtrArray) pictures = collection_list (fixture, 0, 10);
  g_autoptr (GPtrArray) files =
    koma_collection_list_files (fixture->collection, 0, 10, FALSE, NULL);
  g_autoptr (GPtrArray) unhashed =
    koma_collection_list_files (fixture->collection, 0, 10, TRUE, NULL);
  gint64 n = 0;

  g_assert_true (koma_collection_count (fixture->collection, &n, NULL));
  g_assert_cmpuint (pictures->len, ==, files->len);
  g_assert_cmpuint (pictures->len, ==, unhashed->len);
  g_assert_cmpint (n, ==, pictures->len);
  return pictures->len;
}

static void
leave_out (Collection *fixture,
           const char *path,
           gboolean    is_out)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_collection_leave_out (fixture->collection, path, is_out, &error));
  g_assert_no_error (error);
}

static void
check_left_out (Collection *fixture,
                const char *path,
                gboolean    is_out)
{
  g_auto (KomaCollectionKnown) known = { 0 };

  collection_find (fixture, path, 3, &known);
  g_assert_cmpint (known.is_left_out, ==, is_out);
}

/* The same without a model, and before anybody else found that it was moved. */
static void
check_left_out_alone (Collection *fixture,
                      const char *path,
                      gboolean    is_out)
{
  gboolean is_left_out = !is_out;
  g_autoptr (GError) error = NULL;

  koma_collection_is_left_out (fixture->collection, path, &is_left_out, &error);
  g_assert_no_error (error);
  g_assert_cmpint (is_left_out, ==, is_out);
}

/* It is in no list, neither with a new answer nor when the file changes or moves; its answers come
 * back with it. Of what was never left out, nothing is written. */
static void
test_leave_out (Collection   *fixture,
                gconstpointer data)
{
  g_autofree char *path = collection_write_picture (fixture, "a.png", "one");
  g_autofree char *other = collection_write_picture (fixture, "b.png", "two");
  g_autofree char *to = NULL;
  gboolean         has = FALSE;

  collection_open (fixture);
  collection_touch (path, 0);
  collection_add_answer (fixture, path, 3);
  leave_out (fixture, path, FALSE);
  g_assert_true (koma_collection_has (fixture->collection, path, &has, NULL));
  g_assert_true (has);
  g_assert_true (koma_collection_has (fixture->collection, other, &has, NULL));
  g_assert_false (has);
  check_left_out_alone (fixture, path, FALSE);
  check_left_out_alone (fixture, other, FALSE);
  check_left_out_alone (fixture, "/nowhere/none.png", FALSE);
  leave_out (fixture, path, TRUE);
  leave_out (fixture, other, TRUE);
  g_assert_cmpuint (count_listed (fixture), ==, 0);
  collection_add_answer (fixture, other, 3);
  check_left_out (fixture, other, TRUE);
  collection_touch (other, 1);
  check_left_out (fixture, other, TRUE);
  to = collection_rename (fixture, path, "c.png");
  check_left_out_alone (fixture, to, TRUE);
  check_left_out (fixture, to, TRUE);
  g_assert_cmpuint (count_listed (fixture), ==, 0);
  collection_close (fixture);
  collection_open (fixture);
  leave_out (fixture, to, FALSE);
  check_left_out (fixture, to, FALSE);
  g_assert_cmpuint (count_listed (fixture), ==, 1);
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM left_out"
                                              " WHERE changed_us > 1700000000000000;"),
                   ==, 2);
}

static void
check_rating (Collection *fixture,
              const char *path,
              int         stars,
              const char *author) /* (nullable) of no stars */
{
  g_auto (KomaCollectionKnown) known = { 0 };

  collection_find (fixture, path, 3, &known);
  g_assert_cmpint (koma_rating_get_stars (known.rating), ==, stars);
  g_assert_cmpstr (known.rating != NULL ? known.rating->author : NULL, ==, author);
}

/* It stays when the file changes, and that it was taken back is kept; a wrong one is none. Who says
 * the same again is not who said it. */
static void
test_rate (Collection   *fixture,
           gconstpointer data)
{
  g_autofree char *path = collection_write_picture (fixture, "a.png", "one");
  g_autofree char *unrated = collection_write_picture (fixture, "b.png", "two");
  g_autoptr (GPtrArray) pictures = NULL;

  collection_open (fixture);
  collection_add_answer (fixture, path, 3);
  check_rating (fixture, path, KOMA_RATING_NONE, NULL);
  collection_rate (fixture, path, 5, "Ada", 5);
  collection_rate (fixture, path, -1, "Bo", 7);
  collection_rate (fixture, path, -1, "Ada", 9);
  collection_rate (fixture, unrated, 0, "Ada", 5);
  collection_touch (path, 1);
  check_rating (fixture, path, KOMA_RATING_REJECTED, "Bo");
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM ratings WHERE rated_us = 7;"),
                   ==, 1);
  collection_rate (fixture, path, 0, "Ada", 11);
  check_rating (fixture, path, KOMA_RATING_NONE, NULL);
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  g_assert_cmpint (collection_count (fixture, "SELECT rated_us FROM ratings;"), ==, 11);
  collection_exec (fixture, "UPDATE ratings SET stars = 6;");
  pictures = collection_list (fixture, 0, 10);
  g_assert_null (((KomaCollectionPicture *) pictures->pdata[0])->known.rating);
  g_assert_null (((KomaCollectionPicture *) pictures->pdata[0])->known.result);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  collection_add_test ("/collection-said/correct", test_correct);
  collection_add_test ("/collection-said/leave-out", test_leave_out);
  collection_add_test ("/collection-said/rate", test_rate);
  return g_test_run ();
}
