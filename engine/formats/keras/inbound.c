/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How layers say what they read. One use of a layer is written
 *
 *   [["conv1", 0, 0, {}], ["conv2", 0, 0, {}]]          Keras 2, TensorFlow.js
 *   ["conv1", 0, 0, {}]                                  where there is one only
 *   { "args": [{ "class_name": "__keras_tensor__",       Keras 3
 *                "config": { "keras_history": ["conv1", 0, 0] } }] }
 *
 * Keras 2 keeps arguments with a name behind the first reference, and writes a
 * constant like one: ["_CONSTANT_VALUE", -1, 7, { "y": ["conv1", 0, 0] }]. And
 * a model's inputs and outputs are written in the same ways, or as an object from
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
is_constant (JsonArray *array)
{
  return g_strcmp0 (koma_json_node_string (koma_json_element (array, 0)), "_CONSTANT_VALUE") == 0;
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
  if (is_constant (array))
    return TRUE;
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
 * koma_keras_inbound_is_reference:
 *
 * Returns: whether @node stands for what a layer gives
 */
gboolean
koma_keras_inbound_is_reference (JsonNode *node)
{
  JsonArray  *array = koma_json_node_array (node);
  JsonObject *object = koma_json_node_object (node);
  guint       number = 0;

  if (object != NULL)
    return koma_json_get (koma_json_get_object (object, "config"), "keras_history") != NULL;
  return koma_json_node_string (koma_json_element (array, 0)) != NULL &&
         read_index (array, 1, &number) && read_index (array, 2, &number);
}

/**
 * koma_keras_inbound_get_constant:
 *
 * Returns: (transfer none): what @node holds as a constant; otherwise @node
 */
JsonNode *
koma_keras_inbound_get_constant (JsonNode *node)
{
  JsonArray *array = koma_json_node_array (node);

  return is_constant (array) && koma_json_array_length (array) >= 3 ? koma_json_element (array, 2)
                                                                    : node;
}

/**
 * koma_keras_inbound_get_named:
 * @node: (nullable): one use of a layer
 *
 * Returns: (transfer none) (nullable): the arguments with a name that Keras 2 wrote; each reference
 *   has the same
 */
JsonObject *
koma_keras_inbound_get_named (JsonNode *node)
{
  JsonArray *array = koma_json_node_array (node);

  if (koma_json_node_array (koma_json_element (array, 0)) != NULL)
    array = koma_json_node_array (koma_json_element (array, 0));
  return koma_json_node_string (koma_json_element (array, 0)) != NULL
           ? koma_json_node_object (koma_json_element (array, 3))
           : NULL;
}

/* Arguments may be other lists that begin with a word, so that only whole references count. */
static gboolean
collect_named (JsonNode *node,
               guint     depth,
               GArray   *refs,
               GError  **error)
{
  JsonArray *array = koma_json_node_array (node);

  if (koma_keras_inbound_is_reference (node))
    return collect (node, depth, refs, error);
  if (depth > KOMA_MAX_NESTING)
    return TRUE;
  for (guint i = 0; i < koma_json_array_length (array); i++)
    if (!collect_named (koma_json_element (array, i), depth + 1, refs, error))
      return FALSE;
  return TRUE;
}

/**
 * koma_keras_inbound_collect_in:
 * @node: (nullable): an argument
 * @refs: (element-type KomaKerasRef): they are appended here
 *
 * Errors: as koma_keras_inbound_collect().
 */
gboolean
koma_keras_inbound_collect_in (JsonNode *node,
                               GArray   *refs,
                               GError  **error)
{
  return collect_named (node, 0, refs, error);
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
  JsonObject *named = koma_keras_inbound_get_named (node);
  g_autoptr (GList) members = NULL;

  if (!collect (node, 0, refs, error))
    return FALSE;
  members = named != NULL ? json_object_get_values (named) : NULL;
  for (GList *m = members; m != NULL; m = m->next)
    if (!collect_named (m->data, 0, refs, error))
      return FALSE;
  return TRUE;
}
