/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* model.json holds either a graph of TensorFlow's ops ("node") or a Keras
 * model ("class_name", or "model_config" that has it). Its "format" says
 * which, but old files have none: the topology decides. */

#include "tfjs.h"

#include <string.h>

#include "engine/formats/file.h"
#include "engine/formats/json.h"
#include "engine/formats/keras/h5.h"
#include "engine/formats/keras/keras.h"
#include "engine/formats/keras/plain.h"
#include "engine/koma/koma-error.h"
#include "graph-model.h"
#include "manifest.h"

static gboolean
contains (const guint8 *head,
          gsize         head_length,
          const char   *word)
{
  return memmem (head, head_length, word, strlen (word)) != NULL;
}

static gboolean
matches (const char   *path,
         const guint8 *head,
         gsize         head_length)
{
  static const char *const words[] = {
    "\"modelTopology\"",
    "\"weightsManifest\"",
    "\"graph-model\"",
    "\"layers-model\"",
    "\"convertedBy\"",
    "\"class_name\"", /* Keras' to_json () */
  };
  g_autofree char *name = g_path_get_basename (path);

  if (strcmp (name, "model.json") == 0)
    return TRUE;
  if (!g_str_has_suffix (name, ".json"))
    return FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (words); i++) {
    if (contains (head, head_length, words[i]))
      return TRUE;
  }

  return FALSE;
}

static gboolean
is_layers_model (JsonObject *topology)
{
  return koma_json_get (topology, "class_name") != NULL ||
         koma_json_get (topology, "model_config") != NULL;
}

static gboolean
fail_no_graph (const KomaTfjsModelJson *json,
               GError                 **error)
{
  if (json->manifest != NULL && json->topology == NULL)
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                 "holds weights but no graph (“weightsManifest” without “modelTopology”)");
  else
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
                 "expected a TensorFlow.js model, "
                 "whose “modelTopology” has “node” or “class_name”");
  return FALSE;
}

static gboolean
read_topology (const KomaTfjsModelJson *json,
               KomaModelProgress        progress,
               gpointer                 user_data,
               KomaRawModel            *raw,
               GError                 **error)
{
  if (koma_json_get_array (json->topology, "node") != NULL)
    return koma_tfjs_graph_read (json, progress, user_data, raw, error);
  if (is_layers_model (json->topology))
    return koma_keras_read (json, progress, user_data, raw, error);

  if (json->topology == NULL && is_layers_model (json->root))
    return koma_keras_read_architecture (json->path, json->root, json->checksum, raw, error);

  return fail_no_graph (json, error);
}

static void
add_facts (const KomaTfjsModelJson *json,
           KomaRawModel            *raw)
{
  JsonNode *metadata = koma_json_get (json->root, "userDefinedMetadata");

  koma_manifest_count_narrow (json->manifest, raw);
  if (metadata != NULL)
    raw->metadata = json_to_string (metadata, FALSE);
}

static gboolean
read_model (const KomaModelFile *file,
            KomaRawModel        *raw,
            GError             **error)
{
  g_autoptr (JsonNode) root = koma_keras_make_plain (
    koma_json_load (file->path, KOMA_MAX_TOPOLOGY_BYTES, file->checksum, error));
  g_autofree char  *folder = g_path_get_dirname (file->path);
  KomaTfjsModelJson json = { .path = file->path, .folder = folder, .checksum = file->checksum };

  if (root == NULL)
    return FALSE;

  json.root = koma_json_node_object (root);
  json.topology = koma_json_get_object (json.root, "modelTopology");
  json.manifest = koma_json_get_array (json.root, "weightsManifest");
  if (!read_topology (&json, file->progress, file->user_data, raw, error))
    return koma_file_prefix_error (file->path, error);

  add_facts (&json, raw);
  return TRUE;
}

const KomaFormat koma_format_tfjs = {
  .name = "TensorFlow.js",
  .endings = (const char *const[]){ ".json", NULL },
  .usual_names = (const char *const[]){ "model.json", NULL },
  .matches = matches,
  .read = read_model,
};
