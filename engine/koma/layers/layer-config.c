/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layer-config.h"

#include <string.h>

#include "engine/formats/json.h"
#include "engine/koma/koma-error.h"

/**
 * koma_layer_config_to_snake_case:
 *
 * As TensorFlow.js does it, with the same two expressions.
 *
 * Returns: (transfer full): the name in lower case, with underscores between words
 */
char *
koma_layer_config_to_snake_case (const char *name)
{
  g_autoptr (GRegex) words = g_regex_new ("(.)([A-Z][a-z0-9]+)", 0, 0, NULL);
  g_autoptr (GRegex) capitals = g_regex_new ("([a-z])([A-Z])", 0, 0, NULL);
  g_autofree char *first = g_regex_replace (words, name, -1, 0, "\\1_\\2", 0, NULL);
  g_autofree char *second = NULL;

  if (first != NULL)
    second = g_regex_replace (capitals, first, -1, 0, "\\1_\\2", 0, NULL);
  return g_ascii_strdown (second != NULL ? second : name, -1);
}

/* [batch, ...], where @object has a setting of its size; [null, ...] */
static JsonArray *
add_batch (JsonObject *object,
           JsonArray  *shape)
{
  JsonArray *whole = json_array_new ();
  gint64     batch = 0;

  if (koma_json_node_int (koma_json_get (object, "batchSize"), &batch) ||
      koma_json_node_int (koma_json_get (object, "batch_size"), &batch))
    json_array_add_int_element (whole, batch);
  else
    json_array_add_null_element (whole);
  for (guint i = 0; i < json_array_get_length (shape); i++)
    json_array_add_element (whole, json_array_dup_element (shape, i));
  return whole;
}

static JsonObject *to_keras (JsonObject *object);

/* What is within is read likewise: { "className": "L2", "config": … }, and lists of such. Its depth
 * is that of the text, which koma_json_parse () limits. */
static JsonNode *
value_to_keras (JsonNode *node)
{
  JsonObject *object = koma_json_node_object (node);
  JsonArray  *array = koma_json_node_array (node);
  JsonArray  *list = NULL;
  JsonNode   *copy = NULL;

  if (object == NULL && array == NULL)
    return json_node_copy (node);
  copy = json_node_new (object != NULL ? JSON_NODE_OBJECT : JSON_NODE_ARRAY);
  if (object != NULL) {
    json_node_take_object (copy, to_keras (object));
    return copy;
  }
  list = json_array_new ();
  for (guint i = 0; i < json_array_get_length (array); i++)
    json_array_add_element (list, value_to_keras (json_array_get_element (array, i)));
  json_node_take_array (copy, list);
  return copy;
}

/* Settings may be called as in TensorFlow.js, "kernelSize", and the shape of the input may be given
 * without the batch, whose size may stand beside it. */
static JsonObject *
to_keras (JsonObject *object)
{
  JsonObject *config = json_object_new ();
  g_autoptr (GList) names = json_object_get_members (object);

  for (GList *n = names; n != NULL; n = n->next) {
    g_autofree char *name = koma_layer_config_to_snake_case (n->data);
    JsonNode        *node = json_object_get_member (object, n->data);
    JsonArray       *array = koma_json_node_array (node);

    if (strcmp (name, "input_shape") == 0 && array != NULL)
      json_object_set_array_member (config, "batch_input_shape", add_batch (object, array));
    else
      json_object_set_member (config, name, value_to_keras (node));
  }
  return config;
}

/**
 * koma_layer_config_parse:
 * @text: (nullable): a JSON object; single quotes may stand for double ones where there are none
 *
 * Errors: %KOMA_ERROR_MODEL if @text is no JSON object.
 *
 * Returns: (transfer full) (nullable): the settings under Keras' names; empty for %NULL
 */
JsonObject *
koma_layer_config_parse (const char *text,
                         GError    **error)
{
  g_autofree char *json = g_strdup (text != NULL ? text : "{}");
  g_autoptr (JsonNode) node = NULL;

  if (strchr (json, '"') == NULL)
    g_strdelimit (json, "'", '"');
  node = koma_json_parse (json, strlen (json), "settings", error);
  if (node == NULL)
    return NULL;
  if (koma_json_node_object (node) == NULL) {
    koma_fail (error, KOMA_ERROR_MODEL, "settings: expected a JSON object");
    return NULL;
  }
  return to_keras (koma_json_node_object (node));
}
