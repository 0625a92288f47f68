/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "model.h"

#include "engine/formats/json.h"

static gboolean
is_input_layer (JsonObject *layer)
{
  return g_str_equal (koma_keras_layer_get_class (layer), "InputLayer");
}

/* The first layer, through models that come first: Teachable Machine's export
 * is a Sequential of Sequentials, the innermost of which has the input. */
static JsonObject *
find_first_layer (JsonObject *model)
{
  JsonObject *layer = model;

  for (guint depth = 0; depth <= KOMA_MAX_NESTING; depth++) {
    JsonArray *layers = koma_keras_layer_get_layers (layer);

    if (layers == NULL)
      return layer;
    layer = koma_json_node_object (koma_json_element (layers, 0));
  }
  return NULL;
}

static gboolean
add_graph_input (KomaKerasBuilder *builder,
                 JsonObject       *model,
                 GArray           *values,
                 GError          **error)
{
  JsonObject *first = find_first_layer (model);
  KomaValueId value = KOMA_VALUE_NONE;

  if (first == NULL)
    return koma_fail (error, KOMA_ERROR_MODEL, "Sequential “%s” has no layers",
                      koma_keras_layer_get_name (model));
  if (!koma_keras_add_input (builder, first, is_input_layer (first) ? "" : "_input", &value, error))
    return FALSE;
  g_array_append_val (values, value);
  return TRUE;
}

/**
 * koma_keras_lower_sequential:
 * @model: its entry
 * @inputs: (element-type KomaValueId): none at the top level
 *
 * Lowers layers in a row, each reading the one before.
 *
 * Errors: %KOMA_ERROR_MODEL if a setting or a weight is damaged or missing, a
 * reference leads nowhere or the layers form a cycle; %KOMA_ERROR_SHAPE if a
 * layer does not fit its input; %KOMA_ERROR_MEMORY if a limit is passed or
 * memory lacks. A layer that no op computes is no error: it is counted in the
 * builder.
 */
gboolean
koma_keras_lower_sequential (KomaKerasBuilder *builder,
                             JsonObject       *model,
                             GArray           *inputs,
                             guint             depth,
                             GArray           *ret_outputs,
                             GError          **error)
{
  JsonArray *layers = koma_keras_layer_get_layers (model);
  g_autoptr (GArray) values = g_array_copy (inputs);

  if (values->len == 0 && !add_graph_input (builder, model, values, error))
    return FALSE;
  for (guint i = 0; i < koma_json_array_length (layers); i++) {
    JsonObject *layer = koma_json_node_object (koma_json_element (layers, i));
    g_autoptr (GArray) outputs = g_array_new (FALSE, FALSE, sizeof (KomaValueId));

    if (i == 0 && is_input_layer (layer))
      continue;
    if (!koma_keras_lower_layer (builder, layer, values, depth, outputs, error))
      return FALSE;
    g_array_unref (values);
    values = g_steal_pointer (&outputs);
  }
  g_array_append_vals (ret_outputs, values->data, values->len);
  return TRUE;
}
