/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-collection-list.h"

#include "koma-collection-answer-private.h"
#include "koma-collection-picture-private.h"

/* The first columns of all lists; the path is the last. */
enum {
  PICTURE,
  ID,
};

static void
picture_free (KomaCollectionPicture *picture)
{
  g_free (picture->path);
  koma_collection_known_clear (&picture->known);
  g_free (picture);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaCollectionPicture, picture_free)

/* An answer that holds what Koma did not write is none. */
static gboolean
read_known (KomaCollection      *self,
            sqlite3_stmt        *row,
            guint                most,
            KomaCollectionKnown *ret_known,
            GError             **error)
{
  g_autoptr (GError) reason = NULL;

  if (koma_collection_read_known (self, row, 1, most, ret_known, &reason))
    return TRUE;
  koma_collection_known_clear (ret_known);
  if (g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_INVALID_DATA))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

/* (nullable) without an error: what it is called can be the name of no file. */
static KomaCollectionPicture *
read_picture (KomaCollection *self,
              sqlite3_stmt   *row,
              guint           most, /* classes; 0: nothing of its answer */
              GError        **error)
{
  g_autoptr (KomaCollectionPicture) picture = g_new0 (KomaCollectionPicture, 1);
  const int path = sqlite3_column_count (row) - 1;

  picture->row = sqlite3_column_int64 (row, PICTURE);
  picture->path = koma_collection_place_dup_path (&self->place, sqlite3_column_blob (row, path),
                                                  (gsize) sqlite3_column_bytes (row, path));
  koma_collection_read_id (row, ID, &picture->id);
  if (picture->path == NULL ||
      (most > 0 && !read_known (self, row, most, &picture->known, error)))
    return NULL;
  return g_steal_pointer (&picture);
}

static gboolean
read_rows (KomaCollection *self,
           sqlite3_stmt   *row,
           guint           most,
           GPtrArray      *pictures,
           GError        **error)
{
  gboolean has_row = TRUE;

  while (has_row) {
    g_autoptr (KomaCollectionPicture) picture = NULL;
    g_autoptr (GError) reason = NULL;

    if (!koma_sqlite_step (&self->sqlite, row, &has_row, error))
      return FALSE;
    if (has_row)
      picture = read_picture (self, row, most, &reason);
    if (reason != NULL) {
      g_propagate_error (error, g_steal_pointer (&reason));
      return FALSE;
    }
    if (picture != NULL)
      g_ptr_array_add (pictures, g_steal_pointer (&picture));
  }
  return TRUE;
}

static GPtrArray *
list (KomaCollection *self,
      sqlite3_stmt   *row, /* that is bound */
      guint           most,
      GError        **error)
{
  g_autoptr (GPtrArray) pictures =
    g_ptr_array_new_with_free_func ((GDestroyNotify) picture_free);
  const gboolean is_read = read_rows (self, row, most, pictures, error);

  sqlite3_reset (row);
  return is_read && koma_collection_commit_if_due (self, error) ? g_steal_pointer (&pictures)
                                                                : NULL;
}

/**
 * koma_collection_list:
 *
 * The next pictures, with what is known of them for the model that was chosen, whether their files
 * are as they were or not. Answers with fewer classes than @most are there, too. One that holds
 * what Koma did not write is none; a picture whose name can not be one is left out.
 *
 * Errors: as koma_collection_commit().
 *
 * Returns: (transfer full) (nullable): none at all: that was the last
 */
GPtrArray *
koma_collection_list (KomaCollection *self,
                      gint64          after,
                      guint           n,
                      guint           most,
                      GError        **error)
{
  sqlite3_stmt *row = NULL;

  g_return_val_if_fail (self->info != NULL && most > 0, NULL);

  if (!koma_collection_begin (self, KOMA_BATCH_READS, error))
    return NULL;
  row = koma_collection_get_statement (self, KOMA_LIST);
  sqlite3_bind_int64 (row, 1, after);
  sqlite3_bind_int64 (row, 2, self->model);
  sqlite3_bind_int64 (row, 3, n);
  return list (self, row, most, error);
}

/**
 * koma_collection_list_files:
 *
 * The same without what is known of them; no model need be chosen.
 *
 * Errors: as koma_collection_commit().
 *
 * Returns: (transfer full) (nullable): none at all: that was the last
 */
GPtrArray *
koma_collection_list_files (KomaCollection *self,
                            gint64          after,
                            guint           n,
                            gboolean        is_unhashed,
                            GError        **error)
{
  sqlite3_stmt *row = NULL;

  if (!koma_collection_begin (self, KOMA_BATCH_READS, error))
    return NULL;
  row = koma_collection_get_statement (self, is_unhashed ? KOMA_LIST_UNHASHED : KOMA_LIST_FILES);
  sqlite3_bind_int64 (row, 1, after);
  sqlite3_bind_int64 (row, 2, n);
  return list (self, row, 0, error);
}

gboolean
koma_collection_count (KomaCollection *self,
                       gint64         *ret_n_pictures,
                       GError        **error)
{
  return koma_sqlite_get_number (&self->sqlite,
                                 "SELECT (SELECT count(*) FROM pictures) -"
                                 " (SELECT count(*) FROM left_out WHERE is_out);",
                                 ret_n_pictures, error);
}

void
koma_collection_picture_look (KomaCollectionPicture *picture)
{
  KomaFileId now = { 0 };

  if (!koma_collection_get_file_id (picture->path, &now))
    picture->change = KOMA_FILE_GONE;
  else if (now.size_bytes != picture->id.size_bytes || now.mtime_ns != picture->id.mtime_ns)
    picture->change = KOMA_FILE_CHANGED;
  else
    picture->change = KOMA_FILE_SAME;
}
