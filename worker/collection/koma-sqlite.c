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
