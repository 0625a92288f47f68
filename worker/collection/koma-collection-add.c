/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-collection-private.h"

#include <string.h>

#include "worker/take/koma-sheet.h"

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
  gboolean           was_there = FALSE;

  return koma_collection_begin (self, KOMA_BATCH_WRITES, error) &&
         koma_collection_take_picture (self, entry->path, &entry->id, &picture, &was_there,
                                       error) &&
         (!was_there || koma_collection_drop_answers (self, picture, self->model, error)) &&
         (entry->result == NULL || set_taken (self, picture, &entry->result->taken, error)) &&
         add_answer (self, picture, entry, top_k, error) &&
         (vector == NULL || self->space == 0 ||
          koma_collection_put_vector (self, picture, vector, error));
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
