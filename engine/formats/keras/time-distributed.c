/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "layers.h"
#include "model.h"
#include "steps.h"

#include "engine/formats/json.h"

/* The layer within, whose weights are called after the wrapper, or a model. */
static gboolean
lower_inner (KomaKerasBuilder    *builder,
             const KomaKerasCall *call,
             JsonObject          *layer,
             KomaValueId          input,
             KomaValueId         *ret_output,
             GError             **error)
{
  KomaKerasCall inner = {
    .class_name = koma_keras_layer_get_class (layer),
    .name = call->name,
    .config = koma_json_get_object (layer, "config"),
    .inputs = &input,
    .n_inputs = 1,
  };
  KomaKerasLower lower = koma_keras_layers_find (inner.class_name, &inner.op);
  g_autoptr (GArray) inputs = g_array_new (FALSE, FALSE, sizeof (KomaValueId));
  g_autoptr (GArray) outputs = g_array_new (FALSE, FALSE, sizeof (KomaValueId));

  if (lower != NULL)
    return koma_keras_lower_turned (builder, lower, &inner, ret_output, error);
  if (!koma_keras_layer_is_functional (layer) && !koma_keras_layer_is_sequential (layer))
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "layer “%s” in it", inner.class_name);
  g_array_append_val (inputs, input);
  if (!koma_keras_lower_layer (builder, layer, inputs, 1, outputs, error))
    return FALSE;
  if (outputs->len != 1 || g_array_index (outputs, KomaValueId, 0) == KOMA_VALUE_NONE)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "the model in it");
  *ret_output = g_array_index (outputs, KomaValueId, 0);
  return TRUE;
}

/* TimeDistributed: the layer within on each step, [n, steps, ..]; all steps are one batch. */
gboolean
koma_keras_time_distributed (KomaKerasBuilder    *builder,
                             const KomaKerasCall *call,
                             KomaValueId         *ret_output,
                             GError             **error)
{
  const KomaValueId x = call->inputs[0];
  const guint       rank = koma_keras_get_rank (builder, x);
  JsonObject       *layer = koma_json_get_object (call->config, "layer");
  KomaValueId       value = KOMA_VALUE_NONE;

  if (layer == NULL)
    return koma_fail (error, KOMA_ERROR_MODEL, "setting “layer” is no layer");
  if (rank < 3)
    return koma_fail (error, KOMA_ERROR_SHAPE, "input has %u dimensions, expected 3 or more", rank);
  if (!koma_keras_add_merged_steps (builder, call->name, x, &value, error) ||
      !lower_inner (builder, call, layer, value, &value, error))
    return FALSE;
  g_array_set_size (builder->others, 0);
  return koma_keras_add_parted_steps (builder, call->name, value, x, ret_output, error);
}
