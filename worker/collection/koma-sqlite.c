/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-sqlite.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "worker/koma-fail-errno.h"

/* Another program that only looks at the file holds it for moments. */
#define BUSY_MS 2000
/* No value of a collection is longer. */
#define MAX_VALUE_BYTES (1 << 24)

/* What SQLite's "Defense Against The Dark Arts" names for files of strangers. */
static void
harden (sqlite3 *db)
{
  sqlite3_db_config (db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config (db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
  sqlite3_db_config (db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
  sqlite3_limit (db, SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES);
}

/**
 * koma_sqlite_open:
 * @path: absolute
 * @is_new: makes the file, which is not there yet
 *
 * Errors: as all here; also where the file can only be read.
 */
gboolean
koma_sqlite_open (KomaSqlite *self,
                  const char *path,
                  gboolean    is_new,
                  GError    **error)
{
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE |
                    (is_new ? SQLITE_OPEN_CREATE : 0);

  self->path = g_strdup (path);
  if (sqlite3_open_v2 (path, &self->db, flags, NULL) != SQLITE_OK)
    return koma_sqlite_fail (self, error);
  harden (self->db);
  sqlite3_busy_timeout (self->db, BUSY_MS);
  if (sqlite3_db_readonly (self->db, "main") == 1)
    return koma_fail_errno (error, EACCES, path);
  return koma_sqlite_exec (self, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;", error);
}

/* One that nobody has open, with all in the file itself. */
static gboolean
is_at_rest (const char *path)
{
  static const char *const endings[] = { "-wal", "-journal" };

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++) {
    g_autofree char *beside = g_strconcat (path, endings[i], NULL);

    if (g_file_test (beside, G_FILE_TEST_EXISTS))
      return FALSE;
  }
  return TRUE;
}

/**
 * koma_sqlite_open_read_only:
 * @path: absolute
 *
 * SQLite would leave a journal beside a file that it only reads, and could not read one in a folder
 * that can not be written. So a file that nobody has open is read without locks.
 */
gboolean
koma_sqlite_open_read_only (KomaSqlite *self,
                            const char *path,
                            GError    **error)
{
  const int flags =
    SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_URI;
  g_autofree char *escaped = g_uri_escape_bytes ((const guint8 *) path, strlen (path), "/");
  g_autofree char *address = NULL;

  self->path = g_strdup (path);
  self->is_frozen = is_at_rest (path) && koma_file_id_get (path, &self->frozen);
  address = g_strconcat ("file://", escaped, self->is_frozen ? "?immutable=1" : "", NULL);
  if (sqlite3_open_v2 (address, &self->db, flags, NULL) != SQLITE_OK)
    return koma_sqlite_fail (self, error);
  harden (self->db);
  sqlite3_busy_timeout (self->db, BUSY_MS);
  return koma_sqlite_exec (self, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;", error);
}

gboolean
koma_sqlite_check_unchanged (KomaSqlite *self,
                             GError    **error)
{
  g_autofree char *name = g_filename_display_name (self->path);
  KomaFileId       id = { 0 };

  if (!self->is_frozen ||
      (koma_file_id_get (self->path, &id) && koma_file_id_equal (&id, &self->frozen)))
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_BUSY, _ ("%s: another program writes to it"), name);
  return FALSE;
}

void
koma_sqlite_clear (KomaSqlite *self)
{
  g_clear_pointer (&self->db, sqlite3_close);
  g_clear_pointer (&self->path, g_free);
}

gboolean
koma_sqlite_fail (KomaSqlite *self,
                  GError    **error)
{
  g_autofree char *name = g_filename_display_name (self->path);
  const int        code = sqlite3_extended_errcode (self->db);

  switch (code & 0xff) {
  case SQLITE_FULL:
    return koma_fail_errno (error, ENOSPC, self->path);
  case SQLITE_READONLY:
  case SQLITE_PERM:
  case SQLITE_CANTOPEN:
    return koma_fail_errno (error, EACCES, self->path);
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_BUSY, _ ("%s: another program writes to it"), name);
    return FALSE;
  case SQLITE_INTERRUPT:
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "%s: is no longer read", name);
    return FALSE;
  case SQLITE_CORRUPT:
  case SQLITE_NOTADB:
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _ ("%s: is damaged (%s)"), name,
                 sqlite3_errmsg (self->db));
    return FALSE;
  default:
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s (%d)", name,
                 sqlite3_errmsg (self->db), code);
    return FALSE;
  }
}

gboolean
koma_sqlite_fail_row (KomaSqlite *self,
                      const char *table,
                      gint64      row,
                      GError    **error)
{
  g_autofree char *name = g_filename_display_name (self->path);
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, row);

  /* Translators: a file, the name of a table in it, and the number of a row of that */
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               _ ("%s: table %s, row %s: holds what Koma did not write"), name, table, number);
  return FALSE;
}

gboolean
koma_sqlite_exec (KomaSqlite *self,
                  const char *sql,
                  GError    **error)
{
  return sqlite3_exec (self->db, sql, NULL, NULL, NULL) == SQLITE_OK ||
         koma_sqlite_fail (self, error);
}

sqlite3_stmt *
koma_sqlite_prepare (KomaSqlite *self,
                     const char *sql,
                     GError    **error)
{
  sqlite3_stmt *statement = NULL;

  if (sqlite3_prepare_v3 (self->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) !=
      SQLITE_OK)
    koma_sqlite_fail (self, error);
  return statement;
}

gboolean
koma_sqlite_step (KomaSqlite   *self,
                  sqlite3_stmt *statement,
                  gboolean     *ret_has_row,
                  GError      **error)
{
  const int code = sqlite3_step (statement);

  if (code != SQLITE_ROW && code != SQLITE_DONE)
    return koma_sqlite_fail (self, error);
  *ret_has_row = code == SQLITE_ROW;
  return TRUE;
}

gboolean
koma_sqlite_run (KomaSqlite   *self,
                 sqlite3_stmt *statement,
                 GError      **error)
{
  gboolean       has_row = FALSE;
  const gboolean is_run = koma_sqlite_step (self, statement, &has_row, error);

  sqlite3_reset (statement);
  return is_run;
}

gboolean
koma_sqlite_get_number (KomaSqlite *self,
                        const char *sql,
                        gint64     *ret_number,
                        GError    **error)
{
  sqlite3_stmt *statement = koma_sqlite_prepare (self, sql, error);
  gboolean      has_row = FALSE;
  gboolean      is_read = FALSE;

  if (statement == NULL)
    return FALSE;
  is_read = koma_sqlite_step (self, statement, &has_row, error);
  if (is_read && has_row)
    *ret_number = sqlite3_column_int64 (statement, 0);
  sqlite3_finalize (statement);
  return is_read;
}

gboolean
koma_sqlite_read_int (sqlite3_stmt *statement,
                      int           column,
                      gint64        min,
                      gint64        max,
                      gint64       *ret_value)
{
  const gint64 value = sqlite3_column_int64 (statement, column);

  if (sqlite3_column_type (statement, column) != SQLITE_INTEGER || value < min || value > max)
    return FALSE;
  *ret_value = value;
  return TRUE;
}

gboolean
koma_sqlite_read_double (sqlite3_stmt *statement,
                         int           column,
                         double        min,
                         double        max,
                         double       *ret_value)
{
  const double value = sqlite3_column_double (statement, column);

  if (sqlite3_column_type (statement, column) != SQLITE_FLOAT || !isfinite (value) ||
      value < min || value > max)
    return FALSE;
  *ret_value = value;
  return TRUE;
}

gboolean
koma_sqlite_read_text (sqlite3_stmt *statement,
                       int           column,
                       gsize         max_bytes,
                       const char  **ret_text)
{
  const char *text = NULL;
  gsize       length = 0;

  if (sqlite3_column_type (statement, column) != SQLITE_TEXT)
    return FALSE;
  text = (const char *) sqlite3_column_text (statement, column);
  length = (gsize) sqlite3_column_bytes (statement, column);
  if (text == NULL || length > max_bytes || !g_utf8_validate_len (text, length, NULL))
    return FALSE;
  *ret_text = text;
  return TRUE;
}
