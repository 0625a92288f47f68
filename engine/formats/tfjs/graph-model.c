/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "graph-model.h"

#include <string.h>

#include "engine/formats/json.h"
#include "engine/formats/tensorflow/lower.h"
#include "engine/koma/koma-error.h"
#include "json-attrs.h"
#include "weights.h"

static gboolean
add_input (KomaTfNode *node,
           JsonNode   *input,
           GError    **error)
{
  const char *reference = koma_json_node_string (input);

  if (reference == NULL)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "%s '%s': expected names of nodes as inputs", node->op, node->name);

  g_ptr_array_add (node->inputs, g_strdup (reference));
  return TRUE;
}

static KomaTfNode *
read_node (JsonObject *object, /* (nullable) */
           guint       index,
           GError    **error)
{
  const char *name = koma_json_get_string (object, "name");
  const char *op = koma_json_get_string (object, "op");
  JsonArray  *inputs = koma_json_get_array (object, "input");
  g_autoptr (KomaTfNode) node = NULL;

  if (name == NULL || op == NULL) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                 "node %u of “modelTopology” has no “name” or no “op”", index);
    return NULL;
  }

  node = koma_tf_node_new (name, op);
  for (guint i = 0; i < koma_json_array_length (inputs); i++) {
    if (!add_input (node, koma_json_element (inputs, i), error))
      return NULL;
  }

  if (!koma_tfjs_attrs_read (koma_json_get_object (object, "attr"), node, error))
    return NULL;

  return g_steal_pointer (&node);
}

static gboolean
read_nodes (JsonArray   *nodes,
            KomaTfGraph *graph,
            GError     **error)
{
  for (guint i = 0; i < koma_json_array_length (nodes); i++) {
    KomaTfNode *node = read_node (koma_json_node_object (koma_json_element (nodes, i)), i, error);

    if (node == NULL || !koma_tf_graph_add (graph, node, error))
      return FALSE;
  }

  return TRUE;
}

/* The names of tensors in one half of a signature, in its order:
 * { "images": { "name": "input:0", … }, … } */
static void
read_signature (JsonObject *half,
                GPtrArray  *references)
{
  g_autoptr (GList) keys = half != NULL ? json_object_get_members (half) : NULL;

  for (GList *l = keys; l != NULL; l = l->next) {
    const char *name = koma_json_get_string (koma_json_get_object (half, l->data), "name");

    g_ptr_array_add (references, g_strdup (name != NULL ? name : l->data));
  }
}

static void
read_signatures (JsonObject  *root,
                 KomaTfGraph *graph)
{
  JsonObject *metadata = koma_json_get_object (root, "userDefinedMetadata");
  JsonObject *signature = koma_json_get_object (root, "signature");

  if (signature == NULL)
    signature = koma_json_get_object (metadata, "signature");

  read_signature (koma_json_get_object (signature, "inputs"), graph->inputs);
  read_signature (koma_json_get_object (signature, "outputs"), graph->outputs);
}

/**
 * koma_tfjs_graph_read:
 * @json: a model.json whose topology has nodes
 * @progress: (nullable): called while weights are read
 * @user_data: for @progress
 * @ret_raw: filled; the caller clears it, also on failure
 * @error: return location
 *
 * Reads a graph model: nodes, signature and weights.
 *
 * Thread: any; blocks on the disk. Errors: those of koma_tfjs_weights_read ()
 * and koma_tf_lower ().
 *
 * Returns: whether it was read
 */
gboolean
koma_tfjs_graph_read (const KomaTfjsModelJson *json,
                      KomaModelProgress        progress,
                      gpointer                 user_data,
                      KomaRawModel            *ret_raw,
                      GError                 **error)
{
  g_autoptr (KomaTfGraph) graph = koma_tf_graph_new ();

  ret_raw->format = g_strdup ("TensorFlow.js graph model");
  if (!read_nodes (koma_json_get_array (json->topology, "node"), graph, error))
    return FALSE;

  read_signatures (json->root, graph);
  graph->weights = koma_tfjs_weights_read (json->folder, json->manifest, progress, user_data,
                                           json->checksum, error);
  return graph->weights != NULL && koma_tf_lower (graph, ret_raw, error);
}
