/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Layers of a class and settings, and those that an entry of a model describes. */
#include "layer.h"

#include "engine/formats/json.h"
#include "engine/formats/keras/entry.h"
#include "engine/formats/keras/layers.h"
#include "engine/koma/koma-error.h"
#include "layer-check.h"
#include "layer-config.h"
#include "layer-private.h"
#include "layer-registry.h"

/**
 * koma_layer_list_from_entries: (skip)
 * @entries: (nullable): of a model's layers
 *
 * Errors: those of koma_layer_new_from_entry().
 *
 * Returns: (transfer full) (nullable) (element-type KomaLayer): those that have settings
 */
GPtrArray *
koma_layer_list_from_entries (JsonArray *entries,
                              GError   **error)
{
  g_autoptr (GPtrArray) layers = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < koma_json_array_length (entries); i++) {
    JsonObject *entry = koma_json_node_object (koma_json_element (entries, i));
    KomaLayer  *layer = NULL;

    if (koma_json_get_object (entry, "config") == NULL)
      continue;
    layer = koma_layer_new_from_entry (entry, error);
    if (layer == NULL)
      return NULL;
    g_ptr_array_add (layers, g_object_ref_sink (layer));
  }
  return g_steal_pointer (&layers);
}

/**
 * koma_layer_new_from_entry: (skip)
 * @entry: a new reference is taken
 *
 * Errors: those of koma_layer_registry_make().
 *
 * Returns: (transfer floating) (nullable): the layer that an entry of a model describes
 */
KomaLayer *
koma_layer_new_from_entry (JsonObject *entry,
                           GError    **error)
{
  KomaLayer  *self = NULL;
  GPtrArray  *children = NULL;
  JsonObject *model = NULL;

  if (koma_layer_registry_has (koma_keras_layer_get_class (entry)))
    return koma_layer_registry_make (entry, error);
  model = koma_keras_layer_get_model (entry);
  if (model != NULL) {
    children = koma_layer_list_from_entries (koma_keras_layer_get_layers (model), error);
    if (children == NULL)
      return NULL;
  }
  self = koma_layer_new_for_entry (entry);
  koma_layer_get_private (self)->children = children;
  return self;
}

/**
 * koma_layer_new:
 * @class_name: "Dense", "Conv2D", "LSTM": a class of Keras
 * @config: (nullable): settings as a JSON object, `{"units": 10, "activation": "relu"}`; single
 *   quotes may be used instead of double ones. Names are those of Keras, "kernel_size", or of
 *   TensorFlow.js, "kernelSize". The first layer of a sequential model has "input_shape", without
 *   the batch, too.
 *
 * A layer of any class that Koma computes, or that koma_layer_register() was told. Thread: any.
 *
 * Errors: those of the function that was registered; %KOMA_ERROR_UNSUPPORTED if there is no such
 * class, the class has no such setting, there is no such activation, initializer, regularizer,
 * constraint, padding, data format, interpolation or merge mode, or a Bidirectional has
 * "merge_mode" null; %KOMA_ERROR_MODEL if @config is no JSON object, a setting is missing that the
 * class can not do without, a size is no whole number above 0, there are not as many sizes as
 * dimensions, or a rate is not from 0 to 1. Other settings are checked when the layer is applied.
 *
 * Returns: (transfer floating) (nullable): a new layer
 */
KomaLayer *
koma_layer_new (const char *class_name,
                const char *config,
                GError    **error)
{
  g_autoptr (JsonObject) entry = NULL;
  g_autoptr (JsonObject) settings = NULL;
  KomaOp op = 0;

  g_return_val_if_fail (class_name != NULL, NULL);

  if (!koma_layer_registry_has (class_name) && koma_keras_layers_find (class_name, &op) == NULL) {
    koma_fail (error, KOMA_ERROR_UNSUPPORTED, "There is no layer “%s”", class_name);
    return NULL;
  }
  settings = koma_layer_config_parse (config, error);
  if (settings == NULL) {
    g_prefix_error (error, "%s: ", class_name);
    return NULL;
  }
  if (!koma_layer_registry_has (class_name) && !koma_layer_check (class_name, settings, error))
    return NULL;
  /* Keras' default; in a file null would be meant. */
  if (g_str_equal (class_name, "Bidirectional") && !json_object_has_member (settings, "merge_mode"))
    json_object_set_string_member (settings, "merge_mode", "concat");
  entry = json_object_new ();
  json_object_set_string_member (entry, "class_name", class_name);
  json_object_set_object_member (entry, "config", g_steal_pointer (&settings));
  return koma_layer_new_from_entry (entry, error);
}

/* (transfer full): { "class_name", "config" }, whose settings are those of the layer itself: what
 * stands in both is one layer. */
static JsonObject *
refer_to (KomaLayer *layer)
{
  JsonObject *own = koma_layer_get_entry (layer);
  JsonObject *entry = json_object_new ();

  json_object_set_string_member (entry, "class_name", koma_layer_get_class_name (layer));
  json_object_set_object_member (entry, "config",
                                 json_object_ref (koma_json_get_object (own, "config")));
  return entry;
}

/**
 * koma_layer_new_time_distributed: (constructor)
 * @layer: what is applied to each step: a model of koma_layers_model_as_layer(), which shares its
 *   weights with the new layer; of another layer the settings alone are taken
 * @config: (nullable): settings as koma_layer_new() has them, without "layer"
 *
 * A TimeDistributed: `[batch, steps, …]` becomes what @layer makes of `[batch · steps, …]`, with
 * the steps apart again. Thread: that of the model.
 *
 * Errors: those of koma_layer_new().
 *
 * Returns: (transfer floating) (nullable): a new layer
 */
KomaLayer *
koma_layer_new_time_distributed (KomaLayer  *layer,
                                 const char *config,
                                 GError    **error)
{
  g_autoptr (JsonObject) settings = NULL;
  g_autoptr (JsonObject) entry = json_object_new ();
  KomaLayer *self = NULL;

  g_return_val_if_fail (KOMA_IS_LAYER (layer), NULL);

  settings = koma_layer_config_parse (config, error);
  if (settings == NULL) {
    g_prefix_error (error, "TimeDistributed: ");
    return NULL;
  }
  json_object_set_object_member (settings, "layer", refer_to (layer));
  if (!koma_layer_check ("TimeDistributed", settings, error))
    return NULL;
  json_object_set_string_member (entry, "class_name", "TimeDistributed");
  json_object_set_object_member (entry, "config", g_steal_pointer (&settings));
  self = koma_layer_new_for_entry (entry);
  if (koma_layer_get_private (layer)->children != NULL)
    koma_layer_get_private (self)->children =
      g_ptr_array_ref (koma_layer_get_private (layer)->children);
  return self;
}
