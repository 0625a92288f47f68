/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Recurrent (x, states…[, mask], shared…): a loop over the steps of x, as that of an LSTM.
 * TensorFlow has such loops as While; this one has a known number of steps and no side effects.
 *
 *   x       [n, steps, ..]
 *   states  attribute `n_states` tensors [n, ..]: before the first step
 *   mask    bool [n, steps], where attribute `has_mask` is true
 *   shared  what the body reads in each step: weights
 *
 * Attribute `body` is a graph: inputs x [n, ..] of one step, the states, what is shared; outputs
 * the new states. In batch i, a step whose mask is false leaves the states as they are. Results:
 * the first state after each step, [n, steps, ..], then all states after the last.
 *
 * The pass unroll-recurrent makes the nodes of all steps of it; only `cpu` computes the loop. */
#include "engine/graph/recurrent.h"
#include "infer.h"

static guint
count_outputs (const KomaAttrs *attrs)
{
  const gint64 n_states = koma_attrs_get_int (attrs, "n_states", 0);

  return n_states > 0 && n_states < KOMA_MAX_NODE_ARITY ? 1 + (guint) n_states : 0;
}

static gboolean
check_arity (const KomaNode      *node,
             const KomaRecurrent *recurrent,
             GError             **error)
{
  if (recurrent->body == NULL)
    return koma_fail (error, KOMA_ERROR_MODEL, "has no body");
  if (node->n_inputs != KOMA_RECURRENT_SHARED (recurrent, recurrent->n_shared) ||
      koma_graph_get_n_inputs (recurrent->body) != 1 + recurrent->n_states + recurrent->n_shared ||
      koma_graph_get_n_outputs (recurrent->body) != recurrent->n_states)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "the body has %u inputs and %u outputs, which does not fit %u states and %u "
                      "inputs",
                      koma_graph_get_n_inputs (recurrent->body),
                      koma_graph_get_n_outputs (recurrent->body), recurrent->n_states,
                      node->n_inputs);
  return TRUE;
}

static gboolean
check_inputs (const KomaGraph     *graph,
              const KomaNode      *node,
              const KomaRecurrent *recurrent,
              GError             **error)
{
  const KomaValue *x = koma_node_input (graph, node, 0);
  const gint64    *dims = x->shape.dims;

  if (x->shape.rank < 2 || dims[1] < 1)
    return koma_infer_fail_shape (error, "input", &x->shape, "steps in dimension 1");
  for (guint i = 0; i < recurrent->n_states; i++) {
    const KomaValue *state = koma_node_input (graph, node, KOMA_RECURRENT_STATE (i));

    if (!koma_infer_check_dtype (state, "state", KOMA_DTYPES_FLOAT32, error))
      return FALSE;
    if (state->shape.rank < 1 || state->shape.rank >= KOMA_MAX_RANK ||
        state->shape.dims[0] != dims[0])
      return koma_infer_fail_shape (error, "state", &state->shape, "the batch of the input");
  }
  if (recurrent->has_mask) {
    const KomaValue *mask = koma_node_input (graph, node, KOMA_RECURRENT_MASK (recurrent));

    if (!koma_infer_check_dtype (mask, "mask", KOMA_DTYPES_BOOL, error))
      return FALSE;
    if (mask->shape.rank != 2 || mask->shape.dims[0] != dims[0] || mask->shape.dims[1] != dims[1])
      return koma_infer_fail_shape (error, "mask", &mask->shape, "batch and steps of the input");
  }
  return TRUE;
}

static gboolean
is_input (const KomaGraph *body,
          KomaValueId      value)
{
  for (guint i = 0; i < koma_graph_get_n_inputs (body); i++)
    if (koma_graph_get_input (body, i) == value)
      return TRUE;
  return FALSE;
}

/* Each new state is as the old one, and made by the body: a loop may write it over the old. */
static gboolean
check_body (const KomaGraph     *graph,
            const KomaNode      *node,
            const KomaRecurrent *recurrent,
            GError             **error)
{
  g_autoptr (KomaGraph) body = koma_recurrent_bind (graph, node, error);

  for (guint i = 0; body != NULL && i < recurrent->n_states; i++) {
    const KomaValueId id = koma_graph_get_output (body, i);
    const KomaValue  *update = koma_graph_get_value (body, id);
    const KomaShape  *state = &koma_node_input (graph, node, KOMA_RECURRENT_STATE (i))->shape;

    if (is_input (body, id))
      return koma_fail (error, KOMA_ERROR_MODEL, "output %u of the body is one of its inputs", i);
    if (!koma_infer_check_dtype (update, "new state", KOMA_DTYPES_FLOAT32, error))
      return FALSE;
    if (!koma_shape_equal (&update->shape, state)) {
      g_autofree char *expected = koma_shape_to_string (state);

      return koma_infer_fail_shape (error, "new state", &update->shape, expected);
    }
  }
  return body != NULL;
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaRecurrent recurrent = koma_recurrent_read (node);
  KomaShape           shape = { 0 };

  if (!check_arity (node, &recurrent, error) || !check_inputs (graph, node, &recurrent, error) ||
      !check_body (graph, node, &recurrent, error))
    return FALSE;
  for (guint i = 0; i < recurrent.n_states; i++) {
    shape = koma_node_input (graph, node, KOMA_RECURRENT_STATE (i))->shape;
    if (!koma_infer_set_output (graph, node, 1 + i, KOMA_DTYPE_FLOAT32, &shape, error))
      return FALSE;
  }
  shape = koma_node_input (graph, node, KOMA_RECURRENT_STATE (0))->shape;
  for (guint d = shape.rank++; d > 1; d--)
    shape.dims[d] = shape.dims[d - 1];
  shape.dims[1] = koma_node_input (graph, node, 0)->shape.dims[1];
  return koma_infer_set_output (graph, node, 0, KOMA_DTYPE_FLOAT32, &shape, error);
}

const KomaOpClass koma_op_recurrent = {
  .min_inputs = 2,
  .max_inputs = KOMA_OP_VARIADIC,
  .count_outputs = count_outputs,
  .infer = infer,
};
