/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-collection-picture-private.h"

#include <string.h>

#include "worker/take/koma-sheet.h"

/* What is added at once. */
typedef struct
{
  KomaCollection            *self;
  const KomaCollectionEntry *entries;
  guint                      n;
  guint                      top_k;
  gint64                     answered_us;
  char                      *names[KOMA_COLLECTION_MAX_AT_ONCE]; /* (nullable) of pictures */
  gint64                     pictures[KOMA_COLLECTION_MAX_AT_ONCE];
  gint64                     provenances[KOMA_COLLECTION_MAX_AT_ONCE];
} Added;

typedef struct
{
  gint64         answer;
  guint          rank;
  KomaClassScore score;
} Score;

static void
added_clear (Added *added)
{
  for (guint i = 0; i < G_N_ELEMENTS (added->names); i++)
    g_free (added->names[i]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Added, added_clear)

static gboolean
insert (Added               *added,
        KomaCollectionInsert which,
        guint                n_rows,
        KomaCollectionBind   bind,
        gpointer             data,
        GError             **error)
{
  return koma_collection_inserts_run (&added->self->inserts, &added->self->sqlite, which, n_rows,
                                      bind, data, error);
}

static void
bind_score (gpointer      data,
            guint         row,
            sqlite3_stmt *statement,
            int           first)
{
  const Score *score = &g_array_index ((GArray *) data, Score, row);

  sqlite3_bind_int64 (statement, first, score->answer);
  sqlite3_bind_int64 (statement, first + 1, score->rank);
  sqlite3_bind_int64 (statement, first + 2, score->score.index);
  sqlite3_bind_double (statement, first + 3, score->score.score);
}

/* @answer: the first; the others follow it */
static gboolean
add_scores (Added   *added,
            gint64   answer,
            GError **error)
{
  g_autoptr (GArray) scores = g_array_new (FALSE, FALSE, sizeof (Score));

  for (guint i = 0; i < added->n; i++) {
    const KomaResult *result = added->entries[i].result;

    for (guint k = 0; result != NULL && k < result->n_classes; k++) {
      const Score score = {
        answer + i, k + 1, { result->classes[k].index, result->classes[k].score }
      };

      g_array_append_val (scores, score);
    }
  }
  return insert (added, KOMA_INSERT_SCORES, scores->len, bind_score, scores, error);
}

static void
bind_result (sqlite3_stmt *statement,
             int           first,
             KomaResult   *result,
             guint         top_k)
{
  sqlite3_bind_int64 (statement, first + 7, top_k);
  sqlite3_bind_int64 (statement, first + 8, result->is_turned);
  sqlite3_bind_int64 (statement, first + 9, result->source_width);
  sqlite3_bind_int64 (statement, first + 10, result->source_height);
  sqlite3_bind_double (statement, first + 11, result->timing.decode_ms);
  sqlite3_bind_double (statement, first + 12, result->timing.preprocess_ms);
  sqlite3_bind_double (statement, first + 13, result->timing.inference_ms);
}

static void
bind_failure (sqlite3_stmt *statement,
              int           first,
              const GError *failure)
{
  char *message = g_utf8_make_valid (failure->message, -1);

  sqlite3_bind_text (statement, first + 4, koma_sheet_get_error_code (failure), -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, first + 5, message, -1, g_free);
  sqlite3_bind_int64 (statement, first + 6, koma_collection_is_failure_lasting (failure));
}

static void
bind_answer (gpointer      data,
             guint         row,
             sqlite3_stmt *statement,
             int           first)
{
  const Added               *added = data;
  const KomaCollectionEntry *entry = &added->entries[row];

  sqlite3_bind_int64 (statement, first, added->pictures[row]);
  sqlite3_bind_int64 (statement, first + 1, added->self->model);
  sqlite3_bind_int64 (statement, first + 2, added->provenances[row]);
  sqlite3_bind_int64 (statement, first + 3, added->answered_us);
  if (entry->result != NULL)
    bind_result (statement, first, entry->result, added->top_k);
  else
    bind_failure (statement, first, entry->failure);
}

static gboolean
put_vectors (Added   *added,
             GError **error)
{
  for (guint i = 0; i < added->n && added->self->space != 0; i++) {
    const KomaResult *result = added->entries[i].result;

    if (result != NULL && result->vector != NULL &&
        !koma_collection_put_vector (added->self, added->pictures[i], result->vector, error))
      return FALSE;
  }
  return TRUE;
}

/* Of pictures whose rows are there, and have none of this model. */
static gboolean
add_answers (Added   *added,
             GError **error)
{
  KomaCollection *self = added->self;

  for (guint i = 0; i < added->n; i++) {
    KomaResult *result = added->entries[i].result;

    if (!koma_collection_get_provenance (self, result != NULL ? result->info : self->info,
                                         &added->provenances[i], error))
      return FALSE;
  }
  added->answered_us = g_get_real_time ();
  return insert (added, KOMA_INSERT_ANSWERS, added->n, bind_answer, added, error) &&
         add_scores (added, sqlite3_last_insert_rowid (self->sqlite.db) - (added->n - 1), error) &&
         put_vectors (added, error);
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

/* One that may be there, with answers. */
static gboolean
add_one (KomaCollection            *self,
         const KomaCollectionEntry *entry,
         guint                      top_k,
         gboolean                  *ret_was_there,
         GError                   **error)
{
  Added added = { .self = self, .entries = entry, .n = 1, .top_k = top_k };

  return koma_collection_take_picture (self, entry->path, &entry->id, &added.pictures[0],
                                       ret_was_there, error) &&
         (!*ret_was_there ||
          koma_collection_drop_answers (self, added.pictures[0], self->model, error)) &&
         (entry->result == NULL ||
          set_taken (self, added.pictures[0], &entry->result->taken, error)) &&
         add_answers (&added, error);
}

static void
bind_picture (gpointer      data,
              guint         row,
              sqlite3_stmt *statement,
              int           first)
{
  const Added               *added = data;
  const KomaCollectionEntry *entry = &added->entries[row];
  const char                *name = added->names[row];

  sqlite3_bind_blob (statement, first, name, (int) strlen (name), SQLITE_STATIC);
  sqlite3_bind_int64 (statement, first + 1, (gint64) entry->id.size_bytes);
  sqlite3_bind_int64 (statement, first + 2, entry->id.mtime_ns);
  if (entry->result != NULL && entry->result->taken.time_us != 0)
    sqlite3_bind_int64 (statement, first + 3, entry->result->taken.time_us);
  if (entry->result != NULL && entry->result->taken.camera != 0)
    sqlite3_bind_int64 (statement, first + 4, entry->result->taken.camera);
}

/* Rows of pictures that are not there; SQLite counts them on. */
static gboolean
add_pictures (Added    *added,
              gboolean *ret_is_all_new,
              GError  **error)
{
  sqlite3    *db = added->self->sqlite.db;
  const guint n_before = (guint) sqlite3_total_changes (db);

  for (guint i = 0; i < added->n; i++)
    added->names[i] =
      koma_collection_place_dup_name (&added->self->place, added->entries[i].path);
  if (!insert (added, KOMA_INSERT_PICTURES, added->n, bind_picture, added, error))
    return FALSE;
  *ret_is_all_new = (guint) sqlite3_total_changes (db) - n_before == added->n;
  for (guint i = 0; *ret_is_all_new && i < added->n; i++)
    added->pictures[i] = sqlite3_last_insert_rowid (db) - (added->n - 1 - i);
  return TRUE;
}

/* Where some were there, the next are looked at one by one until all of them are new. */
static gboolean
add_each (KomaCollection            *self,
          const KomaCollectionEntry *entries,
          guint                      n,
          guint                      top_k,
          GError                   **error)
{
  gboolean is_mixed = FALSE, was_there = FALSE;

  for (guint i = 0; i < n; i++) {
    if (!add_one (self, &entries[i], top_k, &was_there, error))
      return FALSE;
    is_mixed |= was_there;
  }
  self->is_mixed = is_mixed;
  return TRUE;
}

static gboolean
add_all (KomaCollection            *self,
         const KomaCollectionEntry *entries,
         guint                      n,
         guint                      top_k,
         GError                   **error)
{
  g_auto (Added) added = { .self = self, .entries = entries, .n = n, .top_k = top_k };
  gboolean is_all_new = FALSE;

  if (n > 1 && !self->is_mixed && self->is_counted_on &&
      !add_pictures (&added, &is_all_new, error))
    return FALSE;
  return is_all_new ? add_answers (&added, error) : add_each (self, entries, n, top_k, error);
}

/**
 * koma_collection_add_all:
 * @entries: (array length=n): up to #KOMA_COLLECTION_MAX_AT_ONCE
 *
 * As koma_collection_add() of each in turn, but faster where most pictures are new.
 *
 * Errors: those of koma_collection_add().
 */
gboolean
koma_collection_add_all (KomaCollection            *self,
                         const KomaCollectionEntry *entries,
                         guint                      n,
                         guint                      top_k,
                         GError                   **error)
{
  g_return_val_if_fail (self->info != NULL, FALSE);
  g_return_val_if_fail (n <= KOMA_COLLECTION_MAX_AT_ONCE, FALSE);
  for (guint i = 0; i < n; i++)
    g_return_val_if_fail ((entries[i].result != NULL) != (entries[i].failure != NULL), FALSE);

  if (!koma_collection_begin (self, KOMA_BATCH_WRITES, error) ||
      !add_all (self, entries, n, top_k, error)) {
    koma_collection_roll_back (self);
    return FALSE;
  }
  self->n_added += n;
  return koma_collection_commit_if_due (self, error);
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
  return koma_collection_add_all (self, entry, 1, top_k, error);
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
