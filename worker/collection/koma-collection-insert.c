/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-collection-insert.h"

static const guint sizes[KOMA_N_INSERT_SIZES] = { 16, 4, 1 };

/* FAIL and IGNORE need no copy of pages that change, from which a statement is taken back. */
static const struct
{
  const char *into;
  guint       n_columns;
} inserts[KOMA_N_INSERTS] = {
  [KOMA_INSERT_PICTURES] = { "OR IGNORE INTO pictures (path, size_bytes, mtime_ns,"
                             " taken_us, camera)",
                             5 },
  [KOMA_INSERT_ANSWERS] = { "OR FAIL INTO answers (picture, model, provenance, answered_us,"
                            " error_code, error, is_lasting, top_k, half_turn, width, height,"
                            " decode_ms, preprocess_ms, inference_ms)",
                            14 },
  [KOMA_INSERT_SCORES] = { "OR FAIL INTO scores (answer, rank, class, score)", 4 },
};

static void
append_row (GString *sql,
            guint    n_columns)
{
  for (guint i = 0; i < n_columns; i++)
    g_string_append (sql, i == 0 ? "(?" : ", ?");
  g_string_append_c (sql, ')');
}

static sqlite3_stmt *
prepare (KomaSqlite          *sqlite,
         KomaCollectionInsert which,
         guint                n_rows,
         GError             **error)
{
  g_autoptr (GString) sql = g_string_new ("INSERT ");

  g_string_append_printf (sql, "%s VALUES ", inserts[which].into);
  for (guint i = 0; i < n_rows; i++) {
    if (i > 0)
      g_string_append (sql, ", ");
    append_row (sql, inserts[which].n_columns);
  }
  g_string_append_c (sql, ';');
  return koma_sqlite_prepare (sqlite, sql->str, error);
}

/* The largest statement that has not more than @n_rows rows. */
static guint
choose_size (guint n_rows)
{
  guint size = 0;

  while (sizes[size] > n_rows)
    size++;
  return size;
}

gboolean
koma_collection_inserts_run (KomaCollectionInserts *self,
                             KomaSqlite            *sqlite,
                             KomaCollectionInsert   which,
                             guint                  n_rows,
                             KomaCollectionBind     bind,
                             gpointer               data,
                             GError               **error)
{
  for (guint done = 0; done < n_rows;) {
    const guint    size = choose_size (n_rows - done);
    sqlite3_stmt **statement = &self->statements[which][size];

    if (*statement == NULL)
      *statement = prepare (sqlite, which, sizes[size], error);
    if (*statement == NULL)
      return FALSE;
    sqlite3_clear_bindings (*statement);
    for (guint i = 0; i < sizes[size]; i++)
      bind (data, done + i, *statement, (int) (i * inserts[which].n_columns + 1));
    if (!koma_sqlite_run (sqlite, *statement, error))
      return FALSE;
    done += sizes[size];
  }
  return TRUE;
}

void
koma_collection_inserts_clear (KomaCollectionInserts *self)
{
  for (guint i = 0; i < KOMA_N_INSERTS; i++)
    for (guint size = 0; size < KOMA_N_INSERT_SIZES; size++)
      g_clear_pointer (&self->statements[i][size], sqlite3_finalize);
}
