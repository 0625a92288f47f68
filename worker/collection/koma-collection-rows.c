/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-collection-rows.h"

#include <string.h>

#include <glib/gi18n.h>

#include "koma-collection-columns.h"
#include "koma-collection-answer-private.h"
#include "koma-collection-schema.h"

#define PROVENANCE 5
/* Behind those of the answer. */
#define PATH       KOMA_N_ANSWER_COLUMNS
#define MODEL      (KOMA_N_ANSWER_COLUMNS + 1)
#define CORRECTION (KOMA_N_ANSWER_COLUMNS + 2)
/* The versions that say who corrected, and when pictures were taken. */
#define SINCE_AUTHORS 2
#define SINCE_TAKEN   3

#define OF_MODEL "(?1 IS NULL OR m.name = ?1 OR m.hash = ?1)"

struct _KomaCollectionRows
{
  KomaCollection *collection;
  char           *folder; /* with "/" at its end, as the user spells it */
  GHashTable     *models; /* id → KomaModelInfo */
  sqlite3_stmt   *rows;
  guint           top_k;
  gint64          has_sha256;
  gint64          has_corrections;
  gint64          has_ratings;
  gint64          has_taken;
  guint           version;
};

void
koma_collection_row_clear (KomaCollectionRow *row)
{
  g_clear_pointer (&row->path, g_free);
  koma_collection_known_clear (&row->known);
}

void
koma_collection_rows_free (KomaCollectionRows *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->rows, sqlite3_finalize);
  /* It is one of the models'. */
  if (self->collection != NULL)
    self->collection->info = NULL;
  koma_collection_free (self->collection);
  g_hash_table_unref (self->models);
  g_free (self->folder);
  g_free (self);
}

static gboolean
open_file (KomaCollection *collection,
           const char     *path,
           guint          *ret_version,
           GError        **error)
{
  static const struct
  {
    KomaCollectionStatement which;
    const char             *sql;
  } texts[] = {
    { KOMA_FIND_SCORES, "SELECT rank, class, score FROM scores WHERE answer = ? ORDER BY rank;" },
    { KOMA_FIND_PROVENANCE,
      "SELECT model, backend, device, precision, koma_version FROM provenances WHERE id = ?;" },
  };
  gboolean is_open = koma_collection_schema_check_header (path, error) &&
                     koma_sqlite_open_read_only (&collection->sqlite, path, error) &&
                     koma_sqlite_exec (&collection->sqlite, "BEGIN;", error) &&
                     koma_collection_schema_stand_in (&collection->sqlite, ret_version, error);

  for (guint i = 0; is_open && i < G_N_ELEMENTS (texts); i++) {
    collection->statements[texts[i].which] =
      koma_sqlite_prepare (&collection->sqlite, texts[i].sql, error);
    is_open = collection->statements[texts[i].which] != NULL;
  }
  return is_open;
}

/* The number of what is chosen; @ret_top_k: of its answers */
static gboolean
count_models (KomaCollectionRows *self,
              const char         *model,
              GError            **error)
{
  KomaSqlite      *sqlite = &self->collection->sqlite;
  g_autofree char *name = g_filename_display_name (sqlite->path);
  sqlite3_stmt    *statement = koma_sqlite_prepare (
       sqlite,
       "SELECT count(DISTINCT m.id), max (min (ifnull (a.top_k, 0), m.n_classes)) FROM models m"
          " LEFT JOIN answers a ON a.model = m.id AND NOT " KOMA_COLLECTION_IS_OUT "a.picture)"
          " WHERE " OF_MODEL ";",
       error);
  gboolean has_row = FALSE, is_read = FALSE;
  gint64   n = 0, top_k = 0;

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_text (statement, 1, model, -1, SQLITE_TRANSIENT);
  is_read = koma_sqlite_step (sqlite, statement, &has_row, error);
  if (is_read) {
    n = sqlite3_column_int64 (statement, 0);
    top_k = sqlite3_column_int64 (statement, 1);
  }
  sqlite3_finalize (statement);
  self->top_k = (guint) CLAMP (top_k, 0, KOMA_MAX_CLASSES);
  if (!is_read || n > 0 || model == NULL)
    return is_read;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
               _ ("%s: has no answers of a model “%s”; “koma collection info” names them"), name,
               model);
  return FALSE;
}

/* Of pictures that are not left out: what nothing has makes no columns. */
static gboolean
look_what_there_is (KomaCollectionRows *self,
                    GError            **error)
{
  const struct
  {
    const char *sql;
    guint       since; /* the version of the tables */
    gint64     *ret_has;
  } looks[] = {
    { "SELECT EXISTS (SELECT 1 FROM pictures p WHERE sha256 IS NOT NULL"
      " AND NOT " KOMA_COLLECTION_IS_OUT "p.id));",
      0, &self->has_sha256 },
    { "SELECT EXISTS (SELECT 1 FROM corrections c"
      " WHERE NOT " KOMA_COLLECTION_IS_OUT "c.picture));",
      0, &self->has_corrections },
    { "SELECT EXISTS (SELECT 1 FROM ratings r WHERE stars <> 0"
      " AND NOT " KOMA_COLLECTION_IS_OUT "r.picture));",
      0, &self->has_ratings },
    { "SELECT EXISTS (SELECT 1 FROM pictures p WHERE (taken_us IS NOT NULL OR camera IS NOT NULL)"
      " AND NOT " KOMA_COLLECTION_IS_OUT "p.id));",
      SINCE_TAKEN, &self->has_taken },
  };

  for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
    if (self->version >= looks[i].since &&
        !koma_sqlite_get_number (&self->collection->sqlite, looks[i].sql, looks[i].ret_has, error))
      return FALSE;
  return TRUE;
}

static gboolean
prepare_rows (KomaCollectionRows *self,
              const char         *model,
              GError            **error)
{
  KomaSqlite      *sqlite = &self->collection->sqlite;
  g_autofree char *sql = g_strdup_printf (
    "SELECT " KOMA_COLLECTION_ANSWER "%s, p.path, a.model, c.label, %s, c.corrected_us, r.stars,"
    " r.author, r.rated_us"
    " FROM pictures p JOIN answers a ON a.picture = p.id JOIN models m ON m.id = a.model"
    " LEFT JOIN corrections c ON c.picture = p.id LEFT JOIN ratings r ON r.picture = p.id"
    " WHERE " OF_MODEL
    " AND NOT " KOMA_COLLECTION_IS_OUT "p.id) ORDER BY p.path, m.hash, m.recipe_hash;",
    self->version >= SINCE_TAKEN ? KOMA_COLLECTION_TAKEN : KOMA_COLLECTION_NO_TAKEN,
    self->version >= SINCE_AUTHORS ? "c.author" : "NULL");

  if (!look_what_there_is (self, error))
    return FALSE;
  self->rows = koma_sqlite_prepare (sqlite, sql, error);
  if (self->rows == NULL)
    return FALSE;
  sqlite3_bind_text (self->rows, 1, model, -1, SQLITE_TRANSIENT);
  return TRUE;
}

KomaCollectionRows *
koma_collection_rows_new (const char *path,
                          const char *model,
                          GError    **error)
{
  g_autoptr (KomaCollectionRows) self = g_new0 (KomaCollectionRows, 1);
  g_autofree char *real = koma_collection_place_resolve (path);
  const char      *slash = strrchr (path, '/');

  self->models = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free,
                                        (GDestroyNotify) koma_model_info_unref);
  self->folder = slash != NULL ? g_strndup (path, (gsize) (slash + 1 - path)) : g_strdup ("");
  self->collection = koma_collection_new (real);
  if (!open_file (self->collection, real, &self->version, error) ||
      !count_models (self, model, error) || !prepare_rows (self, model, error))
    return NULL;
  return g_steal_pointer (&self);
}

guint
koma_collection_rows_get_top_k (const KomaCollectionRows *self)
{
  return self->top_k;
}

gboolean
koma_collection_rows_has_sha256 (const KomaCollectionRows *self)
{
  return self->has_sha256 != 0;
}

gboolean
koma_collection_rows_has_corrections (const KomaCollectionRows *self)
{
  return self->has_corrections != 0;
}

gboolean
koma_collection_rows_has_ratings (const KomaCollectionRows *self)
{
  return self->has_ratings != 0;
}

gboolean
koma_collection_rows_has_taken (const KomaCollectionRows *self)
{
  return self->has_taken != 0;
}

/* All values of the row that @statement stands at, as Koma writes them. */
static gboolean
check_row (KomaSqlite         *sqlite,
           sqlite3_stmt       *statement,
           KomaCollectionTable table,
           GError            **error)
{
  const KomaColumn *columns = koma_collection_table_get_columns (table);

  for (int i = 0; columns[i].name != NULL && i < sqlite3_column_count (statement); i++)
    if (!koma_column_check (&columns[i], statement, i))
      return koma_sqlite_fail_row (sqlite, koma_collection_table_get_name (table),
                                   sqlite3_column_int64 (statement, 0), error);
  return TRUE;
}

/* [n_classes + 1] with NULL at the end; a class without a label has its number. */
static char **
read_labels (KomaSqlite *sqlite,
             gint64      model,
             guint       n_classes,
             GError    **error)
{
  sqlite3_stmt *statement = koma_sqlite_prepare (
    sqlite, "SELECT model, class, label FROM labels WHERE model = ?;", error);
  g_auto (GStrv) labels = g_new0 (char *, n_classes + 1);
  gboolean has_row = TRUE, is_read = statement != NULL;

  sqlite3_bind_int64 (statement, 1, model);
  while (is_read && has_row) {
    is_read = koma_sqlite_step (sqlite, statement, &has_row, error) &&
              (!has_row || check_row (sqlite, statement, KOMA_TABLE_LABELS, error));
    if (is_read && has_row && sqlite3_column_int64 (statement, 1) < n_classes) {
      char **label = &labels[sqlite3_column_int64 (statement, 1)];

      g_free (*label);
      *label = g_strdup ((const char *) sqlite3_column_text (statement, 2));
    }
  }
  sqlite3_finalize (statement);
  for (guint i = 0; i < n_classes; i++)
    if (labels[i] == NULL)
      labels[i] = g_strdup_printf ("#%u", i);
  return is_read ? g_steal_pointer (&labels) : NULL;
}

/* (nullable) as far as rows need it */
static KomaModelInfo *
make_info (KomaSqlite   *sqlite,
           sqlite3_stmt *row, /* of KOMA_TABLE_MODELS */
           GError      **error)
{
  const guint    n_classes = (guint) sqlite3_column_int64 (row, 5);
  char         **labels = read_labels (sqlite, sqlite3_column_int64 (row, 0), n_classes, error);
  KomaModelInfo *info = NULL;

  if (labels == NULL)
    return NULL;
  info = g_new0 (KomaModelInfo, 1);
  g_atomic_ref_count_init (&info->ref_count);
  info->hash = g_strdup ((const char *) sqlite3_column_text (row, 1));
  info->recipe = g_strdup ((const char *) sqlite3_column_text (row, 3));
  info->name = g_strdup ((const char *) sqlite3_column_text (row, 4));
  info->labels = koma_labels_new (labels, NULL);
  info->n_classes = n_classes;
  return info;
}

static KomaModelInfo *
read_model (KomaSqlite *sqlite,
            gint64      model,
            GError    **error)
{
  sqlite3_stmt *statement = koma_sqlite_prepare (
    sqlite, "SELECT id, hash, recipe_hash, recipe, name, n_classes FROM models WHERE id = ?;",
    error);
  gboolean       has_row = FALSE;
  KomaModelInfo *info = NULL;

  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 1, model);
  if (koma_sqlite_step (sqlite, statement, &has_row, error)) {
    if (!has_row)
      koma_sqlite_fail_row (sqlite, "models", model, error);
    else if (check_row (sqlite, statement, KOMA_TABLE_MODELS, error))
      info = make_info (sqlite, statement, error);
  }
  sqlite3_finalize (statement);
  return info;
}

/* What koma_collection_choose_model () does, without writing. */
static gboolean
choose_model (KomaCollectionRows *self,
              gint64              model,
              GError            **error)
{
  KomaModelInfo *info = g_hash_table_lookup (self->models, &model);

  if (info == NULL) {
    info = read_model (&self->collection->sqlite, model, error);
    if (info == NULL)
      return FALSE;
    g_hash_table_insert (self->models, g_memdup2 (&model, sizeof model), info);
  }
  self->collection->model = model;
  self->collection->info = info;
  return TRUE;
}

static char *
dup_path (KomaCollectionRows *self,
          GError            **error)
{
  const KomaColumn *column = koma_collection_table_get_columns (KOMA_TABLE_PICTURES) + 1;
  g_autofree char  *name = NULL;

  if (!koma_column_check (column, self->rows, PATH)) {
    koma_sqlite_fail_row (&self->collection->sqlite, "pictures",
                          sqlite3_column_int64 (self->rows, 0), error);
    return NULL;
  }
  name = g_strndup (sqlite3_column_blob (self->rows, PATH),
                    (gsize) sqlite3_column_bytes (self->rows, PATH));
  return g_strconcat (name[0] == '/' ? "" : self->folder, name, NULL);
}

gboolean
koma_collection_rows_next (KomaCollectionRows *self,
                           KomaCollectionRow  *ret_row,
                           GError            **error)
{
  g_auto (KomaCollectionRow) row = { 0 };
  gboolean has_row = FALSE;

  if (!koma_sqlite_step (&self->collection->sqlite, self->rows, &has_row, error))
    return FALSE;
  if (!has_row)
    return koma_sqlite_check_unchanged (&self->collection->sqlite, error);
  row.path = dup_path (self, error);
  if (row.path == NULL ||
      !choose_model (self, sqlite3_column_int64 (self->rows, MODEL), error) ||
      !koma_collection_read_answer (self->collection, self->rows, &row.known, error) ||
      !koma_collection_read_said (self->collection, self->rows, CORRECTION, &row.known, error))
    return FALSE;
  row.info = koma_collection_get_info (
    self->collection, sqlite3_column_int64 (self->rows, PROVENANCE), error);
  if (row.info == NULL)
    return FALSE;
  *ret_row = row;
  row = (KomaCollectionRow){ 0 };
  return TRUE;
}
