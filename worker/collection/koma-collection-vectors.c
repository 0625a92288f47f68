/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What models make of pictures, by which these are compared with words and with each other. */
#include "koma-collection-picture-private.h"

#include <math.h>
#include <string.h>

#include "engine/koma-app.h"

gboolean
koma_collection_put_space (KomaCollection *self,
                           const char     *space,
                           GError        **error)
{
  sqlite3_stmt *statement = NULL;
  gboolean      has_row = FALSE, is_done = FALSE;

  self->space = 0;
  if (space == NULL)
    return TRUE;
  statement = koma_sqlite_prepare (
    &self->sqlite,
    "INSERT INTO spaces (space) VALUES (?) ON CONFLICT DO UPDATE SET space = space RETURNING id;",
    error);
  if (statement == NULL)
    return FALSE;
  sqlite3_bind_text (statement, 1, space, -1, SQLITE_TRANSIENT);
  is_done = koma_sqlite_step (&self->sqlite, statement, &has_row, error);
  if (is_done && has_row)
    self->space = sqlite3_column_int64 (statement, 0);
  sqlite3_finalize (statement);
  return is_done;
}

/**
 * koma_collection_choose_space:
 * @space: what vectors depend on, such as koma_vector_space_dup_name()
 *
 * Vectors are of it from now on. No model need be chosen.
 *
 * Errors: as koma_collection_commit().
 */
gboolean
koma_collection_choose_space (KomaCollection *self,
                              const char     *space,
                              GError        **error)
{
  self->space = 0;
  if (koma_collection_begin (self, KOMA_BATCH_WRITES, error) &&
      koma_collection_put_space (self, space, error) && koma_collection_commit (self, error))
    return TRUE;
  koma_collection_roll_back (self);
  return FALSE;
}

gboolean
koma_collection_put_vector (KomaCollection    *self,
                            gint64             picture,
                            KomaFeatureVector *vector,
                            GError           **error)
{
  const guint         n = koma_feature_vector_get_n (vector);
  g_autofree guint16 *halves = g_new (guint16, n);
  sqlite3_stmt       *statement = koma_collection_get_statement (self, KOMA_ADD_VECTOR);

  koma_half_from_floats (koma_feature_vector_get_values (vector), n, halves);
  for (guint i = 0; i < n; i++)
    halves[i] = GUINT16_TO_LE (halves[i]);
  sqlite3_bind_int64 (statement, 1, picture);
  sqlite3_bind_int64 (statement, 2, self->space);
  sqlite3_bind_blob (statement, 3, halves, (int) (n * sizeof *halves), SQLITE_TRANSIENT);
  return koma_sqlite_run (&self->sqlite, statement, error);
}

static gboolean
add (KomaCollection    *self,
     const char        *path,
     const KomaFileId  *id,
     KomaFeatureVector *vector,
     GError           **error)
{
  gint64   picture = 0;
  gboolean was_there = FALSE;

  return koma_collection_begin (self, KOMA_BATCH_WRITES, error) &&
         koma_collection_take_picture (self, path, id, &picture, &was_there, error) &&
         koma_collection_put_vector (self, picture, vector, error);
}

/**
 * koma_collection_add_vector:
 * @id: from before the picture was read
 * @vector: of length 1, of the space that was chosen
 *
 * Keeps a vector in place of the one before; a picture that is not there comes into the
 * collection, without an answer.
 *
 * Errors: as koma_collection_add().
 */
gboolean
koma_collection_add_vector (KomaCollection    *self,
                            const char        *path,
                            const KomaFileId  *id,
                            KomaFeatureVector *vector,
                            GError           **error)
{
  g_return_val_if_fail (self->space != 0, FALSE);

  if (!add (self, path, id, vector, error)) {
    koma_collection_roll_back (self);
    return FALSE;
  }
  self->n_added++;
  return koma_collection_commit_if_due (self, error);
}

static gboolean
are_finite (const float *values,
            guint        n)
{
  for (guint i = 0; i < n; i++)
    if (!isfinite (values[i]))
      return FALSE;
  return TRUE;
}

static KomaFeatureVector *
read_vector (KomaCollection *self,
             sqlite3_stmt   *row,
             GError        **error)
{
  const int           n_bytes = sqlite3_column_bytes (row, 3);
  const guint         n = (guint) n_bytes / sizeof (guint16);
  const guint8       *bytes = sqlite3_column_blob (row, 3);
  g_autofree guint16 *halves = NULL;
  g_autofree float   *values = NULL;

  if (sqlite3_column_type (row, 3) != SQLITE_BLOB || n == 0 || n_bytes % sizeof (guint16) != 0) {
    koma_collection_fail_row (self, "vectors", sqlite3_column_int64 (row, 2), error);
    return NULL;
  }
  halves = g_memdup2 (bytes, (gsize) n_bytes);
  values = g_new (float, n);
  for (guint i = 0; i < n; i++)
    halves[i] = GUINT16_FROM_LE (halves[i]);
  koma_half_to_floats (halves, n, values);
  if (are_finite (values, n))
    return koma_feature_vector_new (values, n);
  koma_collection_fail_row (self, "vectors", sqlite3_column_int64 (row, 2), error);
  return NULL;
}

/* One that is not as the file is now is none. */
static KomaFeatureVector *
find (KomaCollection   *self,
      const char       *path,
      const KomaFileId *id,
      GError          **error)
{
  char              *name = koma_collection_place_dup_name (&self->place, path);
  sqlite3_stmt      *row = koma_collection_get_statement (self, KOMA_FIND_VECTOR);
  KomaFeatureVector *vector = NULL;
  KomaFileId         then = { 0 };
  gboolean           has_row = FALSE;

  sqlite3_bind_blob (row, 1, name, (int) strlen (name), g_free);
  sqlite3_bind_int64 (row, 2, self->space);
  if (koma_sqlite_step (&self->sqlite, row, &has_row, error) && has_row &&
      koma_collection_read_id (row, 0, &then) && then.size_bytes == id->size_bytes &&
      then.mtime_ns == id->mtime_ns)
    vector = read_vector (self, row, error);
  sqlite3_reset (row);
  return vector;
}

/**
 * koma_collection_find_vector:
 *
 * What a model made of the picture, for the space that was chosen.
 *
 * Errors: as koma_collection_find().
 *
 * Returns: (transfer full) (nullable): about of length 1
 */
KomaFeatureVector *
koma_collection_find_vector (KomaCollection   *self,
                             const char       *path,
                             const KomaFileId *id,
                             GError          **error)
{
  return self->space != 0 && koma_collection_begin (self, KOMA_BATCH_READS, error)
           ? find (self, path, id, error)
           : NULL;
}
