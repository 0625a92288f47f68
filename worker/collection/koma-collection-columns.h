/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-sqlite.h"

G_BEGIN_DECLS

/* The tables of a collection in the order in which rows refer to each other. */
typedef enum {
  KOMA_TABLE_MODELS,
  KOMA_TABLE_LABELS,
  KOMA_TABLE_PROVENANCES,
  KOMA_TABLE_SPACES,
  KOMA_TABLE_PICTURES,
  KOMA_TABLE_ANSWERS,
  KOMA_TABLE_SCORES,
  KOMA_TABLE_VECTORS,
  KOMA_TABLE_CORRECTIONS,
  KOMA_TABLE_LEFT_OUT,
  KOMA_TABLE_RATINGS,
  KOMA_TABLE_FOLDERS,
  KOMA_N_TABLES,
} KomaCollectionTable;

/* Whatever is in the file: each value is checked as it is read. */
typedef enum {
  KOMA_COLUMN_INT,
  KOMA_COLUMN_DOUBLE,
  KOMA_COLUMN_TEXT,      /* UTF-8 */
  KOMA_COLUMN_SHA256,    /* hexadecimal digits */
  KOMA_COLUMN_PRECISION, /* the name of one */
  KOMA_COLUMN_PATH,      /* bytes without NUL */
  KOMA_COLUMN_HALVES,    /* finite float16 */
} KomaColumnType;

typedef struct
{
  const char    *name; /* NULL: the end */
  KomaColumnType type;
  gint64         min; /* of numbers … */
  gint64         max; /* … or of bytes */
  gboolean       is_nullable;
  gboolean       is_value; /* neither a key nor of another table: what the row says */
  guint          since;    /* the version of the tables that has it first; 0: all have it */
} KomaColumn;

const char       *koma_collection_table_get_name (KomaCollectionTable table);
const KomaColumn *koma_collection_table_get_columns (KomaCollectionTable table);
/* The version that has the table first; 0: all have it. */
guint koma_collection_table_get_since (KomaCollectionTable table);
/* @format for each column that is a value, with "$" for its name; @separator between them */
char *koma_collection_table_join (KomaCollectionTable table,
                                  const char         *format,
                                  const char         *separator);
/* Whether the row that @statement stands at has a value for @column as Koma writes it. */
gboolean
koma_column_check (const KomaColumn *column, sqlite3_stmt *statement, int index);

G_END_DECLS
