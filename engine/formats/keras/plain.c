/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Keras notes in the file what a setting was in Python:
 *
 *   { "class_name": "__numpy__", "config": { "value": [2.1, 2.2], "dtype": "float32" } }
 *   { "class_name": "__tensor__", "config": { "value": 2.1, "dtype": "float32" } }   Keras 3
 *   { "class_name": "__tuple__", "items": [1, 2] }                                   Keras 2
 *
 * Layers read the number or the list, which takes its place here. */
#include "plain.h"

#include <string.h>

#include "engine/formats/json.h"

/* (nullable) (transfer none) What is wrapped in @node. */
static JsonNode *
find_wrapped (JsonNode *node)
{
  JsonObject *object = koma_json_node_object (node);
  const char *class_name = koma_json_get_string (object, "class_name");

  if (class_name == NULL)
    return NULL;
  if (strcmp (class_name, "__numpy__") == 0 || strcmp (class_name, "__tensor__") == 0)
    return koma_json_get (koma_json_get_object (object, "config"), "value");
  return strcmp (class_name, "__tuple__") == 0 ? koma_json_get (object, "items") : NULL;
}

/* JSON was measured when it was parsed, so that these may go down into it. */
static gboolean
has_wrapped (JsonNode *node)
{
  JsonArray *array = koma_json_node_array (node);
  g_autoptr (GList) members = NULL;
  gboolean has = find_wrapped (node) != NULL;

  for (guint i = 0; i < koma_json_array_length (array) && !has; i++)
    has = has_wrapped (koma_json_element (array, i));
  if (koma_json_node_object (node) != NULL)
    members = json_object_get_values (koma_json_node_object (node));
  for (GList *m = members; m != NULL && !has; m = m->next)
    has = has_wrapped (m->data);
  return has;
}

static JsonNode *
copy_plain (JsonNode *node)
{
  JsonNode   *wrapped = find_wrapped (node);
  JsonArray  *array = koma_json_node_array (node);
  JsonObject *object = koma_json_node_object (node);
  g_autoptr (GList) names = NULL;
  JsonNode *copy = NULL;

  if (wrapped != NULL)
    return copy_plain (wrapped);
  if (array != NULL) {
    copy = json_node_new (JSON_NODE_ARRAY);
    json_node_take_array (copy, json_array_sized_new (koma_json_array_length (array)));
    for (guint i = 0; i < koma_json_array_length (array); i++)
      json_array_add_element (json_node_get_array (copy),
                              copy_plain (koma_json_element (array, i)));
    return copy;
  }
  if (object == NULL)
    return json_node_copy (node);
  copy = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (copy, json_object_new ());
  names = json_object_get_members (object);
  for (GList *name = names; name != NULL; name = name->next)
    json_object_set_member (json_node_get_object (copy), name->data,
                            copy_plain (json_object_get_member (object, name->data)));
  return copy;
}

/**
 * koma_keras_make_plain:
 * @node: (transfer full) (nullable): that koma_json_parse () or koma_json_load () gave
 *
 * Thread: any.
 *
 * Returns: (transfer full) (nullable): @node, or a copy with plain numbers and lists
 */
JsonNode *
koma_keras_make_plain (JsonNode *node)
{
  JsonNode *plain = node;

  if (has_wrapped (node)) {
    plain = copy_plain (node);
    json_node_unref (node);
  }
  return plain;
}
