/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "cell.h"
#include "config.h"
#include "layers.h"

/* Update gate z, reset gate r and candidate g stand side by side in the weights:
 *
 *   z = σ (x_z + h · U_z),  r = σ (x_r + h · U_r),  h' = z ∘ h + (1 − z) ∘ g
 *   g = tanh (x_g + (r ∘ h) · U_g)
 *   g = tanh (x_g + r ∘ (h · U_g + b_g))   with “reset_after”, where h · U has a bias of its own
 *
 * σ and tanh are the settings “recurrent_activation” and “activation”. */

/* One row of the bias [2, 3 · units] of reset_after, as a vector. */
static KomaValueId
add_bias_row (KomaBuilder *b,
              KomaValueId  bias,
              gint32       row)
{
  return koma_builder_squeeze (
    b, koma_builder_slice (b, bias, (gint32[]){ row, 0 }, (gint32[]){ 1, -1 }), 0);
}

/* The bias of the input's product is added, that of the state's product shared. */
static void
add_both_biases (KomaBuilder         *b,
                 const KomaKerasCall *call,
                 KomaKerasProjection *projection)
{
  const KomaShape shape = KOMA_SHAPE (2, 3 * projection->units);
  KomaValueId     bias = KOMA_VALUE_NONE;

  if (!koma_keras_config_boolean (call, "use_bias", TRUE))
    return;
  bias = koma_keras_add_cell_weight (call, "bias", shape);
  projection->x =
    koma_builder_binary (b, KOMA_OP_ADD, projection->x, add_bias_row (b, bias, 0));
  projection->n_shared = 2;
  projection->shared[1] = add_bias_row (b, bias, 1);
}

/* The candidate's product has another factor than those of the gates. */
static void
part_kernel (KomaBuilder         *b,
             KomaKerasProjection *projection)
{
  const KomaValueId kernel = projection->shared[0];
  const gint32      gates = (gint32) (2 * projection->units);

  projection->n_shared = 2;
  projection->shared[0] =
    koma_builder_slice (b, kernel, (gint32[]){ 0, 0 }, (gint32[]){ -1, gates });
  projection->shared[1] =
    koma_builder_slice (b, kernel, (gint32[]){ 0, gates }, (gint32[]){ -1, -1 });
}

static KomaKerasProjection
project (KomaBuilder         *b,
         const KomaKerasCall *call,
         KomaValueId          x)
{
  KomaKerasProjection projection = koma_keras_project (b, call, x, 3);

  if (koma_keras_config_boolean (call, "reset_after", FALSE))
    add_both_biases (b, call, &projection);
  else
    part_kernel (b, &projection);
  return projection;
}

/* σ (x + y) */
static KomaValueId
add_gate (KomaBuilder         *b,
          const KomaKerasCall *call,
          KomaValueId          x,
          KomaValueId          y)
{
  return koma_keras_add_activation_of (b, call, "recurrent_activation", "hard_sigmoid",
                                       koma_builder_binary (b, KOMA_OP_ADD, x, y));
}

/* z ∘ h + (1 − z) ∘ g = g + z ∘ (h − g), g = tanh (x_g + product) */
static KomaValueId
add_state (KomaBuilder         *b,
           const KomaKerasCall *call,
           KomaValueId          z,
           KomaValueId          h,
           KomaValueId          x_g,
           KomaValueId          product)
{
  KomaValueId g = koma_builder_binary (b, KOMA_OP_ADD, x_g, product);
  KomaValueId value = KOMA_VALUE_NONE;

  g = koma_keras_add_activation_of (b, call, "activation", "tanh", g);
  value = koma_builder_binary (b, KOMA_OP_SUB, h, g);
  value = koma_builder_binary (b, KOMA_OP_MUL, z, value);
  return koma_builder_binary (b, KOMA_OP_ADD, g, value);
}

static KomaValueId
step_after (KomaBuilder         *b,
            const KomaKerasCall *call,
            const KomaValueId   *x, /* [3] */
            KomaValueId          h,
            KomaValueId          state,
            const KomaValueId   *shared) /* U, the bias if there is one */
{
  KomaValueId product = koma_builder_mat_mul (b, h, shared[0], FALSE, FALSE);
  KomaValueId pieces[3] = { 0 };
  KomaValueId z = KOMA_VALUE_NONE;
  KomaValueId r = KOMA_VALUE_NONE;

  if (koma_keras_config_boolean (call, "use_bias", TRUE))
    product = koma_builder_binary (b, KOMA_OP_ADD, product, shared[1]);
  koma_builder_split (b, product, 3, pieces);
  z = add_gate (b, call, x[0], pieces[0]);
  r = add_gate (b, call, x[1], pieces[1]);
  return add_state (b, call, z, state, x[2], koma_builder_binary (b, KOMA_OP_MUL, r, pieces[2]));
}

static KomaValueId
step_before (KomaBuilder         *b,
             const KomaKerasCall *call,
             const KomaValueId   *x, /* [3] */
             KomaValueId          h,
             KomaValueId          state,
             const KomaValueId   *shared) /* U of the gates, of the candidate */
{
  KomaValueId pieces[2] = { 0 };
  KomaValueId z = KOMA_VALUE_NONE;
  KomaValueId r = KOMA_VALUE_NONE;

  koma_builder_split (b, koma_builder_mat_mul (b, h, shared[0], FALSE, FALSE), 2, pieces);
  z = add_gate (b, call, x[0], pieces[0]);
  r = koma_builder_binary (b, KOMA_OP_MUL, add_gate (b, call, x[1], pieces[1]), h);
  return add_state (b, call, z, state, x[2],
                    koma_builder_mat_mul (b, r, shared[1], FALSE, FALSE));
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
  const gboolean is_reset_after = koma_keras_config_boolean (call, "reset_after", FALSE);
  KomaValueId    pieces[3] = { 0 };

  koma_builder_split (b, x, 3, pieces);
  ret_states[0] =
    (is_reset_after ? step_after : step_before) (b, call, pieces, h, states[0], shared);
}

const KomaKerasCell koma_keras_cell_gru = {
  .class_name = "GRU",
  .rank = 3,
  .n_states = 1,
  .project = project,
  .step = step,
};
