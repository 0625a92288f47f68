/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"
#include "model.h"
#include "steps.h"

#include "engine/formats/json.h"

/* A model, whose layers own their weights; the wrapper may freeze them. */
static gboolean
lower_model (KomaKerasBuilder    *keras,
             const KomaKerasCall *call,
             JsonObject          *model,
             GArray              *inputs,
             GArray              *outputs,
             GError             **error)
{
  const gboolean was_frozen = keras->is_frozen;
  JsonObject    *wrapper = keras->layer;
  gboolean       is_lowered = FALSE;

  if (keras->is_building && !koma_keras_config_boolean (call, "trainable", TRUE))
    keras->is_frozen = TRUE;
  keras->layer = NULL;
  is_lowered = koma_keras_lower_layer (keras, model, inputs, 2, outputs, error);
  keras->layer = wrapper;
  keras->is_frozen = was_frozen;
  return is_lowered;
}

/* The layer within, whose weights are called after the wrapper, or a model. */
static KomaValueId
lower_inner (KomaBuilder         *b,
             const KomaKerasCall *call,
             JsonObject          *layer,
             KomaValueId          input)
{
  KomaKerasCall inner = {
    .keras = call->keras,
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
    return koma_keras_lower_turned (b, lower, &inner);
  if (koma_keras_layer_get_model (layer) != layer)
    return koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "layer “%s” in it", inner.class_name);
  g_array_append_val (inputs, input);
  if (b->error != NULL || !lower_model (call->keras, call, layer, inputs, outputs, &b->error))
    return KOMA_VALUE_NONE;
  if (outputs->len != 1 || g_array_index (outputs, KomaValueId, 0) == KOMA_VALUE_NONE)
    return koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "the model in it");
  return g_array_index (outputs, KomaValueId, 0);
}

/* TimeDistributed: the layer within on each step, [n, steps, ..]; all steps are one batch. */
KomaValueId
koma_keras_time_distributed (KomaBuilder         *b,
                             const KomaKerasCall *call)
{
  const KomaValueId x = call->inputs[0];
  const guint       rank = koma_builder_get_rank (b, x);
  JsonObject       *layer = koma_json_get_object (call->config, "layer");
  KomaValueId       y = KOMA_VALUE_NONE;

  if (layer == NULL)
    return koma_builder_fail (b, KOMA_ERROR_MODEL, "setting “layer” is no layer");
  if (rank < 3)
    return koma_builder_fail (b, KOMA_ERROR_SHAPE,
                              "input has %u dimensions, expected 3 or more", rank);
  y = lower_inner (b, call, layer, koma_keras_add_merged_steps (b, x));
  g_array_set_size (call->keras->others, 0);
  return koma_keras_add_parted_steps (b, y, x);
}
