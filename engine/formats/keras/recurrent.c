/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "recurrent.h"

#include "config.h"
#include "layers.h"
#include "mask.h"
#include "steps.h"

#include "engine/formats/json.h"
#include "model.h"

/**
 * koma_keras_read_recurrent:
 *
 * Reads the settings that recurrent layers have whatever their cell. “unroll” and “implementation”
 * change no result.
 *
 * Errors: %KOMA_ERROR_MODEL if one is damaged.
 */
KomaKerasRecurrentConfig
koma_keras_read_recurrent (const KomaKerasCall *call)
{
  const KomaKerasRecurrentConfig config = {
    .returns_sequences = koma_keras_config_boolean (call, "return_sequences", FALSE),
    .returns_state = koma_keras_config_boolean (call, "return_state", FALSE),
    .is_backward = koma_keras_config_boolean (call, "go_backwards", FALSE),
    .is_stateful = koma_keras_config_boolean (call, "stateful", FALSE),
    .is_time_major = koma_keras_config_boolean (call, "time_major", FALSE),
  };

  koma_keras_config_refuse (call, "zero_output_for_mask");
  return config;
}

/* The cell itself of LSTM and its like; that in the settings of RNN. */
static gboolean
find_cell (KomaBuilder         *b,
           const KomaKerasCall *call,
           JsonObject          *layer, /* (nullable) of a cell within */
           KomaKerasLoop       *loop)
{
  loop->call = *call;
  if (layer != NULL) {
    loop->call.class_name = koma_keras_layer_get_class (layer);
    loop->call.config = koma_json_get_object (layer, "config");
  }
  loop->cell = koma_keras_cell_find (loop->call.class_name);
  if (loop->cell == NULL)
    koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "cell “%s”", loop->call.class_name);
  return loop->cell != NULL;
}

static KomaValueId
add_one (KomaBuilder                    *b,
         const KomaKerasCall            *call,
         const KomaKerasRecurrentConfig *config,
         KomaKerasLoop                  *loop) /* with x, mask, direction */
{
  const guint n_given = call->n_inputs - 1;

  if (!find_cell (b, call, koma_json_get_object (call->config, "cell"), loop))
    return KOMA_VALUE_NONE;
  if (n_given != 0 && n_given != loop->cell->n_states)
    return koma_builder_fail (b, KOMA_ERROR_MODEL, "is given %u states, expected %u", n_given,
                              loop->cell->n_states);
  loop->states = n_given > 0 ? &call->inputs[1] : NULL;
  koma_keras_add_loop (b, loop);
  if (config->returns_state)
    g_array_append_vals (call->keras->others, loop->last, loop->cell->n_states);
  return config->returns_sequences ? loop->sequence : loop->last[0];
}

/* Weights of cell @index of a stack: TensorFlow.js calls them “rnn/RNNCell_0/kernel”, Keras after
 * the cell. */
static char *
get_cell_name (const KomaKerasCall *call,
               JsonObject          *cell,
               guint                index)
{
  g_autofree char    *numbered = g_strdup_printf ("%s/RNNCell_%u", call->name, index);
  const KomaKerasCall probe = { .keras = call->keras, .name = numbered };

  return call->keras->weights == NULL || koma_keras_find_weight (&probe, "kernel") != NULL
           ? g_steal_pointer (&numbered)
           : g_strdup (koma_keras_layer_get_name (cell));
}

/* A stack of cells is a row of loops: each goes through what the one before gave in all steps. A
 * masked step repeats the output of the step before and is masked for all cells, so this is the
 * same as step by step. */
static KomaValueId
add_stack (KomaBuilder                    *b,
           const KomaKerasCall            *call,
           const KomaKerasRecurrentConfig *config,
           JsonArray                      *cells,
           const KomaKerasLoop            *first)
{
  const guint   n_cells = koma_json_array_length (cells);
  KomaKerasLoop loop = *first;

  if (call->n_inputs > 1 || config->returns_state)
    return koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "states of stacked cells");
  if (n_cells == 0)
    return koma_builder_fail (b, KOMA_ERROR_MODEL, "setting “cells” is empty");
  for (guint i = 0; i < n_cells; i++) {
    JsonObject      *cell = koma_json_node_object (koma_json_element (cells, i));
    g_autofree char *name = get_cell_name (call, cell, i);

    if (b->error != NULL || !find_cell (b, call, cell, &loop))
      return KOMA_VALUE_NONE;
    loop.call.name = name;
    koma_keras_add_loop (b, &loop);
    loop.x = loop.sequence;
    loop.is_backward = FALSE;
  }
  return config->returns_sequences ? loop.sequence : loop.last[0];
}

static KomaValueId
add_by_batch (KomaBuilder                    *b,
              const KomaKerasCall            *call,
              const KomaKerasRecurrentConfig *config,
              gboolean                        is_turned,
              KomaValueId                     x)
{
  JsonObject   *cell = koma_json_get_object (call->config, "cell");
  JsonArray    *cells = koma_json_get_array (koma_json_get_object (cell, "config"), "cells");
  KomaKerasLoop loop = {
    .x = x,
    .mask = koma_keras_get_mask (call->keras, call->inputs[0]),
    .is_backward = config->is_backward != is_turned,
    .is_stateful = config->is_stateful,
  };

  return cells != NULL ? add_stack (b, call, config, cells, &loop)
                       : add_one (b, call, config, &loop);
}

/**
 * koma_keras_add_recurrent:
 * @call: inputs: x, then the first states if they are given
 * @is_turned: whether it goes the other way than “go_backwards” says
 *
 * Errors: as with #KomaKerasLower.
 */
KomaValueId
koma_keras_add_recurrent (KomaBuilder         *b,
                          const KomaKerasCall *call,
                          gboolean             is_turned)
{
  const KomaKerasRecurrentConfig config = koma_keras_read_recurrent (call);
  const KomaValueId              mask = koma_keras_get_mask (call->keras, call->inputs[0]);
  KomaValueId                    x = call->inputs[0];
  KomaValueId                    y = KOMA_VALUE_NONE;

  if (config.is_time_major && mask != KOMA_VALUE_NONE)
    return koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "time_major with a mask");
  if (config.is_time_major)
    x = koma_keras_add_swapped_steps (b, x);
  y = add_by_batch (b, call, &config, is_turned, x);
  if (!config.returns_sequences)
    return y;
  koma_keras_set_mask (call->keras, y, mask);
  return config.is_time_major ? koma_keras_add_swapped_steps (b, y) : y;
}

/* SimpleRNN, GRU, LSTM, ConvLSTM2D, RNN */
KomaValueId
koma_keras_recurrent (KomaBuilder         *b,
                      const KomaKerasCall *call)
{
  return koma_keras_add_recurrent (b, call, FALSE);
}
