/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"
#include "mask.h"
#include "model.h"
#include "operation.h"

#include "engine/formats/json.h"

/* (nullable) "math.add" of a TFOpLambda, "Add" of an operation of Keras 3; NULL: a layer. */
static const char *
get_operation (JsonObject *layer)
{
  const char *class_name = koma_keras_layer_get_class (layer);
  const char *module = koma_json_get_string (layer, "module");

  if (g_str_equal (class_name, "TFOpLambda") || g_str_equal (class_name, "SlicingOpLambda")) {
    const char *function = koma_json_get_string (koma_json_get_object (layer, "config"),
                                                 "function");

    return function != NULL ? function : class_name;
  }
  if (module == NULL || !g_str_has_prefix (module, "keras"))
    return NULL;
  return strstr (module, ".ops.") != NULL || g_str_has_suffix (module, ".ops") ? class_name : NULL;
}

/* A layer that Koma does not know is no error yet: the model can still be
 * looked at. What it would have given is missing. */
static gboolean
note_unsupported (KomaKerasBuilder    *builder,
                  const KomaKerasCall *call,
                  const GError        *reason, /* (nullable) */
                  GArray              *ret_outputs)
{
  const KomaValueId none = KOMA_VALUE_NONE;
  g_autofree char  *what = reason != NULL
                             ? g_strdup_printf ("%s (%s)", call->class_name, reason->message)
                             : g_strdup (call->class_name);

  koma_raw_model_note_unsupported (builder->raw, what, call->name);
  g_array_append_val (ret_outputs, none);
  return TRUE;
}

static gboolean
is_any_missing (GArray *inputs)
{
  for (guint i = 0; i < inputs->len; i++) {
    if (g_array_index (inputs, KomaValueId, i) == KOMA_VALUE_NONE)
      return TRUE;
  }
  return FALSE;
}

static KomaValueId
lower_sound (KomaBuilder         *b,
             KomaKerasLower       lower,
             const KomaKerasCall *call)
{
  KomaValueId mask = KOMA_VALUE_NONE;
  KomaValueId y = KOMA_VALUE_NONE;

  if (call->operation != NULL)
    return lower (b, call);
  if (koma_keras_layers_get_masks (call->class_name) == KOMA_KERAS_MASKS_PASS)
    mask = koma_keras_join_masks (b, call);
  y = koma_keras_lower_turned (b, lower, call);
  koma_keras_set_mask (call->keras, y, mask);
  return y;
}

static gboolean
lower_leaf (KomaKerasBuilder *builder,
            KomaKerasCall    *call,
            GArray           *inputs,
            GArray           *ret_outputs,
            GError          **error)
{
  KomaKerasLower lower = call->operation != NULL
                           ? koma_keras_lower_operation
                           : koma_keras_layers_find (call->class_name, &call->op);
  KomaValueId    output = KOMA_VALUE_NONE;
  g_autoptr (GError) reason = NULL;

  if (builder->raw != NULL)
    koma_raw_model_count_op (builder->raw, call->class_name);
  if (builder->lower_own != NULL && builder->lower_own (call, ret_outputs))
    return koma_builder_finish (&builder->nodes, error);
  if (lower == NULL && builder->is_building)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "layers of this class are not supported");
  if (lower == NULL)
    return note_unsupported (builder, call, NULL, ret_outputs);
  if (inputs->len == 0)
    return koma_fail (error, KOMA_ERROR_MODEL, "has no input");
  g_array_set_size (builder->others, 0);
  if (!is_any_missing (inputs))
    output = lower_sound (&builder->nodes, lower, call);
  if (!koma_builder_finish (&builder->nodes, &reason)) {
    if (!builder->is_building && g_error_matches (reason, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED))
      return note_unsupported (builder, call, reason, ret_outputs);
    g_propagate_error (error, g_steal_pointer (&reason));
    return FALSE;
  }
  g_array_append_val (ret_outputs, output);
  g_array_append_vals (ret_outputs, builder->others->data, builder->others->len);
  return TRUE;
}

static gboolean
check_limits (KomaKerasBuilder *builder,
              guint             depth,
              GError          **error)
{
  /* A model nested in itself by a few levels, each used twice, asks for
   * more layers than the file has bytes: so uses are counted, not entries. */
  if (++builder->n_calls > KOMA_MAX_NODES)
    return koma_fail (error, KOMA_ERROR_MEMORY, "more than %d layers", KOMA_MAX_NODES);
  if (depth > KOMA_MAX_NESTING)
    return koma_fail (error, KOMA_ERROR_MEMORY, "models nested deeper than %d",
                      KOMA_MAX_NESTING);
  return TRUE;
}

/* A model that is a layer of another; one that is not trainable freezes the layers in it. */
static gboolean
lower_model (KomaKerasBuilder    *builder,
             JsonObject          *layer,
             const KomaKerasCall *call,
             GArray              *inputs,
             guint                depth,
             GArray              *ret_outputs,
             GError             **error)
{
  const gboolean was_frozen = builder->is_frozen;
  JsonObject    *outer = builder->model;
  gboolean       is_trainable = TRUE;
  gboolean       is_lowered = FALSE;

  if (builder->is_building)
    is_trainable = koma_keras_config_boolean (call, "trainable", TRUE);
  if (!koma_builder_finish (&builder->nodes, error))
    return FALSE;
  builder->is_frozen = was_frozen || !is_trainable;
  builder->model = layer;
  is_lowered =
    koma_keras_layer_is_functional (layer)
      ? koma_keras_lower_functional (builder, layer, inputs, depth + 1, ret_outputs, error)
      : koma_keras_lower_sequential (builder, layer, inputs, depth + 1, ret_outputs, error);
  builder->is_frozen = was_frozen;
  builder->model = outer;
  return is_lowered;
}

static void
note_use (KomaKerasBuilder *builder,
          JsonObject       *layer,
          GArray           *inputs,
          guint             depth,
          GArray           *outputs)
{
  const KomaKerasUse use = {
    .layer = layer,
    .inputs = g_array_copy (inputs),
    .outputs = g_array_copy (outputs),
    .depth = depth,
  };

  g_array_append_val (builder->uses, use);
}

/**
 * koma_keras_lower_layer:
 * @layer: an entry of a model's layers
 * @inputs: (element-type KomaValueId):
 * @depth: how many models it is nested in
 *
 * Lowers one use of a layer or of a nested model.
 *
 * Errors: %KOMA_ERROR_MODEL if a setting or a weight is damaged or missing, a
 * reference leads nowhere or the layers form a cycle; %KOMA_ERROR_SHAPE if a
 * layer does not fit its input; %KOMA_ERROR_MEMORY if a limit is passed or
 * memory lacks. A layer that no op computes is no error: it is counted in the
 * builder. Errors name the layer.
 */
gboolean
koma_keras_lower_layer (KomaKerasBuilder *builder,
                        JsonObject       *layer,
                        GArray           *inputs,
                        guint             depth,
                        GArray           *ret_outputs,
                        GError          **error)
{
  const char   *outer_name = builder->nodes.name;
  KomaKerasCall call = {
    .keras = builder,
    .class_name = koma_keras_layer_get_class (layer),
    .name = koma_keras_layer_get_name (layer),
    .config = koma_json_get_object (layer, "config"),
    .operation = get_operation (layer),
    .inbound = g_steal_pointer (&builder->inbound),
    .inputs = (const KomaValueId *) inputs->data,
    .n_inputs = inputs->len,
  };
  gboolean is_lowered = FALSE;

  if (!check_limits (builder, depth, error))
    return FALSE;
  if (koma_keras_layer_is_functional (layer) || koma_keras_layer_is_sequential (layer)) {
    is_lowered = lower_model (builder, layer, &call, inputs, depth, ret_outputs, error);
  } else {
    /* Layers in it, such as those of a Bidirectional, are its own. */
    JsonObject *outer = builder->layer;

    builder->layer = outer != NULL ? outer : layer;
    builder->nodes.name = call.name;
    is_lowered = lower_leaf (builder, &call, inputs, ret_outputs, error);
    builder->nodes.name = outer_name;
    builder->layer = outer;
    if (!is_lowered)
      g_prefix_error (error, "%s “%s”: ", call.class_name, call.name);
  }
  if (is_lowered && builder->is_building)
    note_use (builder, layer, inputs, depth, ret_outputs);
  return is_lowered;
}
