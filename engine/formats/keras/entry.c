/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "entry.h"

#include "engine/formats/json.h"

/**
 * koma_keras_layer_get_class:
 *
 * Returns: (transfer none): the class of a layer; "" where it has none
 */
const char *
koma_keras_layer_get_class (JsonObject *layer)
{
  const char *class_name = koma_json_get_string (layer, "class_name");

  return class_name != NULL ? class_name : "";
}

/**
 * koma_keras_layer_get_name:
 *
 * Returns: the name: of the entry, else of the settings, else the class
 */
const char *
koma_keras_layer_get_name (JsonObject *layer)
{
  const char *name = koma_json_get_string (layer, "name");

  if (name == NULL)
    name = koma_json_get_string (koma_json_get_object (layer, "config"), "name");
  return name != NULL ? name : koma_keras_layer_get_class (layer);
}

/**
 * koma_keras_layer_is_functional:
 *
 * Whether the layer is a model whose layers name each other.
 */
gboolean
koma_keras_layer_is_functional (JsonObject *layer)
{
  const char *class_name = koma_keras_layer_get_class (layer);

  return g_str_equal (class_name, "Model") || g_str_equal (class_name, "Functional");
}

/**
 * koma_keras_layer_is_sequential:
 *
 * Whether the layer is a model whose layers stand in a row.
 */
gboolean
koma_keras_layer_is_sequential (JsonObject *layer)
{
  return g_str_equal (koma_keras_layer_get_class (layer), "Sequential");
}

/**
 * koma_keras_layer_get_layers:
 *
 * Returns: (nullable): the layers of a model. The settings of a Sequential
 *   are an object that holds them, or (before Keras 2.3) the array itself.
 */
JsonArray *
koma_keras_layer_get_layers (JsonObject *layer)
{
  JsonArray *layers = koma_json_get_array (layer, "config");

  return layers != NULL ? layers
                        : koma_json_get_array (koma_json_get_object (layer, "config"), "layers");
}

/**
 * koma_keras_layer_get_model:
 *
 * Returns: (transfer none) (nullable): @layer if it is a model, or the model in a TimeDistributed
 */
JsonObject *
koma_keras_layer_get_model (JsonObject *layer)
{
  if (g_str_equal (koma_keras_layer_get_class (layer), "TimeDistributed"))
    layer = koma_json_get_object (koma_json_get_object (layer, "config"), "layer");
  return layer != NULL &&
             (koma_keras_layer_is_functional (layer) || koma_keras_layer_is_sequential (layer))
           ? layer
           : NULL;
}

/**
 * koma_keras_layer_get_identity:
 *
 * A layer that models share stands in each of them, with the same settings: not such that are
 * equal, but one object.
 *
 * Returns: (transfer none): the object, or the entry that has none
 */
gconstpointer
koma_keras_layer_get_identity (JsonObject *layer)
{
  JsonObject *config = koma_json_get_object (layer, "config");

  return config != NULL ? config : layer;
}
