/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Recurrent layers: the product with the input for all steps at once, then the loop, a node
 * Recurrent whose body is the cell. Where a model is built it is unrolled at once, so that it has a
 * gradient. */
#include "config.h"
#include "layers.h"
#include "recurrent.h"

#include "engine/graph/recurrent.h"

/* Zeros of the shape that the projected input has, without steps, and with the units at its end. */
static KomaValueId
add_zeros (KomaBuilder               *b,
           const KomaKerasProjection *projection)
{
  const gint32      units = (gint32) projection->units;
  const gint32      rank = (gint32) koma_builder_get_rank (b, projection->x);
  const KomaValueId parts[] = { koma_keras_add_shape_part (b, projection->x, 0, 1),
                                koma_keras_add_shape_part (b, projection->x, 2, rank - 1),
                                koma_builder_ints (b, &units, 1) };
  const KomaValueId y = KOMA_BUILDER_NODE (b, KOMA_OP_FILL, NULL,
                                           koma_builder_concat (b, parts, 3, 0),
                                           koma_builder_float (b, 0));

  return koma_builder_set_rank (b, y, (guint) rank - 1);
}

/* A weight that is not saved. */
static KomaValueId
add_kept_state (KomaBuilder               *b,
                const KomaKerasLoop       *loop,
                const KomaKerasProjection *projection,
                guint                      index)
{
  const guint      rank = koma_builder_get_rank (b, projection->x);
  g_autofree char *name = g_strdup_printf ("state_%u", index);
  KomaKerasWeight  weight = { .fallback = "zeros", .is_state = TRUE };

  if (b->error != NULL)
    return KOMA_VALUE_NONE;
  weight.shape.rank = rank - 1;
  weight.shape.dims[0] = koma_builder_get_dim (b, projection->x, 0);
  for (guint d = 2; d + 1 < rank; d++)
    weight.shape.dims[d - 1] = koma_builder_get_dim (b, projection->x, d);
  weight.shape.dims[rank - 2] = projection->units;
  return koma_keras_add_weight (&loop->call, name, &weight);
}

static void
add_states (KomaBuilder               *b,
            const KomaKerasLoop       *loop,
            const KomaKerasProjection *projection,
            KomaValueId               *ret_states)
{
  for (guint i = 0; i < loop->cell->n_states; i++) {
    if (loop->states != NULL)
      ret_states[i] = loop->states[i];
    else
      ret_states[i] = loop->call.keras->is_building && loop->is_stateful
                        ? add_kept_state (b, loop, projection, i)
                        : add_zeros (b, projection);
  }
}

/* An input of the body for @value; of @value's shape without dimension @dropped. */
static KomaValueId
add_body_input (KomaBuilder     *b,
                const KomaShape *full,
                guint            rank,
                guint            dropped)
{
  KomaShape shape = { .rank = dropped < rank ? rank - 1 : rank };

  for (guint d = 0; d < shape.rank; d++)
    shape.dims[d] = b->infer != NULL ? full->dims[d < dropped ? d : d + 1] : KOMA_DIM_UNKNOWN;
  return koma_builder_input (b, "body", KOMA_DTYPE_FLOAT32, shape);
}

/* Lowers the cell into the graph of @b. @inputs: x, states, what is shared, of @outer; the last of
 * them are the factors of the state, if some of it is dropped. */
static void
lower_body (KomaBuilder         *b,
            const KomaKerasLoop *loop,
            const KomaBuilder   *outer,
            const KomaValueId   *inputs,
            guint                n_inputs)
{
  const guint             n_states = loop->cell->n_states;
  g_autofree KomaValueId *body = g_new0 (KomaValueId, n_inputs);
  KomaValueId             states[KOMA_KERAS_MAX_STATES] = { 0 };
  KomaValueId             h = KOMA_VALUE_NONE;

  for (guint i = 0; i < n_inputs; i++) {
    const KomaShape shape = koma_builder_get_shape (outer, inputs[i]);

    body[i] = add_body_input (b, &shape, koma_builder_get_rank (outer, inputs[i]),
                              i == 0 ? 1 : KOMA_MAX_RANK);
  }
  h = body[1];
  if (loop->factors != KOMA_VALUE_NONE)
    h = koma_builder_binary (b, KOMA_OP_MUL, h, body[n_inputs - 1]);
  loop->cell->step (b, &loop->call, body[0], h, &body[1], &body[1 + n_states], states);
  for (guint i = 0; i < n_states && b->error == NULL; i++)
    koma_graph_add_output (b->graph, "state", states[i]);
}

/* (transfer full) (nullable) The settings of the cell are read by the same builder, which is that
 * of the body meanwhile. */
static KomaGraph *
make_body (KomaBuilder         *b,
           const KomaKerasLoop *loop,
           const KomaValueId   *inputs,
           guint                n_inputs)
{
  const KomaBuilder outer = *b;
  g_autoptr (KomaGraph) body = koma_graph_new ();

  if (b->error != NULL)
    return NULL;
  b->graph = body;
  if (b->ranks != NULL)
    b->ranks = g_array_new (FALSE, TRUE, sizeof (guint));
  lower_body (b, loop, &outer, inputs, n_inputs);
  if (outer.ranks != NULL)
    g_array_unref (b->ranks);
  b->graph = outer.graph;
  b->ranks = outer.ranks;
  return b->error == NULL ? g_steal_pointer (&body) : NULL;
}

/* Where a model is built. */
static void
unroll (KomaBuilder         *b,
        const KomaKerasLoop *loop,
        const KomaGraph     *body,
        const KomaValueId   *inputs,
        guint                n_inputs,
        KomaValueId         *ret_outputs) /* [1 + n_states] */
{
  KomaRecurrent recurrent = {
    .body = body,
    .n_states = loop->cell->n_states,
    .has_mask = loop->mask != KOMA_VALUE_NONE,
  };

  recurrent.n_shared = n_inputs - KOMA_RECURRENT_SHARED (&recurrent, 0);
  koma_recurrent_unroll (b, &recurrent, inputs, TRUE, ret_outputs);
}

static void
add_node (KomaBuilder         *b,
          const KomaKerasLoop *loop,
          KomaGraph           *body, /* (transfer full) */
          const KomaValueId   *inputs,
          guint                n_inputs,
          KomaValueId         *ret_outputs) /* [1 + n_states] */
{
  const guint rank = koma_builder_get_rank (b, inputs[1]);
  KomaAttrs  *attrs =
    koma_recurrent_make_attrs (loop->cell->n_states, loop->mask != KOMA_VALUE_NONE, body);
  const KomaNode *node = koma_builder_nodes (b, KOMA_OP_RECURRENT, inputs, n_inputs, attrs);

  for (guint i = 0; i <= loop->cell->n_states; i++)
    ret_outputs[i] =
      node != NULL ? koma_builder_set_rank (b, node->outputs[i], i == 0 ? rank + 1 : rank)
                   : KOMA_VALUE_NONE;
}

/* @inputs: x, states, what is shared; with a mask, that comes before what is shared. */
static void
add_steps (KomaBuilder   *b,
           KomaKerasLoop *loop,
           KomaValueId   *inputs, /* room for one more */
           guint          n_inputs)
{
  const guint i_mask = 1 + loop->cell->n_states;
  KomaValueId outputs[1 + KOMA_KERAS_MAX_STATES] = { 0 };
  g_autoptr (KomaGraph) body = make_body (b, loop, inputs, n_inputs);

  if (body == NULL)
    return;
  if (loop->mask != KOMA_VALUE_NONE) {
    memmove (&inputs[i_mask + 1], &inputs[i_mask], (n_inputs - i_mask) * sizeof *inputs);
    inputs[i_mask] = loop->mask;
    n_inputs++;
  }
  if (loop->call.keras->is_building)
    unroll (b, loop, body, inputs, n_inputs, outputs);
  else
    add_node (b, loop, g_steal_pointer (&body), inputs, n_inputs, outputs);
  loop->sequence = outputs[0];
  memcpy (loop->last, &outputs[1], sizeof loop->last);
}

static void
note_updates (const KomaKerasLoop *loop,
              const KomaValueId   *states)
{
  KomaKerasBuilder *keras = loop->call.keras;

  if (!keras->is_building || !loop->is_stateful || loop->states != NULL)
    return;
  for (guint i = 0; i < loop->cell->n_states; i++)
    koma_keras_add_update (keras, states[i], loop->last[i]);
}

/**
 * koma_keras_add_loop:
 * @loop: its first members are read, its results are set
 *
 * Errors: those of the cell; %KOMA_ERROR_SHAPE if the input has too few or too many dimensions.
 */
void
koma_keras_add_loop (KomaBuilder   *b,
                     KomaKerasLoop *loop)
{
  const guint         n_states = loop->cell->n_states;
  const guint         rank = koma_builder_get_rank (b, loop->x);
  const char         *outer_name = b->name;
  KomaKerasProjection projection = { 0 };
  KomaValueId         states[KOMA_KERAS_MAX_STATES] = { 0 };
  KomaValueId         inputs[3 + KOMA_KERAS_MAX_STATES + KOMA_KERAS_MAX_SHARED] = { 0 };
  guint               n_inputs = 1 + n_states;

  loop->sequence = loop->last[0] = loop->last[1] = KOMA_VALUE_NONE;
  if (rank != loop->cell->rank) {
    koma_builder_fail (b, KOMA_ERROR_SHAPE, "input has %u dimensions, expected %u", rank,
                       loop->cell->rank);
    return;
  }
  b->name = loop->call.name;
  if (loop->is_backward) {
    loop->x = koma_builder_reverse (b, loop->x, 1);
    if (loop->mask != KOMA_VALUE_NONE)
      loop->mask = koma_builder_reverse (b, loop->mask, 1);
  }
  loop->x = koma_keras_drop_input (b, &loop->call, loop->x);
  projection = loop->cell->project (b, &loop->call, loop->x);
  add_states (b, loop, &projection, states);
  loop->factors = koma_keras_add_state_factors (b, &loop->call, states[0]);
  inputs[0] = projection.x;
  memcpy (&inputs[1], states, n_states * sizeof *inputs);
  memcpy (&inputs[n_inputs], projection.shared, projection.n_shared * sizeof *inputs);
  n_inputs += projection.n_shared;
  if (loop->factors != KOMA_VALUE_NONE)
    inputs[n_inputs++] = loop->factors;
  add_steps (b, loop, inputs, n_inputs);
  note_updates (loop, states);
  b->name = outer_name;
}
