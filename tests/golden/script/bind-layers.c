/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Layers, and the symbols that they are applied to. */
#include <string.h>

#include "bindings.h"

static const char *const class_names[] = {
#define KOMA_KERAS_LAYER(class_name, lower, op, masks) class_name,
#include "engine/formats/keras/layers.inc"
#undef KOMA_KERAS_LAYER
  "GRUCell",
  "InputLayer",
  "LSTMCell",
  "SimpleRNNCell",
  "StackedRNNCells",
};

/* (nullable): Keras' name of tf.layers.maxPooling2d; the two differ in capitals. */
static const char *
find_class (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (class_names); i++)
    if (g_ascii_strcasecmp (class_names[i], name) == 0)
      return class_names[i];
  return NULL;
}

gboolean
script_has_layer (const char *name)
{
  return find_class (name) != NULL;
}

/* (transfer full) (nullable): the settings of a layer, as its function has them. */
static char *
read_config (const ScriptValue *settings,
             GError           **error)
{
  g_autoptr (JsonNode) node = NULL;

  if (script_value_is_missing (settings))
    return g_strdup ("{}");
  node = script_value_to_json (settings);
  if (node != NULL && JSON_NODE_HOLDS_OBJECT (node))
    return json_to_string (node, FALSE);
  koma_fail (error, KOMA_ERROR_ARGUMENT, "Settings are an object of numbers, texts and layers");
  return NULL;
}

/* tf.layers.dense ({units: 2}) */
ScriptValue *
script_call_layer (ScriptCall *call,
                   GError    **error)
{
  const char      *name = find_class (call->name + strlen ("tf.layers."));
  g_autofree char *config = read_config (script_argument (call, 0), error);

  return config != NULL ? script_new_object (call->script, koma_layer_new (name, config, error))
                        : NULL;
}

/* tf.input ({shape: [3], name: "x"}) */
static ScriptValue *
input (ScriptCall *call,
       GError    **error)
{
  const ScriptValue *settings = script_argument (call, 0);
  g_autoptr (GArray) shape = script_get_ints (script_value_get (settings, "shape"), error);

  if (shape == NULL)
    return NULL;
  return script_new_object (call->script,
                            koma_symbol_new_input ((const int *) shape->data, shape->len,
                                                   script_value_string (
                                                     script_value_get (settings, "name")),
                                                   error));
}

/* (transfer container) (nullable): the symbols of a list, or the only one. */
GPtrArray *
script_to_symbols (const ScriptValue *value,
                   GError           **error)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
  const gboolean is_list = value != NULL && value->kind == SCRIPT_LIST;

  for (guint i = 0; i < (is_list ? value->items->len : 1); i++) {
    const ScriptValue *item = is_list ? script_value_item (value, i) : value;
    KomaSymbol        *symbol = script_value_object (item, KOMA_TYPE_SYMBOL);

    if (symbol == NULL) {
      koma_fail (error, KOMA_ERROR_ARGUMENT, "%s is no symbol", script_value_type_name (item));
      return NULL;
    }
    g_ptr_array_add (symbols, symbol);
  }
  return g_steal_pointer (&symbols);
}

/* layer.apply (symbol), or of a list of them; a list where the layer gives several. */
static ScriptValue *
apply (ScriptCall *call,
       GError    **error)
{
  KomaLayer *layer = script_value_object (call->self, KOMA_TYPE_LAYER);
  g_autoptr (GPtrArray) inputs = script_to_symbols (script_argument (call, 0), error);
  KomaSymbol  *symbol = NULL;
  ScriptValue *first = NULL;
  ScriptValue *list = NULL;

  if (inputs == NULL)
    return NULL;
  symbol = koma_layer_apply_all (layer, (KomaSymbol **) inputs->pdata, inputs->len, error);
  first = script_new_object (call->script, symbol);
  if (first == NULL || koma_symbol_get_n_siblings (symbol) < 2)
    return first;
  list = script_new_list (call->script);
  for (guint i = 0; i < koma_symbol_get_n_siblings (symbol); i++)
    g_ptr_array_add (list->items,
                     script_new_object (call->script, koma_symbol_get_sibling (symbol, i)));
  return list;
}

static ScriptValue *
get_name (ScriptCall *call,
          GError    **error)
{
  const char *name = koma_layer_get_name (script_value_object (call->self, KOMA_TYPE_LAYER));

  return script_new_text (call->script, name != NULL ? name : "");
}

static ScriptValue *
is_trainable (ScriptCall *call,
              GError    **error)
{
  return script_new_boolean (call->script, koma_layer_get_trainable (script_value_object (
                                             call->self, KOMA_TYPE_LAYER)));
}

/* An open dimension is null. */
static ScriptValue *
get_shape (ScriptCall *call,
           GError    **error)
{
  guint      rank = 0;
  const int *shape =
    koma_symbol_get_shape (script_value_object (call->self, KOMA_TYPE_SYMBOL), &rank);
  ScriptValue *list = script_new_list (call->script);

  for (guint d = 0; d < rank; d++)
    g_ptr_array_add (list->items, shape[d] < 0 ? script_new_value (call->script, SCRIPT_NULL)
                                               : script_new_number (call->script, shape[d]));
  return list;
}

const ScriptBinding script_layer_functions[] = {
  { "tf.input", input, FALSE },
  { NULL, NULL, FALSE },
};

const ScriptBinding script_layer_members[] = {
  { "apply", apply, FALSE },
  { "name", get_name, TRUE },
  { "trainable", is_trainable, TRUE },
  { NULL, NULL, FALSE },
};

const ScriptBinding script_symbol_members[] = {
  { "shape", get_shape, TRUE },
  { NULL, NULL, FALSE },
};
