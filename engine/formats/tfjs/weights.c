/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A weights manifest is a list of groups:
 *
 *     [ { "paths": ["group1-shard1of2", "group1-shard2of2"],
 *         "weights": [ { "name": …, "shape": …, "dtype": … }, … ] }, … ]
 *
 * The tensors of a group lie one behind the other in its shards, which are
 * cut anywhere. All sizes are compared before any tensor is allocated: a
 * manifest of 100 bytes must not be able to ask for gigabytes. */

#include "weights.h"

#include <string.h>

#include "engine/formats/json.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "engine/runtime/memory.h"
#include "engine/runtime/pages.h"
#include "manifest.h"
#include "shards.h"

/* What is read between two calls of the progress function. */
#define CHUNK_BYTES (1u << 20)

typedef struct
{
  KomaShards        *shards;
  KomaManifestEntry *entries; /* [n_entries] */
  guint              n_entries;
  GBytes            *mapped; /* (nullable) the shards, where nobody needs to read them … */
  guint64            at;     /* … and where the next tensor is in them */
} Group;

typedef struct
{
  GArray           *groups; /* Group */
  guint64           size_bytes;
  guint64           read_bytes;
  KomaModelProgress progress; /* (nullable) */
  gpointer          user_data;
  KomaContentHash  *checksum; /* (nullable) */
  GHashTable       *tensors;
  GBytes           *memory;     /* (nullable) of all tensors … */
  gsize             used_bytes; /* … as far as they have been read */
} Reading;

static void
group_clear (Group *group)
{
  g_clear_pointer (&group->shards, koma_shards_free);
  g_clear_pointer (&group->entries, g_free);
  g_clear_pointer (&group->mapped, g_bytes_unref);
}

static void
reading_clear (Reading *reading)
{
  g_clear_pointer (&reading->groups, g_array_unref);
  g_clear_pointer (&reading->tensors, g_hash_table_unref);
  g_clear_pointer (&reading->memory, g_bytes_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Group, group_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reading, reading_clear)

static gboolean
check_sizes (const Group *group,
             guint64      wanted_bytes,
             GError     **error)
{
  const guint64    found_bytes = koma_shards_get_size (group->shards);
  g_autofree char *names = NULL;

  if (found_bytes == wanted_bytes)
    return TRUE;

  names = koma_shards_to_string (group->shards);
  return koma_fail (error, KOMA_ERROR_MODEL,
                    "%s: expected %" G_GUINT64_FORMAT " bytes of weights, "
                    "found %" G_GUINT64_FORMAT "; the file is %s",
                    names, wanted_bytes, found_bytes,
                    found_bytes < wanted_bytes ? "cut short" : "of another model");
}

/* Reads a group's entries and finds its files. */
static gboolean
parse_group (Group      *group,
             const char *folder,
             JsonObject *object,
             GError    **error)
{
  JsonArray *weights = koma_json_get_array (object, "weights");
  guint64    wanted_bytes = 0;

  if (weights == NULL)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "Weights manifest: a group has no list of “weights”");

  group->n_entries = koma_json_array_length (weights);
  group->entries = g_new0 (KomaManifestEntry, group->n_entries);
  for (guint i = 0; i < group->n_entries; i++) {
    JsonObject *entry = koma_json_node_object (koma_json_element (weights, i));

    if (!koma_manifest_entry_parse (entry, &group->entries[i], error))
      return FALSE;
    wanted_bytes += group->entries[i].size_bytes;
  }

  group->shards = koma_shards_new (folder, koma_json_get_array (object, "paths"), error);
  return group->shards != NULL && check_sizes (group, wanted_bytes, error);
}

static gboolean
parse_groups (Reading    *reading,
              const char *folder,
              JsonArray  *manifest,
              GError    **error)
{
  const guint n_groups = koma_json_array_length (manifest);

  reading->groups = g_array_sized_new (FALSE, FALSE, sizeof (Group), n_groups);
  g_array_set_clear_func (reading->groups, (GDestroyNotify) group_clear);

  for (guint i = 0; i < n_groups; i++) {
    JsonObject *object = koma_json_node_object (koma_json_element (manifest, i));
    g_auto (Group) group = { 0 };

    if (!parse_group (&group, folder, object, error))
      return FALSE;

    reading->size_bytes += koma_shards_get_size (group.shards);
    g_array_append_val (reading->groups, group);
    group = (Group){ 0 };
  }

  if (reading->size_bytes > KOMA_MAX_WEIGHT_BYTES)
    return koma_fail (error, KOMA_ERROR_MEMORY,
                      "Weights have %" G_GUINT64_FORMAT " bytes, "
                      "at most %" G_GUINT64_FORMAT " are allowed",
                      reading->size_bytes, KOMA_MAX_WEIGHT_BYTES);

  return TRUE;
}

/* In @memory, with what memory.h wants behind it. */
static gsize
get_room (KomaDType dtype,
          gsize     count)
{
  const gsize size_bytes = count * koma_dtype_size (dtype) + KOMA_MEMORY_PADDING;

  return (size_bytes + KOMA_MEMORY_ALIGNMENT - 1) / KOMA_MEMORY_ALIGNMENT * KOMA_MEMORY_ALIGNMENT;
}

/* Numbers that are stored as they will lie in memory are read in place. */
static gboolean
is_plain (const KomaManifestEntry *entry)
{
  return G_BYTE_ORDER == G_LITTLE_ENDIAN && (entry->storage == KOMA_STORAGE_FLOAT32 ||
                                             entry->storage == KOMA_STORAGE_INT32);
}

/* One that is plain throughout stays in its files, if whoever opens them keeps them: bytes of plain
 * weights need no reader. */
static void
map_group (Reading *reading,
           Group   *group)
{
  for (guint i = 0; i < group->n_entries; i++)
    if (!is_plain (&group->entries[i]))
      return;
  group->mapped = koma_shards_map (group->shards, reading->checksum);
}

/* One piece for the tensors of a large model, so that they share huge pages. The shapes have been
 * checked. */
static gboolean
make_memory (Reading *reading,
             GError **error)
{
  gsize    size_bytes = 0;
  gpointer memory = NULL;

  for (guint i = 0; i < reading->groups->len; i++) {
    const Group *group = &g_array_index (reading->groups, Group, i);

    for (guint k = 0; k < group->n_entries && group->mapped == NULL; k++)
      size_bytes +=
        get_room (group->entries[k].dtype, koma_shape_count (&group->entries[k].shape));
  }
  if (size_bytes < KOMA_PAGES_WORTH_BYTES || KOMA_MEMORY_IS_CHECKED)
    return TRUE;
  memory = koma_memory_alloc (size_bytes, error);
  if (memory == NULL)
    return FALSE;
  reading->memory = g_bytes_new_with_free_func (memory, size_bytes, koma_memory_free, memory);
  return TRUE;
}

static KomaArray *
make_tensor (Reading                 *reading,
             const KomaManifestEntry *entry,
             GError                 **error)
{
  KomaArray *tensor = NULL;

  if (reading->memory == NULL)
    return koma_array_new (entry->dtype, &entry->shape, error);
  tensor = koma_array_new_from_bytes (entry->dtype, &entry->shape, reading->memory,
                                      reading->used_bytes, error);
  if (tensor != NULL)
    reading->used_bytes += get_room (entry->dtype, tensor->count);
  return tensor;
}

static gboolean
read_bytes (Reading    *reading,
            KomaShards *shards,
            guint8     *buffer,
            gsize       size_bytes,
            GError    **error)
{
  while (size_bytes > 0) {
    const gsize chunk_bytes = MIN (size_bytes, CHUNK_BYTES);

    if (!koma_shards_read (shards, buffer, chunk_bytes, error))
      return FALSE;

    if (reading->checksum != NULL)
      koma_content_hash_update (reading->checksum, buffer, chunk_bytes);
    buffer += chunk_bytes;
    size_bytes -= chunk_bytes;
    reading->read_bytes += chunk_bytes;
    if (reading->progress != NULL)
      reading->progress ((double) reading->read_bytes / reading->size_bytes, reading->user_data);
  }

  return TRUE;
}

static KomaArray *
map_tensor (Group                   *group,
            const KomaManifestEntry *entry,
            GError                 **error)
{
  const guint64 at = group->at;

  group->at += entry->size_bytes;
  /* What has no bytes would begin where the next one does. */
  if (entry->size_bytes == 0)
    return koma_array_new (entry->dtype, &entry->shape, error);
  return koma_array_new_from_file_bytes (entry->dtype, &entry->shape, group->mapped, at, error);
}

static KomaArray *
read_tensor (Reading                 *reading,
             KomaShards              *shards,
             const KomaManifestEntry *entry,
             GError                 **error)
{
  g_autoptr (KomaArray) tensor = make_tensor (reading, entry, error);
  g_autofree guint8 *stored = NULL;

  if (tensor == NULL)
    return NULL;

  if (is_plain (entry)) {
    guint8 *data = tensor->data;

    if (!read_bytes (reading, shards, data, entry->size_bytes, error))
      return NULL;

    return g_steal_pointer (&tensor);
  }

  stored = g_try_malloc (MAX (entry->size_bytes, 1));
  if (stored == NULL) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY,
                 "no memory for %zu bytes", entry->size_bytes);
    return NULL;
  }

  if (!read_bytes (reading, shards, stored, entry->size_bytes, error))
    return NULL;

  koma_manifest_entry_expand (entry, stored, tensor);
  return g_steal_pointer (&tensor);
}

static gboolean
read_group (Reading *reading,
            Group   *group,
            GError **error)
{
  for (guint i = 0; i < group->n_entries; i++) {
    const KomaManifestEntry *entry = &group->entries[i];
    g_autoptr (KomaArray) tensor = group->mapped != NULL
                                     ? map_tensor (group, entry, error)
                                     : read_tensor (reading, group->shards, entry, error);

    if (tensor == NULL) {
      g_prefix_error (error, "Weight '%s': ", entry->name);
      return FALSE;
    }

    if (g_hash_table_contains (reading->tensors, entry->name))
      return koma_fail (error, KOMA_ERROR_MODEL,
                        "Weights manifest: there are two weights named '%s'", entry->name);
    g_hash_table_insert (reading->tensors, g_strdup (entry->name), g_steal_pointer (&tensor));
  }

  return TRUE;
}

/**
 * koma_tfjs_weights_read:
 * @folder: the model's folder
 * @manifest: the list of groups: "weightsManifest" of model.json, or the
 *   root of weights_manifest.json
 * @progress: (nullable): called after each mebibyte that is read, with 0 … 1
 * @user_data: for @progress
 * @checksum: (nullable): is fed the shards, in order
 * @error: return location
 *
 * Reads all weights of a model. float32 and int32 are taken as they are,
 * uint8 becomes int32, quantised numbers become what they stand for.
 *
 * Thread: any; blocks on the disk.
 *
 * Errors: %KOMA_ERROR_MODEL if files are cut short, too long, a web page or
 * outside @folder; %KOMA_ERROR_SHAPE if a shape is none; %KOMA_ERROR_MEMORY
 * if there are too many bytes, or memory lacks; %KOMA_ERROR_UNSUPPORTED for
 * another dtype; #GFileError if a file cannot be read. They name the file or
 * the weight.
 *
 * Returns: (transfer full) (element-type utf8 KomaArray): name → tensor,
 *   owning both, or %NULL
 */
GHashTable *
koma_tfjs_weights_read (const char       *folder,
                        JsonArray        *manifest,
                        KomaModelProgress progress,
                        gpointer          user_data,
                        KomaContentHash  *checksum,
                        GError          **error)
{
  g_auto (Reading) reading = {
    .progress = progress,
    .user_data = user_data,
    .checksum = checksum,
  };

  g_return_val_if_fail (folder != NULL, NULL);

  reading.tensors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                           (GDestroyNotify) koma_array_unref);
  if (!parse_groups (&reading, folder, manifest, error))
    return NULL;
  for (guint i = 0; i < reading.groups->len; i++)
    map_group (&reading, &g_array_index (reading.groups, Group, i));
  if (!make_memory (&reading, error))
    return NULL;

  for (guint i = 0; i < reading.groups->len; i++) {
    Group *group = &g_array_index (reading.groups, Group, i);

    if (!read_group (&reading, group, error))
      return NULL;
    g_clear_pointer (&group->shards, koma_shards_free);
  }

  return g_steal_pointer (&reading.tensors);
}
