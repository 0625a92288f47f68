/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What persons say of pictures. It stays when the file changes, whatever models say. */
#include "koma-collection-picture-private.h"

#include <string.h>

#include "worker/take/koma-said.h"

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
  sqlite3_stmt *statement = koma_collection_get_statement (self, KOMA_ADD_PICTURE);
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

/* A number that is 0 where nothing is said. Who says the same again says nothing new. */
#define SAY(table, number, time)                                            \
  "INSERT INTO " table " (picture, " number ", author, " time ")"           \
  " SELECT id, ?2, ?3, ?4 FROM pictures p WHERE path = ?1"                  \
  " AND (?2 <> 0 OR EXISTS (SELECT 1 FROM " table " WHERE picture = p.id))" \
  " ON CONFLICT (picture) DO UPDATE SET " number " = excluded." number      \
  ", author = excluded.author, " time " = excluded." time                   \
  " WHERE " number " <> excluded." number ";"

typedef struct
{
  int         number;
  const char *author;
  gint64      said_us;
} Said;

static gboolean
run_say (KomaCollection *self,
         const char     *sql,
         const char     *path,
         const Said     *said,
         GError        **error)
{
  sqlite3_stmt *statement = koma_sqlite_prepare (&self->sqlite, sql, error);
  gboolean      is_said = FALSE;

  if (statement == NULL)
    return FALSE;
  bind_name (self, statement, path);
  sqlite3_bind_int (statement, 2, said->number);
  sqlite3_bind_text (statement, 3, said->author, -1, SQLITE_TRANSIENT);
  sqlite3_bind_int64 (statement, 4, said->said_us);
  is_said = koma_sqlite_run (&self->sqlite, statement, error);
  sqlite3_finalize (statement);
  return is_said;
}

static gboolean
say (KomaCollection *self,
     const char     *sql,
     const char     *path,
     const Said     *said,
     GError        **error)
{
  if (!koma_collection_begin (self, KOMA_BATCH_WRITES, error) ||
      (said->number != 0 && !ensure_picture (self, path, error)) ||
      !run_say (self, sql, path, said, error)) {
    koma_collection_roll_back (self);
    return FALSE;
  }
  self->n_added++;
  return koma_collection_commit_if_due (self, error);
}

/**
 * koma_collection_rate:
 * @path: of a picture, whether it was answered or not
 * @rating: takes the place of the one before, unless that has as many stars
 *
 * That a rating was taken back is kept, too, so that a merge with a file that still has it knows
 * which is newer.
 *
 * Errors: as koma_collection_add().
 */
gboolean
koma_collection_rate (KomaCollection   *self,
                      const char       *path,
                      const KomaRating *rating,
                      GError          **error)
{
  const Said said = { rating->stars, rating->author, rating->rated_us };

  return say (self, SAY ("ratings", "stars", "rated_us"), path, &said, error);
}

/**
 * koma_collection_leave_out:
 * @path: of a picture, whether it was answered or not
 * @is_out: %FALSE: it belongs to the collection again, with the answers that it had
 *
 * The user of this computer says so now.
 *
 * Errors: as koma_collection_add().
 */
gboolean
koma_collection_leave_out (KomaCollection *self,
                           const char     *path,
                           gboolean        is_out,
                           GError        **error)
{
  const Said said = { is_out ? 1 : 0, koma_said_get_user (), g_get_real_time () };

  return say (self, SAY ("left_out", "is_out", "changed_us"), path, &said, error);
}

static gboolean
find_left_out (KomaCollection *self,
               const char     *path,
               gboolean       *ret_has_row,
               gboolean       *ret_is_out,
               GError        **error)
{
  sqlite3_stmt *row = koma_collection_get_statement (self, KOMA_FIND_LEFT_OUT);
  gboolean      is_read = FALSE;

  bind_name (self, row, path);
  is_read = koma_sqlite_step (&self->sqlite, row, ret_has_row, error);
  *ret_is_out = is_read && *ret_has_row && sqlite3_column_int (row, 0) != 0;
  sqlite3_reset (row);
  return is_read;
}

/**
 * koma_collection_is_left_out:
 *
 * What koma_collection_find() says of the file as it is now, without a model. A picture that was
 * moved since has its new path then, too. What is not there is not left out.
 *
 * Errors: as koma_collection_commit().
 */
gboolean
koma_collection_is_left_out (KomaCollection *self,
                             const char     *path,
                             gboolean       *ret_is_left_out,
                             GError        **error)
{
  g_autofree char *before = NULL;
  KomaFileId       id = { 0 };
  gboolean         has_row = FALSE, is_out = FALSE;

  if (!koma_collection_get_file_id (path, &id)) {
    *ret_is_left_out = FALSE;
    return TRUE;
  }
  if (!koma_collection_begin (self, KOMA_BATCH_READS, error) ||
      !find_left_out (self, path, &has_row, &is_out, error) ||
      (!has_row && !koma_collection_find_moved (self, path, &id, &before, error)) ||
      (before != NULL && !find_left_out (self, path, &has_row, &is_out, error)) ||
      !koma_collection_commit_if_due (self, error))
    return FALSE;
  *ret_is_left_out = is_out;
  return TRUE;
}

gboolean
koma_collection_has (KomaCollection *self,
                     const char     *path,
                     gboolean       *ret_has,
                     GError        **error)
{
  sqlite3_stmt *row = koma_collection_get_statement (self, KOMA_FIND_PICTURE);
  gboolean      is_read = FALSE;

  if (!koma_collection_begin (self, KOMA_BATCH_READS, error))
    return FALSE;
  bind_name (self, row, path);
  is_read = koma_sqlite_step (&self->sqlite, row, ret_has, error);
  sqlite3_reset (row);
  return is_read;
}

static gboolean
read_correction (KomaCollection  *self,
                 sqlite3_stmt    *row,
                 int              column,
                 KomaCorrection **ret_correction, /* (nullable) */
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

/* @column: of the stars */
static gboolean
read_rating (KomaCollection *self,
             sqlite3_stmt   *row,
             int             column,
             KomaRating    **ret_rating, /* (nullable) */
             GError        **error)
{
  const char *author = NULL;
  gint64      stars = KOMA_RATING_NONE, rated_us = 0;

  if (sqlite3_column_type (row, column) == SQLITE_NULL)
    return TRUE;
  if (!koma_sqlite_read_int (row, column, KOMA_RATING_REJECTED, KOMA_RATING_MAX, &stars) ||
      !koma_sqlite_read_text (row, column + 1, KOMA_COLLECTION_MAX_TEXT, &author) ||
      !koma_sqlite_read_int (row, column + 2, G_MININT64, G_MAXINT64, &rated_us))
    return koma_collection_fail_row (self, "ratings", sqlite3_column_int64 (row, 0), error);
  if (stars != KOMA_RATING_NONE)
    *ret_rating = koma_rating_new ((int) stars, author, rated_us);
  return TRUE;
}

gboolean
koma_collection_read_said (KomaCollection      *self,
                           sqlite3_stmt        *row,
                           int                  column,
                           KomaCollectionKnown *ret_known,
                           GError             **error)
{
  return read_correction (self, row, column, &ret_known->correction, error) &&
         read_rating (self, row, column + 3, &ret_known->rating, error);
}
