/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "koma-collection-ahead-private.h"
#include "koma-collection-answer-private.h"
#include "koma-collection-picture-private.h"

/* Columns of KOMA_FIND_ANSWER. */
enum {
  PICTURE,
  SIZE_BYTES,
};

static gboolean
is_as_it_was (sqlite3_stmt     *row,
              int               column,
              const KomaFileId *id)
{
  KomaFileId then = { 0 };

  return koma_collection_read_id (row, column, &then) && then.size_bytes == id->size_bytes &&
         then.mtime_ns == id->mtime_ns;
}

static gboolean
find_row (KomaCollection *self,
          const char     *name,
          sqlite3_stmt  **ret_row, /* (transfer none) to be reset, also after an error */
          gboolean       *ret_has_row,
          GError        **error)
{
  sqlite3_stmt *row = koma_collection_get_statement (self, KOMA_FIND_ANSWER);

  *ret_row = row;
  sqlite3_bind_blob (row, 1, name, (int) strlen (name), SQLITE_STATIC);
  sqlite3_bind_int64 (row, 2, self->model);
  return koma_sqlite_step (&self->sqlite, row, ret_has_row, error);
}

static gboolean
find_by_path (KomaCollection      *self,
              const char          *path,
              const KomaFileId    *id,
              guint                least,
              guint                most,
              KomaCollectionKnown *ret_known,
              gboolean            *ret_has_row,
              GError             **error)
{
  g_autofree char *name = koma_collection_place_dup_name (&self->place, path);
  sqlite3_stmt    *row = NULL;
  gboolean         is_read = FALSE;
  gint64           picture = 0;

  *ret_has_row = koma_collection_take_ahead (self, name, id, least, most, ret_known);
  if (*ret_has_row)
    return TRUE;
  is_read = find_row (self, name, &row, ret_has_row, error);
  if (is_read && *ret_has_row) {
    picture = sqlite3_column_int64 (row, PICTURE);
    is_read = is_as_it_was (row, SIZE_BYTES, id)
                ? koma_collection_read_known (self, row, least, most, ret_known, error)
                : koma_collection_read_known_said (self, row, ret_known, error);
  }
  sqlite3_reset (row);
  if (picture > 0)
    koma_collection_read_ahead (self, picture, least, most);
  return is_read;
}

/**
 * koma_collection_find:
 * @least: an answer that was asked for fewer classes is none
 * @most: how many classes to answer with
 *
 * What is known of a picture, for the model that was chosen, if its size and time of change are
 * those that it had. What may go well the next time, such as a file that could not be opened, is
 * not known. A picture that was moved since is found, too: see koma_collection_find_moved().
 *
 * Errors: %G_IO_ERROR_INVALID_DATA, with the table and the row, where the file holds something else
 * than Koma writes; those of koma_collection_commit().
 */
gboolean
koma_collection_find (KomaCollection      *self,
                      const char          *path,
                      const KomaFileId    *id,
                      guint                least,
                      guint                most,
                      KomaCollectionKnown *ret_known,
                      GError             **error)
{
  g_auto (KomaCollectionKnown) known = { 0 };
  gboolean has_row = FALSE;

  g_return_val_if_fail (self->info != NULL, FALSE);

  if (!koma_collection_begin (self, KOMA_BATCH_READS, error))
    return FALSE;
  if (!find_by_path (self, path, id, least, most, &known, &has_row, error) ||
      (!has_row && !koma_collection_find_moved (self, path, id, &known.moved_from, error)) ||
      (known.moved_from != NULL &&
       !find_by_path (self, path, id, least, most, &known, &has_row, error)) ||
      !koma_collection_commit_if_due (self, error))
    return FALSE;
  *ret_known = known;
  known = (KomaCollectionKnown){ 0 };
  return TRUE;
}
