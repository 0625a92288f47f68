/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "cell.h"
#include "layers.h"

/* h' = activation (x + h · recurrent_kernel) */
static KomaKerasProjection
project (KomaBuilder         *b,
         const KomaKerasCall *call,
         KomaValueId          x)
{
  return koma_keras_project (b, call, x, 1);
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

  ret_states[0] = koma_keras_add_activation_of (b, call, "activation", "tanh",
                                                koma_builder_binary (b, KOMA_OP_ADD, x, product));
}

const KomaKerasCell koma_keras_cell_simple_rnn = {
  .class_name = "SimpleRNN",
  .rank = 3,
  .n_states = 1,
  .project = project,
  .step = step,
};
