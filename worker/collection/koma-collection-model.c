/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The model that is asked, and what its answers were computed by. */
#include "koma-collection-private.h"

#include <string.h>

#include "worker/models/koma-computed-by.h"
#include "worker/models/koma-described-recipe.h"
#include "worker/take/koma-provenance.h"

/* All that decides what a picture becomes and how the output is read: the words of the recipe round
 * their numbers. */
static char *
hash_recipe (const char       *words,
             const KomaRecipe *recipe)
{
  g_autoptr (GString) text = g_string_new (words);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint i = 0; i < G_N_ELEMENTS (recipe->scale); i++) {
    g_string_append_printf (text, ";%s", g_ascii_dtostr (number, sizeof number, recipe->scale[i]));
    g_string_append_printf (text, ";%s", g_ascii_dtostr (number, sizeof number, recipe->offset[i]));
  }
  g_string_append_printf (text, ";%s", g_ascii_dtostr (number, sizeof number, recipe->temperature));
  g_string_append_printf (text, ";%s", g_ascii_dtostr (number, sizeof number, recipe->tta_below));
  g_string_append_printf (text, ";%u;%u;%d;%d", recipe->scaled_width, recipe->scaled_height,
                          recipe->is_cut_rounded, recipe->has_background);
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text->str, (gssize) text->len);
}

static void
bind_text (sqlite3_stmt *statement,
           int           index,
           const char   *text) /* (nullable) */
{
  sqlite3_bind_text (statement, index, text, -1, SQLITE_TRANSIENT);
}

/* The id of a row that is made where there is none. */
static gboolean
get_id (KomaCollection *self,
        sqlite3_stmt   *statement, /* returns it */
        gint64         *ret_id,
        GError        **error)
{
  gboolean       has_row = FALSE;
  const gboolean is_run = koma_sqlite_step (&self->sqlite, statement, &has_row, error);

  if (is_run && has_row)
    *ret_id = sqlite3_column_int64 (statement, 0);
  sqlite3_reset (statement);
  return is_run;
}

static gboolean
get_model (KomaCollection      *self,
           const KomaModelInfo *info,
           GError             **error)
{
  g_autofree char *hash = hash_recipe (info->recipe, &info->values);
  sqlite3_stmt    *statement = koma_sqlite_prepare (
       &self->sqlite,
       "INSERT INTO models (hash, recipe_hash, recipe, name, n_classes, source, used_us)"
          " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET name = excluded.name,"
          " source = excluded.source, used_us = excluded.used_us RETURNING id;",
       error);
  gboolean is_done = FALSE;

  if (statement == NULL)
    return FALSE;
  bind_text (statement, 1, info->hash);
  bind_text (statement, 2, hash);
  bind_text (statement, 3, info->recipe);
  bind_text (statement, 4, info->name);
  sqlite3_bind_int64 (statement, 5, info->n_classes);
  sqlite3_bind_blob (statement, 6, info->path, info->path != NULL ? (int) strlen (info->path) : 0,
                     SQLITE_TRANSIENT);
  sqlite3_bind_int64 (statement, 7, g_get_real_time ());
  is_done = get_id (self, statement, &self->model, error);
  sqlite3_finalize (statement);
  return is_done;
}

/* Who reads the file finds those that were used last. Few change, and most often none. */
static gboolean
write_labels (KomaCollection      *self,
              const KomaModelInfo *info,
              GError             **error)
{
  sqlite3_stmt *statement = koma_sqlite_prepare (
    &self->sqlite,
    "INSERT INTO labels (model, class, label) VALUES (?, ?, ?)"
    " ON CONFLICT DO UPDATE SET label = excluded.label WHERE label <> excluded.label;",
    error);
  gboolean is_done = statement != NULL;

  for (guint i = 0; is_done && i < info->n_classes; i++) {
    sqlite3_bind_int64 (statement, 1, self->model);
    sqlite3_bind_int64 (statement, 2, i);
    bind_text (statement, 3, koma_labels_get (info->labels, i));
    is_done = koma_sqlite_run (&self->sqlite, statement, error);
  }
  sqlite3_finalize (statement);
  return is_done;
}

/**
 * koma_collection_choose_model:
 * @info: (transfer none): that is asked from now on
 *
 * Answers are of one model and one recipe; both name them, whatever computes.
 *
 * Errors: as koma_collection_commit().
 */
gboolean
koma_collection_choose_model (KomaCollection *self,
                              KomaModelInfo  *info,
                              GError        **error)
{
  g_clear_pointer (&self->info, koma_model_info_unref);
  g_clear_pointer (&self->provenance_of, koma_model_info_unref);
  g_hash_table_remove_all (self->infos);
  self->model = self->space = 0;
  if (!koma_collection_begin (self, KOMA_BATCH_WRITES, error) || !get_model (self, info, error) ||
      !koma_collection_put_space (self, info->space, error) || !write_labels (self, info, error) ||
      !koma_collection_commit (self, error)) {
    koma_collection_roll_back (self);
    return FALSE;
  }
  self->info = koma_model_info_ref (info);
  return TRUE;
}

void
koma_collection_last_model_clear (KomaCollectionLastModel *model)
{
  g_clear_pointer (&model->name, g_free);
  g_clear_pointer (&model->hash, g_free);
  g_clear_pointer (&model->source, g_free);
}

static gboolean
read_model (KomaCollection          *self,
            sqlite3_stmt            *row,
            KomaCollectionLastModel *ret_model,
            GError                 **error)
{
  const char *name = NULL, *hash = NULL;

  if (!koma_sqlite_read_text (row, 1, KOMA_COLLECTION_MAX_TEXT, &name) ||
      !koma_sqlite_read_text (row, 2, KOMA_COLLECTION_MAX_TEXT, &hash))
    return koma_collection_fail_row (self, "models", sqlite3_column_int64 (row, 0), error);
  ret_model->name = g_strdup (name);
  ret_model->hash = g_strdup (hash);
  if (sqlite3_column_type (row, 3) == SQLITE_BLOB && sqlite3_column_bytes (row, 3) > 0)
    ret_model->source = g_strndup (sqlite3_column_blob (row, 3),
                                   (gsize) sqlite3_column_bytes (row, 3));
  return TRUE;
}

gboolean
koma_collection_get_last_model (KomaCollection          *self,
                                KomaCollectionLastModel *ret_model,
                                GError                 **error)
{
  sqlite3_stmt *row =
    koma_sqlite_prepare (&self->sqlite,
                         "SELECT id, name, hash, source FROM models"
                         " ORDER BY used_us DESC, id DESC LIMIT 1;",
                         error);
  gboolean has_row = FALSE;
  gboolean is_read = row != NULL && koma_sqlite_step (&self->sqlite, row, &has_row, error) &&
                     (!has_row || read_model (self, row, ret_model, error));

  sqlite3_finalize (row);
  return is_read;
}

/* When the model was asked last with @range, if it can have that; 0: never. */
static gboolean
get_used (KomaCollection      *self,
          const KomaModelInfo *info,
          const char          *range,
          gint64              *ret_used_us,
          GError             **error)
{
  KomaRecipe       recipe = info->values;
  g_autofree char *words = NULL;
  g_autofree char *hash = NULL;
  sqlite3_stmt    *row = NULL;
  gboolean         has_row = FALSE, is_read = FALSE;

  *ret_used_us = 0;
  if (!koma_recipe_set_range (&recipe, range, NULL))
    return TRUE;
  words = koma_described_recipe_new (&recipe);
  hash = hash_recipe (words, &recipe);
  row = koma_sqlite_prepare (&self->sqlite,
                             "SELECT used_us FROM models WHERE hash = ? AND recipe_hash = ?;",
                             error);
  if (row == NULL)
    return FALSE;
  bind_text (row, 1, info->hash);
  bind_text (row, 2, hash);
  is_read = koma_sqlite_step (&self->sqlite, row, &has_row, error);
  if (is_read && has_row)
    *ret_used_us = sqlite3_column_int64 (row, 0);
  sqlite3_finalize (row);
  return is_read;
}

/**
 * koma_collection_find_range:
 * @info: of a model whose range is a guess
 * @ret_range: (transfer none) (nullable): that it was asked with last, which may be the guess;
 *   %NULL: it was never asked
 *
 * Errors: as koma_collection_commit().
 */
gboolean
koma_collection_find_range (KomaCollection      *self,
                            const KomaModelInfo *info,
                            const char         **ret_range,
                            GError             **error)
{
  const char *last = NULL;
  gint64      last_us = 0, used_us = 0;

  for (guint i = 0; i < KOMA_MAX_RANGE_CANDIDATES; i++) {
    const char *range = koma_range_candidate_get_range (i);

    if (!get_used (self, info, range, &used_us, error))
      return FALSE;
    if (used_us > last_us)
      last = range;
    last_us = MAX (last_us, used_us);
  }
  *ret_range = last;
  return TRUE;
}

gboolean
koma_collection_get_provenance (KomaCollection *self,
                                KomaModelInfo  *info,
                                gint64         *ret_provenance,
                                GError        **error)
{
  KomaProvenance from = { 0 };
  sqlite3_stmt  *statement = NULL;

  if (self->provenance_of != info) {
    g_clear_pointer (&self->provenance_of, koma_model_info_unref);
    koma_provenance_init (&from, info);
    statement = koma_collection_get_statement (self, KOMA_ADD_PROVENANCE);
    sqlite3_bind_int64 (statement, 1, self->model);
    bind_text (statement, 2, from.backend);
    bind_text (statement, 3, from.device);
    bind_text (statement, 4, from.precision);
    bind_text (statement, 5, from.version);
    if (!get_id (self, statement, &self->provenance, error))
      return FALSE;
    self->provenance_of = koma_model_info_ref (info);
  }
  *ret_provenance = self->provenance;
  return TRUE;
}

static gboolean
read_computed_by (KomaCollection *self,
                  sqlite3_stmt   *statement,
                  gint64          provenance,
                  KomaComputedBy *ret_by,
                  GError        **error)
{
  const char *precision = NULL;
  gint64      model = 0;

  if (koma_sqlite_read_int (statement, 0, self->model, self->model, &model) &&
      koma_sqlite_read_text (statement, 1, KOMA_COMPUTED_BY_MAX, &ret_by->backend) &&
      koma_sqlite_read_text (statement, 2, KOMA_COMPUTED_BY_MAX, &ret_by->device) &&
      koma_sqlite_read_text (statement, 3, KOMA_COMPUTED_BY_MAX, &precision) &&
      koma_sqlite_read_text (statement, 4, KOMA_COMPUTED_BY_MAX, &ret_by->version) &&
      koma_precision_parse (precision, &ret_by->precision, NULL))
    return TRUE;
  return koma_collection_fail_row (self, "provenances", provenance, error);
}

static KomaModelInfo *
make_info (KomaCollection *self,
           gint64          provenance,
           GError        **error)
{
  sqlite3_stmt  *statement = koma_collection_get_statement (self, KOMA_FIND_PROVENANCE);
  KomaComputedBy by = { 0 };
  gboolean       has_row = FALSE;
  KomaModelInfo *info = NULL;

  sqlite3_bind_int64 (statement, 1, provenance);
  if (!koma_sqlite_step (&self->sqlite, statement, &has_row, error))
    return NULL;
  if (!has_row)
    koma_collection_fail_row (self, "provenances", provenance, error);
  else if (read_computed_by (self, statement, provenance, &by, error))
    info = koma_model_info_new_computed_by (self->info, &by);
  sqlite3_reset (statement);
  return info;
}

KomaModelInfo *
koma_collection_get_info (KomaCollection *self,
                          gint64          provenance,
                          GError        **error)
{
  KomaModelInfo *info = g_hash_table_lookup (self->infos, &provenance);

  if (info != NULL)
    return info;
  info = make_info (self, provenance, error);
  if (info != NULL)
    g_hash_table_insert (self->infos, g_memdup2 (&provenance, sizeof provenance), info);
  return info;
}
