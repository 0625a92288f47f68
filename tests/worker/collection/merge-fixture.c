/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "merge-fixture.h"

#include <sqlite3.h>

#define SHA256 "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'"

#define TAKEN(id, time, camera) \
  "UPDATE pictures SET taken_us = " time ", camera = " camera " WHERE id = " id ";"
/* Of the second model. */
#define FAILURE(id, picture, time, message)                                              \
  "INSERT INTO answers VALUES (" id ", " picture ", 9, 6, " time ", 'decode', '" message \
  "', 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL);"
#define VECTOR(id, picture, halves) \
  "INSERT INTO vectors VALUES (" id ", " picture ", 3, X'" halves "');"
#define CORRECTION(id, picture, label, time)                           \
  "INSERT INTO corrections (id, picture, label, author, corrected_us)" \
  " VALUES (" id ", " picture ", '" label "', 'Ada', " time ");"
#define LEFT_OUT(id, picture, is_out, time) \
  "INSERT INTO left_out VALUES (" id ", " picture ", " is_out ", 'Ada', " time ");"
#define RATING(id, picture, stars, time) \
  "INSERT INTO ratings VALUES (" id ", " picture ", " stars ", 'Ada', " time ");"

/* clang-format off */
const char *const merge_contents[MERGE_N_FILES] = {
  MODELS PICTURE ("1", "a.png", "10", "100", "NULL") ANSWER ("1", "1", "1000", "1")
  VECTOR ("1", "1", "003c003c") CORRECTION ("1", "1", "dog", "50")
  PICTURE ("2", "more/b.png", "20", "200", "NULL") ANSWER ("2", "2", "1000", "2")
  TAKEN ("1", "900", "7") TAKEN ("2", "9999", "9999")
  LEFT_OUT ("1", "1", "1", "70") RATING ("1", "1", "3", "50") RATING ("2", "2", "5", "1")
  FOLDER ("1", ".") FOLDER ("2", "/far/."),

  MODELS PICTURE ("4", "a.png", "10", "100", SHA256)
  ANSWER ("3", "4", "1000", "2") FAILURE ("8", "4", "900", "first") VECTOR ("1", "4", "003c0038")
  CORRECTION ("7", "4", "cat", "50") PICTURE ("1", "c.png", "30", "300", "NULL")
  "UPDATE labels SET label = 'wolf' WHERE model = 7 AND class = 1;"
  "UPDATE models SET name = 'Animals' WHERE id = 7;"
  LEFT_OUT ("5", "4", "0", "69") RATING ("7", "4", "4", "50") FOLDER ("7", "more/."),

  MODELS PICTURE ("2", "more/b.png", "20", "201", "NULL") TAKEN ("2", "2010", "NULL")
  FAILURE ("1", "2", "10", "torn") CORRECTION ("1", "2", "bird", "5")
  PICTURE ("3", "a.png", "10", "100", "NULL")
  FAILURE ("2", "3", "900", "second") "UPDATE provenances SET device = 'other' WHERE id = 6;"
  "DELETE FROM labels WHERE model = 9; INSERT INTO labels VALUES (9, 1, 'z');"
  LEFT_OUT ("1", "2", "0", "90") RATING ("1", "2", "0", "2") FOLDER ("1", "/far/."),

  MODELS PICTURE ("1", "more/b.png", "19", "201", "NULL") ANSWER ("1", "1", "5000", "1")
  VECTOR ("9", "1", "003c003c") PICTURE ("5", "a.png", "10", "100", "NULL")
  ANSWER ("5", "5", "999", "1") CORRECTION ("1", "5", "bird", "49")
  "INSERT INTO labels VALUES (9, 1, 'b');"
  "INSERT INTO provenances VALUES (8, 7, 'gles', 'card', 'float16', '0.1.0');"
  LEFT_OUT ("2", "1", "1", "89"),
};
/* clang-format on */

char *
merge_get_path (Collection *fixture,
                const char *name)
{
  return g_build_filename (fixture->folder, name, NULL);
}

void
merge_exec (const char *path,
            const char *sql)
{
  sqlite3 *db = NULL;
  char    *message = NULL;

  g_assert_cmpint (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READWRITE, NULL), ==, SQLITE_OK);
  sqlite3_exec (db, sql, NULL, NULL, &message);
  g_assert_cmpstr (message, ==, NULL);
  sqlite3_close (db);
}

char *
merge_make (Collection *fixture,
            const char *name,
            const char *sql)
{
  char *path = merge_get_path (fixture, name);

  g_assert_true (koma_collection_close (koma_collection_open (path, NULL), NULL));
  merge_exec (path, sql);
  return path;
}

gboolean
merge_files (const char         *into,
             const char *const  *from,
             KomaCollectionPaths paths,
             GError            **error)
{
  g_autoptr (KomaCollection) collection = koma_collection_open (into, error);

  g_assert_nonnull (collection);
  return koma_collection_merge (collection, from, paths, error) &&
         koma_collection_close (g_steal_pointer (&collection), error);
}

void
merge_well (const char        *into,
            const char *const *from)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (merge_files (into, from, KOMA_MERGE_SAME_PATHS, &error));
  g_assert_no_error (error);
}

#define LIST(columns, from)                   \
  "SELECT group_concat (row, char (10)) FROM" \
  " (SELECT " columns " AS row FROM " from " ORDER BY row)"

char *
merge_dump (const char *path)
{
  static const char *const lists[] = {
    LIST ("hash || ' ' || recipe_hash || ' ' || recipe || ' ' || name || ' ' || n_classes",
          "models"),
    LIST ("m.hash || ' ' || l.class || ' ' || l.label", "labels l JOIN models m ON m.id = l.model"),
    LIST ("m.hash || ' ' || backend || ' ' || device || ' ' || precision || ' ' || koma_version",
          "provenances p JOIN models m ON m.id = p.model"),
    LIST ("space", "spaces"),
    LIST ("path || ' ' || size_bytes || ' ' || mtime_ns || ' ' || quote (sha256) || ' ' ||"
          "quote (taken_us) || ' ' || quote (camera)",
          "pictures"),
    LIST ("p.path || ' ' || m.hash || ' ' || v.device || ' ' || answered_us || ' ' || "
          "quote (error) || ' ' || ifnull ((SELECT group_concat (rank || ':' || class || ':' || "
          "score) FROM scores s WHERE s.answer = a.id), '')",
          "answers a JOIN pictures p ON p.id = a.picture JOIN models m ON m.id = a.model"
          " JOIN provenances v ON v.id = a.provenance"),
    LIST ("p.path || ' ' || s.space || ' ' || hex (halves)",
          "vectors v JOIN pictures p ON p.id = v.picture JOIN spaces s ON s.id = v.space"),
    LIST ("p.path || ' ' || label || ' ' || author || ' ' || corrected_us",
          "corrections c JOIN pictures p ON p.id = c.picture"),
    LIST ("p.path || ' ' || is_out || ' ' || author || ' ' || changed_us",
          "left_out o JOIN pictures p ON p.id = o.picture"),
    LIST ("p.path || ' ' || stars || ' ' || author || ' ' || rated_us",
          "ratings r JOIN pictures p ON p.id = r.picture"),
    LIST ("path", "folders"),
    "SELECT count(*) FROM scores WHERE answer NOT IN (SELECT id FROM answers)",
  };
  g_autoptr (GString) text = g_string_new (NULL);
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READWRITE, NULL), ==, SQLITE_OK);
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++) {
    sqlite3_stmt *statement = NULL;

    g_assert_cmpint (sqlite3_prepare_v2 (db, lists[i], -1, &statement, NULL), ==, SQLITE_OK);
    g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
    g_string_append_printf (text, "%s\n", (const char *) sqlite3_column_text (statement, 0));
    sqlite3_finalize (statement);
  }
  sqlite3_close (db);
  return g_strdup (text->str);
}
