/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "cell.h"
#include "config.h"
#include "layers.h"
#include "parts.h"

/* Update gate z, reset gate r and candidate g stand side by side in the weights:
 *
 *   z = σ (x_z + h · U_z),  r = σ (x_r + h · U_r),  h' = z ∘ h + (1 − z) ∘ g
 *   g = tanh (x_g + (r ∘ h) · U_g)
 *   g = tanh (x_g + r ∘ (h · U_g + b_g))   with “reset_after”, where h · U has a bias of its own
 *
 * σ and tanh are the settings “recurrent_activation” and “activation”. */

/* One row of the bias [2, 3 · units] of reset_after, as a vector. */
static gboolean
add_bias_row (KomaKerasBuilder *builder,
              KomaValueId       bias,
              gint32            row,
              KomaValueId      *ret_row,
              GError          **error)
{
  KomaValueId value = KOMA_VALUE_NONE;

  return koma_keras_add_slice (builder, "bias", bias, (gint32[]){ row, 0 }, (gint32[]){ 1, -1 },
                               &value, error) &&
         koma_keras_add_squeeze (builder, "bias", value, 0, ret_row, error);
}

/* The bias of the input's product is added, that of the state's product shared. */
static gboolean
add_both_biases (KomaKerasBuilder    *builder,
                 const KomaKerasCall *call,
                 KomaKerasProjection *projection,
                 GError             **error)
{
  const KomaShape shape = KOMA_SHAPE (2, 3 * projection->units);
  gboolean        has_bias = TRUE;
  KomaValueId     bias = KOMA_VALUE_NONE;
  KomaValueId     row = KOMA_VALUE_NONE;

  if (!koma_keras_config_boolean (call, "use_bias", TRUE, &has_bias, error))
    return FALSE;
  if (!has_bias)
    return TRUE;
  projection->n_shared = 2;
  return koma_keras_add_cell_weight (builder, call, "bias", shape, &bias, error) &&
         add_bias_row (builder, bias, 0, &row, error) &&
         koma_keras_add_binary (builder, KOMA_OP_ADD, call->name, projection->x, row,
                                &projection->x, error) &&
         add_bias_row (builder, bias, 1, &projection->shared[1], error);
}

/* The candidate's product has another factor than those of the gates. */
static gboolean
part_kernel (KomaKerasBuilder    *builder,
             KomaKerasProjection *projection,
             GError             **error)
{
  const KomaValueId kernel = projection->shared[0];
  const gint32      gates = (gint32) (2 * projection->units);

  projection->n_shared = 2;
  return koma_keras_add_slice (builder, "recurrent_kernel", kernel, (gint32[]){ 0, 0 },
                               (gint32[]){ -1, gates }, &projection->shared[0], error) &&
         koma_keras_add_slice (builder, "recurrent_kernel", kernel, (gint32[]){ 0, gates },
                               (gint32[]){ -1, -1 }, &projection->shared[1], error);
}

static gboolean
project (KomaKerasBuilder    *builder,
         const KomaKerasCall *call,
         KomaValueId          x,
         KomaKerasProjection *ret_projection,
         GError             **error)
{
  gboolean is_reset_after = FALSE;

  return koma_keras_config_boolean (call, "reset_after", FALSE, &is_reset_after, error) &&
         koma_keras_project (builder, call, x, 3, ret_projection, error) &&
         (is_reset_after ? add_both_biases (builder, call, ret_projection, error)
                         : part_kernel (builder, ret_projection, error));
}

/* σ (x + y) */
static gboolean
add_gate (KomaKerasBuilder    *builder,
          const KomaKerasCall *call,
          KomaValueId          x,
          KomaValueId          y,
          KomaValueId         *ret_gate,
          GError             **error)
{
  KomaValueId sum = KOMA_VALUE_NONE;

  return koma_keras_add_binary (builder, KOMA_OP_ADD, call->name, x, y, &sum, error) &&
         koma_keras_add_activation_of (builder, call, "recurrent_activation", "hard_sigmoid", sum,
                                       ret_gate, error);
}

/* z ∘ h + (1 − z) ∘ g = g + z ∘ (h − g), g = tanh (x_g + product) */
static gboolean
add_state (KomaKerasBuilder    *builder,
           const KomaKerasCall *call,
           KomaValueId          z,
           KomaValueId          h,
           KomaValueId          x_g,
           KomaValueId          product,
           KomaValueId         *ret_state,
           GError             **error)
{
  KomaValueId g = KOMA_VALUE_NONE;
  KomaValueId value = KOMA_VALUE_NONE;

  return koma_keras_add_binary (builder, KOMA_OP_ADD, call->name, x_g, product, &g, error) &&
         koma_keras_add_activation_of (builder, call, "activation", "tanh", g, &g, error) &&
         koma_keras_add_binary (builder, KOMA_OP_SUB, call->name, h, g, &value, error) &&
         koma_keras_add_binary (builder, KOMA_OP_MUL, call->name, z, value, &value, error) &&
         koma_keras_add_binary (builder, KOMA_OP_ADD, call->name, g, value, ret_state, error);
}

static gboolean
step_after (KomaKerasBuilder    *builder,
            const KomaKerasCall *call,
            const KomaValueId   *x, /* [3] */
            KomaValueId          h,
            KomaValueId          state,
            const KomaValueId   *shared, /* U, the bias if there is one */
            KomaValueId         *ret_state,
            GError             **error)
{
  gboolean    has_bias = TRUE;
  KomaValueId product = KOMA_VALUE_NONE;
  KomaValueId pieces[3] = { 0 };
  KomaValueId z = KOMA_VALUE_NONE;
  KomaValueId r = KOMA_VALUE_NONE;

  return koma_keras_config_boolean (call, "use_bias", TRUE, &has_bias, error) &&
         koma_keras_add_mat_mul (builder, call->name, h, shared[0], FALSE, FALSE, &product,
                                 error) &&
         (!has_bias || koma_keras_add_binary (builder, KOMA_OP_ADD, call->name, product, shared[1],
                                              &product, error)) &&
         koma_keras_add_split (builder, call->name, product, 3, pieces, error) &&
         add_gate (builder, call, x[0], pieces[0], &z, error) &&
         add_gate (builder, call, x[1], pieces[1], &r, error) &&
         koma_keras_add_binary (builder, KOMA_OP_MUL, call->name, r, pieces[2], &product, error) &&
         add_state (builder, call, z, state, x[2], product, ret_state, error);
}

static gboolean
step_before (KomaKerasBuilder    *builder,
             const KomaKerasCall *call,
             const KomaValueId   *x, /* [3] */
             KomaValueId          h,
             KomaValueId          state,
             const KomaValueId   *shared, /* U of the gates, of the candidate */
             KomaValueId         *ret_state,
             GError             **error)
{
  KomaValueId product = KOMA_VALUE_NONE;
  KomaValueId pieces[2] = { 0 };
  KomaValueId z = KOMA_VALUE_NONE;
  KomaValueId r = KOMA_VALUE_NONE;

  return koma_keras_add_mat_mul (builder, call->name, h, shared[0], FALSE, FALSE, &product,
                                 error) &&
         koma_keras_add_split (builder, call->name, product, 2, pieces, error) &&
         add_gate (builder, call, x[0], pieces[0], &z, error) &&
         add_gate (builder, call, x[1], pieces[1], &r, error) &&
         koma_keras_add_binary (builder, KOMA_OP_MUL, call->name, r, h, &r, error) &&
         koma_keras_add_mat_mul (builder, call->name, r, shared[1], FALSE, FALSE, &product,
                                 error) &&
         add_state (builder, call, z, state, x[2], product, ret_state, error);
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
  gboolean    is_reset_after = FALSE;
  KomaValueId pieces[3] = { 0 };

  return koma_keras_config_boolean (call, "reset_after", FALSE, &is_reset_after, error) &&
         koma_keras_add_split (builder, call->name, x, 3, pieces, error) &&
         (is_reset_after ? step_after : step_before) (builder, call, pieces, h, states[0], shared,
                                                      ret_states, error);
}

const KomaKerasCell koma_keras_cell_gru = {
  .class_name = "GRU",
  .rank = 3,
  .n_states = 1,
  .project = project,
  .step = step,
};
