/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker/collection/koma-collection-writer.h"

#include <glib/gstdio.h>
#include <sqlite3.h>

#include "collection-fixture.h"
#include "worker/collection/koma-collection-filter.h"
#include "tests/test-main.h"

/* More than wait at once. */
#define N_MANY  3000
#define NO_SUCH "no such picture"

static const char sha256[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

static void
set_flag (gpointer flag)
{
  *(gboolean *) flag = TRUE;
}

/* Of the collection that is open. @flag: set after an error */
static KomaCollectionWriter *
start (Collection *fixture,
       gboolean   *flag)
{
  collection_open (fixture);
  return koma_collection_writer_new (g_steal_pointer (&fixture->collection), set_flag, flag);
}

static gboolean
add (Collection           *fixture,
     KomaCollectionWriter *writer,
     const char           *path,
     GError              **error)
{
  KomaCollectionEntry entry = { .path = path, .result = fixture->answer };

  g_assert_true (koma_collection_get_file_id (path, &entry.id));
  return koma_collection_writer_add (writer, &entry, 3, error);
}

static gboolean
is_known (KomaCollectionWriter *writer,
          const char           *path)
{
  g_auto (KomaCollectionKnown) known = { 0 };
  KomaFileId id = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_collection_get_file_id (path, &id));
  koma_collection_writer_find (writer, path, &id, 3, 3, &known, &error);
  g_assert_no_error (error);
  return known.result != NULL;
}

static GPtrArray *
write_pictures (Collection *fixture,
                guint       n)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < n; i++) {
    g_autofree char *name = g_strdup_printf ("%04u.jpg", i);

    g_ptr_array_add (paths, collection_write_picture (fixture, name, name));
  }
  return paths;
}

static void
close_writer (KomaCollectionWriter *writer)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_collection_writer_close (writer, &error));
  g_assert_no_error (error);
}

/* Nobody says when it is written, and all of it is found; also by who asks at once. */
static void
test_many (Collection   *fixture,
           gconstpointer data)
{
  gboolean has_failed = FALSE;
  g_autoptr (GPtrArray) paths = write_pictures (fixture, N_MANY);
  KomaCollectionWriter *writer = start (fixture, &has_failed);

  for (guint i = 0; i < N_MANY; i++) {
    g_assert_false (is_known (writer, paths->pdata[i]));
    g_assert_true (add (fixture, writer, paths->pdata[i], NULL));
    if (i < N_MANY / 4 && i % 100 == 0)
      g_assert_true (is_known (writer, paths->pdata[i]));
  }
  for (guint i = 0; i < N_MANY; i++)
    g_assert_true (is_known (writer, paths->pdata[N_MANY - 1 - i]));
  close_writer (writer);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM answers;"), ==, N_MANY);
  g_assert_false (has_failed);
}

/* A few, and nobody who closes it: they are in the file all the same, since a second is over. */
static void
test_committed (Collection   *fixture,
                gconstpointer data)
{
  gboolean has_failed = FALSE;
  g_autoptr (GPtrArray) paths = write_pictures (fixture, 3);
  KomaCollectionWriter *writer = start (fixture, &has_failed);

  for (guint i = 0; i < paths->len; i++)
    g_assert_true (add (fixture, writer, paths->pdata[i], NULL));
  while (collection_count (fixture, "SELECT count(*) FROM answers;") < 3)
    g_thread_yield ();
  koma_collection_writer_free (writer);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM answers;"), ==, 3);
}

/* Most are known, some are new, some have changed: after enough new ones the filter answers. */
static void
test_mixed (Collection   *fixture,
            gconstpointer data)
{
  gboolean has_failed = FALSE;
  g_autoptr (GPtrArray) paths = write_pictures (fixture, 200);
  KomaCollectionWriter *writer = start (fixture, &has_failed);

  for (guint i = 0; i < 200; i += 2)
    g_assert_true (add (fixture, writer, paths->pdata[i], NULL));
  close_writer (writer);
  collection_touch (paths->pdata[100], 1);
  writer = start (fixture, &has_failed);
  for (guint i = 0; i < 200; i++) {
    g_assert_cmpint (is_known (writer, paths->pdata[i]), ==, i % 2 == 0 && i != 100);
    if (i % 2 != 0)
      g_assert_true (add (fixture, writer, paths->pdata[i], NULL));
  }
  for (guint i = 0; i < 200; i++)
    g_assert_cmpint (is_known (writer, paths->pdata[i]), ==, i != 100);
  close_writer (writer);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM pictures;"), ==, 200);
}

/* One that was moved is known by its time or its content, though the filter lacks its name. */
static void
test_moved (Collection   *fixture,
            gconstpointer data)
{
  gboolean         has_failed = FALSE;
  g_autofree char *first = collection_write_picture (fixture, "first.jpg", "first");
  g_autofree char *second = collection_write_picture (fixture, "second.jpg", "second!");
  g_autofree char *new = collection_write_picture (fixture, "new.jpg", "something else");
  g_autofree char      *moved = g_build_filename (fixture->folder, "moved.jpg", NULL);
  g_autofree char      *copied = g_build_filename (fixture->folder, "copied.jpg", NULL);
  g_autofree char      *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, "second!", -1);
  KomaFileId            id = { 0 };
  KomaCollectionWriter *writer = start (fixture, &has_failed);

  g_assert_false (is_known (writer, new));
  g_assert_true (add (fixture, writer, first, NULL));
  g_assert_true (add (fixture, writer, second, NULL));
  g_assert_true (koma_collection_get_file_id (second, &id));
  g_assert_true (koma_collection_writer_add_sha256 (writer, second, &id, hash, NULL));
  koma_collection_writer_hold (writer);
  koma_collection_writer_release (writer);
  g_assert_cmpint (g_rename (first, moved), ==, 0);
  g_assert_cmpint (g_rename (second, copied), ==, 0);
  collection_touch (copied, 5);
  g_assert_true (is_known (writer, moved));
  g_assert_true (is_known (writer, copied));
  close_writer (writer);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM pictures;"), ==, 2);
}

/* Who holds it has all that was added, and the thread writes nothing meanwhile. */
static void
test_held (Collection   *fixture,
           gconstpointer data)
{
  gboolean has_failed = FALSE;
  g_autoptr (GPtrArray) paths = write_pictures (fixture, 200);
  KomaCollectionWriter *writer = start (fixture, &has_failed);
  KomaCollection       *collection = NULL;
  gboolean              is_there = FALSE;

  for (guint i = 0; i < 100; i++)
    g_assert_true (add (fixture, writer, paths->pdata[i], NULL));
  collection = koma_collection_writer_hold (writer);
  for (guint i = 100; i < 200; i++)
    g_assert_true (add (fixture, writer, paths->pdata[i], NULL));
  g_assert_true (koma_collection_has (collection, paths->pdata[99], &is_there, NULL));
  g_assert_true (is_there);
  g_assert_true (koma_collection_has (collection, paths->pdata[100], &is_there, NULL));
  g_assert_false (is_there);
  koma_collection_writer_release (writer);
  close_writer (writer);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM answers;"), ==, 200);
}

static sqlite3 *
lock_file (Collection *fixture)
{
  g_autofree char *path = collection_get_path (fixture);
  sqlite3         *other = NULL;

  g_assert_cmpint (sqlite3_open (path, &other), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (other, "BEGIN IMMEDIATE;", NULL, NULL, NULL), ==, SQLITE_OK);
  return other;
}

static void
assert_busy (const GError *error)
{
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BUSY);
  g_assert_true (g_str_has_suffix (error->message, ": another program writes to it"));
}

/* The main loop hears of an error, though nobody adds anything; then each call says it. */
static void
test_failed (Collection   *fixture,
             gconstpointer data)
{
  gboolean has_failed = FALSE;
  g_autoptr (GPtrArray) paths = write_pictures (fixture, 2);
  KomaCollectionWriter *writer = start (fixture, &has_failed);
  sqlite3              *other = lock_file (fixture);
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_collection_writer_check (writer, &error));
  g_assert_true (add (fixture, writer, paths->pdata[0], &error));
  while (!has_failed)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (koma_collection_writer_check (writer, &error));
  assert_busy (error);
  g_clear_error (&error);
  g_assert_false (add (fixture, writer, paths->pdata[1], &error));
  assert_busy (error);
  g_clear_error (&error);
  sqlite3_close (other);
  g_assert_false (koma_collection_writer_close (writer, &error));
  assert_busy (error);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM answers;"), ==, 0);
}

/* Closing says what the thread met, also if nobody looked since. */
static void
test_failed_at_end (Collection   *fixture,
                    gconstpointer data)
{
  gboolean has_failed = FALSE;
  g_autoptr (GPtrArray) paths = write_pictures (fixture, 1);
  KomaCollectionWriter *writer = start (fixture, &has_failed);
  sqlite3              *other = lock_file (fixture);
  g_autoptr (GError) error = NULL;

  g_assert_true (add (fixture, writer, paths->pdata[0], NULL));
  g_assert_false (koma_collection_writer_close (writer, &error));
  assert_busy (error);
  g_assert_false (g_main_context_iteration (NULL, FALSE));
  g_assert_false (has_failed);
  sqlite3_close (other);
}

/* Given up with jobs that wait: nothing of them is written, and nobody waits for them. */
static void
test_freed (Collection   *fixture,
            gconstpointer data)
{
  gboolean has_failed = FALSE;
  g_autoptr (GPtrArray) paths = write_pictures (fixture, 20);
  KomaCollectionWriter *writer = start (fixture, &has_failed);

  koma_collection_writer_hold (writer);
  for (guint i = 0; i < paths->len; i++)
    g_assert_true (add (fixture, writer, paths->pdata[i], NULL));
  koma_collection_writer_free (writer);
  koma_collection_writer_free (NULL);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM answers;"), ==, 0);
}

/* What it was not told of it does not have; what it was told of it has. */
static void
test_filter (Collection   *fixture,
             gconstpointer data)
{
  KomaCollectionFilter filter = { 0 };
  g_autofree char     *path = collection_write_picture (fixture, "a.jpg", "picture");
  KomaFileId           other = { .size_bytes = 5, .mtime_ns = 7 };
  KomaFileId           id = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_collection_get_file_id (path, &id));
  g_assert_true (koma_collection_filter_may_have (&filter, NO_SUCH, &other));
  collection_open (fixture);
  collection_add_answer (fixture, path, 3);
  g_assert_true (koma_collection_filter_fill (&filter, fixture->collection, &error));
  g_assert_false (koma_collection_filter_may_have (&filter, NO_SUCH, &other));
  g_assert_true (koma_collection_filter_may_have (&filter, "a.jpg", &other));
  g_assert_true (koma_collection_filter_may_have (&filter, NO_SUCH, &id));
  koma_collection_filter_add (&filter, "b.jpg", &other);
  g_assert_true (koma_collection_filter_may_have (&filter, NO_SUCH, &other));
  other.mtime_ns++;
  g_assert_false (koma_collection_filter_may_have (&filter, NO_SUCH, &other));
  g_assert_true (koma_collection_filter_may_have (&filter, "b.jpg", &other));
  koma_collection_filter_add_content (&filter, other.size_bytes);
  g_assert_true (koma_collection_filter_may_have (&filter, NO_SUCH, &other));
  koma_collection_filter_clear (&filter);
  g_assert_true (koma_collection_add_sha256 (fixture->collection, path, &id, sha256, NULL));
  g_assert_true (koma_collection_filter_fill (&filter, fixture->collection, &error));
  id.mtime_ns++;
  g_assert_true (koma_collection_filter_may_have (&filter, NO_SUCH, &id));
  koma_collection_filter_clear (&filter);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  collection_add_test ("/collection-writer/many", test_many);
  collection_add_test ("/collection-writer/committed", test_committed);
  collection_add_test ("/collection-writer/mixed", test_mixed);
  collection_add_test ("/collection-writer/moved", test_moved);
  collection_add_test ("/collection-writer/held", test_held);
  collection_add_test ("/collection-writer/failed", test_failed);
  collection_add_test ("/collection-writer/failed-at-end", test_failed_at_end);
  collection_add_test ("/collection-writer/freed", test_freed);
  collection_add_test ("/collection-writer/filter", test_filter);
  return g_test_run ();
}
