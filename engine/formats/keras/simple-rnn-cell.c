/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "cell.h"
#include "layers.h"
#include "parts.h"

/* h' = activation (x + h · recurrent_kernel) */
static gboolean
project (KomaKerasBuilder    *builder,
         const KomaKerasCall *call,
         KomaValueId          x,
         KomaKerasProjection *ret_projection,
         GError             **error)
{
  return koma_keras_project (builder, call, x, 1, ret_projection, error);
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
  KomaValueId sum = KOMA_VALUE_NONE;

  return koma_keras_add_mat_mul (builder, call->name, h, shared[0], FALSE, FALSE, &sum,
                                 error) &&
         koma_keras_add_binary (builder, KOMA_OP_ADD, call->name, x, sum, &sum, error) &&
         koma_keras_add_activation_of (builder, call, "activation", "tanh", sum, &ret_states[0],
                                       error);
}

const KomaKerasCell koma_keras_cell_simple_rnn = {
  .class_name = "SimpleRNN",
  .rank = 3,
  .n_states = 1,
  .project = project,
  .step = step,
};
