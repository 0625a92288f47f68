/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How layers say what they read. One use of a layer is written
 *
 *   [["conv1", 0, 0, {}], ["conv2", 0, 0, {}]]          Keras 2, TensorFlow.js
 *   ["conv1", 0, 0, {}]                                  where there is one only
 *   { "args": [{ "class_name": "__keras_tensor__",       Keras 3
 *                "config": { "keras_history": ["conv1", 0, 0] } }] }
 *
 * and a model's inputs and outputs in the same ways, or as an object from
 * names to them. So: whatever begins with a string and two numbers is a
 * reference, whatever else holds something is looked into. */
#include "inbound.h"

#include "engine/formats/json.h"
#include "engine/koma-limits.h"

static gboolean collect (JsonNode *node, guint depth, GArray *refs, GError **error);

static gboolean
read_index (JsonArray *array,
            guint      index,
            guint     *ret_index)
{
  gint64 number = 0;

  if (!koma_json_node_int (koma_json_element (array, index), &number) || number < 0 ||
      number > KOMA_MAX_NODES)
    return FALSE;
  *ret_index = (guint) number;
  return TRUE;
}

static gboolean
collect_array (JsonArray *array,
               guint      depth,
               GArray    *refs,
               GError   **error)
{
  KomaKerasRef ref = { .layer = koma_json_node_string (koma_json_element (array, 0)) };

  if (ref.layer == NULL) {
    for (guint i = 0; i < koma_json_array_length (array); i++) {
      if (!collect (koma_json_element (array, i), depth + 1, refs, error))
        return FALSE;
    }
    return TRUE;
  }
  if (!read_index (array, 1, &ref.call) || !read_index (array, 2, &ref.tensor))
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "reference to layer “%s” lacks the numbers of node and tensor", ref.layer);
  if (refs->len >= KOMA_MAX_NODE_ARITY)
    return koma_fail (error, KOMA_ERROR_MEMORY, "more than %d inputs", KOMA_MAX_NODE_ARITY);
  g_array_append_val (refs, ref);
  return TRUE;
}

static gboolean
collect_object (JsonObject *object,
                guint       depth,
                GArray     *refs,
                GError    **error)
{
  JsonNode *history = koma_json_get (koma_json_get_object (object, "config"), "keras_history");
  g_autoptr (GList) members = NULL;

  if (history != NULL)
    return collect (history, depth + 1, refs, error);
  members = json_object_get_members (object);
  for (GList *m = members; m != NULL; m = m->next) {
    if (!collect (json_object_get_member (object, m->data), depth + 1, refs, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
collect (JsonNode *node,
         guint     depth,
         GArray   *refs,
         GError  **error)
{
  if (depth > KOMA_MAX_NESTING)
    return koma_fail (error, KOMA_ERROR_MODEL, "references nested deeper than %d",
                      KOMA_MAX_NESTING);
  if (koma_json_node_array (node) != NULL)
    return collect_array (koma_json_node_array (node), depth, refs, error);
  if (koma_json_node_object (node) != NULL)
    return collect_object (koma_json_node_object (node), depth, refs, error);
  return TRUE;
}

/**
 * koma_keras_inbound_collect:
 * @node: (nullable): one use of a layer, or the inputs or outputs of a model
 * @refs: (element-type KomaKerasRef): they are appended here
 *
 * Errors: %KOMA_ERROR_MODEL if a reference is damaged or nested too deep;
 * %KOMA_ERROR_MEMORY if there are more than %KOMA_MAX_NODE_ARITY.
 */
gboolean
koma_keras_inbound_collect (JsonNode *node,
                            GArray   *refs,
                            GError  **error)
{
  return collect (node, 0, refs, error);
}
