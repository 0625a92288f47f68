/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What belongs to a collection: folders, and pictures that no longer do. */
#include "koma-collection-private.h"

#include <string.h>

/* The folder of the collection itself. */
#define OWN_FOLDER "."

static void
read_folder (KomaCollection *self,
             sqlite3_stmt   *row,
             GPtrArray      *folders)
{
  g_autofree char *path = koma_collection_place_dup_path (
    &self->place, sqlite3_column_blob (row, 0), (gsize) sqlite3_column_bytes (row, 0));

  if (path != NULL)
    g_ptr_array_add (folders, g_canonicalize_filename (path, NULL));
}

/**
 * koma_collection_read_folders:
 *
 * Errors: as koma_collection_commit().
 *
 * Returns: (transfer full) (element-type filename) (nullable):
 */
GPtrArray *
koma_collection_read_folders (KomaCollection *self,
                              GError        **error)
{
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (g_free);
  sqlite3_stmt *row =
    koma_sqlite_prepare (&self->sqlite, "SELECT path FROM folders ORDER BY id;", error);
  gboolean has_row = row != NULL;
  gboolean is_read = row != NULL;

  while (is_read && has_row) {
    is_read = koma_sqlite_step (&self->sqlite, row, &has_row, error);
    if (is_read && has_row)
      read_folder (self, row, folders);
  }
  sqlite3_finalize (row);
  return is_read ? g_steal_pointer (&folders) : NULL;
}

static gboolean
run_with_path (KomaCollection *self,
               const char     *sql,
               const char     *name,
               GError        **error)
{
  sqlite3_stmt *statement = koma_sqlite_prepare (&self->sqlite, sql, error);
  gboolean      is_done = FALSE;

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_blob (statement, 1, name, (int) strlen (name), SQLITE_TRANSIENT);
  is_done = koma_sqlite_run (&self->sqlite, statement, error);
  sqlite3_finalize (statement);
  return is_done;
}

static gboolean
change (KomaCollection    *self,
        const char *const *steps, /* (array zero-terminated=1) */
        const char        *name,
        GError           **error)
{
  gboolean is_done = koma_collection_begin (self, KOMA_BATCH_WRITES, error);

  for (guint i = 0; is_done && steps[i] != NULL; i++)
    is_done = run_with_path (self, steps[i], name, error);
  if (!is_done) {
    koma_collection_roll_back (self);
    return FALSE;
  }
  self->n_added++;
  return koma_collection_commit_if_due (self, error);
}

/**
 * koma_collection_add_folder:
 * @path: of a folder; once is enough
 *
 * Errors: as koma_collection_add().
 */
gboolean
koma_collection_add_folder (KomaCollection *self,
                            const char     *path,
                            GError        **error)
{
  g_autofree char  *inside = g_build_filename (path, OWN_FOLDER, NULL);
  g_autofree char  *name = koma_collection_place_dup_name (&self->place, inside);
  const char *const steps[] = { "INSERT OR IGNORE INTO folders (path) VALUES (?);", NULL };

  return change (self, steps, name, error);
}

#define OF_PICTURE " WHERE picture = (SELECT id FROM pictures WHERE path = ?1);"

static const char *const forget_steps[] = {
  "DELETE FROM scores WHERE answer IN"
  " (SELECT a.id FROM answers a JOIN pictures p ON p.id = a.picture WHERE p.path = ?1);",
  "DELETE FROM answers" OF_PICTURE,
  "DELETE FROM vectors" OF_PICTURE,
  "DELETE FROM corrections" OF_PICTURE,
  "DELETE FROM left_out" OF_PICTURE,
  "DELETE FROM ratings" OF_PICTURE,
  "DELETE FROM pictures WHERE path = ?1;",
  NULL,
};

/**
 * koma_collection_forget:
 * @path: of a picture
 *
 * Errors: as koma_collection_add().
 */
gboolean
koma_collection_forget (KomaCollection *self,
                        const char     *path,
                        GError        **error)
{
  g_autofree char *name = koma_collection_place_dup_name (&self->place, path);

  return change (self, forget_steps, name, error);
}
