/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-collection-compare.h"

#include <glib/gi18n.h>

#include "koma-collection-compare-private.h"
#include "koma-collection-private.h"
#include "koma-collection-schema.h"

/* The version that says when models were used. */
#define SINCE_USE 2
/* Instructions of SQLite's machine between two looks whether it is still wanted: milliseconds. */
#define N_INSTRUCTIONS 100000

/* ?1 is the model before, ?2 the one now. The key of answers by picture and model has all that is
 * asked of them: an answer without a best class is a failure. */
static const char compare_sql[] =
  "INSERT INTO temp.compared SELECT a.picture, s.class, s.score, t.class, t.score"
  " FROM answers a JOIN answers b ON b.picture = a.picture AND b.model = ?2"
  " JOIN scores s ON s.answer = a.id AND s.rank = 1"
  " JOIN scores t ON t.answer = b.id AND t.rank = 1 WHERE a.model = ?1"
  " AND NOT " KOMA_COLLECTION_IS_OUT "a.picture);";
/* A class without a label has its number. */
static const char pairs_sql[] =
  "INSERT INTO temp.pairs SELECT k.before, k.now, k.n, ifnull (l.label, '#' || k.before),"
  " ifnull (m.label, '#' || k.now) FROM"
  " (SELECT before, now, count(*) AS n FROM temp.compared GROUP BY before, now) k"
  " LEFT JOIN labels l ON l.model = ?1 AND l.class = k.before"
  " LEFT JOIN labels m ON m.model = ?2 AND m.class = k.now;";
/* What a person's word decides comes first, then what both are surest of: one of the two is wrong
 * there without knowing it. */
static const char differing_sql[] =
  "INSERT INTO temp.differing (path, before_label, before_score, now_label, now_score, correction,"
  " picture)"
  " SELECT p.path, r.before_label, k.before_score, r.now_label, k.now_score, c.label, k.picture"
  " FROM temp.compared k JOIN temp.pairs r ON r.before = k.before AND r.now = k.now"
  " JOIN pictures p ON p.id = k.picture LEFT JOIN corrections c ON c.picture = k.picture"
  " WHERE r.before_label <> r.now_label"
  " ORDER BY ifnull (c.label IN (r.before_label, r.now_label), 0) DESC,"
  " min (k.before_score, k.now_score) DESC, p.path;";
static const char tables_sql[] =
  "DROP TABLE IF EXISTS temp.compared; DROP TABLE IF EXISTS temp.pairs;"
  "DROP TABLE IF EXISTS temp.differing;"
  "CREATE TEMP TABLE compared (picture INTEGER PRIMARY KEY, before, before_score, now, now_score);"
  "CREATE TEMP TABLE pairs (before, now, n, before_label, now_label, PRIMARY KEY (before, now))"
  " WITHOUT ROWID;"
  "CREATE TEMP TABLE differing (place INTEGER PRIMARY KEY, path, before_label, before_score,"
  " now_label, now_score, correction, picture INTEGER);";

void
koma_collection_compare_free (KomaCollectionCompare *self)
{
  if (self == NULL)
    return;
  koma_sqlite_clear (&self->sqlite);
  koma_collection_place_clear (&self->place);
  g_clear_object (&self->cancellable);
  g_array_unref (self->models);
  g_array_unref (self->ids);
  g_free (self);
}

/* ---- Models ---- */

static gboolean
read_model (KomaCollectionCompare *self,
            sqlite3_stmt          *row,
            GError               **error)
{
  const gint64 id = sqlite3_column_int64 (row, 0);
  const char  *texts[3] = { NULL }; /* name, hash, recipe */

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (!koma_sqlite_read_text (row, (int) i + 1, KOMA_COLLECTION_MAX_TEXT, &texts[i]))
      return koma_sqlite_fail_row (&self->sqlite, "models", id, error);
  g_array_append_val (self->ids, id);
  g_array_append_val (self->models, ((KomaCollectionModel){ .name = g_strdup (texts[0]),
                                                            .hash = g_strdup (texts[1]),
                                                            .recipe = g_strdup (texts[2]) }));
  return TRUE;
}

static gboolean
read_models (KomaCollectionCompare *self,
             guint                  version,
             GError               **error)
{
  g_autofree char *sql = g_strdup_printf (
    "SELECT id, name, hash, recipe FROM models m"
    " WHERE EXISTS (SELECT 1 FROM answers a WHERE a.model = m.id"
    "  AND NOT " KOMA_COLLECTION_IS_OUT "a.picture)) ORDER BY %s id DESC;",
    version >= SINCE_USE ? "ifnull (used_us, -1) DESC," : "");
  sqlite3_stmt *row = koma_sqlite_prepare (&self->sqlite, sql, error);
  gboolean      has_row = TRUE, is_read = row != NULL;

  while (is_read && has_row)
    is_read = koma_sqlite_step (&self->sqlite, row, &has_row, error) &&
              (!has_row || read_model (self, row, error));
  sqlite3_finalize (row);
  return is_read;
}

static int
progress_cb (gpointer user_data)
{
  return g_cancellable_is_cancelled (user_data);
}

/**
 * koma_collection_compare_new:
 * @path: a collection, which is only read
 * @cancellable: (nullable): ends what runs
 *
 * Errors: those of koma_collection_open().
 * Thread: any but main.
 *
 * Returns: (transfer full) (nullable): with a list of models
 */
KomaCollectionCompare *
koma_collection_compare_new (const char   *path,
                             GCancellable *cancellable,
                             GError      **error)
{
  g_autoptr (KomaCollectionCompare) self = g_new0 (KomaCollectionCompare, 1);
  g_autofree char *real = koma_collection_place_resolve (path);
  guint            version = 0;

  self->models = g_array_new (FALSE, TRUE, sizeof (KomaCollectionModel));
  g_array_set_clear_func (self->models, koma_collection_model_clear);
  self->ids = g_array_new (FALSE, TRUE, sizeof (gint64));
  koma_collection_place_init (&self->place, real);
  g_set_object (&self->cancellable, cancellable);
  if (!koma_collection_schema_check_header (real, error) ||
      !koma_sqlite_open_read_only (&self->sqlite, real, error))
    return NULL;
  sqlite3_progress_handler (self->sqlite.db, N_INSTRUCTIONS, progress_cb, self->cancellable);
  if (!koma_sqlite_exec (&self->sqlite, "PRAGMA temp.cache_size = -65536;", error) ||
      !koma_collection_schema_stand_in (&self->sqlite, &version, error) ||
      !read_models (self, version, error))
    return NULL;
  return g_steal_pointer (&self);
}

const GArray *
koma_collection_compare_get_models (const KomaCollectionCompare *self)
{
  return self->models;
}

/* ---- Which two ---- */

/* The first of this name or hash that is not @other; the number of models: none is. */
static guint
find_model (const KomaCollectionCompare *self,
            const char                  *name, /* (nullable) any */
            guint                        other)
{
  guint found = 0;

  for (; found < self->models->len; found++) {
    const KomaCollectionModel *model = &g_array_index (self->models, KomaCollectionModel, found);

    if (found != other &&
        (name == NULL || g_str_equal (model->name, name) || g_str_equal (model->hash, name)))
      break;
  }
  return found;
}

static gboolean
fail_few (const KomaCollectionCompare *self,
          GError                     **error)
{
  g_autofree char *file = g_filename_display_name (self->sqlite.path);

  if (self->models->len == 0)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                 _ ("%s: has no answers, and two models are compared"), file);
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                 /* Translators: a file, and the name of a model */
                 _ ("%s: has answers of one model alone, “%s”; classify its pictures with another, "
                    "too"),
                 file, g_array_index (self->models, KomaCollectionModel, 0).name);
  return FALSE;
}

/* "cats (0123…), dogs (4567…)" */
static char *
join_models (const KomaCollectionCompare *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->models->len; i++) {
    const KomaCollectionModel *model = &g_array_index (self->models, KomaCollectionModel, i);

    g_string_append_printf (text, "%s%s (%s)", i > 0 ? ", " : "", model->name, model->hash);
  }
  return g_string_free (text, FALSE);
}

static gboolean
fail_unknown (const KomaCollectionCompare *self,
              const char                  *name,
              GError                     **error)
{
  g_autofree char *file = g_filename_display_name (self->sqlite.path);
  g_autofree char *all = join_models (self);

  if (find_model (self, name, G_MAXUINT) < self->models->len)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                 /* Translators: a file, a model, and a list of models with their hashes */
                 _ ("%s: has one model “%s”, which is not compared with itself; there are: %s"),
                 file, name, all);
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                 /* Translators: a file, a model, and a list of models with their hashes */
                 _ ("%s: has no answers of a model “%s”; there are: %s"), file, name, all);
  return FALSE;
}

gboolean
koma_collection_compare_choose (const KomaCollectionCompare *self,
                                const char *const           *names,
                                guint                       *ret_models,
                                GError                     **error)
{
  const char *before_name = names[KOMA_COMPARED_BEFORE];
  const char *now_name = names[KOMA_COMPARED_NOW];
  guint       before = G_MAXUINT;
  guint       now = 0;

  if (self->models->len < KOMA_N_COMPARED)
    return fail_few (self, error);
  /* The one that is named alone is not the other. */
  if (now_name == NULL && before_name != NULL)
    before = find_model (self, before_name, G_MAXUINT);
  now = find_model (self, now_name, before);
  if (now == self->models->len)
    return fail_unknown (self, now_name, error);
  before = find_model (self, before_name, now);
  if (before == self->models->len)
    return fail_unknown (self, before_name, error);
  ret_models[KOMA_COMPARED_BEFORE] = before;
  ret_models[KOMA_COMPARED_NOW] = now;
  return TRUE;
}

/* ---- Comparing ---- */

/* Runs @sql with the two models, which has a row of @n numbers. */
static gboolean
run_sql (KomaCollectionCompare *self,
         const char            *sql,
         const guint           *models,
         gint64                *ret_numbers, /* [n] */
         guint                  n,
         GError               **error)
{
  sqlite3_stmt *statement = koma_sqlite_prepare (&self->sqlite, sql, error);
  gboolean      has_row = FALSE, is_run = FALSE;

  for (guint i = 0; statement != NULL && i < KOMA_N_COMPARED; i++)
    sqlite3_bind_int64 (statement, (int) i + 1, g_array_index (self->ids, gint64, models[i]));
  is_run = statement != NULL && koma_sqlite_step (&self->sqlite, statement, &has_row, error);
  for (guint i = 0; is_run && has_row && i < n; i++)
    ret_numbers[i] = sqlite3_column_int64 (statement, (int) i);
  sqlite3_finalize (statement);
  return is_run;
}

static gboolean
count (KomaCollectionCompare *self,
       const guint           *models,
       KomaCollectionCounts  *ret_counts,
       GError               **error)
{
  gint64 answers[4] = { 0 }, pairs[2] = { 0 }, words[3] = { 0 };

  if (!run_sql (self,
                "SELECT total (model = ?1 AND error_code IS NULL),"
                " total (model = ?2 AND error_code IS NULL),"
                " total (model = ?1 AND error_code IS NOT NULL),"
                " total (model = ?2 AND error_code IS NOT NULL) FROM answers"
                " WHERE NOT " KOMA_COLLECTION_IS_OUT "answers.picture);",
                models, answers, G_N_ELEMENTS (answers), error) ||
      !run_sql (self, "SELECT total (n), total (n * (before_label = now_label)) FROM temp.pairs;",
                models, pairs, G_N_ELEMENTS (pairs), error) ||
      !run_sql (self,
                "SELECT count(*), total (c.label = r.before_label), total (c.label = r.now_label)"
                " FROM corrections c JOIN temp.compared k ON k.picture = c.picture"
                " JOIN temp.pairs r ON r.before = k.before AND r.now = k.now;",
                models, words, G_N_ELEMENTS (words), error))
    return FALSE;
  *ret_counts = (KomaCollectionCounts){ .n_answers = { answers[0], answers[1] },
                                        .n_failed = { answers[2], answers[3] },
                                        .n_both = pairs[0],
                                        .n_agree = pairs[1],
                                        .n_corrected = words[0],
                                        .n_right = { words[1], words[2] } };
  return TRUE;
}

static gboolean
fill_tables (KomaCollectionCompare *self,
             const guint           *models,
             GError               **error)
{
  return koma_sqlite_exec (&self->sqlite, tables_sql, error) &&
         run_sql (self, compare_sql, models, NULL, 0, error) &&
         run_sql (self, pairs_sql, models, NULL, 0, error) &&
         run_sql (self, differing_sql, models, NULL, 0, error);
}

/**
 * koma_collection_compare_run:
 *
 * What differs stands in temporary tables then, so that others may write to the collection while
 * it is looked at.
 *
 * Errors: those of koma_collection_open(); the last run stays.
 */
gboolean
koma_collection_compare_run (KomaCollectionCompare *self,
                             const guint           *models,
                             KomaCollectionCounts  *ret_counts,
                             GError               **error)
{
  if (koma_sqlite_exec (&self->sqlite, "BEGIN;", error) && fill_tables (self, models, error) &&
      count (self, models, ret_counts, error) &&
      koma_sqlite_check_unchanged (&self->sqlite, error) &&
      koma_sqlite_exec (&self->sqlite, "COMMIT;", error))
    return TRUE;
  koma_sqlite_exec (&self->sqlite, "ROLLBACK;", NULL);
  return FALSE;
}
