/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <sqlite3.h>

#include "worker/koma-file-id.h"

G_BEGIN_DECLS

/* A database file whose content a stranger may have made, with GErrors that name it:
 * G_IO_ERROR_INVALID_DATA: damaged; G_IO_ERROR_BUSY: another program writes to it;
 * G_IO_ERROR_NO_SPACE, G_IO_ERROR_PERMISSION_DENIED and others of koma_fail_errno ().
 * Thread: one at a time. */
typedef struct
{
  sqlite3   *db;
  char      *path;      /* absolute, any bytes */
  gboolean   is_frozen; /* it is read as if nobody could write to it … */
  KomaFileId frozen;    /* … and what it was then */
} KomaSqlite;

/* @self: zeros; to be cleared, also after an error */
gboolean koma_sqlite_open (KomaSqlite *self, const char *path, gboolean is_new, GError **error);
/* Leaves nothing beside a file that nobody has open. Others may write to it meanwhile; what is read
 * in a transaction is of one moment, if koma_sqlite_check_unchanged () says so in the end. */
gboolean koma_sqlite_open_read_only (KomaSqlite *self, const char *path, GError **error);
/* Errors: G_IO_ERROR_BUSY: what was read is not of one moment. */
gboolean koma_sqlite_check_unchanged (KomaSqlite *self, GError **error);
void     koma_sqlite_clear (KomaSqlite *self);
gboolean koma_sqlite_exec (KomaSqlite *self, const char *sql, GError **error);
gboolean koma_sqlite_get_number (KomaSqlite *self,
                                 const char *sql, /* has one row of one number */
                                 gint64     *ret_number,
                                 GError    **error);
/* (nullable) To be kept and finalized before the database is closed. */
sqlite3_stmt *koma_sqlite_prepare (KomaSqlite *self, const char *sql, GError **error);
/* The next row, or none. */
gboolean koma_sqlite_step (KomaSqlite   *self,
                           sqlite3_stmt *statement,
                           gboolean     *ret_has_row,
                           GError      **error);
/* To its end, which is there at once; then it can be bound anew. */
gboolean koma_sqlite_run (KomaSqlite *self, sqlite3_stmt *statement, GError **error);
/* Sets the error of the last call. Returns FALSE. */
gboolean koma_sqlite_fail (KomaSqlite *self, GError **error);
/* Sets an error that names a row which Koma did not write. Returns FALSE. */
gboolean koma_sqlite_fail_row (KomaSqlite *self, const char *table, gint64 row, GError **error);

/* A value of the row that @statement stands at; FALSE: it is of another type or not within. */
gboolean koma_sqlite_read_int (sqlite3_stmt *statement,
                               int           column,
                               gint64        min,
                               gint64        max,
                               gint64       *ret_value);
gboolean koma_sqlite_read_double (sqlite3_stmt *statement,
                                  int           column,
                                  double        min,
                                  double        max,
                                  double       *ret_value);
/* @ret_text: (transfer none) UTF-8 of @max_bytes at most; until the statement goes on */
gboolean koma_sqlite_read_text (sqlite3_stmt *statement,
                                int           column,
                                gsize         max_bytes,
                                const char  **ret_text);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaSqlite, koma_sqlite_clear)

G_END_DECLS
