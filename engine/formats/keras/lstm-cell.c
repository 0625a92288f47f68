/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "lstm-cell.h"

#include "cell.h"
#include "layers.h"

/**
 * koma_keras_add_lstm_gates:
 * @sums: `[n, .., 4 · units]`: of the input gate i, the forget gate f, the candidate g and the
 *   output gate o, side by side
 *
 *   c' = f ∘ c + i ∘ g,   h' = o ∘ activation (c')
 *
 * Errors: those of koma_keras_add_activation_of().
 */
void
koma_keras_add_lstm_gates (KomaBuilder         *b,
                           const KomaKerasCall *call,
                           KomaValueId          sums,
                           KomaValueId          cell,
                           KomaValueId         *ret_states)
{
  KomaValueId gates[4] = { 0 };
  KomaValueId kept = KOMA_VALUE_NONE;
  KomaValueId y = KOMA_VALUE_NONE;

  koma_builder_split (b, sums, 4, gates);
  for (guint i = 0; i < 4; i++)
    gates[i] =
      koma_keras_add_activation_of (b, call, i == 2 ? "activation" : "recurrent_activation",
                                    i == 2 ? "tanh" : "hard_sigmoid", gates[i]);
  kept = koma_builder_binary (b, KOMA_OP_MUL, gates[1], cell);
  y = koma_builder_binary (b, KOMA_OP_MUL, gates[0], gates[2]);
  ret_states[1] = koma_builder_binary (b, KOMA_OP_ADD, kept, y);
  y = koma_keras_add_activation_of (b, call, "activation", "tanh", ret_states[1]);
  ret_states[0] = koma_builder_binary (b, KOMA_OP_MUL, gates[3], y);
}

static KomaKerasProjection
project (KomaBuilder         *b,
         const KomaKerasCall *call,
         KomaValueId          x)
{
  return koma_keras_project (b, call, x, 4);
}

static void
step (KomaBuilder         *b,
      const KomaKerasCall *call,
      KomaValueId          x,
      KomaValueId          h,
      const KomaValueId   *states,
      const KomaValueId   *shared,
      KomaValueId         *ret_states)
{
  const KomaValueId product = koma_builder_mat_mul (b, h, shared[0], FALSE, FALSE);

  koma_keras_add_lstm_gates (b, call, koma_builder_binary (b, KOMA_OP_ADD, x, product), states[1],
                             ret_states);
}

const KomaKerasCell koma_keras_cell_lstm = {
  .class_name = "LSTM",
  .rank = 3,
  .n_states = 2,
  .project = project,
  .step = step,
};
