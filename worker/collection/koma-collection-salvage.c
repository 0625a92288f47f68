/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-collection-salvage.h"

#include <string.h>

#include <glib/gstdio.h>

#include "koma-collection-schema.h"
#include "worker/koma-set-aside.h"
#include "worker/take/koma-file-place.h"

/* The first column of each is its key, or what that begins with. */
static const char *const tables[] = {
  "models",
  "labels",
  "provenances",
  "pictures",
  "answers",
  "scores",
  "spaces",
  "vectors",
  "corrections",
  "folders",
  "left_out",
  "ratings",
};

/* What lost a row that it refers to, or some of its classes, is computed anew. */
static const char orphans[] =
  "DELETE FROM labels WHERE model NOT IN (SELECT id FROM models);"
  "DELETE FROM provenances WHERE model NOT IN (SELECT id FROM models);"
  "DELETE FROM answers WHERE picture NOT IN (SELECT id FROM pictures)"
  " OR provenance NOT IN (SELECT id FROM provenances) OR model NOT IN (SELECT id FROM models);"
  "DELETE FROM answers WHERE error_code IS NULL"
  " AND (SELECT count(*) <> ifnull (max(rank), -1) OR count(*) <"
  "  (SELECT min(n_classes, answers.top_k) FROM models WHERE id = answers.model)"
  "  FROM scores WHERE answer = answers.id);"
  "DELETE FROM scores WHERE answer NOT IN (SELECT id FROM answers);"
  "DELETE FROM vectors WHERE picture NOT IN (SELECT id FROM pictures)"
  " OR space NOT IN (SELECT id FROM spaces);"
  "DELETE FROM corrections WHERE picture NOT IN (SELECT id FROM pictures);"
  "DELETE FROM left_out WHERE picture NOT IN (SELECT id FROM pictures);"
  "DELETE FROM ratings WHERE picture NOT IN (SELECT id FROM pictures);";

gboolean
koma_collection_is_sound (KomaSqlite *sqlite,
                          gboolean   *ret_is_sound,
                          GError    **error)
{
  sqlite3_stmt *statement = koma_sqlite_prepare (sqlite, "PRAGMA integrity_check (1);", NULL);
  const int     code = statement != NULL ? sqlite3_step (statement) : sqlite3_errcode (sqlite->db);
  gboolean      is_run = TRUE;

  if (code == SQLITE_ROW)
    *ret_is_sound = g_strcmp0 ((const char *) sqlite3_column_text (statement, 0), "ok") == 0;
  else if ((code & 0xff) == SQLITE_CORRUPT)
    *ret_is_sound = FALSE;
  else
    is_run = koma_sqlite_fail (sqlite, error);
  sqlite3_finalize (statement);
  return is_run;
}

/* (nullable) for the columns that @rows has; NULL: the table has others now. */
static sqlite3_stmt *
prepare_insert (KomaSqlite   *target,
                const char   *table,
                sqlite3_stmt *rows)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autoptr (GString) values = g_string_new (NULL);
  g_autofree char *sql = NULL;

  for (int i = 0; i < sqlite3_column_count (rows); i++) {
    char *name = sqlite3_mprintf ("%s\"%w\"", i > 0 ? ", " : "", sqlite3_column_name (rows, i));

    g_string_append (names, name);
    g_string_append (values, i > 0 ? ", ?" : "?");
    sqlite3_free (name);
  }
  sql = g_strdup_printf ("INSERT OR IGNORE INTO %s (%s) VALUES (%s);", table, names->str,
                         values->str);
  return koma_sqlite_prepare (target, sql, NULL);
}

/* A row that breaks a rule of the table is left out. */
static gboolean
copy_row (KomaSqlite   *target,
          sqlite3_stmt *insert,
          sqlite3_stmt *row,
          GError      **error)
{
  int code = SQLITE_OK;

  for (int i = 0; i < sqlite3_column_count (row); i++)
    sqlite3_bind_value (insert, i + 1, sqlite3_column_value (row, i));
  code = sqlite3_step (insert);
  sqlite3_reset (insert);
  return code == SQLITE_DONE || (code & 0xff) == SQLITE_CONSTRAINT ||
         koma_sqlite_fail (target, error);
}

/* As far as it can be read. @ret_is_whole: to the end */
static gboolean
copy_rows (KomaSqlite *damaged,
           KomaSqlite *target,
           const char *table,
           const char *order,
           gboolean   *ret_is_whole,
           GError    **error)
{
  g_autofree char *sql = g_strdup_printf ("SELECT * FROM %s ORDER BY 1 %s;", table, order);
  sqlite3_stmt    *rows = koma_sqlite_prepare (damaged, sql, NULL);
  sqlite3_stmt    *insert = rows != NULL ? prepare_insert (target, table, rows) : NULL;
  int              code = insert != NULL ? sqlite3_step (rows) : SQLITE_DONE;
  gboolean         is_copied = TRUE;

  while (is_copied && code == SQLITE_ROW) {
    is_copied = copy_row (target, insert, rows, error);
    code = sqlite3_step (rows);
  }
  *ret_is_whole = code == SQLITE_DONE;
  sqlite3_finalize (rows);
  sqlite3_finalize (insert);
  return is_copied;
}

/* What stands behind the damage is read from the end. */
static gboolean
copy_table (KomaSqlite *damaged,
            KomaSqlite *target,
            const char *table,
            GError    **error)
{
  gboolean is_whole = FALSE;

  return copy_rows (damaged, target, table, "ASC", &is_whole, error) &&
         (is_whole || copy_rows (damaged, target, table, "DESC", &is_whole, error));
}

static gboolean
copy_all (KomaSqlite *damaged,
          const char *part,
          GError    **error)
{
  g_auto (KomaSqlite) target = { 0 };
  gboolean is_copied = koma_collection_schema_create (part, error) &&
                       koma_sqlite_open (&target, part, FALSE, error) &&
                       koma_sqlite_exec (&target, "PRAGMA foreign_keys = OFF; BEGIN;", error);

  for (guint i = 0; is_copied && i < G_N_ELEMENTS (tables); i++)
    is_copied = copy_table (damaged, &target, tables[i], error);
  return is_copied && koma_sqlite_exec (&target, orphans, error) &&
         koma_sqlite_exec (&target, "COMMIT;", error);
}

/* A journal that stays would be taken for the new file's. */
static gboolean
set_journal_aside (const char *path,
                   GError    **error)
{
  g_autofree char *wal = g_strconcat (path, "-wal", NULL);
  g_autofree char *shm = g_strconcat (path, "-shm", NULL);
  g_autofree char *aside = NULL;

  g_unlink (shm);
  if (!g_file_test (wal, G_FILE_TEST_EXISTS))
    return TRUE;
  aside = koma_set_aside (wal, error);
  return aside != NULL;
}

gboolean
koma_collection_salvage (KomaSqlite *damaged,
                         char      **ret_aside,
                         GError    **error)
{
  g_autofree char *path = g_strdup (damaged->path);
  g_autofree char *part = g_strdup_printf ("%s-%08x.part", path, g_random_int ());
  g_autofree char *aside = NULL;
  gint64           n_tables = 0;

  /* Without the tables' names there is nothing to be read. */
  if (!koma_sqlite_get_number (damaged, "SELECT count(*) FROM sqlite_schema;", &n_tables, error))
    return FALSE;
  if (!copy_all (damaged, part, error)) {
    g_unlink (part);
    return FALSE;
  }
  koma_sqlite_clear (damaged);
  aside = koma_set_aside (path, error);
  if (aside == NULL || !set_journal_aside (path, error) || !koma_file_place (part, path, error)) {
    g_unlink (part);
    return FALSE;
  }
  *ret_aside = g_steal_pointer (&aside);
  return TRUE;
}
