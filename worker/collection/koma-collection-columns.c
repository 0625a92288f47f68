/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What may stand in a collection, column by column: a new column of the schema is a row here. */
#include "koma-collection-columns.h"

#include <string.h>

#include "engine/koma-app.h"
#include "koma-collection-private.h"
#include "worker/models/koma-computed-by.h"
#include "worker/take/koma-rating.h"

#define MAX_COLUMNS  16
#define MAX_MS       999000000
#define MAX_SIDE     (1 << 24)
#define MAX_VECTOR   (1 << 20)
#define SHA256_SIZE  64
#define EXPONENT     0x7c00 /* of float16; all of its bits: not finite */
#define ANY_INT      KOMA_COLUMN_INT, G_MININT64, G_MAXINT64
#define ID           KOMA_COLUMN_INT, 1, G_MAXINT64
#define SOME_TEXT    KOMA_COLUMN_TEXT, 0, KOMA_COLLECTION_MAX_TEXT
#define BY           KOMA_COLUMN_TEXT, 0, KOMA_COMPUTED_BY_MAX
#define MILLISECONDS KOMA_COLUMN_DOUBLE, 0, MAX_MS

typedef struct
{
  const char *name;
  KomaColumn  columns[MAX_COLUMNS];
  guint       since; /* the version that has it first; 0: all have it */
} Table;

#define VALUE          FALSE, TRUE
#define NULLABLE_VALUE TRUE, TRUE

/* The first column of each is its key, or what that begins with. */
static const Table tables[KOMA_N_TABLES] = {
  [KOMA_TABLE_MODELS] = { "models",
                          { { "id", ID },
                            { "hash", SOME_TEXT },
                            { "recipe_hash", SOME_TEXT },
                            { "recipe", SOME_TEXT, VALUE },
                            { "name", SOME_TEXT, VALUE },
                            { "n_classes", KOMA_COLUMN_INT, 1, KOMA_MAX_CLASSES, VALUE } } },
  [KOMA_TABLE_LABELS] = { "labels",
                          { { "model", ID },
                            { "class", KOMA_COLUMN_INT, 0, KOMA_MAX_CLASSES - 1 },
                            { "label", SOME_TEXT, VALUE } } },
  [KOMA_TABLE_PROVENANCES] = { "provenances",
                               { { "id", ID },
                                 { "model", ID },
                                 { "backend", BY, VALUE },
                                 { "device", BY, VALUE },
                                 { "precision", KOMA_COLUMN_PRECISION, 0, KOMA_COMPUTED_BY_MAX,
                                   VALUE },
                                 { "koma_version", BY, VALUE } } },
  [KOMA_TABLE_SPACES] = { "spaces", { { "id", ID }, { "space", SOME_TEXT, VALUE } } },
  [KOMA_TABLE_PICTURES] = { "pictures",
                            { { "id", ID },
                              { "path", KOMA_COLUMN_PATH, 1, KOMA_COLLECTION_MAX_TEXT },
                              { "size_bytes", KOMA_COLUMN_INT, 0, G_MAXINT64, VALUE },
                              { "mtime_ns", ANY_INT, VALUE },
                              { "sha256", KOMA_COLUMN_SHA256, SHA256_SIZE, SHA256_SIZE,
                                NULLABLE_VALUE },
                              { "taken_us", KOMA_COLUMN_INT, KOMA_TAKEN_MIN_US, KOMA_TAKEN_MAX_US,
                                NULLABLE_VALUE, 3 },
                              { "camera", KOMA_COLUMN_INT, 1, G_MAXINT64, NULLABLE_VALUE, 3 } } },
  [KOMA_TABLE_ANSWERS] = { "answers",
                           { { "id", ID },
                             { "picture", ID },
                             { "model", ID },
                             { "provenance", ID },
                             { "answered_us", ANY_INT, VALUE },
                             { "error_code", SOME_TEXT, NULLABLE_VALUE },
                             { "error", SOME_TEXT, NULLABLE_VALUE },
                             { "is_lasting", KOMA_COLUMN_INT, 0, 1, NULLABLE_VALUE },
                             { "top_k", KOMA_COLUMN_INT, 1, KOMA_MAX_CLASSES, NULLABLE_VALUE },
                             { "half_turn", KOMA_COLUMN_INT, 0, 1, NULLABLE_VALUE },
                             { "width", KOMA_COLUMN_INT, 0, MAX_SIDE, NULLABLE_VALUE },
                             { "height", KOMA_COLUMN_INT, 0, MAX_SIDE, NULLABLE_VALUE },
                             { "decode_ms", MILLISECONDS, NULLABLE_VALUE },
                             { "preprocess_ms", MILLISECONDS, NULLABLE_VALUE },
                             { "inference_ms", MILLISECONDS, NULLABLE_VALUE } } },
  [KOMA_TABLE_SCORES] = { "scores",
                          { { "answer", ID },
                            { "rank", KOMA_COLUMN_INT, 1, KOMA_MAX_CLASSES },
                            { "class", KOMA_COLUMN_INT, 0, KOMA_MAX_CLASSES - 1, VALUE },
                            { "score", KOMA_COLUMN_DOUBLE, 0, 1, VALUE } } },
  [KOMA_TABLE_VECTORS] = { "vectors",
                           { { "id", ID },
                             { "picture", ID },
                             { "space", ID },
                             { "halves", KOMA_COLUMN_HALVES, 2, MAX_VECTOR, VALUE } } },
  [KOMA_TABLE_CORRECTIONS] = { "corrections",
                               { { "id", ID },
                                 { "picture", ID },
                                 { "label", SOME_TEXT, VALUE },
                                 { "author", SOME_TEXT, NULLABLE_VALUE, 2 },
                                 { "corrected_us", ANY_INT, VALUE } } },
  [KOMA_TABLE_LEFT_OUT] = { "left_out",
                            { { "id", ID },
                              { "picture", ID },
                              { "is_out", KOMA_COLUMN_INT, 0, 1, VALUE },
                              { "author", SOME_TEXT, VALUE },
                              { "changed_us", ANY_INT, VALUE } },
                            4 },
  [KOMA_TABLE_RATINGS] = { "ratings",
                           { { "id", ID },
                             { "picture", ID },
                             { "stars", KOMA_COLUMN_INT, KOMA_RATING_REJECTED, KOMA_RATING_MAX,
                               VALUE },
                             { "author", SOME_TEXT, VALUE },
                             { "rated_us", ANY_INT, VALUE } },
                           4 },
  [KOMA_TABLE_FOLDERS] = { "folders",
                           { { "id", ID },
                             { "path", KOMA_COLUMN_PATH, 1, KOMA_COLLECTION_MAX_TEXT } },
                           2 },
};

const char *
koma_collection_table_get_name (KomaCollectionTable table)
{
  return tables[table].name;
}

const KomaColumn *
koma_collection_table_get_columns (KomaCollectionTable table)
{
  return tables[table].columns;
}

guint
koma_collection_table_get_since (KomaCollectionTable table)
{
  return tables[table].since;
}

char *
koma_collection_table_join (KomaCollectionTable table,
                            const char         *format,
                            const char         *separator)
{
  GString *text = g_string_new (NULL);

  for (const KomaColumn *column = tables[table].columns; column->name != NULL; column++) {
    g_autoptr (GString) one = g_string_new (format);

    if (!column->is_value)
      continue;
    g_string_replace (one, "$", column->name, 0);
    g_string_append_printf (text, "%s%s", text->len > 0 ? separator : "", one->str);
  }
  return g_string_free (text, FALSE);
}

static gboolean
check_bytes (const KomaColumn *column,
             sqlite3_stmt     *statement,
             int               index)
{
  const guint8 *bytes = sqlite3_column_blob (statement, index);
  const int     n_bytes = sqlite3_column_bytes (statement, index);

  if (sqlite3_column_type (statement, index) != SQLITE_BLOB || n_bytes < column->min ||
      n_bytes > column->max)
    return FALSE;
  if (column->type == KOMA_COLUMN_PATH)
    return memchr (bytes, 0, (gsize) n_bytes) == NULL;
  for (int i = 1; i < n_bytes; i += 2)
    if (((bytes[i] << 8) & EXPONENT) == EXPONENT)
      return FALSE;
  return n_bytes % 2 == 0;
}

static gboolean
check_text (const KomaColumn *column,
            sqlite3_stmt     *statement,
            int               index)
{
  const char   *text = NULL;
  KomaPrecision precision = 0;

  if (!koma_sqlite_read_text (statement, index, (gsize) column->max, &text) ||
      (gint64) strlen (text) < column->min)
    return FALSE;
  if (column->type == KOMA_COLUMN_SHA256)
    return strspn (text, "0123456789abcdef") == SHA256_SIZE;
  return column->type != KOMA_COLUMN_PRECISION || koma_precision_parse (text, &precision, NULL);
}

gboolean
koma_column_check (const KomaColumn *column,
                   sqlite3_stmt     *statement,
                   int               index)
{
  gint64 number = 0;
  double real = 0;

  if (sqlite3_column_type (statement, index) == SQLITE_NULL)
    return column->is_nullable;
  switch (column->type) {
  case KOMA_COLUMN_INT:
    return koma_sqlite_read_int (statement, index, column->min, column->max, &number);
  case KOMA_COLUMN_DOUBLE:
    /* Rounding of scores that are probabilities. */
    return koma_sqlite_read_double (statement, index, (double) column->min,
                                    1.001 * (double) column->max, &real);
  case KOMA_COLUMN_PATH:
  case KOMA_COLUMN_HALVES:
    return check_bytes (column, statement, index);
  default:
    return check_text (column, statement, index);
  }
}
