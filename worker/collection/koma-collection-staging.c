/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-collection-staging.h"

#include <string.h>

#include <glib/gi18n.h>

#include "koma-collection-columns.h"
#include "koma-collection-private.h"
#include "koma-collection-salvage.h"
#include "koma-collection-schema.h"

/* Of pictures and folders, the column of the path. */
#define PATH 1

/* Another collection, as it is at one moment. */
typedef struct
{
  KomaSqlite          sqlite;
  guint               version;
  KomaCollectionPlace place;
  KomaCollection     *into;
  KomaCollectionPaths paths;
} From;

static void
from_clear (From *from)
{
  koma_sqlite_clear (&from->sqlite);
  koma_collection_place_clear (&from->place);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (From, from_clear)

/* What each copy has besides its columns: places for the merge, and rules that make a row that
 * breaks them an error. */
static const char *const rules[KOMA_N_TABLES] = {
  [KOMA_TABLE_MODELS] = "into_id INTEGER, UNIQUE (hash, recipe_hash)",
  [KOMA_TABLE_LABELS] =
    "PRIMARY KEY (model, class), FOREIGN KEY (model) REFERENCES from_models (id)",
  [KOMA_TABLE_PROVENANCES] =
    "into_id INTEGER, UNIQUE (id, model), FOREIGN KEY (model) REFERENCES from_models (id)",
  [KOMA_TABLE_SPACES] = "into_id INTEGER, UNIQUE (space)",
  [KOMA_TABLE_PICTURES] = "into_id INTEGER, is_current INTEGER, UNIQUE (path)",
  [KOMA_TABLE_ANSWERS] =
    "into_picture INTEGER, into_model INTEGER, into_provenance INTEGER, wins INTEGER,"
    " UNIQUE (picture, model),"
    " FOREIGN KEY (picture) REFERENCES from_pictures (id),"
    " FOREIGN KEY (provenance, model) REFERENCES from_provenances (id, model)",
  [KOMA_TABLE_SCORES] =
    "PRIMARY KEY (answer, rank), FOREIGN KEY (answer) REFERENCES from_answers (id)",
  [KOMA_TABLE_VECTORS] =
    ("UNIQUE (picture, space), FOREIGN KEY (picture) REFERENCES from_pictures (id),"
     " FOREIGN KEY (space) REFERENCES from_spaces (id)"),
  [KOMA_TABLE_CORRECTIONS] =
    "UNIQUE (picture), FOREIGN KEY (picture) REFERENCES from_pictures (id)",
  [KOMA_TABLE_LEFT_OUT] =
    "UNIQUE (picture), FOREIGN KEY (picture) REFERENCES from_pictures (id)",
  [KOMA_TABLE_RATINGS] =
    "UNIQUE (picture), FOREIGN KEY (picture) REFERENCES from_pictures (id)",
  /* Two names may be one folder for this collection. */
  [KOMA_TABLE_FOLDERS] = "UNIQUE (path) ON CONFLICT IGNORE",
};

/* What holds of several rows together: each finds one row where it does not. */
static const struct
{
  KomaCollectionTable table;
  const char         *sql;
} laws[] = {
  { KOMA_TABLE_LABELS, "SELECT l.model FROM temp.from_labels l"
                       " JOIN temp.from_models m ON m.id = l.model WHERE l.class >= m.n_classes" },
  { KOMA_TABLE_ANSWERS,
    "SELECT id FROM temp.from_answers WHERE CASE WHEN error_code IS NULL THEN"
    " top_k IS NULL OR half_turn IS NULL OR width IS NULL OR height IS NULL"
    " OR decode_ms IS NULL OR preprocess_ms IS NULL OR inference_ms IS NULL"
    " ELSE error IS NULL OR is_lasting IS NULL END" },
  { KOMA_TABLE_SCORES,
    "SELECT a.id FROM temp.from_answers a JOIN temp.from_models m ON m.id = a.model"
    " WHERE a.error_code IS NULL AND (SELECT count(*) <> ifnull (max (rank), -1)"
    " OR count(*) < min (m.n_classes, a.top_k) FROM temp.from_scores s WHERE s.answer = a.id)" },
  { KOMA_TABLE_SCORES,
    "SELECT s.answer FROM temp.from_scores s JOIN temp.from_answers a ON a.id = s.answer"
    " JOIN temp.from_models m ON m.id = a.model WHERE s.class >= m.n_classes" },
  { KOMA_TABLE_SCORES,
    "SELECT s.answer FROM temp.from_scores s JOIN temp.from_scores t"
    " ON t.answer = s.answer AND t.rank = s.rank + 1 WHERE t.score > s.score" },
};

static gboolean
create (KomaSqlite         *into,
        KomaCollectionTable table,
        GError            **error)
{
  g_autoptr (GString) sql = g_string_new (NULL);

  g_string_append_printf (sql, "CREATE TEMP TABLE from_%s (",
                          koma_collection_table_get_name (table));
  /* Without the type of integers, SQLite would not look them up in an index by those of others. */
  for (const KomaColumn *c = koma_collection_table_get_columns (table); c->name != NULL; c++)
    g_string_append_printf (sql, "%s%s%s, ", c->name, c->type == KOMA_COLUMN_INT ? " INTEGER" : "",
                            g_str_equal (c->name, "id") ? " PRIMARY KEY" : "");
  g_string_append_printf (sql, "%s);", rules[table]);
  return koma_sqlite_exec (into, sql->str, error);
}

/* All rows; columns that the other collection is too old for are NULL. */
static sqlite3_stmt *
prepare_select (From               *from,
                KomaCollectionTable table,
                GError            **error)
{
  g_autoptr (GString) sql = g_string_new ("SELECT ");
  const KomaColumn *columns = koma_collection_table_get_columns (table);

  for (const KomaColumn *c = columns; c->name != NULL; c++)
    g_string_append_printf (sql, "%s%s", c > columns ? ", " : "",
                            c->since <= from->version ? c->name : "NULL");
  g_string_append_printf (sql, " FROM %s%s;", koma_collection_table_get_name (table),
                          /* Names that stay as they are go before those that may change. */
                          table == KOMA_TABLE_PICTURES ? " ORDER BY substr (path, 1, 1) = X'2f'"
                                                       : "");
  return koma_sqlite_prepare (&from->sqlite, sql->str, error);
}

static sqlite3_stmt *
prepare_insert (KomaSqlite         *into,
                KomaCollectionTable table,
                GError            **error)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autoptr (GString) places = g_string_new (NULL);
  g_autofree char  *sql = NULL;
  const KomaColumn *columns = koma_collection_table_get_columns (table);

  for (const KomaColumn *c = columns; c->name != NULL; c++) {
    g_string_append_printf (names, "%s%s", c > columns ? ", " : "", c->name);
    g_string_append (places, c > columns ? ", ?" : "?");
  }
  sql = g_strdup_printf ("INSERT INTO temp.from_%s (%s) VALUES (%s);",
                         koma_collection_table_get_name (table), names->str, places->str);
  return koma_sqlite_prepare (into, sql, error);
}

/* (nullable) Where the picture is, if this collection may have another name for it. */
static char *
dup_location (From         *from,
              sqlite3_stmt *row,
              int           index)
{
  const char      *bytes = sqlite3_column_blob (row, index);
  g_autofree char *name = g_strndup (bytes, (gsize) sqlite3_column_bytes (row, index));

  if (name[0] == '/')
    return g_steal_pointer (&name);
  return from->paths == KOMA_MERGE_IN_PLACE ? g_strconcat (from->place.root, name, NULL) : NULL;
}

static void
bind_path (sqlite3_stmt *insert,
           int           index,
           char         *path) /* (transfer full) */
{
  sqlite3_bind_blob (insert, index + 1, path, (int) strlen (path), g_free);
}

static gboolean
fail_row (From               *from,
          KomaCollectionTable table,
          sqlite3_stmt       *row,
          GError            **error)
{
  return koma_sqlite_fail_row (&from->sqlite, koma_collection_table_get_name (table),
                               sqlite3_column_int64 (row, 0), error);
}

static gboolean
bind_row (From               *from,
          KomaCollectionTable table,
          sqlite3_stmt       *insert,
          sqlite3_stmt       *row,
          GError            **error)
{
  const KomaColumn *columns = koma_collection_table_get_columns (table);

  for (int i = 0; columns[i].name != NULL; i++) {
    /* What is not there yet is NULL, whatever the column wants. */
    if (columns[i].since <= from->version && !koma_column_check (&columns[i], row, i))
      return fail_row (from, table, row, error);
    sqlite3_bind_value (insert, i + 1, sqlite3_column_value (row, i));
  }
  return TRUE;
}

/* Under the name that this collection has for the picture, or folder. If another row has that name
 * already, which can be as the other collection lies elsewhere, the picture is called by where it
 * is. */
static int
insert_located (From         *from,
                const char   *location,
                sqlite3_stmt *insert)
{
  int code = SQLITE_OK;

  bind_path (insert, PATH, koma_collection_place_dup_name (&from->into->place, location));
  code = sqlite3_step (insert);
  sqlite3_reset (insert);
  if ((code & 0xff) != SQLITE_CONSTRAINT)
    return code;
  bind_path (insert, PATH, g_strdup (location));
  code = sqlite3_step (insert);
  sqlite3_reset (insert);
  return code;
}

static gboolean
copy_row (From               *from,
          KomaCollectionTable table,
          sqlite3_stmt       *insert,
          sqlite3_stmt       *row,
          GError            **error)
{
  g_autofree char *location = NULL;
  int              code = SQLITE_OK;

  if (!bind_row (from, table, insert, row, error))
    return FALSE;
  if (table == KOMA_TABLE_PICTURES || table == KOMA_TABLE_FOLDERS)
    location = dup_location (from, row, PATH);
  if (location != NULL) {
    code = insert_located (from, location, insert);
  } else {
    code = sqlite3_step (insert);
    sqlite3_reset (insert);
  }
  if ((code & 0xff) == SQLITE_CONSTRAINT)
    return fail_row (from, table, row, error);
  return code == SQLITE_DONE || koma_sqlite_fail (&from->into->sqlite, error);
}

static gboolean
copy_table (From               *from,
            KomaCollectionTable table,
            GError            **error)
{
  sqlite3_stmt *rows = prepare_select (from, table, error);
  sqlite3_stmt *insert = rows != NULL ? prepare_insert (&from->into->sqlite, table, error) : NULL;
  gboolean      has_row = insert != NULL;
  gboolean      is_copied = insert != NULL;

  while (is_copied && has_row) {
    is_copied = koma_sqlite_step (&from->sqlite, rows, &has_row, error);
    if (is_copied && has_row)
      is_copied = copy_row (from, table, insert, rows, error);
  }
  sqlite3_finalize (rows);
  sqlite3_finalize (insert);
  return is_copied;
}

static gboolean
check_laws (From    *from,
            GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (laws); i++) {
    g_autofree char *sql = g_strconcat (laws[i].sql, " LIMIT 1;", NULL);
    gint64           row = -1;

    if (!koma_sqlite_get_number (&from->into->sqlite, sql, &row, error))
      return FALSE;
    if (row >= 0)
      return koma_sqlite_fail_row (&from->sqlite, koma_collection_table_get_name (laws[i].table),
                                   row, error);
  }
  return TRUE;
}

static gboolean
check_sound (From    *from,
             GError **error)
{
  g_autofree char *name = g_filename_display_name (from->sqlite.path);
  gboolean         is_sound = FALSE;

  if (!koma_collection_is_sound (&from->sqlite, &is_sound, error))
    return FALSE;
  if (!is_sound)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 _ ("%s: is damaged; “koma classify --collection” saves what can be read of it"),
                 name);
  return is_sound;
}

static gboolean
open_from (From       *from,
           const char *path,
           GError    **error)
{
  g_autofree char *real = koma_collection_place_resolve (path);

  koma_collection_place_init (&from->place, real);
  return koma_collection_schema_check_header (real, error) &&
         koma_sqlite_open_read_only (&from->sqlite, real, error) &&
         koma_sqlite_exec (&from->sqlite, "BEGIN;", error) &&
         koma_collection_schema_check_version (&from->sqlite, &from->version, error) &&
         check_sound (from, error);
}

gboolean
koma_collection_staging_fill (KomaCollection     *self,
                              const char         *path,
                              KomaCollectionPaths paths,
                              GError            **error)
{
  g_auto (From) from = { .into = self, .paths = paths };
  gboolean is_filled = open_from (&from, path, error);

  for (guint i = 0; is_filled && i < KOMA_N_TABLES; i++)
    is_filled =
      create (&self->sqlite, i, error) &&
      (koma_collection_table_get_since (i) > from.version || copy_table (&from, i, error));
  return is_filled && check_laws (&from, error) &&
         koma_sqlite_check_unchanged (&from.sqlite, error);
}

gboolean
koma_collection_staging_drop (KomaCollection *self,
                              GError        **error)
{
  for (guint i = KOMA_N_TABLES; i-- > 0;) {
    g_autofree char *sql =
      g_strdup_printf ("DROP TABLE temp.from_%s;", koma_collection_table_get_name (i));

    if (!koma_sqlite_exec (&self->sqlite, sql, error))
      return FALSE;
  }
  return TRUE;
}
