/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What persons say of pictures. It stays when the file changes, whatever models say. */
#include "koma-collection-private.h"

#include <string.h>

static void
bind_name (KomaCollection *self,
           sqlite3_stmt   *statement,
           const char     *path)
{
  char *name = koma_collection_place_dup_name (&self->place, path);

  sqlite3_bind_blob (statement, 1, name, (int) strlen (name), g_free);
}

/* A picture that was not answered yet is as its file is now. */
static gboolean
ensure_picture (KomaCollection *self,
                const char     *path,
                GError        **error)
{
  sqlite3_stmt *statement = koma_collection_get_statement (self, KOMA_ENSURE_PICTURE);
  KomaFileId    id = { 0 };

  koma_collection_get_file_id (path, &id);
  bind_name (self, statement, path);
  sqlite3_bind_int64 (statement, 2, (gint64) id.size_bytes);
  sqlite3_bind_int64 (statement, 3, id.mtime_ns);
  return koma_sqlite_run (&self->sqlite, statement, error);
}

static gboolean
set (KomaCollection       *self,
     const char           *path,
     const KomaCorrection *correction,
     GError              **error)
{
  sqlite3_stmt *statement = koma_collection_get_statement (self, KOMA_SET_CORRECTION);

  bind_name (self, statement, path);
  sqlite3_bind_text (statement, 2, correction->label, -1, SQLITE_TRANSIENT);
  sqlite3_bind_text (statement, 3, correction->author, -1, SQLITE_TRANSIENT);
  sqlite3_bind_int64 (statement, 4, correction->corrected_us);
  return koma_sqlite_run (&self->sqlite, statement, error);
}

static gboolean
drop (KomaCollection *self,
      const char     *path,
      GError        **error)
{
  sqlite3_stmt *statement = koma_collection_get_statement (self, KOMA_DROP_CORRECTION);

  bind_name (self, statement, path);
  return koma_sqlite_run (&self->sqlite, statement, error);
}

static gboolean
correct (KomaCollection       *self,
         const char           *path,
         const KomaCorrection *correction,
         GError              **error)
{
  if (!koma_collection_begin (self, KOMA_BATCH_WRITES, error))
    return FALSE;
  if (correction == NULL)
    return drop (self, path, error);
  return ensure_picture (self, path, error) && set (self, path, correction, error);
}

/**
 * koma_collection_correct:
 * @path: of a picture, whether it was answered or not
 * @correction: (nullable): takes the place of what was said before; %NULL: nothing is said any more
 *
 * Errors: as koma_collection_add().
 */
gboolean
koma_collection_correct (KomaCollection       *self,
                         const char           *path,
                         const KomaCorrection *correction,
                         GError              **error)
{
  if (!correct (self, path, correction, error)) {
    koma_collection_roll_back (self);
    return FALSE;
  }
  self->n_added++;
  return koma_collection_commit_if_due (self, error);
}

gboolean
koma_collection_read_correction (KomaCollection  *self,
                                 sqlite3_stmt    *row,
                                 int              column,
                                 KomaCorrection **ret_correction,
                                 GError         **error)
{
  const char *label = NULL, *author = "";
  gint64      corrected_us = 0;

  if (sqlite3_column_type (row, column) == SQLITE_NULL)
    return TRUE;
  if (!koma_sqlite_read_text (row, column, KOMA_COLLECTION_MAX_TEXT, &label) ||
      (sqlite3_column_type (row, column + 1) != SQLITE_NULL &&
       !koma_sqlite_read_text (row, column + 1, KOMA_COLLECTION_MAX_TEXT, &author)) ||
      !koma_sqlite_read_int (row, column + 2, 0, G_MAXINT64, &corrected_us))
    return koma_collection_fail_row (self, "corrections", sqlite3_column_int64 (row, 0), error);
  *ret_correction = koma_correction_new (label, author, corrected_us);
  return TRUE;
}
