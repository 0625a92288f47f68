/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "collection-fixture.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include "tests/remove-tree.h"

static void
set_up (Collection   *fixture,
        gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("koma-collection-XXXXXX", NULL);
  fixture->answer = make_answer ("cat,dog,bird,fish", 0.9);
}

static void
tear_down (Collection   *fixture,
           gconstpointer data)
{
  collection_close (fixture);
  koma_result_unref (fixture->answer);
  remove_tree (fixture->folder);
  g_free (fixture->folder);
}

void
collection_add_test (const char    *path,
                     CollectionTest test)
{
  g_test_add (path, Collection, NULL, set_up, test, tear_down);
}

char *
collection_get_path (Collection *fixture)
{
  return g_build_filename (fixture->folder, "photos.koma", NULL);
}

char *
collection_write_picture (Collection *fixture,
                          const char *name,
                          const char *content)
{
  char *path = g_build_filename (fixture->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, content, -1, NULL));
  return path;
}

void
collection_touch (const char *path,
                  guint       seconds)
{
  struct stat     info = { 0 };
  struct timespec times[2] = { 0 };

  g_assert_cmpint (stat (path, &info), ==, 0);
  times[0] = times[1] = info.st_mtim;
  times[1].tv_sec += seconds;
  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
}

void
collection_choose (Collection *fixture)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (
    koma_collection_choose_model (fixture->collection, fixture->answer->info, &error));
  g_assert_no_error (error);
}

void
collection_open (Collection *fixture)
{
  g_autofree char *path = collection_get_path (fixture);
  g_autoptr (GError) error = NULL;

  fixture->collection = koma_collection_open (path, &error);
  g_assert_no_error (error);
  collection_choose (fixture);
}

void
collection_close (Collection *fixture)
{
  g_autoptr (GError) error = NULL;

  koma_collection_close (g_steal_pointer (&fixture->collection), &error);
  g_assert_no_error (error);
}

void
collection_add_answer (Collection *fixture,
                       const char *path,
                       guint       top_k)
{
  KomaCollectionEntry entry = { .path = path, .result = fixture->answer };
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_collection_get_file_id (path, &entry.id));
  g_assert_true (koma_collection_add (fixture->collection, &entry, top_k, &error));
  g_assert_no_error (error);
}

void
collection_find (Collection          *fixture,
                 const char          *path,
                 guint                top_k,
                 KomaCollectionKnown *ret_known)
{
  KomaFileId id = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_collection_get_file_id (path, &id));
  g_assert_true (
    koma_collection_find (fixture->collection, path, &id, top_k, top_k, ret_known, &error));
  g_assert_no_error (error);
}

static sqlite3 *
connect_other (Collection *fixture)
{
  g_autofree char *path = collection_get_path (fixture);
  sqlite3         *db = NULL;

  g_assert_cmpint (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READWRITE, NULL), ==, SQLITE_OK);
  return db;
}

void
collection_exec (Collection *fixture,
                 const char *sql)
{
  sqlite3 *db = connect_other (fixture);

  if (fixture->collection != NULL)
    g_assert_true (koma_collection_commit (fixture->collection, NULL));
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

gint64
collection_count (Collection *fixture,
                  const char *sql)
{
  sqlite3      *db = connect_other (fixture);
  sqlite3_stmt *statement = NULL;
  gint64        count = 0;

  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  count = sqlite3_column_int64 (statement, 0);
  sqlite3_finalize (statement);
  sqlite3_close (db);
  return count;
}

GPtrArray *
collection_list (Collection *fixture,
                 gint64      after,
                 guint       n)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *pictures = koma_collection_list (fixture->collection, after, n, 10, &error);

  g_assert_no_error (error);
  return pictures;
}

void
collection_rate (Collection *fixture,
                 const char *path,
                 int         stars,
                 const char *author,
                 gint64      rated_us)
{
  g_autoptr (KomaRating) rating = koma_rating_new (stars, author, rated_us);
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_collection_rate (fixture->collection, path, rating, &error));
  g_assert_no_error (error);
}

char *
collection_rename (Collection *fixture,
                   const char *path,
                   const char *name)
{
  char *to = g_build_filename (fixture->folder, name, NULL);

  g_assert_cmpint (g_rename (path, to), ==, 0);
  return to;
}

void
collection_choose_other (Collection *fixture,
                         const char *hash,
                         const char *recipe,
                         double      temperature)
{
  KomaResult *other = make_answer ("cat,dog,bird,fish", 0.5);

  g_free (other->info->hash);
  other->info->hash = g_strdup (hash);
  g_free (other->info->recipe);
  other->info->recipe = g_strdup (recipe);
  other->info->values.temperature = temperature;
  koma_result_unref (fixture->answer);
  fixture->answer = other;
  collection_choose (fixture);
}

void
collection_check_parents (Collection *fixture)
{
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM pragma_foreign_key_check;"), ==,
                   0);
}
