/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What tf.loadFrozenModel (url, weightsUrl) read: tensorflowjs_model.pb, a
 * GraphDef whose constants have been taken out, and beside it
 * weights_manifest.json, whose root is the list of groups. */

#include "tfjs-2018.h"

#include "engine/formats/file.h"
#include "engine/formats/json.h"
#include "engine/formats/tensorflow/lower.h"
#include "engine/formats/tfjs/manifest.h"
#include "engine/formats/tfjs/weights.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "graphdef.h"

#define MANIFEST_NAME "weights_manifest.json"

static gboolean
matches (const char   *path,
         const guint8 *head,
         gsize         head_length)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *manifest = g_build_filename (folder, MANIFEST_NAME, NULL);

  return g_str_has_suffix (path, ".pb") && g_file_test (manifest, G_FILE_TEST_EXISTS);
}

static JsonNode *
load_manifest (const char      *folder,
               KomaContentHash *checksum,
               GError         **error)
{
  g_autofree char *path = g_build_filename (folder, MANIFEST_NAME, NULL);
  g_autoptr (JsonNode) root = koma_json_load (path, KOMA_MAX_TOPOLOGY_BYTES, checksum, error);

  if (root != NULL && koma_json_node_array (root) == NULL) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                 MANIFEST_NAME ": expected a list of groups of weights");
    return NULL;
  }

  return g_steal_pointer (&root);
}

static gboolean
read_model (const KomaModelFile *file,
            KomaRawModel        *raw,
            GError             **error)
{
  g_autofree char *folder = g_path_get_dirname (file->path);
  g_autoptr (JsonNode) manifest = load_manifest (folder, file->checksum, error);
  g_autoptr (KomaTfGraph) graph = NULL;

  if (manifest == NULL)
    return FALSE;

  graph = koma_graphdef_load (file->path, KOMA_MAX_TOPOLOGY_BYTES, file->checksum, error);
  if (graph == NULL)
    return FALSE;

  raw->format = g_strdup ("TensorFlow.js model of 2018");
  koma_manifest_count_narrow (koma_json_node_array (manifest), raw);
  graph->weights =
    koma_tfjs_weights_read (folder, koma_json_node_array (manifest), file->progress,
                            file->user_data, file->checksum, error);
  return (graph->weights != NULL && koma_tf_lower (graph, raw, error)) ||
         koma_file_prefix_error (file->path, error);
}

const KomaFormat koma_format_tfjs_2018 = {
  .name = "TensorFlow.js of 2018",
  .endings = (const char *const[]){ ".pb", NULL },
  .usual_names = (const char *const[]){ "tensorflowjs_model.pb", NULL },
  .matches = matches,
  .read = read_model,
};
