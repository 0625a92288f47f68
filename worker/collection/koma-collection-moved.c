/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures that were moved or renamed: a new file, where a picture of the same size and time of
 * change, or of the same content, is no longer there, is that picture. Times of whole seconds are
 * those of memory cards and archives: of them, many pictures have the same. */
#include "koma-collection-picture-private.h"

#include <string.h>

#include "worker/take/koma-file-place.h"

#define NS_PER_SECOND 1000000000

/* Columns of KOMA_FIND_SAME_TIME, which has no hash, and KOMA_FIND_SAME_SIZE: of a few pictures, so
 * that many of one size cost no more. */
enum {
  PICTURE,
  PATH,
  SHA256,
};

/* The hash of the new file is computed once, if at all. */
typedef struct
{
  const char       *path;
  const KomaFileId *id;
  char             *sha256;  /* (nullable) */
  gint64            picture; /* that was found; 0: none … */
  char             *before;  /* (nullable) … and its absolute path */
} Moved;

static gboolean
has_content (Moved      *moved,
             const char *sha256) /* (nullable) */
{
  if (moved->sha256 == NULL)
    moved->sha256 = koma_file_hash (moved->path, NULL, NULL, NULL);
  return moved->sha256 != NULL && g_strcmp0 (moved->sha256, sha256) == 0;
}

static void
look_at (KomaCollection         *self,
         Moved                  *moved,
         KomaCollectionStatement which,
         sqlite3_stmt           *row)
{
  g_autofree char *before = koma_collection_place_dup_path (
    &self->place, sqlite3_column_blob (row, PATH), (gsize) sqlite3_column_bytes (row, PATH));
  KomaFileId before_id = { 0 };

  if (before == NULL || koma_collection_get_file_id (before, &before_id))
    return;
  if (which == KOMA_FIND_SAME_SIZE &&
      !has_content (moved, (const char *) sqlite3_column_text (row, SHA256)))
    return;
  moved->picture = sqlite3_column_int64 (row, PICTURE);
  moved->before = g_steal_pointer (&before);
}

static gboolean
look_for (KomaCollection         *self,
          Moved                  *moved,
          KomaCollectionStatement which,
          GError                **error)
{
  sqlite3_stmt *row = koma_collection_get_statement (self, which);
  gboolean      has_row = TRUE;
  gboolean      is_read = TRUE;

  sqlite3_bind_int64 (row, 1, (gint64) moved->id->size_bytes);
  if (which == KOMA_FIND_SAME_TIME)
    sqlite3_bind_int64 (row, 2, moved->id->mtime_ns);
  while (is_read && has_row && moved->picture == 0) {
    is_read = koma_sqlite_step (&self->sqlite, row, &has_row, error);
    if (is_read && has_row)
      look_at (self, moved, which, row);
  }
  sqlite3_reset (row);
  return is_read;
}

static gboolean
move (KomaCollection *self,
      const Moved    *moved,
      GError        **error)
{
  g_autofree char *name = koma_collection_place_dup_name (&self->place, moved->path);
  sqlite3_stmt    *statement = NULL;

  if (!koma_collection_begin (self, KOMA_BATCH_WRITES, error))
    return FALSE;
  statement = koma_collection_get_statement (self, KOMA_MOVE_PICTURE);
  sqlite3_bind_int64 (statement, 1, moved->picture);
  sqlite3_bind_blob (statement, 2, name, (int) strlen (name), SQLITE_TRANSIENT);
  sqlite3_bind_int64 (statement, 3, moved->id->mtime_ns);
  if (!koma_sqlite_run (&self->sqlite, statement, error)) {
    koma_collection_roll_back (self);
    return FALSE;
  }
  self->n_added++;
  return TRUE;
}

gboolean
koma_collection_find_moved (KomaCollection   *self,
                            const char       *path,
                            const KomaFileId *id,
                            char            **ret_before,
                            GError          **error)
{
  Moved    moved = { .path = path, .id = id };
  gboolean is_read = id->mtime_ns % NS_PER_SECOND == 0 ||
                     look_for (self, &moved, KOMA_FIND_SAME_TIME, error);

  if (is_read && moved.picture == 0)
    is_read = look_for (self, &moved, KOMA_FIND_SAME_SIZE, error);
  g_free (moved.sha256);
  *ret_before = moved.before;
  return is_read && (moved.picture == 0 || move (self, &moved, error));
}
