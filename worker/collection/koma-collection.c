/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-collection-private.h"

#include <glib/gi18n.h>

#include "koma-collection-salvage.h"
#include "koma-collection-schema.h"

/* What a crash may cost: so many, or a second's. */
#define MAX_BATCH_ROWS 10000
#define MAX_BATCH_US   G_USEC_PER_SEC
/* Indexes are not in the order of the pictures: each page that leaves is read again soon. */
#define CACHE_KIB "16384"

/* Behind the largest number, SQLite takes any: only a stranger wrote such a row. */
#define MAX_COUNTED_ON (G_MAXINT64 / 2)

#define IS_OUT KOMA_COLLECTION_IS_OUT "p.id)"

/* Behind the columns of an answer. */
#define SAID_AND_TABLES                                                                    \
  KOMA_COLLECTION_TAKEN                                                                    \
  ", c.label, c.author, c.corrected_us, r.stars, r.author, r.rated_us, " IS_OUT ", p.path" \
  " FROM pictures p"                                                                       \
  " LEFT JOIN answers a ON a.picture = p.id AND a.model = ?2"                              \
  " LEFT JOIN corrections c ON c.picture = p.id"                                           \
  " LEFT JOIN ratings r ON r.picture = p.id"

static const char *const texts[KOMA_N_STATEMENTS] = {
  [KOMA_FIND_PICTURE] = "SELECT id, size_bytes, mtime_ns FROM pictures WHERE path = ?;",
  [KOMA_FIND_ANSWER] = "SELECT " KOMA_COLLECTION_ANSWER SAID_AND_TABLES
                       " WHERE p.path = ?1 LIMIT 1;",
  [KOMA_FIND_LEFT_OUT] = "SELECT " IS_OUT " FROM pictures p WHERE path = ?;",
  [KOMA_FIND_ANSWERS_AHEAD] = "SELECT " KOMA_COLLECTION_ANSWER SAID_AND_TABLES
                              " WHERE p.id > ?1 ORDER BY p.id LIMIT ?3;",
  [KOMA_FIND_SAME_TIME] = "SELECT id, path FROM pictures WHERE size_bytes = ?1 AND mtime_ns = ?2"
                          " LIMIT 10;",
  [KOMA_FIND_SAME_SIZE] = "SELECT id, path, sha256 FROM pictures WHERE size_bytes = ?1"
                          " AND sha256 IS NOT NULL LIMIT 10;",
  [KOMA_LIST] = "SELECT " KOMA_COLLECTION_ANSWER SAID_AND_TABLES
                " WHERE p.id > ?1 AND NOT " IS_OUT " ORDER BY p.id LIMIT ?3;",
  [KOMA_LIST_FILES] = "SELECT id, size_bytes, mtime_ns, path FROM pictures p WHERE id > ?"
                      " AND NOT " IS_OUT " ORDER BY id LIMIT ?;",
  [KOMA_LIST_UNHASHED] = "SELECT id, size_bytes, mtime_ns, path FROM pictures p WHERE id > ?"
                         " AND sha256 IS NULL AND NOT " IS_OUT " ORDER BY id LIMIT ?;",
  [KOMA_FIND_SCORES] = "SELECT rank, class, score FROM scores WHERE answer = ? ORDER BY rank;",
  [KOMA_FIND_PROVENANCE] =
    "SELECT model, backend, device, precision, koma_version FROM provenances WHERE id = ?;",
  [KOMA_FIND_VECTOR] =
    "SELECT p.size_bytes, p.mtime_ns, v.id, v.halves FROM pictures p "
    "JOIN vectors v ON v.picture = p.id WHERE p.path = ?1 AND v.space = ?2;",
  [KOMA_FIND_PARENTS] =
    "SELECT ?1 = 0 OR EXISTS (SELECT 1 FROM models WHERE id = ?1),"
    " ?2 = 0 OR EXISTS (SELECT 1 FROM spaces WHERE id = ?2),"
    " max (ifnull ((SELECT max (id) FROM pictures), 0),"
    " ifnull ((SELECT max (id) FROM answers), 0));",
  [KOMA_ADD_PICTURE] =
    "INSERT OR IGNORE INTO pictures (path, size_bytes, mtime_ns) VALUES (?, ?, ?);",
  [KOMA_ADD_SHA256] =
    "UPDATE pictures SET sha256 = ?2 WHERE path = ?1 AND size_bytes = ?3 AND mtime_ns = ?4;",
  [KOMA_ADD_PROVENANCE] =
    "INSERT INTO provenances (model, backend, device, precision, koma_version) "
    "VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET model = model RETURNING id;",
  [KOMA_ADD_VECTOR] = "INSERT OR REPLACE INTO vectors (picture, space, halves) VALUES (?, ?, ?);",
  [KOMA_CHANGE_PICTURE] =
    "UPDATE pictures SET size_bytes = ?2, mtime_ns = ?3, sha256 = NULL, taken_us = NULL,"
    " camera = NULL WHERE id = ?1;",
  [KOMA_SET_TAKEN] = "UPDATE pictures SET taken_us = nullif (?2, 0), camera = nullif (?3, 0)"
                     " WHERE id = ?1;",
  [KOMA_MOVE_PICTURE] = "UPDATE pictures SET path = ?2, mtime_ns = ?3 WHERE id = ?1;",
  [KOMA_SET_CORRECTION] =
    "INSERT INTO corrections (picture, label, author, corrected_us)"
    " SELECT id, ?2, ?3, ?4 FROM pictures WHERE path = ?1 ON CONFLICT (picture) DO UPDATE"
    " SET label = excluded.label, author = excluded.author, corrected_us = excluded.corrected_us;",
  [KOMA_DROP_CORRECTION] =
    "DELETE FROM corrections WHERE picture = (SELECT id FROM pictures WHERE path = ?);",
  [KOMA_DROP_SCORES] = "DELETE FROM scores WHERE answer IN"
                       " (SELECT id FROM answers WHERE picture = ?1"
                       "  AND model = ifnull (?2, model));",
  [KOMA_DROP_ANSWERS] =
    "DELETE FROM answers WHERE picture = ?1 AND model = ifnull (?2, model);",
  [KOMA_DROP_VECTORS] = "DELETE FROM vectors WHERE picture = ?;",
};

static gboolean
prepare (KomaCollection *self,
         GError        **error)
{
  for (guint i = 0; i < KOMA_N_STATEMENTS; i++) {
    self->statements[i] = koma_sqlite_prepare (&self->sqlite, texts[i], error);
    if (self->statements[i] == NULL)
      return FALSE;
  }
  return TRUE;
}

/* Readers and the writer do not wait for each other; a crash of the machine may take the last
 * transactions, one of Koma none. SQLite would look for the parents of each row that is added,
 * which takes longer than to add it: they were written just before, and look_at_rows () has the
 * rest. */
static gboolean
set_up (KomaCollection *self,
        GError        **error)
{
  return koma_collection_schema_migrate (&self->sqlite, error) &&
         koma_sqlite_exec (&self->sqlite,
                           "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                           "PRAGMA foreign_keys = OFF; PRAGMA cache_size = -" CACHE_KIB ";",
                           error) &&
         prepare (self, error);
}

static void
set_notice (KomaCollection *self,
            const char     *path,
            const char     *aside)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *other = g_filename_display_name (aside);

  /* Translators: two files */
  self->notice = g_strdup_printf (
    _ ("%s: was damaged; it has what could be read of it, and the damaged file is “%s” now"), name,
    other);
}

/* A damaged one is replaced by what can be read of it. */
static gboolean
open_sound (KomaCollection *self,
            const char     *path,
            gboolean        is_checked,
            GError        **error)
{
  g_autofree char *aside = NULL;
  guint            version = 0;
  gboolean         is_sound = !is_checked;

  if (!koma_sqlite_open (&self->sqlite, path, FALSE, error) ||
      !koma_collection_schema_check_version (&self->sqlite, &version, error) ||
      (is_checked && !koma_collection_is_sound (&self->sqlite, &is_sound, error)))
    return FALSE;
  if (is_sound)
    return TRUE;
  if (!koma_collection_salvage (&self->sqlite, &aside, error))
    return FALSE;
  set_notice (self, path, aside);
  return koma_sqlite_open (&self->sqlite, path, FALSE, error);
}

static gboolean
open_file (KomaCollection *self,
           const char     *path,
           gboolean        is_checked,
           GError        **error)
{
  if (!koma_collection_lock_take (&self->lock, path, error))
    return FALSE;
  if (!g_file_test (path, G_FILE_TEST_EXISTS) && !koma_collection_schema_create (path, error))
    return FALSE;
  return koma_collection_schema_check_header (path, error) &&
         open_sound (self, path, is_checked, error) && set_up (self, error);
}

KomaCollection *
koma_collection_new (const char *path)
{
  KomaCollection *self = g_new0 (KomaCollection, 1);

  self->lock.fd = -1;
  self->infos = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free,
                                       (GDestroyNotify) koma_model_info_unref);
  self->committed_us = g_get_monotonic_time ();
  koma_collection_place_init (&self->place, path);
  return self;
}

/**
 * koma_collection_open:
 * @path: is made where there is no such file
 *
 * A file that is damaged in places gets another name, and what can be read of it is in a new one;
 * koma_collection_get_notice() says so.
 *
 * Errors: %G_IO_ERROR_INVALID_DATA: no collection, or so damaged that nothing can be read;
 * %G_IO_ERROR_NOT_SUPPORTED: of a newer Koma; %G_IO_ERROR_BUSY: another program writes to it; those
 * of koma_fail_errno(). None of these files is changed.
 *
 * Returns: (transfer full):
 */
KomaCollection *
koma_collection_open (const char *path,
                      GError    **error)
{
  g_autofree char *real = koma_collection_place_resolve (path);
  g_autoptr (KomaCollection) self = koma_collection_new (real);

  return open_file (self, real, TRUE, error) ? g_steal_pointer (&self) : NULL;
}

/**
 * koma_collection_open_unchecked:
 * @path: is made where there is no such file
 *
 * Opens a file of any length at once. Whoever reads a page that is damaged gets
 * %G_IO_ERROR_INVALID_DATA, or a value that Koma did not write; koma_collection_open() would save
 * the rest. To be used with a #KomaCollectionCheck.
 *
 * Errors: as koma_collection_open().
 *
 * Returns: (transfer full):
 */
KomaCollection *
koma_collection_open_unchecked (const char *path,
                                GError    **error)
{
  g_autofree char *real = koma_collection_place_resolve (path);
  g_autoptr (KomaCollection) self = koma_collection_new (real);

  return open_file (self, real, FALSE, error) ? g_steal_pointer (&self) : NULL;
}

gboolean
koma_collection_is_file (const char *path)
{
  return koma_collection_schema_check_header (path, NULL);
}

const char *
koma_collection_get_path (const KomaCollection *self)
{
  return self->sqlite.path;
}

const char *
koma_collection_get_notice (const KomaCollection *self)
{
  return self->notice;
}

sqlite3_stmt *
koma_collection_get_statement (KomaCollection         *self,
                               KomaCollectionStatement which)
{
  sqlite3_stmt *statement = self->statements[which];

  sqlite3_reset (statement);
  sqlite3_clear_bindings (statement);
  return statement;
}

gboolean
koma_collection_fail_row (KomaCollection *self,
                          const char     *table,
                          gint64          row,
                          GError        **error)
{
  return koma_sqlite_fail_row (&self->sqlite, table, row, error);
}

/* A statement that stands at a row keeps its transaction open. */
static void
reset_statements (KomaCollection *self)
{
  for (guint i = 0; i < KOMA_N_STATEMENTS; i++)
    sqlite3_reset (self->statements[i]);
}

/* What was read ahead is of the transaction that it was read in. */
static void
drop_ahead (KomaCollection *self)
{
  g_clear_pointer (&self->ahead, g_hash_table_unref);
  self->found = self->ahead_to = 0;
}

/* What was written before may have been dropped by another program since. */
static gboolean
look_at_rows (KomaCollection *self,
              GError        **error)
{
  sqlite3_stmt *row = koma_collection_get_statement (self, KOMA_FIND_PARENTS);
  gboolean      has_row = FALSE, has_model = FALSE, has_space = FALSE;

  g_clear_pointer (&self->provenance_of, koma_model_info_unref);
  sqlite3_bind_int64 (row, 1, self->model);
  sqlite3_bind_int64 (row, 2, self->space);
  if (!koma_sqlite_step (&self->sqlite, row, &has_row, error))
    return FALSE;
  has_model = sqlite3_column_int (row, 0) != 0;
  has_space = sqlite3_column_int (row, 1) != 0;
  self->is_counted_on = sqlite3_column_int64 (row, 2) < MAX_COUNTED_ON;
  sqlite3_reset (row);
  return (has_model || koma_collection_fail_row (self, "models", self->model, error)) &&
         (has_space || koma_collection_fail_row (self, "spaces", self->space, error));
}

gboolean
koma_collection_begin (KomaCollection     *self,
                       KomaCollectionBatch batch,
                       GError            **error)
{
  if (self->batch >= batch)
    return TRUE;
  /* What was read may be older than what another program has written. */
  if (self->batch == KOMA_BATCH_READS && !koma_collection_commit (self, error))
    return FALSE;
  if (!koma_sqlite_exec (&self->sqlite, batch == KOMA_BATCH_WRITES ? "BEGIN IMMEDIATE;" : "BEGIN;",
                         error))
    return FALSE;
  drop_ahead (self);
  self->batch = batch;
  if (batch == KOMA_BATCH_READS || look_at_rows (self, error))
    return TRUE;
  koma_collection_roll_back (self);
  return FALSE;
}

void
koma_collection_roll_back (KomaCollection *self)
{
  drop_ahead (self);
  reset_statements (self);
  if (sqlite3_get_autocommit (self->sqlite.db) == 0)
    sqlite3_exec (self->sqlite.db, "ROLLBACK;", NULL, NULL, NULL);
  self->batch = KOMA_BATCH_NONE;
  self->n_added = 0;
  /* The row may have gone with the rest. */
  g_clear_pointer (&self->provenance_of, koma_model_info_unref);
}

gboolean
koma_collection_commit (KomaCollection *self,
                        GError        **error)
{
  self->committed_us = g_get_monotonic_time ();
  if (self->batch == KOMA_BATCH_NONE)
    return TRUE;
  drop_ahead (self);
  reset_statements (self);
  if (!koma_sqlite_exec (&self->sqlite, "COMMIT;", error)) {
    koma_collection_roll_back (self);
    return FALSE;
  }
  self->batch = KOMA_BATCH_NONE;
  self->n_added = 0;
  return TRUE;
}

gboolean
koma_collection_commit_if_due (KomaCollection *self,
                               GError        **error)
{
  const gint64 since_us = g_get_monotonic_time () - self->committed_us;

  return (self->n_added < MAX_BATCH_ROWS && since_us < MAX_BATCH_US) ||
         koma_collection_commit (self, error);
}

gint64
koma_collection_get_due (const KomaCollection *self)
{
  return self->batch == KOMA_BATCH_NONE ? G_MAXINT64 : self->committed_us + MAX_BATCH_US;
}

void
koma_collection_free (KomaCollection *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < KOMA_N_STATEMENTS; i++)
    g_clear_pointer (&self->statements[i], sqlite3_finalize);
  koma_collection_inserts_clear (&self->inserts);
  koma_sqlite_clear (&self->sqlite);
  koma_collection_place_clear (&self->place);
  drop_ahead (self);
  g_clear_pointer (&self->infos, g_hash_table_unref);
  g_clear_pointer (&self->info, koma_model_info_unref);
  g_clear_pointer (&self->provenance_of, koma_model_info_unref);
  koma_collection_lock_clear (&self->lock);
  g_free (self->notice);
  g_free (self);
}

gboolean
koma_collection_close (KomaCollection *self,
                       GError        **error)
{
  const gboolean is_done = self == NULL || koma_collection_commit (self, error);

  koma_collection_free (self);
  return is_done;
}

void
koma_collection_known_clear (KomaCollectionKnown *known)
{
  g_clear_pointer (&known->result, koma_result_unref);
  g_clear_error (&known->failure);
  g_clear_pointer (&known->sha256, g_free);
  g_clear_pointer (&known->moved_from, g_free);
  g_clear_pointer (&known->correction, koma_correction_unref);
  g_clear_pointer (&known->rating, koma_rating_unref);
}

gboolean
koma_collection_get_file_id (const char *path,
                             KomaFileId *ret_id)
{
  struct stat info = { 0 };

  if (stat (path, &info) != 0)
    return FALSE;
  *ret_id = koma_file_id_from_stat (&info);
  return TRUE;
}
