/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-collection-corrections.h"

#include "koma-collection-private.h"
#include "koma-collection-schema.h"

/* Columns. The author, whom no older version names, is not asked for. */
enum {
  PICTURE,
  PATH,
  CORRECTION,
};

static void
corrected_free (KomaCollectionCorrected *corrected)
{
  g_free (corrected->path);
  g_free (corrected->label);
  g_free (corrected);
}

static gboolean
open_file (KomaCollection *collection,
           const char     *path,
           GError        **error)
{
  guint version = 0;

  return koma_collection_schema_check_header (path, error) &&
         koma_sqlite_open_read_only (&collection->sqlite, path, error) &&
         koma_sqlite_exec (&collection->sqlite, "BEGIN;", error) &&
         koma_collection_schema_stand_in (&collection->sqlite, &version, error);
}

static gboolean
read_row (KomaCollection *collection,
          sqlite3_stmt   *row,
          GPtrArray      *corrections,
          GError        **error)
{
  g_auto (KomaCollectionKnown) known = { 0 };
  KomaCollectionCorrected *corrected = NULL;
  char                    *path = koma_collection_place_dup_path (
                       &collection->place, sqlite3_column_blob (row, PATH),
                       (gsize) sqlite3_column_bytes (row, PATH));

  if (path == NULL)
    return koma_collection_fail_row (collection, "pictures", sqlite3_column_int64 (row, PICTURE),
                                     error);
  corrected = g_new0 (KomaCollectionCorrected, 1);
  corrected->path = path;
  g_ptr_array_add (corrections, corrected);
  if (!koma_collection_read_said (collection, row, CORRECTION, &known, error))
    return FALSE;
  corrected->label = g_strdup (known.correction->label);
  return TRUE;
}

static gboolean
read_rows (KomaCollection *collection,
           GPtrArray      *corrections,
           GError        **error)
{
  sqlite3_stmt *row =
    koma_sqlite_prepare (&collection->sqlite,
                         "SELECT p.id, p.path, c.label, NULL, c.corrected_us, NULL, NULL, NULL"
                         " FROM corrections c JOIN pictures p ON p.id = c.picture"
                         " WHERE NOT " KOMA_COLLECTION_IS_OUT "p.id) ORDER BY p.path;",
                         error);
  gboolean has_row = TRUE, is_read = row != NULL;

  while (is_read && has_row)
    is_read = koma_sqlite_step (&collection->sqlite, row, &has_row, error) &&
              (!has_row || read_row (collection, row, corrections, error));
  sqlite3_finalize (row);
  return is_read;
}

GPtrArray *
koma_collection_corrections_read (const char *path,
                                  guint      *ret_n_others,
                                  GError    **error)
{
  g_autofree char *real = koma_collection_place_resolve (path);
  g_autoptr (KomaCollection) collection = koma_collection_new (real);
  g_autoptr (GPtrArray) corrections =
    g_ptr_array_new_with_free_func ((GDestroyNotify) corrected_free);
  gint64 n_pictures = 0;

  if (!open_file (collection, real, error) || !read_rows (collection, corrections, error) ||
      !koma_sqlite_get_number (
        &collection->sqlite,
        "SELECT count(*) FROM pictures p WHERE NOT " KOMA_COLLECTION_IS_OUT "p.id);",
        &n_pictures, error) ||
      !koma_sqlite_check_unchanged (&collection->sqlite, error))
    return NULL;
  *ret_n_others = (guint) CLAMP (n_pictures - corrections->len, 0, G_MAXUINT);
  return g_steal_pointer (&corrections);
}
