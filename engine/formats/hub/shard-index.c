/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Weights in several files: { "weight_map": { NAME: FILE, … }, "metadata": … }. All weights of a
 * file belong to the model, so only the files matter. */

#include "shard-index.h"

#include "engine/formats/file.h"
#include "engine/formats/json.h"
#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Each file once. */
static gboolean
list_names (JsonObject *map,
            GHashTable *names, /* set of char * (borrowed) */
            GError    **error)
{
  JsonObjectIter iter;
  const char    *weight = NULL;
  JsonNode      *node = NULL;

  json_object_iter_init (&iter, map);
  while (json_object_iter_next (&iter, &weight, &node)) {
    const char *name = koma_json_node_string (node);

    if (name == NULL || !koma_file_is_inside (name))
      return koma_fail (error, KOMA_ERROR_MODEL,
                        "weight “%.200s”: expected the name of a file in the model's folder, found "
                        "“%.200s”",
                        weight, name != NULL ? name : "no text");
    g_hash_table_add (names, (gpointer) name);
  }
  return TRUE;
}

/**
 * koma_hub_shard_index_read:
 * @path: of the index
 * @checksum: (nullable): is fed its bytes
 * @error: return location
 *
 * Thread: any; blocks on the disk. Errors: those of koma_json_load(); %KOMA_ERROR_MODEL where it
 * names no file, or one outside of the folder. They name the index.
 *
 * Returns: (transfer full) (element-type filename): the files, or %NULL
 */
GPtrArray *
koma_hub_shard_index_read (const char      *path,
                           KomaContentHash *checksum,
                           GError         **error)
{
  g_autoptr (JsonNode) root = koma_json_load (path, KOMA_MAX_TOPOLOGY_BYTES, checksum, error);
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = g_path_get_dirname (path);
  JsonObject      *map = koma_json_get_object (koma_json_node_object (root), "weight_map");
  GHashTableIter   iter;
  gpointer         name = NULL;

  if (root == NULL)
    return NULL;
  if (map == NULL || json_object_get_size (map) == 0) {
    koma_fail (error, KOMA_ERROR_MODEL, "there is no “weight_map”");
    koma_file_prefix_error (path, error);
    return NULL;
  }
  if (!list_names (map, names, error)) {
    koma_file_prefix_error (path, error);
    return NULL;
  }
  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_names);
  return g_steal_pointer (&paths);
}

/**
 * koma_hub_shard_index_read_weights:
 * @read_file: reads one file of weights
 * @weights: gets them
 *
 * Thread: any; blocks on the disk. Errors: those of koma_hub_shard_index_read() and of @read_file.
 */
gboolean
koma_hub_shard_index_read_weights (const KomaModelFile *file,
                                   const char          *index_ending,
                                   KomaHubReadFile      read_file,
                                   KomaHubWeights      *weights,
                                   GError             **error)
{
  g_autofree char *lower = g_ascii_strdown (file->path, -1);
  g_autoptr (GPtrArray) paths = NULL;

  if (!g_str_has_suffix (lower, index_ending))
    return read_file (file->path, file->checksum, weights, error);
  paths = koma_hub_shard_index_read (file->path, file->checksum, error);
  for (guint i = 0; paths != NULL && i < paths->len; i++) {
    if (!read_file (paths->pdata[i], file->checksum, weights, error))
      return FALSE;
    if (file->progress != NULL)
      file->progress ((double) (i + 1) / (paths->len + 1), file->user_data);
  }
  return paths != NULL;
}
