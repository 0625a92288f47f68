/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"
#include "mask.h"
#include "model.h"
#include "recurrent.h"
#include "steps.h"

#include "engine/formats/json.h"

typedef struct
{
  const char *word;
  KomaOp      op;
} Merge;

/* How the two outputs become one. Keep alphabetized. */
static const Merge merges[] = {
  { "ave", KOMA_OP_MUL },
  { "concat", KOMA_OP_CONCAT },
  { "mul", KOMA_OP_MUL },
  { "sum", KOMA_OP_ADD },
};

/**
 * koma_keras_make_direction_name:
 * @name: of the Bidirectional
 * @prefix: “forward_”, “backward_”
 * @layer: of that direction
 *
 * Returns: (transfer full): what the weights of a direction are called after
 */
char *
koma_keras_make_direction_name (const char *name,
                                const char *prefix,
                                JsonObject *layer)
{
  const char *inner = koma_keras_layer_get_name (layer);

  return g_strdup_printf ("%s/%s%s", name, g_str_has_prefix (inner, prefix) ? "" : prefix, inner);
}

static gboolean
add_direction (KomaKerasBuilder    *builder,
               const KomaKerasCall *call,
               const char          *prefix,
               JsonObject          *layer,
               gboolean             is_turned,
               const KomaValueId   *states, /* [n_states] */
               guint                n_states,
               KomaValueId         *ret_output,
               GError             **error)
{
  g_autofree char        *name = koma_keras_make_direction_name (call->name, prefix, layer);
  g_autofree KomaValueId *inputs = g_new0 (KomaValueId, 1 + n_states);
  const KomaKerasCall     one = {
        .class_name = koma_keras_layer_get_class (layer),
        .name = name,
        .config = koma_json_get_object (layer, "config"),
        .inputs = inputs,
        .n_inputs = 1 + n_states,
  };

  inputs[0] = call->inputs[0];
  memcpy (&inputs[1], states, n_states * sizeof *inputs);
  return koma_keras_add_recurrent (builder, &one, is_turned, ret_output, error);
}

/* The layer of the other direction is the same unless the settings have one. */
static gboolean
add_both (KomaKerasBuilder    *builder,
          const KomaKerasCall *call,
          JsonObject          *forward,
          KomaValueId         *ret_outputs, /* [2] */
          GError             **error)
{
  JsonObject *backward = koma_json_get_object (call->config, "backward_layer");
  const guint n_states = (call->n_inputs - 1) / 2;

  if (call->n_inputs % 2 == 0)
    return koma_fail (error, KOMA_ERROR_MODEL, "is given %u states, expected an even number",
                      call->n_inputs - 1);
  return add_direction (builder, call, "forward_", forward, FALSE, &call->inputs[1], n_states,
                        &ret_outputs[0], error) &&
         add_direction (builder, call, "backward_", backward != NULL ? backward : forward,
                        backward == NULL, &call->inputs[1 + n_states], n_states, &ret_outputs[1],
                        error);
}

static gboolean
add_concat (KomaKerasBuilder  *builder,
            const char        *name,
            const KomaValueId *outputs, /* [2] */
            KomaValueId       *ret_output,
            GError           **error)
{
  const guint         rank = koma_keras_get_rank (builder, outputs[0]);
  const KomaValueId   inputs[] = { outputs[0], outputs[1],
                                   koma_keras_add_int (builder, (gint32) rank - 1, error) };
  const KomaKerasCall like = { .name = name, .inputs = inputs, .n_inputs = 3 };

  return inputs[2] != KOMA_VALUE_NONE &&
         koma_keras_add_node (builder, KOMA_OP_CONCAT, &like, NULL, ret_output, error);
}

static gboolean
add_merged (KomaKerasBuilder    *builder,
            const KomaKerasCall *call,
            const char          *word,
            const KomaValueId   *outputs, /* [2] */
            KomaValueId         *ret_output,
            GError             **error)
{
  const Merge *merge = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (merges); i++)
    if (g_str_equal (merges[i].word, word))
      merge = &merges[i];
  if (merge == NULL)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "merge_mode “%s”", word);
  if (merge->op == KOMA_OP_CONCAT)
    return add_concat (builder, call->name, outputs, ret_output, error);
  if (!g_str_equal (word, "ave"))
    return koma_keras_add_binary (builder, merge->op, call->name, outputs[0], outputs[1],
                                  ret_output, error);
  return koma_keras_add_binary (builder, KOMA_OP_ADD, call->name, outputs[0], outputs[1],
                                ret_output, error) &&
         koma_keras_add_binary (builder, KOMA_OP_MUL, call->name, *ret_output,
                                koma_keras_add_float (builder, 0.5, error), ret_output, error);
}

/* Bidirectional: a layer over the steps and one against them. merge_mode null leaves two outputs,
 * of which the second comes before the states. */
gboolean
koma_keras_bidirectional (KomaKerasBuilder    *builder,
                          const KomaKerasCall *call,
                          KomaValueId         *ret_output,
                          GError             **error)
{
  JsonObject              *layer = koma_json_get_object (call->config, "layer");
  KomaKerasCall            inner = { .config = koma_json_get_object (layer, "config") };
  KomaKerasRecurrentConfig config = { 0 };
  KomaValueId              outputs[2] = { 0 };
  const char              *word = NULL;

  if (inner.config == NULL)
    return koma_fail (error, KOMA_ERROR_MODEL, "setting “layer” is no layer");
  if (!koma_keras_config_word (call, "merge_mode", NULL, &word, error) ||
      !koma_keras_read_recurrent (&inner, &config, error) ||
      !add_both (builder, call, layer, outputs, error) ||
      (config.returns_sequences &&
       !koma_keras_add_reversed_steps (builder, call->name, outputs[1], &outputs[1], error)))
    return FALSE;
  if (config.is_time_major)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "time_major");
  if (word == NULL) {
    g_array_insert_val (builder->others, 0, outputs[1]);
    *ret_output = outputs[0];
  } else if (!add_merged (builder, call, word, outputs, ret_output, error)) {
    return FALSE;
  }
  if (config.returns_sequences)
    koma_keras_set_mask (builder, *ret_output, koma_keras_get_mask (builder, call->inputs[0]));
  return TRUE;
}
