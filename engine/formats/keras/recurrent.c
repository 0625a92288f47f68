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
gboolean
koma_keras_read_recurrent (const KomaKerasCall      *call,
                           KomaKerasRecurrentConfig *ret_config,
                           GError                  **error)
{
  KomaKerasRecurrentConfig *c = ret_config;

  return koma_keras_config_boolean (call, "return_sequences", FALSE, &c->returns_sequences,
                                    error) &&
         koma_keras_config_boolean (call, "return_state", FALSE, &c->returns_state, error) &&
         koma_keras_config_boolean (call, "go_backwards", FALSE, &c->is_backward, error) &&
         koma_keras_config_boolean (call, "stateful", FALSE, &c->is_stateful, error) &&
         koma_keras_config_boolean (call, "time_major", FALSE, &c->is_time_major, error) &&
         koma_keras_config_refuse (call, "zero_output_for_mask", error);
}

/* The cell itself of LSTM and its like; that in the settings of RNN. */
static gboolean
find_cell (const KomaKerasCall *call,
           JsonObject          *layer, /* (nullable) of a cell within */
           KomaKerasLoop       *loop,
           GError             **error)
{
  loop->call = *call;
  if (layer != NULL) {
    loop->call.class_name = koma_keras_layer_get_class (layer);
    loop->call.config = koma_json_get_object (layer, "config");
  }
  loop->cell = koma_keras_cell_find (loop->call.class_name);
  return loop->cell != NULL ||
         koma_fail (error, KOMA_ERROR_UNSUPPORTED, "cell “%s”", loop->call.class_name);
}

static gboolean
check_states (const KomaKerasCall *call,
              const KomaKerasLoop *loop,
              GError             **error)
{
  const guint n_given = call->n_inputs - 1;

  return n_given == 0 || n_given == loop->cell->n_states ||
         koma_fail (error, KOMA_ERROR_MODEL, "is given %u states, expected %u", n_given,
                    loop->cell->n_states);
}

static gboolean
add_one (KomaKerasBuilder               *builder,
         const KomaKerasCall            *call,
         const KomaKerasRecurrentConfig *config,
         KomaKerasLoop                  *loop, /* with x, mask, direction */
         KomaValueId                    *ret_output,
         GError                        **error)
{
  if (!find_cell (call, koma_json_get_object (call->config, "cell"), loop, error) ||
      !check_states (call, loop, error))
    return FALSE;
  loop->states = call->n_inputs > 1 ? &call->inputs[1] : NULL;
  if (!koma_keras_add_loop (builder, loop, error))
    return FALSE;
  if (config->returns_state)
    g_array_append_vals (builder->others, loop->last, loop->cell->n_states);
  *ret_output = config->returns_sequences ? loop->sequence : loop->last[0];
  return TRUE;
}

/* Weights of cell @index of a stack: TensorFlow.js calls them “rnn/RNNCell_0/kernel”, Keras after
 * the cell. */
static char *
get_cell_name (KomaKerasBuilder    *builder,
               const KomaKerasCall *call,
               JsonObject          *cell,
               guint                index)
{
  g_autofree char    *numbered = g_strdup_printf ("%s/RNNCell_%u", call->name, index);
  const KomaKerasCall probe = { .name = numbered };

  return builder->weights == NULL || koma_keras_find_weight (builder, &probe, "kernel") != NULL
           ? g_steal_pointer (&numbered)
           : g_strdup (koma_keras_layer_get_name (cell));
}

/* A stack of cells is a row of loops: each goes through what the one before gave in all steps. A
 * masked step repeats the output of the step before and is masked for all cells, so this is the
 * same as step by step. */
static gboolean
add_stack (KomaKerasBuilder               *builder,
           const KomaKerasCall            *call,
           const KomaKerasRecurrentConfig *config,
           JsonArray                      *cells,
           const KomaKerasLoop            *first,
           KomaValueId                    *ret_output,
           GError                        **error)
{
  const guint   n_cells = koma_json_array_length (cells);
  KomaKerasLoop loop = *first;

  if (call->n_inputs > 1 || config->returns_state)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "states of stacked cells");
  if (n_cells == 0)
    return koma_fail (error, KOMA_ERROR_MODEL, "setting “cells” is empty");
  for (guint i = 0; i < n_cells; i++) {
    JsonObject      *cell = koma_json_node_object (koma_json_element (cells, i));
    g_autofree char *name = get_cell_name (builder, call, cell, i);

    if (!find_cell (call, cell, &loop, error))
      return FALSE;
    loop.call.name = name;
    if (!koma_keras_add_loop (builder, &loop, error))
      return FALSE;
    loop.x = loop.sequence;
    loop.is_backward = FALSE;
  }
  *ret_output = config->returns_sequences ? loop.sequence : loop.last[0];
  return TRUE;
}

static gboolean
add_by_batch (KomaKerasBuilder               *builder,
              const KomaKerasCall            *call,
              const KomaKerasRecurrentConfig *config,
              gboolean                        is_turned,
              KomaValueId                     x,
              KomaValueId                    *ret_output,
              GError                        **error)
{
  JsonObject   *cell = koma_json_get_object (call->config, "cell");
  JsonArray    *cells = koma_json_get_array (koma_json_get_object (cell, "config"), "cells");
  KomaKerasLoop loop = {
    .x = x,
    .mask = koma_keras_get_mask (builder, call->inputs[0]),
    .is_backward = config->is_backward != is_turned,
    .is_stateful = config->is_stateful,
  };

  return cells != NULL ? add_stack (builder, call, config, cells, &loop, ret_output, error)
                       : add_one (builder, call, config, &loop, ret_output, error);
}

/**
 * koma_keras_add_recurrent:
 * @call: inputs: x, then the first states if they are given
 * @is_turned: whether it goes the other way than “go_backwards” says
 *
 * Errors: as with #KomaKerasLower.
 */
gboolean
koma_keras_add_recurrent (KomaKerasBuilder    *builder,
                          const KomaKerasCall *call,
                          gboolean             is_turned,
                          KomaValueId         *ret_output,
                          GError             **error)
{
  const KomaValueId        mask = koma_keras_get_mask (builder, call->inputs[0]);
  KomaKerasRecurrentConfig config = { 0 };
  KomaValueId              x = call->inputs[0];

  if (!koma_keras_read_recurrent (call, &config, error))
    return FALSE;
  if (config.is_time_major && mask != KOMA_VALUE_NONE)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "time_major with a mask");
  if ((config.is_time_major && !koma_keras_add_swapped_steps (builder, call->name, x, &x, error)) ||
      !add_by_batch (builder, call, &config, is_turned, x, ret_output, error))
    return FALSE;
  if (!config.returns_sequences)
    return TRUE;
  koma_keras_set_mask (builder, *ret_output, mask);
  return !config.is_time_major ||
         koma_keras_add_swapped_steps (builder, call->name, *ret_output, ret_output, error);
}

/* SimpleRNN, GRU, LSTM, ConvLSTM2D, RNN */
gboolean
koma_keras_recurrent (KomaKerasBuilder    *builder,
                      const KomaKerasCall *call,
                      KomaValueId         *ret_output,
                      GError             **error)
{
  return koma_keras_add_recurrent (builder, call, FALSE, ret_output, error);
}
