/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-shard-list.h"

#include "engine/koma-app.h"

/* More than any model has; 4 MB each is the usual size. */
#define MAX_SHARDS 10000

static void
shard_free (gpointer data)
{
  KomaShard *shard = data;

  g_free (shard->path);
  g_free (shard);
}

static guint64
get_number_size (JsonObject *weight)
{
  JsonObject *quantization = koma_json_get_object (weight, "quantization");
  const char *stored = koma_json_get_string (quantization, "dtype");
  const char *dtype = stored != NULL ? stored : koma_json_get_string (weight, "dtype");

  if (g_strcmp0 (dtype, "uint8") == 0 || g_strcmp0 (dtype, "bool") == 0)
    return 1;
  return g_strcmp0 (dtype, "uint16") == 0 || g_strcmp0 (dtype, "float16") == 0 ? 2 : 4;
}

/* For the progress, and no more: the reader of models checks all of it. */
static guint64
measure_weights (JsonArray *weights)
{
  guint64 total = 0;

  for (guint i = 0; i < koma_json_array_length (weights); i++) {
    JsonObject *weight = koma_json_node_object (koma_json_element (weights, i));
    JsonArray  *shape = koma_json_get_array (weight, "shape");
    guint64     size_bytes = get_number_size (weight);
    gint64      dim = 0;

    for (guint d = 0; d < koma_json_array_length (shape); d++)
      if (!koma_json_node_int (koma_json_element (shape, d), &dim) || dim < 0 ||
          !g_uint64_checked_mul (&size_bytes, size_bytes, (guint64) dim))
        size_bytes = 0;
    total += MIN (size_bytes, KOMA_MAX_WEIGHT_BYTES);
  }
  return MIN (total, KOMA_MAX_WEIGHT_BYTES);
}

static guint
count_folders (const char *path)
{
  guint n = 0;

  for (; *path != '\0'; path++)
    n += *path == '/';
  return n;
}

/* In the model's folder, and not hidden there: Koma's own files for the download are. */
gboolean
koma_shard_list_is_usable (const char *path)
{
  g_autofree char *unescaped = path != NULL ? g_uri_unescape_string (path, NULL) : NULL;

  return path != NULL && koma_file_is_inside (path) &&
         count_folders (path) <= KOMA_MAX_SHARD_DEPTH && *path != '.' &&
         strstr (path, "/.") == NULL && (unescaped == NULL || koma_file_is_inside (unescaped));
}

static gboolean
add_group (GPtrArray  *shards,
           JsonObject *group)
{
  JsonArray  *paths = koma_json_get_array (group, "paths");
  const guint n_paths = koma_json_array_length (paths);

  for (guint i = 0; i < n_paths; i++) {
    const char *path = koma_json_node_string (koma_json_element (paths, i));
    KomaShard  *shard = NULL;

    if (!koma_shard_list_is_usable (path) || shards->len == MAX_SHARDS)
      return FALSE;
    shard = g_new0 (KomaShard, 1);
    shard->path = g_strdup (path);
    if (i + 1 == n_paths)
      shard->size_bytes = measure_weights (koma_json_get_array (group, "weights"));
    g_ptr_array_add (shards, shard);
  }
  return TRUE;
}

/**
 * koma_shard_list_read:
 * @path: of a `model.json` or `weights_manifest.json`, perhaps hostile
 * @error: return location
 *
 * Errors: %KOMA_ERROR_MODEL where it is no JSON, or a path leads out of the model's folder.
 */
GPtrArray *
koma_shard_list_read (const char *path,
                      GError    **error)
{
  g_autoptr (GPtrArray) shards = g_ptr_array_new_with_free_func (shard_free);
  g_autoptr (JsonNode) root = koma_json_load (path, KOMA_MAX_TOPOLOGY_BYTES, NULL, error);
  JsonArray *groups = koma_json_node_array (root);

  if (root == NULL)
    return NULL;
  if (groups == NULL)
    groups = koma_json_get_array (koma_json_node_object (root), "weightsManifest");
  for (guint i = 0; i < koma_json_array_length (groups); i++)
    if (!add_group (shards, koma_json_node_object (koma_json_element (groups, i)))) {
      koma_fail (error, KOMA_ERROR_MODEL,
                 "Weights manifest: expected paths of files in the model's folder, at most %d "
                 "folders deep",
                 KOMA_MAX_SHARD_DEPTH);
      return NULL;
    }
  return g_steal_pointer (&shards);
}

/* For the progress, as above. */
static guint64
read_total_size (const char *path)
{
  g_autoptr (JsonNode) root = koma_json_load (path, KOMA_MAX_TOPOLOGY_BYTES, NULL, NULL);
  JsonObject *metadata = koma_json_get_object (koma_json_node_object (root), "metadata");
  gint64      size_bytes = 0;

  if (!koma_json_node_int (koma_json_get (metadata, "total_size"), &size_bytes) || size_bytes < 0)
    return 0;
  return MIN ((guint64) size_bytes, KOMA_MAX_WEIGHT_BYTES);
}

/**
 * koma_shard_list_read_index:
 * @path: of an index, perhaps hostile
 * @error: return location
 *
 * Errors: those of koma_hub_shard_index_read(); %KOMA_ERROR_MODEL where a file is hidden or too
 * deep in the model's folder.
 */
GPtrArray *
koma_shard_list_read_index (const char *path,
                            GError    **error)
{
  g_autoptr (GPtrArray) paths = koma_hub_shard_index_read (path, NULL, error);
  g_autoptr (GPtrArray) shards = g_ptr_array_new_with_free_func (shard_free);
  g_autofree char *folder = g_path_get_dirname (path);

  for (guint i = 0; paths != NULL && i < paths->len; i++) {
    const char *name = (const char *) paths->pdata[i] + strlen (folder) + 1;
    KomaShard  *shard = NULL;

    if (!koma_shard_list_is_usable (name) || shards->len == MAX_SHARDS) {
      koma_fail (error, KOMA_ERROR_MODEL,
                 "%s: expected files in the model's folder, at most %d folders deep", path,
                 KOMA_MAX_SHARD_DEPTH);
      return NULL;
    }
    shard = g_new0 (KomaShard, 1);
    shard->path = g_strdup (name);
    if (i + 1 == paths->len)
      shard->size_bytes = read_total_size (path);
    g_ptr_array_add (shards, shard);
  }
  return paths != NULL ? g_steal_pointer (&shards) : NULL;
}
