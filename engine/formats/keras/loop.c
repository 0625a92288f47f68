/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Recurrent layers: the product with the input for all steps at once, then the loop, a node
 * Recurrent whose body is the cell. Where a model is built it is unrolled at once, so that it has a
 * gradient. */
#include "config.h"
#include "layers.h"
#include "parts.h"
#include "recurrent.h"
#include "steps.h"

#include "engine/graph/recurrent.h"

/* Zeros of the shape that the projected input has, without steps, and with the units at its end. */
static gboolean
add_zeros (KomaKerasBuilder          *builder,
           const KomaKerasProjection *projection,
           KomaValueId               *ret_state,
           GError                   **error)
{
  const gint32        units = (gint32) projection->units;
  const guint         rank = koma_keras_get_rank (builder, projection->x);
  KomaValueId         parts[4] = { 0 };
  const KomaKerasCall like = { .name = "state", .inputs = parts, .n_inputs = 4 };
  KomaValueId         shape = KOMA_VALUE_NONE;

  parts[2] = koma_keras_add_ints (builder, &units, 1, error);
  parts[3] = koma_keras_add_int (builder, 0, error);
  if (parts[2] == KOMA_VALUE_NONE || parts[3] == KOMA_VALUE_NONE ||
      !koma_keras_add_shape_part (builder, projection->x, 0, 1, &parts[0], error) ||
      !koma_keras_add_shape_part (builder, projection->x, 2, (gint32) rank - 1, &parts[1], error) ||
      !koma_keras_add_node (builder, KOMA_OP_CONCAT, &like, NULL, &shape, error) ||
      !koma_keras_add_binary (builder, KOMA_OP_FILL, "state", shape,
                              koma_keras_add_float (builder, 0, error), ret_state, error))
    return FALSE;
  koma_keras_set_rank (builder, *ret_state, rank - 1);
  return TRUE;
}

/* A weight that is not saved. */
static gboolean
add_kept_state (KomaKerasBuilder          *builder,
                const KomaKerasLoop       *loop,
                const KomaKerasProjection *projection,
                guint                      index,
                KomaValueId               *ret_state,
                GError                   **error)
{
  const guint      rank = koma_keras_get_rank (builder, projection->x);
  g_autofree char *name = g_strdup_printf ("state_%u", index);
  KomaKerasWeight  weight = { .fallback = "zeros", .is_state = TRUE };

  weight.shape.rank = rank - 1;
  weight.shape.dims[0] = koma_keras_get_dim (builder, projection->x, 0);
  for (guint d = 2; d + 1 < rank; d++)
    weight.shape.dims[d - 1] = koma_keras_get_dim (builder, projection->x, d);
  weight.shape.dims[rank - 2] = projection->units;
  return koma_keras_add_weight (builder, &loop->call, name, &weight, ret_state, error);
}

static gboolean
add_states (KomaKerasBuilder          *builder,
            const KomaKerasLoop       *loop,
            const KomaKerasProjection *projection,
            KomaValueId               *ret_states,
            GError                   **error)
{
  for (guint i = 0; i < loop->cell->n_states; i++) {
    if (loop->states != NULL)
      ret_states[i] = loop->states[i];
    else if (!(builder->is_building && loop->is_stateful
                 ? add_kept_state (builder, loop, projection, i, &ret_states[i], error)
                 : add_zeros (builder, projection, &ret_states[i], error)))
      return FALSE;
  }
  return TRUE;
}

/* An input of the body for @value; of @value's shape without dimension @dropped. */
static KomaValueId
add_body_input (KomaKerasBuilder *builder,
                const KomaGraph  *outer,
                guint             rank,
                KomaValueId       value,
                guint             dropped)
{
  const KomaShape *full = &koma_graph_get_value (outer, value)->shape;
  KomaShape        shape = { .rank = dropped < rank ? rank - 1 : rank };
  KomaValueId      input = KOMA_VALUE_NONE;

  for (guint d = 0; d < shape.rank; d++)
    shape.dims[d] = builder->is_building ? full->dims[d < dropped ? d : d + 1] : KOMA_DIM_UNKNOWN;
  input = koma_graph_add_input (builder->graph, "body", KOMA_DTYPE_FLOAT32, &shape);
  koma_keras_set_rank (builder, input, shape.rank);
  return input;
}

/* Lowers the cell into builder->graph. @inputs: x, states, what is shared, of @outer; the last of
 * them are the factors of the state, if some of it is dropped. */
static gboolean
lower_body (KomaKerasBuilder    *builder,
            const KomaKerasLoop *loop,
            const KomaGraph     *outer,
            const guint         *ranks, /* [n_inputs] */
            const KomaValueId   *inputs,
            guint                n_inputs,
            GError             **error)
{
  const guint             n_states = loop->cell->n_states;
  g_autofree KomaValueId *body = g_new0 (KomaValueId, n_inputs);
  KomaValueId             states[KOMA_KERAS_MAX_STATES] = { 0 };
  KomaValueId             h = KOMA_VALUE_NONE;

  for (guint i = 0; i < n_inputs; i++)
    body[i] = add_body_input (builder, outer, ranks[i], inputs[i], i == 0 ? 1 : KOMA_MAX_RANK);
  h = body[1];
  if ((loop->factors != KOMA_VALUE_NONE &&
       !koma_keras_add_binary (builder, KOMA_OP_MUL, loop->call.name, h, body[n_inputs - 1], &h,
                               error)) ||
      !loop->cell->step (builder, &loop->call, body[0], h, &body[1], &body[1 + n_states], states,
                         error))
    return FALSE;
  for (guint i = 0; i < n_states; i++)
    koma_graph_add_output (builder->graph, "state", states[i]);
  return TRUE;
}

/* (transfer full) (nullable) */
static KomaGraph *
make_body (KomaKerasBuilder    *builder,
           const KomaKerasLoop *loop,
           const KomaValueId   *inputs,
           guint                n_inputs,
           GError             **error)
{
  KomaGraph        *outer = builder->graph;
  GArray           *outer_ranks = builder->ranks;
  g_autofree guint *ranks = g_new0 (guint, n_inputs);
  g_autoptr (KomaGraph) body = koma_graph_new ();
  gboolean is_lowered = FALSE;

  for (guint i = 0; i < n_inputs; i++)
    ranks[i] = koma_keras_get_rank (builder, inputs[i]);
  builder->graph = body;
  builder->ranks = g_array_new (FALSE, TRUE, sizeof (guint));
  is_lowered = lower_body (builder, loop, outer, ranks, inputs, n_inputs, error);
  g_array_unref (builder->ranks);
  builder->graph = outer;
  builder->ranks = outer_ranks;
  return is_lowered ? g_steal_pointer (&body) : NULL;
}

/* Where a model is built. */
static gboolean
unroll (KomaKerasBuilder    *builder,
        const KomaKerasLoop *loop,
        const KomaGraph     *body,
        const KomaValueId   *inputs,
        guint                n_inputs,
        KomaValueId         *ret_outputs, /* [1 + n_states] */
        GError             **error)
{
  KomaRecurrent recurrent = {
    .body = body,
    .n_states = loop->cell->n_states,
    .has_mask = loop->mask != KOMA_VALUE_NONE,
  };
  KomaBuilder emit = { 0 };

  recurrent.n_shared = n_inputs - KOMA_RECURRENT_SHARED (&recurrent, 0);
  koma_builder_init (&emit, builder->graph, loop->call.name);
  koma_recurrent_unroll (&emit, &recurrent, inputs, TRUE, ret_outputs);
  return koma_builder_finish (&emit, error);
}

static gboolean
add_node (KomaKerasBuilder    *builder,
          const KomaKerasLoop *loop,
          KomaGraph           *body, /* (transfer full) */
          const KomaValueId   *inputs,
          guint                n_inputs,
          KomaValueId         *ret_outputs, /* [1 + n_states] */
          GError             **error)
{
  const KomaKerasCall like = { .name = loop->call.name, .inputs = inputs, .n_inputs = n_inputs };
  const KomaNode     *node = NULL;
  const guint         rank = koma_keras_get_rank (builder, inputs[1]);
  KomaAttrs          *attrs =
    koma_recurrent_make_attrs (loop->cell->n_states, loop->mask != KOMA_VALUE_NONE, body);

  if (!koma_keras_add_node (builder, KOMA_OP_RECURRENT, &like, attrs, &ret_outputs[0], error))
    return FALSE;
  node = koma_graph_get_node (builder->graph, koma_graph_get_n_nodes (builder->graph) - 1);
  for (guint i = 0; i < node->n_outputs; i++) {
    ret_outputs[i] = node->outputs[i];
    koma_keras_set_rank (builder, ret_outputs[i], i == 0 ? rank + 1 : rank);
  }
  return TRUE;
}

/* @inputs: x, states, what is shared; with a mask, that comes before what is shared. */
static gboolean
add_steps (KomaKerasBuilder *builder,
           KomaKerasLoop    *loop,
           KomaValueId      *inputs, /* room for one more */
           guint             n_inputs,
           GError          **error)
{
  const guint i_mask = 1 + loop->cell->n_states;
  KomaValueId outputs[1 + KOMA_KERAS_MAX_STATES] = { 0 };
  g_autoptr (KomaGraph) body = make_body (builder, loop, inputs, n_inputs, error);

  if (body == NULL)
    return FALSE;
  if (loop->mask != KOMA_VALUE_NONE) {
    memmove (&inputs[i_mask + 1], &inputs[i_mask], (n_inputs - i_mask) * sizeof *inputs);
    inputs[i_mask] = loop->mask;
    n_inputs++;
  }
  if (!(builder->is_building
          ? unroll (builder, loop, body, inputs, n_inputs, outputs, error)
          : add_node (builder, loop, g_steal_pointer (&body), inputs, n_inputs, outputs, error)))
    return FALSE;
  loop->sequence = outputs[0];
  memcpy (loop->last, &outputs[1], sizeof loop->last);
  return TRUE;
}

static gboolean
turn (KomaKerasBuilder *builder,
      KomaKerasLoop    *loop,
      GError          **error)
{
  const char *name = loop->call.name;

  return koma_keras_add_reversed_steps (builder, name, loop->x, &loop->x, error) &&
         (loop->mask == KOMA_VALUE_NONE ||
          koma_keras_add_reversed_steps (builder, "mask", loop->mask, &loop->mask, error));
}

static void
note_updates (KomaKerasBuilder    *builder,
              const KomaKerasLoop *loop,
              const KomaValueId   *states)
{
  if (!builder->is_building || !loop->is_stateful || loop->states != NULL)
    return;
  for (guint i = 0; i < loop->cell->n_states; i++)
    koma_keras_add_update (builder, states[i], loop->last[i]);
}

/**
 * koma_keras_add_loop:
 * @loop: its first members are read, its results are set
 *
 * Errors: those of the cell; %KOMA_ERROR_SHAPE if the input has too few or too many dimensions.
 */
gboolean
koma_keras_add_loop (KomaKerasBuilder *builder,
                     KomaKerasLoop    *loop,
                     GError          **error)
{
  const guint         n_states = loop->cell->n_states;
  const guint         rank = koma_keras_get_rank (builder, loop->x);
  KomaKerasProjection projection = { 0 };
  KomaValueId         states[KOMA_KERAS_MAX_STATES] = { 0 };
  KomaValueId         inputs[3 + KOMA_KERAS_MAX_STATES + KOMA_KERAS_MAX_SHARED] = { 0 };
  guint               n_inputs = 1 + n_states;

  if (rank != loop->cell->rank)
    return koma_fail (error, KOMA_ERROR_SHAPE, "input has %u dimensions, expected %u", rank,
                      loop->cell->rank);
  if ((loop->is_backward && !turn (builder, loop, error)) ||
      !koma_keras_drop_input (builder, &loop->call, &loop->x, error) ||
      !loop->cell->project (builder, &loop->call, loop->x, &projection, error) ||
      !add_states (builder, loop, &projection, states, error) ||
      !koma_keras_add_state_factors (builder, &loop->call, states[0], &loop->factors, error))
    return FALSE;
  inputs[0] = projection.x;
  memcpy (&inputs[1], states, n_states * sizeof *inputs);
  memcpy (&inputs[n_inputs], projection.shared, projection.n_shared * sizeof *inputs);
  n_inputs += projection.n_shared;
  if (loop->factors != KOMA_VALUE_NONE)
    inputs[n_inputs++] = loop->factors;
  if (!add_steps (builder, loop, inputs, n_inputs, error))
    return FALSE;
  note_updates (builder, loop, states);
  return TRUE;
}
