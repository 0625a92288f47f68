/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "lstm-cell.h"

#include "cell.h"
#include "layers.h"
#include "parts.h"

static gboolean
add_product (KomaKerasBuilder *builder,
             const char       *name,
             KomaValueId       a,
             KomaValueId       b,
             KomaValueId      *ret_value,
             GError          **error)
{
  return koma_keras_add_binary (builder, KOMA_OP_MUL, name, a, b, ret_value, error);
}

/**
 * koma_keras_add_lstm_gates:
 * @sums: `[n, .., 4 · units]`: of the input gate i, the forget gate f, the candidate g and the
 *   output gate o, side by side
 *
 *   c' = f ∘ c + i ∘ g,   h' = o ∘ activation (c')
 *
 * Errors: those of koma_keras_add_activation_of().
 */
gboolean
koma_keras_add_lstm_gates (KomaKerasBuilder    *builder,
                           const KomaKerasCall *call,
                           KomaValueId          sums,
                           KomaValueId          cell,
                           KomaValueId         *ret_states,
                           GError             **error)
{
  KomaValueId gates[4] = { 0 };
  KomaValueId kept = KOMA_VALUE_NONE;
  KomaValueId added = KOMA_VALUE_NONE;

  if (!koma_keras_add_split (builder, call->name, sums, 4, gates, error))
    return FALSE;
  for (guint i = 0; i < 4; i++)
    if (!koma_keras_add_activation_of (
          builder, call, i == 2 ? "activation" : "recurrent_activation",
          i == 2 ? "tanh" : "hard_sigmoid", gates[i], &gates[i], error))
      return FALSE;
  return add_product (builder, call->name, gates[1], cell, &kept, error) &&
         add_product (builder, call->name, gates[0], gates[2], &added, error) &&
         koma_keras_add_binary (builder, KOMA_OP_ADD, call->name, kept, added, &ret_states[1],
                                error) &&
         koma_keras_add_activation_of (builder, call, "activation", "tanh", ret_states[1], &kept,
                                       error) &&
         add_product (builder, call->name, gates[3], kept, &ret_states[0], error);
}

static gboolean
project (KomaKerasBuilder    *builder,
         const KomaKerasCall *call,
         KomaValueId          x,
         KomaKerasProjection *ret_projection,
         GError             **error)
{
  return koma_keras_project (builder, call, x, 4, ret_projection, error);
}

static gboolean
step (KomaKerasBuilder    *builder,
      const KomaKerasCall *call,
      KomaValueId          x,
      KomaValueId          h,
      const KomaValueId   *states,
      const KomaValueId   *shared,
      KomaValueId         *ret_states,
      GError             **error)
{
  KomaValueId sums = KOMA_VALUE_NONE;

  return koma_keras_add_mat_mul (builder, call->name, h, shared[0], FALSE, FALSE, &sums,
                                 error) &&
         koma_keras_add_binary (builder, KOMA_OP_ADD, call->name, x, sums, &sums, error) &&
         koma_keras_add_lstm_gates (builder, call, sums, states[1], ret_states, error);
}

const KomaKerasCell koma_keras_cell_lstm = {
  .class_name = "LSTM",
  .rank = 3,
  .n_states = 2,
  .project = project,
  .step = step,
};
