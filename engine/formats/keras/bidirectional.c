/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"
#include "mask.h"
#include "model.h"
#include "recurrent.h"

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

static KomaValueId
add_direction (KomaBuilder         *b,
               const KomaKerasCall *call,
               const char          *prefix,
               JsonObject          *layer,
               gboolean             is_turned,
               const KomaValueId   *states, /* [n_states] */
               guint                n_states)
{
  g_autofree char        *name = koma_keras_make_direction_name (call->name, prefix, layer);
  g_autofree KomaValueId *inputs = g_new0 (KomaValueId, 1 + n_states);
  const KomaKerasCall     one = {
        .keras = call->keras,
        .class_name = koma_keras_layer_get_class (layer),
        .name = name,
        .config = koma_json_get_object (layer, "config"),
        .inputs = inputs,
        .n_inputs = 1 + n_states,
  };

  inputs[0] = call->inputs[0];
  memcpy (&inputs[1], states, n_states * sizeof *inputs);
  return koma_keras_add_recurrent (b, &one, is_turned);
}

/* The layer of the other direction is the same unless the settings have one. */
static void
add_both (KomaBuilder         *b,
          const KomaKerasCall *call,
          JsonObject          *forward,
          KomaValueId         *ret_outputs) /* [2] */
{
  JsonObject *backward = koma_json_get_object (call->config, "backward_layer");
  const guint n_states = (call->n_inputs - 1) / 2;

  if (call->n_inputs % 2 == 0)
    koma_builder_fail (b, KOMA_ERROR_MODEL, "is given %u states, expected an even number",
                       call->n_inputs - 1);
  ret_outputs[0] =
    add_direction (b, call, "forward_", forward, FALSE, &call->inputs[1], n_states);
  ret_outputs[1] =
    add_direction (b, call, "backward_", backward != NULL ? backward : forward, backward == NULL,
                   &call->inputs[1 + n_states], n_states);
}

static KomaValueId
add_merged (KomaBuilder       *b,
            const char        *word,
            const KomaValueId *outputs) /* [2] */
{
  const Merge *merge = NULL;
  KomaValueId  sum = KOMA_VALUE_NONE;

  for (guint i = 0; i < G_N_ELEMENTS (merges); i++)
    if (g_str_equal (merges[i].word, word))
      merge = &merges[i];
  if (merge == NULL)
    return koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "merge_mode “%s”", word);
  if (merge->op == KOMA_OP_CONCAT)
    return koma_builder_concat (b, outputs, 2, koma_builder_get_rank (b, outputs[0]) - 1);
  if (!g_str_equal (word, "ave"))
    return koma_builder_binary (b, merge->op, outputs[0], outputs[1]);
  sum = koma_builder_binary (b, KOMA_OP_ADD, outputs[0], outputs[1]);
  return koma_builder_binary (b, KOMA_OP_MUL, sum, koma_builder_float (b, 0.5));
}

/* Bidirectional: a layer over the steps and one against them. merge_mode null leaves two outputs,
 * of which the second comes before the states. */
KomaValueId
koma_keras_bidirectional (KomaBuilder         *b,
                          const KomaKerasCall *call)
{
  JsonObject              *layer = koma_json_get_object (call->config, "layer");
  const KomaKerasCall      inner = { .keras = call->keras,
                                     .config = koma_json_get_object (layer, "config") };
  const char              *word = koma_keras_config_word (call, "merge_mode", NULL);
  KomaKerasRecurrentConfig config = { 0 };
  KomaValueId              outputs[2] = { 0 };
  KomaValueId              y = KOMA_VALUE_NONE;

  if (inner.config == NULL)
    return koma_builder_fail (b, KOMA_ERROR_MODEL, "setting “layer” is no layer");
  config = koma_keras_read_recurrent (&inner);
  add_both (b, call, layer, outputs);
  if (config.returns_sequences)
    outputs[1] = koma_builder_reverse (b, outputs[1], 1);
  if (config.is_time_major)
    return koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "time_major");
  if (word == NULL)
    g_array_insert_val (call->keras->others, 0, outputs[1]);
  y = word == NULL ? outputs[0] : add_merged (b, word, outputs);
  if (config.returns_sequences)
    koma_keras_set_mask (call->keras, y, koma_keras_get_mask (call->keras, call->inputs[0]));
  return y;
}
