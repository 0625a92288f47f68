/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-collection-summary.h"

#include "koma-collection-private.h"
#include "koma-collection-schema.h"

void
koma_collection_model_clear (gpointer data)
{
  KomaCollectionModel *model = data;

  g_free (model->name);
  g_free (model->hash);
  g_free (model->recipe);
}

static void
clear_reason (gpointer data)
{
  KomaCollectionReason *reason = data;

  g_free (reason->code);
}

void
koma_collection_summary_clear (KomaCollectionSummary *self)
{
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->models, g_array_unref);
  g_clear_pointer (&self->reasons, g_array_unref);
}

static gboolean
read_text (KomaSqlite   *sqlite,
           sqlite3_stmt *row,
           int           column,
           const char   *table,
           char        **ret_text,
           GError      **error)
{
  const char *text = NULL;

  if (!koma_sqlite_read_text (row, column, KOMA_COLLECTION_MAX_TEXT, &text))
    return koma_sqlite_fail_row (sqlite, table, sqlite3_column_int64 (row, 0), error);
  *ret_text = g_strdup (text);
  return TRUE;
}

static gboolean
read_model (KomaSqlite   *sqlite,
            sqlite3_stmt *row,
            GArray       *models,
            GError      **error)
{
  KomaCollectionModel *model = NULL;

  g_array_set_size (models, models->len + 1);
  model = &g_array_index (models, KomaCollectionModel, models->len - 1);
  model->n_answers = sqlite3_column_int64 (row, 4);
  model->n_failed = sqlite3_column_int64 (row, 5);
  return read_text (sqlite, row, 1, "models", &model->name, error) &&
         read_text (sqlite, row, 2, "models", &model->hash, error) &&
         read_text (sqlite, row, 3, "models", &model->recipe, error);
}

static gboolean
read_reason (KomaSqlite   *sqlite,
             sqlite3_stmt *row,
             GArray       *reasons,
             GError      **error)
{
  KomaCollectionReason *reason = NULL;

  g_array_set_size (reasons, reasons->len + 1);
  reason = &g_array_index (reasons, KomaCollectionReason, reasons->len - 1);
  reason->n = sqlite3_column_int64 (row, 2);
  return read_text (sqlite, row, 1, "answers", &reason->code, error);
}

/* The rows of @sql, one after the other. */
static gboolean
read_rows (KomaSqlite *sqlite,
           const char *sql,
           gboolean (*read) (KomaSqlite *, sqlite3_stmt *, GArray *, GError **),
           GArray  *ret_rows,
           GError **error)
{
  sqlite3_stmt *statement = koma_sqlite_prepare (sqlite, sql, error);
  gboolean      has_row = TRUE, is_read = statement != NULL;

  while (is_read && has_row)
    is_read = koma_sqlite_step (sqlite, statement, &has_row, error) &&
              (!has_row || read (sqlite, statement, ret_rows, error));
  sqlite3_finalize (statement);
  return is_read;
}

static gboolean
read_numbers (KomaSqlite            *sqlite,
              KomaCollectionSummary *self,
              GError               **error)
{
  const struct
  {
    const char *sql;
    gint64     *ret_number;
  } numbers[] = {
    { "SELECT count(*) FROM pictures WHERE NOT " KOMA_COLLECTION_IS_OUT "pictures.id);",
      &self->n_pictures },
    { "SELECT count(*) FROM left_out WHERE is_out;", &self->n_left_out },
    { "SELECT count(*) FROM corrections c WHERE NOT " KOMA_COLLECTION_IS_OUT "c.picture);",
      &self->n_corrections },
    { "SELECT count(*) FROM ratings r WHERE stars <> 0 AND NOT " KOMA_COLLECTION_IS_OUT
      "r.picture);",
      &self->n_ratings },
    { "SELECT count(*) FROM vectors v WHERE NOT " KOMA_COLLECTION_IS_OUT "v.picture);",
      &self->n_vectors },
  };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (!koma_sqlite_get_number (sqlite, numbers[i].sql, numbers[i].ret_number, error))
      return FALSE;
  return TRUE;
}

static gboolean
read_lists (KomaSqlite            *sqlite,
            KomaCollectionSummary *self,
            GError               **error)
{
  return read_rows (sqlite,
                    "SELECT m.id, m.name, m.hash, m.recipe,"
                    " count(a.id) FILTER (WHERE a.error_code IS NULL), count(a.error_code)"
                    " FROM models m LEFT JOIN answers a ON a.model = m.id"
                    "  AND NOT " KOMA_COLLECTION_IS_OUT "a.picture) GROUP BY m.id"
                    " ORDER BY m.name, m.hash, m.recipe_hash;",
                    read_model, self->models, error) &&
         read_rows (sqlite,
                    "SELECT min (a.id), error_code, count(*) FROM answers a"
                    " WHERE error_code IS NOT NULL AND NOT " KOMA_COLLECTION_IS_OUT "a.picture)"
                    " GROUP BY error_code ORDER BY 3 DESC, 2;",
                    read_reason, self->reasons, error);
}

gboolean
koma_collection_summary_read (KomaCollectionSummary *ret_summary,
                              const char            *path,
                              GError               **error)
{
  g_auto (KomaSqlite) sqlite = { 0 };
  KomaFileId id = { 0 };

  ret_summary->path = koma_collection_place_resolve (path);
  ret_summary->models = g_array_new (FALSE, TRUE, sizeof (KomaCollectionModel));
  g_array_set_clear_func (ret_summary->models, koma_collection_model_clear);
  ret_summary->reasons = g_array_new (FALSE, TRUE, sizeof (KomaCollectionReason));
  g_array_set_clear_func (ret_summary->reasons, clear_reason);
  if (koma_file_id_get (ret_summary->path, &id))
    ret_summary->size_bytes = id.size_bytes;
  return koma_collection_schema_check_header (ret_summary->path, error) &&
         koma_sqlite_open_read_only (&sqlite, ret_summary->path, error) &&
         koma_sqlite_exec (&sqlite, "BEGIN;", error) &&
         koma_collection_schema_stand_in (&sqlite, &ret_summary->version, error) &&
         read_numbers (&sqlite, ret_summary, error) && read_lists (&sqlite, ret_summary, error) &&
         koma_sqlite_check_unchanged (&sqlite, error);
}
