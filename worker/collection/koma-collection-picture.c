/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The row of a picture, and what its file was when that was written. */
#include "koma-collection-picture-private.h"

#include <string.h>

gboolean
koma_collection_read_id (sqlite3_stmt *row,
                         int           column,
                         KomaFileId   *ret_id)
{
  gint64 size_bytes = 0;

  if (!koma_sqlite_read_int (row, column, 0, G_MAXINT64, &size_bytes) ||
      !koma_sqlite_read_int (row, column + 1, G_MININT64, G_MAXINT64, &ret_id->mtime_ns))
    return FALSE;
  ret_id->size_bytes = (guint64) size_bytes;
  return TRUE;
}

/* Unless it is there. */
static gboolean
add_picture (KomaCollection   *self,
             const char       *name,
             const KomaFileId *id,
             gint64           *ret_picture,
             gboolean         *ret_was_there,
             GError          **error)
{
  sqlite3_stmt *statement = koma_collection_get_statement (self, KOMA_ADD_PICTURE);

  sqlite3_bind_blob (statement, 1, name, (int) strlen (name), SQLITE_STATIC);
  sqlite3_bind_int64 (statement, 2, (gint64) id->size_bytes);
  sqlite3_bind_int64 (statement, 3, id->mtime_ns);
  if (!koma_sqlite_run (&self->sqlite, statement, error))
    return FALSE;
  *ret_was_there = sqlite3_changes (self->sqlite.db) == 0;
  if (!*ret_was_there)
    *ret_picture = sqlite3_last_insert_rowid (self->sqlite.db);
  return TRUE;
}

static gboolean
drop (KomaCollection         *self,
      KomaCollectionStatement which,
      gint64                  picture,
      gint64                  model, /* 0: of all */
      GError                **error)
{
  sqlite3_stmt *statement = koma_collection_get_statement (self, which);

  sqlite3_bind_int64 (statement, 1, picture);
  if (model != 0)
    sqlite3_bind_int64 (statement, 2, model);
  return koma_sqlite_run (&self->sqlite, statement, error);
}

gboolean
koma_collection_drop_answers (KomaCollection *self,
                              gint64          picture,
                              gint64          model,
                              GError        **error)
{
  return drop (self, KOMA_DROP_SCORES, picture, model, error) &&
         drop (self, KOMA_DROP_ANSWERS, picture, model, error);
}

/* What other models said of it was of another picture; what a person said of it stays. */
static gboolean
change_picture (KomaCollection   *self,
                gint64            picture,
                const KomaFileId *id,
                GError          **error)
{
  sqlite3_stmt *statement = NULL;

  if (!koma_collection_drop_answers (self, picture, 0, error) ||
      !drop (self, KOMA_DROP_VECTORS, picture, 0, error))
    return FALSE;
  statement = koma_collection_get_statement (self, KOMA_CHANGE_PICTURE);
  sqlite3_bind_int64 (statement, 1, picture);
  sqlite3_bind_int64 (statement, 2, (gint64) id->size_bytes);
  sqlite3_bind_int64 (statement, 3, id->mtime_ns);
  return koma_sqlite_run (&self->sqlite, statement, error);
}

/* One that was there becomes what the file is now. */
static gboolean
renew_picture (KomaCollection   *self,
               sqlite3_stmt     *row,
               const KomaFileId *id,
               gint64           *ret_picture,
               GError          **error)
{
  const gint64   picture = sqlite3_column_int64 (row, 0);
  const gboolean is_changed = sqlite3_column_int64 (row, 1) != (gint64) id->size_bytes ||
                              sqlite3_column_int64 (row, 2) != id->mtime_ns;

  sqlite3_reset (row);
  *ret_picture = picture;
  return !is_changed || change_picture (self, picture, id, error);
}

gboolean
koma_collection_take_picture (KomaCollection   *self,
                              const char       *path,
                              const KomaFileId *id,
                              gint64           *ret_picture,
                              gboolean         *ret_was_there,
                              GError          **error)
{
  g_autofree char *name = koma_collection_place_dup_name (&self->place, path);
  sqlite3_stmt    *row = NULL;
  gboolean         has_row = FALSE;

  if (!add_picture (self, name, id, ret_picture, ret_was_there, error))
    return FALSE;
  if (!*ret_was_there)
    return TRUE;
  row = koma_collection_get_statement (self, KOMA_FIND_PICTURE);
  sqlite3_bind_blob (row, 1, name, (int) strlen (name), SQLITE_TRANSIENT);
  return koma_sqlite_step (&self->sqlite, row, &has_row, error) &&
         renew_picture (self, row, id, ret_picture, error);
}
