/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-collection-private.h"

#include <string.h>

#include "engine/koma-app.h"
#include "worker/take/koma-sheet.h"

static gboolean
run_with_id (KomaCollection         *self,
             KomaCollectionStatement which,
             gint64                  picture,
             gint64                  id, /* if it has one more */
             GError                **error)
{
  sqlite3_stmt *statement = koma_collection_get_statement (self, which);

  sqlite3_bind_int64 (statement, 1, picture);
  if (sqlite3_bind_parameter_count (statement) > 1)
    sqlite3_bind_int64 (statement, 2, id);
  return koma_sqlite_run (&self->sqlite, statement, error);
}

static gboolean
add_picture (KomaCollection            *self,
             const char                *name,
             const KomaCollectionEntry *entry,
             gint64                    *ret_picture,
             GError                   **error)
{
  sqlite3_stmt *statement = koma_collection_get_statement (self, KOMA_ADD_PICTURE);

  sqlite3_bind_blob (statement, 1, name, (int) strlen (name), SQLITE_STATIC);
  sqlite3_bind_int64 (statement, 2, (gint64) entry->id.size_bytes);
  sqlite3_bind_int64 (statement, 3, entry->id.mtime_ns);
  if (!koma_sqlite_run (&self->sqlite, statement, error))
    return FALSE;
  *ret_picture = sqlite3_last_insert_rowid (self->sqlite.db);
  return TRUE;
}

/* What other models said of it was of another picture; what a person said of it stays. */
static gboolean
change_picture (KomaCollection   *self,
                gint64            picture,
                const KomaFileId *id,
                GError          **error)
{
  sqlite3_stmt *statement = NULL;

  if (!run_with_id (self, KOMA_DROP_ANSWERS, picture, 0, error) ||
      !run_with_id (self, KOMA_DROP_VECTORS, picture, 0, error))
    return FALSE;
  statement = koma_collection_get_statement (self, KOMA_CHANGE_PICTURE);
  sqlite3_bind_int64 (statement, 1, picture);
  sqlite3_bind_int64 (statement, 2, (gint64) id->size_bytes);
  sqlite3_bind_int64 (statement, 3, id->mtime_ns);
  return koma_sqlite_run (&self->sqlite, statement, error);
}

/* A picture that was there: without its answer of this model, and as the file is now. */
static gboolean
renew_picture (KomaCollection            *self,
               sqlite3_stmt              *row,
               const KomaCollectionEntry *entry,
               gint64                    *ret_picture,
               GError                   **error)
{
  const gint64   picture = sqlite3_column_int64 (row, 0);
  const gboolean is_changed =
    sqlite3_column_int64 (row, 1) != (gint64) entry->id.size_bytes ||
    sqlite3_column_int64 (row, 2) != entry->id.mtime_ns;

  sqlite3_reset (row);
  *ret_picture = picture;
  return is_changed ? change_picture (self, picture, &entry->id, error)
                    : run_with_id (self, KOMA_DROP_ANSWER, picture, self->model, error);
}

static gboolean
take_picture (KomaCollection            *self,
              const KomaCollectionEntry *entry,
              gint64                    *ret_picture,
              GError                   **error)
{
  g_autofree char *name = koma_collection_place_dup_name (&self->place, entry->path);
  sqlite3_stmt    *row = koma_collection_get_statement (self, KOMA_FIND_PICTURE);
  gboolean         has_row = FALSE;

  sqlite3_bind_blob (row, 1, name, (int) strlen (name), SQLITE_TRANSIENT);
  if (!koma_sqlite_step (&self->sqlite, row, &has_row, error))
    return FALSE;
  if (has_row)
    return renew_picture (self, row, entry, ret_picture, error);
  sqlite3_reset (row);
  return add_picture (self, name, entry, ret_picture, error);
}

static gboolean
add_scores (KomaCollection *self,
            KomaResult     *result,
            GError        **error)
{
  const gint64 answer = sqlite3_last_insert_rowid (self->sqlite.db);

  for (guint i = 0; i < result->n_classes; i++) {
    sqlite3_stmt *statement = koma_collection_get_statement (self, KOMA_ADD_SCORE);

    sqlite3_bind_int64 (statement, 1, answer);
    sqlite3_bind_int64 (statement, 2, i + 1);
    sqlite3_bind_int64 (statement, 3, result->classes[i].index);
    sqlite3_bind_double (statement, 4, result->classes[i].score);
    if (!koma_sqlite_run (&self->sqlite, statement, error))
      return FALSE;
  }
  return TRUE;
}

static void
bind_result (sqlite3_stmt *statement,
             KomaResult   *result,
             guint         top_k)
{
  sqlite3_bind_int64 (statement, 8, top_k);
  sqlite3_bind_int64 (statement, 9, result->is_turned);
  sqlite3_bind_int64 (statement, 10, result->source_width);
  sqlite3_bind_int64 (statement, 11, result->source_height);
  sqlite3_bind_double (statement, 12, result->timing.decode_ms);
  sqlite3_bind_double (statement, 13, result->timing.preprocess_ms);
  sqlite3_bind_double (statement, 14, result->timing.inference_ms);
}

static void
bind_failure (sqlite3_stmt *statement,
              const GError *failure)
{
  char *message = g_utf8_make_valid (failure->message, -1);

  sqlite3_bind_text (statement, 5, koma_sheet_get_error_code (failure), -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 6, message, -1, g_free);
  sqlite3_bind_int64 (statement, 7, koma_collection_is_failure_lasting (failure));
}

static gboolean
add_answer (KomaCollection            *self,
            gint64                     picture,
            const KomaCollectionEntry *entry,
            guint                      top_k,
            GError                   **error)
{
  KomaModelInfo *info = entry->result != NULL ? entry->result->info : self->info;
  sqlite3_stmt  *statement = NULL;
  gint64         provenance = 0;

  if (!koma_collection_get_provenance (self, info, &provenance, error))
    return FALSE;
  statement = koma_collection_get_statement (self, KOMA_ADD_ANSWER);
  sqlite3_bind_int64 (statement, 1, picture);
  sqlite3_bind_int64 (statement, 2, self->model);
  sqlite3_bind_int64 (statement, 3, provenance);
  sqlite3_bind_int64 (statement, 4, g_get_real_time ());
  if (entry->result != NULL)
    bind_result (statement, entry->result, top_k);
  else
    bind_failure (statement, entry->failure);
  return koma_sqlite_run (&self->sqlite, statement, error) &&
         (entry->result == NULL || add_scores (self, entry->result, error));
}

static gboolean
add_vector (KomaCollection    *self,
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

/* Most pictures that are no photographs have nothing of it. */
static gboolean
set_taken (KomaCollection  *self,
           gint64           picture,
           const KomaTaken *taken,
           GError         **error)
{
  sqlite3_stmt *statement = NULL;

  if (taken->time_us == 0 && taken->camera == 0)
    return TRUE;
  statement = koma_collection_get_statement (self, KOMA_SET_TAKEN);
  sqlite3_bind_int64 (statement, 1, picture);
  sqlite3_bind_int64 (statement, 2, taken->time_us);
  sqlite3_bind_int64 (statement, 3, taken->camera);
  return koma_sqlite_run (&self->sqlite, statement, error);
}

static gboolean
add (KomaCollection            *self,
     const KomaCollectionEntry *entry,
     guint                      top_k,
     GError                   **error)
{
  KomaFeatureVector *vector = entry->result != NULL ? entry->result->vector : NULL;
  gint64             picture = 0;

  return koma_collection_begin (self, KOMA_BATCH_WRITES, error) &&
         take_picture (self, entry, &picture, error) &&
         (entry->result == NULL || set_taken (self, picture, &entry->result->taken, error)) &&
         add_answer (self, picture, entry, top_k, error) &&
         (vector == NULL || self->space == 0 || add_vector (self, picture, vector, error));
}

/**
 * koma_collection_add:
 *
 * Keeps an answer of the model that was chosen, or why there is none, in place of the one before.
 * It is in the file after koma_collection_commit(), or when a second is over, or many were added.
 *
 * Errors: as koma_collection_commit(); what was added since that is lost.
 */
gboolean
koma_collection_add (KomaCollection            *self,
                     const KomaCollectionEntry *entry,
                     guint                      top_k,
                     GError                   **error)
{
  g_return_val_if_fail (self->info != NULL, FALSE);
  g_return_val_if_fail ((entry->result != NULL) != (entry->failure != NULL), FALSE);

  if (!add (self, entry, top_k, error)) {
    koma_collection_roll_back (self);
    return FALSE;
  }
  self->n_added++;
  return koma_collection_commit_if_due (self, error);
}

static gboolean
add_sha256 (KomaCollection   *self,
            const char       *path,
            const KomaFileId *id,
            const char       *sha256,
            GError          **error)
{
  g_autofree char *name = koma_collection_place_dup_name (&self->place, path);
  sqlite3_stmt    *statement = koma_collection_get_statement (self, KOMA_ADD_SHA256);

  sqlite3_bind_blob (statement, 1, name, (int) strlen (name), SQLITE_TRANSIENT);
  sqlite3_bind_text (statement, 2, sha256, -1, SQLITE_TRANSIENT);
  sqlite3_bind_int64 (statement, 3, (gint64) id->size_bytes);
  sqlite3_bind_int64 (statement, 4, id->mtime_ns);
  return koma_sqlite_run (&self->sqlite, statement, error);
}

/**
 * koma_collection_add_sha256:
 * @id: from before it was read
 * @sha256: 64 hexadecimal digits
 *
 * Keeps the hash of a picture that was added, unless the file was another then.
 *
 * Errors: as koma_collection_add().
 */
gboolean
koma_collection_add_sha256 (KomaCollection   *self,
                            const char       *path,
                            const KomaFileId *id,
                            const char       *sha256,
                            GError          **error)
{
  if (!koma_collection_begin (self, KOMA_BATCH_WRITES, error) ||
      !add_sha256 (self, path, id, sha256, error)) {
    koma_collection_roll_back (self);
    return FALSE;
  }
  self->n_added++;
  return koma_collection_commit_if_due (self, error);
}
