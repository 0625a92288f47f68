/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Values as text and as JSON. */
#include "engine/koma/number-text.h"
#include "value.h"

/* An array may have itself as an element. */
#define MAX_DEPTH 32

static void append_inner (GString *text, const ScriptValue *value, guint depth);

static void
append_items (GString           *text,
              const ScriptValue *value,
              guint              depth)
{
  const gboolean is_record = value->kind == SCRIPT_RECORD;

  g_string_append (text, is_record ? "{" : "[");
  for (guint i = 0; i < value->items->len; i++) {
    g_string_append (text, i > 0 ? ", " : " ");
    if (is_record)
      g_string_append_printf (text, "%s: ", (const char *) g_ptr_array_index (value->keys, i));
    append_inner (text, g_ptr_array_index (value->items, i), depth + 1);
  }
  g_string_append (text, value->items->len > 0 ? " " : "");
  g_string_append (text, is_record ? "}" : "]");
}

static void
append_tensor (GString    *text,
               KomaTensor *tensor)
{
  g_autofree char *numbers = koma_tensor_to_string (tensor, FALSE, NULL);

  g_string_append (text, numbers != NULL ? numbers : "Tensor is disposed.");
}

static void
append (GString           *text,
        const ScriptValue *value,
        guint              depth)
{
  g_autofree char *number = NULL;

  switch (value->kind) {
  case SCRIPT_BOOLEAN:
    g_string_append (text, value->number != 0 ? "true" : "false");
    break;
  case SCRIPT_DOUBLE:
    number = koma_number_to_text (value->number);
    g_string_append (text, number);
    break;
  case SCRIPT_TEXT:
    g_string_append (text, value->text);
    break;
  case SCRIPT_LIST:
  case SCRIPT_RECORD:
    if (depth < MAX_DEPTH)
      append_items (text, value, depth);
    break;
  case SCRIPT_GOBJECT:
    if (KOMA_IS_TENSOR (value->object)) {
      append_tensor (text, KOMA_TENSOR (value->object));
      break;
    }
    G_GNUC_FALLTHROUGH;
  default:
    g_string_append (text, script_value_type_name (value));
  }
}

/* Strings in arrays and objects have quotes. */
static void
append_inner (GString           *text,
              const ScriptValue *value,
              guint              depth)
{
  if (value->kind == SCRIPT_TEXT)
    g_string_append_printf (text, "'%s'", value->text);
  else
    append (text, value, depth);
}

char *
script_value_to_text (const ScriptValue *self)
{
  GString *text = g_string_new (NULL);

  append (text, self, 0);
  return g_string_free (text, FALSE);
}

static JsonNode *to_json (const ScriptValue *self, guint depth);

static JsonNode *
list_to_json (const ScriptValue *self,
              guint              depth)
{
  g_autoptr (JsonArray) array = json_array_new ();

  for (guint i = 0; i < self->items->len; i++) {
    JsonNode *element = to_json (g_ptr_array_index (self->items, i), depth + 1);

    if (element == NULL)
      return NULL;
    json_array_add_element (array, element);
  }
  return json_node_init_array (json_node_alloc (), array);
}

static JsonNode *
record_to_json (const ScriptValue *self,
                guint              depth)
{
  g_autoptr (JsonObject) object = json_object_new ();

  for (guint i = 0; i < self->items->len; i++) {
    const ScriptValue *item = g_ptr_array_index (self->items, i);
    JsonNode          *member = NULL;

    if (item->kind == SCRIPT_UNDEFINED)
      continue;
    member = to_json (item, depth + 1);
    if (member == NULL)
      return NULL;
    json_object_set_member (object, g_ptr_array_index (self->keys, i), member);
  }
  return json_node_init_object (json_node_alloc (), object);
}

/* A layer within a layer, as Keras writes it: {"class_name", "config"}. */
static JsonNode *
layer_to_json (KomaLayer *layer)
{
  g_autofree char *config = koma_layer_get_config (layer);
  g_autoptr (JsonObject) object = json_object_new ();
  JsonNode *node = json_from_string (config, NULL);

  if (node == NULL)
    return NULL;
  json_object_set_string_member (object, "class_name", koma_layer_get_class_name (layer));
  json_object_set_member (object, "config", node);
  return json_node_init_object (json_node_alloc (), object);
}

static JsonNode *
to_json (const ScriptValue *self,
         guint              depth)
{
  if (depth > MAX_DEPTH)
    return NULL;
  switch (self->kind) {
  case SCRIPT_UNDEFINED:
  case SCRIPT_NULL:
    return json_node_init_null (json_node_alloc ());
  case SCRIPT_BOOLEAN:
    return json_node_init_boolean (json_node_alloc (), self->number != 0);
  case SCRIPT_DOUBLE:
    return json_node_init_double (json_node_alloc (), self->number);
  case SCRIPT_TEXT:
    return json_node_init_string (json_node_alloc (), self->text);
  case SCRIPT_LIST:
    return list_to_json (self, depth);
  case SCRIPT_RECORD:
    return record_to_json (self, depth);
  case SCRIPT_GOBJECT:
    return KOMA_IS_LAYER (self->object) ? layer_to_json (KOMA_LAYER (self->object)) : NULL;
  default:
    return NULL;
  }
}

JsonNode *
script_value_to_json (const ScriptValue *self)
{
  return to_json (self, 0);
}
