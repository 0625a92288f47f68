/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What differs between two models, from the tables that a run made. */
#include "koma-collection-compare-private.h"
#include "koma-collection-private.h"

/* Rounding of scores that are probabilities. */
#define MAX_SCORE 1.001

void
koma_collection_change_free (KomaCollectionChange *change)
{
  if (change == NULL)
    return;
  g_free (change->labels[KOMA_COMPARED_BEFORE]);
  g_free (change->labels[KOMA_COMPARED_NOW]);
  g_free (change);
}

void
koma_collection_differing_free (KomaCollectionDiffering *differing)
{
  if (differing == NULL)
    return;
  g_free (differing->path);
  g_free (differing->labels[KOMA_COMPARED_BEFORE]);
  g_free (differing->labels[KOMA_COMPARED_NOW]);
  g_free (differing->correction);
  g_free (differing);
}

static gboolean
read_text (KomaCollectionCompare *self,
           sqlite3_stmt          *row,
           int                    column,
           const char            *table,
           gint64                 number, /* of the row in @table */
           char                 **ret_text,
           GError               **error)
{
  const char *text = NULL;

  if (!koma_sqlite_read_text (row, column, KOMA_COLLECTION_MAX_TEXT, &text))
    return koma_sqlite_fail_row (&self->sqlite, table, number, error);
  *ret_text = g_strdup (text);
  return TRUE;
}

/* One row of a list; NULL: an error. */
typedef gpointer (*Read) (KomaCollectionCompare *self, sqlite3_stmt *row, GError **error);

/* All rows of @statement, which is finalized. (transfer full) (nullable) */
static GPtrArray *
read_rows (KomaCollectionCompare *self,
           sqlite3_stmt          *statement,
           Read                   read,
           GDestroyNotify         free_row,
           GError               **error)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (free_row);
  gboolean has_row = TRUE, is_read = TRUE;

  while (is_read && has_row) {
    gpointer row = NULL;

    is_read = koma_sqlite_step (&self->sqlite, statement, &has_row, error) &&
              (!has_row || (row = read (self, statement, error)) != NULL);
    if (row != NULL)
      g_ptr_array_add (rows, row);
  }
  sqlite3_finalize (statement);
  return is_read ? g_steal_pointer (&rows) : NULL;
}

static gpointer
read_change (KomaCollectionCompare *self,
             sqlite3_stmt          *row,
             GError               **error)
{
  const gint64 class = sqlite3_column_int64 (row, 0);
  g_autoptr (KomaCollectionChange) change = g_new0 (KomaCollectionChange, 1);

  change->n = sqlite3_column_int64 (row, 3);
  return read_text (self, row, 1, "labels", class, &change->labels[KOMA_COMPARED_BEFORE], error) &&
             read_text (self, row, 2, "labels", class, &change->labels[KOMA_COMPARED_NOW], error)
           ? g_steal_pointer (&change)
           : NULL;
}

GPtrArray *
koma_collection_compare_list_changes (KomaCollectionCompare *self,
                                      guint                  n,
                                      GError               **error)
{
  sqlite3_stmt *statement = koma_sqlite_prepare (
    &self->sqlite,
    "SELECT min (before), before_label, now_label, sum (n) FROM temp.pairs"
    " WHERE before_label <> now_label GROUP BY 2, 3 ORDER BY 4 DESC, 2, 3 LIMIT ?;",
    error);

  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 1, n);
  return read_rows (self, statement, read_change, (GDestroyNotify) koma_collection_change_free,
                    error);
}

/* (transfer full) (nullable) absolute */
static char *
read_path (KomaCollectionCompare *self,
           sqlite3_stmt          *row,
           gint64                 picture,
           GError               **error)
{
  char *path = NULL;

  if (sqlite3_column_type (row, 1) == SQLITE_BLOB)
    path = koma_collection_place_dup_path (&self->place, sqlite3_column_blob (row, 1),
                                           (gsize) sqlite3_column_bytes (row, 1));
  if (path == NULL)
    koma_sqlite_fail_row (&self->sqlite, "pictures", picture, error);
  return path;
}

static gpointer
read_differing (KomaCollectionCompare *self,
                sqlite3_stmt          *row,
                GError               **error)
{
  const gint64 picture = sqlite3_column_int64 (row, 7);
  g_autoptr (KomaCollectionDiffering) differing = g_new0 (KomaCollectionDiffering, 1);

  differing->place = sqlite3_column_int64 (row, 0);
  differing->path = read_path (self, row, picture, error);
  if (differing->path == NULL ||
      (sqlite3_column_type (row, 6) != SQLITE_NULL &&
       !read_text (self, row, 6, "pictures", picture, &differing->correction, error)))
    return NULL;
  for (int i = 0; i < KOMA_N_COMPARED; i++) {
    if (!read_text (self, row, 2 + 2 * i, "pictures", picture, &differing->labels[i], error))
      return NULL;
    if (!koma_sqlite_read_double (row, 3 + 2 * i, 0, MAX_SCORE, &differing->scores[i])) {
      koma_sqlite_fail_row (&self->sqlite, "pictures", picture, error);
      return NULL;
    }
  }
  return g_steal_pointer (&differing);
}

GPtrArray *
koma_collection_compare_list (KomaCollectionCompare      *self,
                              const KomaCollectionChange *change,
                              gint64                      after,
                              guint                       n,
                              GError                    **error)
{
  sqlite3_stmt *statement = koma_sqlite_prepare (
    &self->sqlite,
    "SELECT place, path, before_label, before_score, now_label, now_score, correction,"
    " picture"
    " FROM temp.differing WHERE place > ?1 AND (?3 IS NULL OR before_label = ?3)"
    " AND (?4 IS NULL OR now_label = ?4) ORDER BY place LIMIT ?2;",
    error);

  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 1, after);
  sqlite3_bind_int64 (statement, 2, n);
  for (guint i = 0; change != NULL && i < KOMA_N_COMPARED; i++)
    sqlite3_bind_text (statement, (int) i + 3, change->labels[i], -1, SQLITE_TRANSIENT);
  return read_rows (self, statement, read_differing,
                    (GDestroyNotify) koma_collection_differing_free, error);
}
