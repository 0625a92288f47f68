/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grids.h"

#include "engine/formats/file.h"
#include "engine/formats/json.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"

struct _KomaGrids
{
  GHashTable *sizes; /* name of a file → Size */
};

typedef struct
{
  guint n_rows;
  guint n_columns;
} Size;

static gboolean
read_side (JsonArray *grid, /* (nullable) */
           guint      index,
           guint     *ret_side)
{
  gint64 side = 0;

  if (koma_json_array_length (grid) != 2 ||
      !koma_json_node_int (koma_json_element (grid, index), &side) ||
      side < 1 || side > KOMA_GRID_MAX_SIDE)
    return FALSE;
  *ret_side = (guint) side;
  return TRUE;
}

static gboolean
read_grid (KomaGrids  *grids,
           const char *name,
           JsonObject *about, /* (nullable) */
           GError    **error)
{
  JsonArray *grid = koma_json_get_array (about, "grid");
  Size       size = { 0 };

  if (koma_json_get (about, "grid") == NULL)
    return TRUE;
  if (!read_side (grid, 0, &size.n_rows) || !read_side (grid, 1, &size.n_columns)) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_DECODE,
                 KOMA_GRIDS_FILE_NAME ": “%s”: “grid” is not two numbers from 1 to %d", name,
                 KOMA_GRID_MAX_SIDE);
    return FALSE;
  }
  g_hash_table_insert (grids->sizes, g_strdup (name), g_memdup2 (&size, sizeof size));
  return TRUE;
}

/**
 * koma_grids_new_from_json:
 * @text: (array length=length): contents of samples.json
 *
 * Errors: %KOMA_ERROR_DECODE, and those of koma_json_parse(). Thread: any.
 *
 * Returns: (transfer full): what it says
 */
KomaGrids *
koma_grids_new_from_json (const char *text,
                          gsize       length,
                          GError    **error)
{
  g_autoptr (KomaGrids) grids = g_new0 (KomaGrids, 1);
  g_autoptr (JsonNode) root = koma_json_parse (text, length, KOMA_GRIDS_FILE_NAME, error);
  JsonObject    *object = koma_json_node_object (root);
  JsonObjectIter iter;
  const char    *name = NULL;
  JsonNode      *about = NULL;

  grids->sizes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (root == NULL)
    return NULL;
  if (object == NULL) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_DECODE, KOMA_GRIDS_FILE_NAME " holds no object");
    return NULL;
  }
  json_object_iter_init (&iter, object);
  while (json_object_iter_next (&iter, &name, &about)) {
    if (!read_grid (grids, name, koma_json_node_object (about), error))
      return NULL;
  }
  return g_steal_pointer (&grids);
}

/**
 * koma_grids_load:
 * @folder: of pictures
 *
 * Errors: #GFileError, and those of koma_grids_new_from_json(). Thread: any;
 * reads a file.
 *
 * Returns: (transfer full) (nullable): what samples.json in it says; %NULL
 *   without an error where there is none, or one of more than
 *   %KOMA_MAX_SMALL_BYTES: a list of somebody else's, of a data set for one
 */
KomaGrids *
koma_grids_load (const char *folder,
                 GError    **error)
{
  g_autofree char *path = g_build_filename (folder, KOMA_GRIDS_FILE_NAME, NULL);
  g_autofree char *text = NULL;
  gsize            length = 0;
  g_autoptr (GError) read_error = NULL;

  if (koma_file_read (path, KOMA_MAX_SMALL_BYTES, &text, &length, &read_error))
    return koma_grids_new_from_json (text, length, error);
  if (!g_error_matches (read_error, G_FILE_ERROR, G_FILE_ERROR_NOENT) &&
      !g_error_matches (read_error, G_FILE_ERROR, G_FILE_ERROR_NOTDIR) &&
      !g_error_matches (read_error, KOMA_ERROR, KOMA_ERROR_MEMORY))
    g_propagate_error (error, g_steal_pointer (&read_error));
  return NULL;
}

/**
 * koma_grids_free:
 * @grids: (nullable) (transfer full):
 *
 * Thread: any.
 */
void
koma_grids_free (KomaGrids *grids)
{
  if (grids == NULL)
    return;
  g_hash_table_unref (grids->sizes);
  g_free (grids);
}

/**
 * koma_grids_find:
 * @name: of a file in the folder, without the folder
 * @ret_n_rows: (out): 1 to %KOMA_GRID_MAX_SIDE
 * @ret_n_columns: (out): likewise
 *
 * Thread: any.
 *
 * Returns: whether that picture is to be cut
 */
gboolean
koma_grids_find (const KomaGrids *grids,
                 const char      *name,
                 guint           *ret_n_rows,
                 guint           *ret_n_columns)
{
  const Size *size = g_hash_table_lookup (grids->sizes, name);

  if (size == NULL)
    return FALSE;
  *ret_n_rows = size->n_rows;
  *ret_n_columns = size->n_columns;
  return TRUE;
}
