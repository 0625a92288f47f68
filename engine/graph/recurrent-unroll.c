/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "recurrent.h"

typedef struct
{
  KomaBuilder         *builder;
  const KomaRecurrent *recurrent;
  const KomaValueId   *inputs; /* of the node */
  KomaValueId         *values; /* [of the body] what stands for each, in the step in hand */
  KomaValueId         *states; /* [n_states] */
  guint                n_steps;
} Unroll;

/* One output for each step, x without dimension 1. */
static const KomaNode *
build_steps (Unroll     *self,
             KomaValueId x)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "axis", 1);
  koma_attrs_set_int (attrs, "num", self->n_steps);
  return koma_builder_nodes (self->builder, KOMA_OP_UNPACK, &x, 1, attrs);
}

/* Constants and what is shared are the same in all steps. */
static void
set_common_values (Unroll *self)
{
  const KomaGraph *body = self->recurrent->body;

  for (guint i = 0; i < koma_graph_get_n_values (body); i++) {
    KomaArray *constant = koma_graph_get_value (body, i)->constant;

    if (constant != NULL)
      self->values[i] = koma_builder_array (self->builder, constant);
  }
  for (guint i = 0; i < self->recurrent->n_shared; i++)
    self->values[koma_graph_get_input (body, 1 + self->recurrent->n_states + i)] =
      self->inputs[KOMA_RECURRENT_SHARED (self->recurrent, i)];
}

static void
build_body_node (Unroll         *self,
                 const KomaNode *node)
{
  g_autofree KomaValueId *inputs = g_new0 (KomaValueId, node->n_inputs + 1);
  const KomaNode         *copy = NULL;

  for (guint i = 0; i < node->n_inputs; i++)
    inputs[i] = self->values[node->inputs[i]];
  copy = koma_builder_nodes (self->builder, node->op, inputs, node->n_inputs,
                             koma_attrs_copy (node->attrs));
  for (guint i = 0; i < node->n_outputs; i++)
    self->values[node->outputs[i]] = copy != NULL ? copy->outputs[i] : KOMA_VALUE_NONE;
}

/* The mask of a step, [n], with dimensions of 1 behind, so that it is broadcast over a state. */
static KomaValueId
build_mask (Unroll     *self,
            KomaValueId mask,
            KomaValueId state)
{
  KomaShape shape = { .rank = koma_builder_get_shape (self->builder, state).rank };

  shape.dims[0] = koma_builder_get_shape (self->builder, mask).dims[0];
  for (guint d = 1; d < shape.rank; d++)
    shape.dims[d] = 1;
  return koma_builder_reshape (self->builder, mask, shape);
}

static void
build_step (Unroll     *self,
            KomaValueId x,
            KomaValueId mask) /* or KOMA_VALUE_NONE */
{
  const KomaGraph *body = self->recurrent->body;

  self->values[koma_graph_get_input (body, 0)] = x;
  for (guint i = 0; i < self->recurrent->n_states; i++)
    self->values[koma_graph_get_input (body, 1 + i)] = self->states[i];
  for (guint i = 0; i < koma_graph_get_n_nodes (body); i++)
    build_body_node (self, koma_graph_get_node (body, i));
  for (guint i = 0; i < self->recurrent->n_states; i++) {
    const KomaValueId update = self->values[koma_graph_get_output (body, i)];

    self->states[i] =
      mask == KOMA_VALUE_NONE
        ? update
        : KOMA_BUILDER_NODE (self->builder, KOMA_OP_SELECT, NULL, build_mask (self, mask, update),
                             update, self->states[i]);
  }
}

static KomaValueId
build_sequence (Unroll            *self,
                const KomaValueId *sequence) /* [n_steps] */
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "axis", 1);
  return koma_builder_node (self->builder, KOMA_OP_PACK, sequence, self->n_steps, attrs);
}

static void
build_all (Unroll      *self,
           KomaValueId *sequence) /* [n_steps] */
{
  const guint     mask = KOMA_RECURRENT_MASK (self->recurrent);
  const KomaNode *x = build_steps (self, self->inputs[0]);
  const KomaNode *masks = self->recurrent->has_mask ? build_steps (self, self->inputs[mask]) : NULL;

  set_common_values (self);
  for (guint t = 0; t < self->n_steps; t++) {
    build_step (self, x != NULL ? x->outputs[t] : KOMA_VALUE_NONE,
                masks != NULL ? masks->outputs[t] : KOMA_VALUE_NONE);
    sequence[t] = self->states[0];
  }
}

/**
 * koma_recurrent_unroll:
 * @inputs: of a sound node; their shapes are known
 * @has_sequence: whether the first output is wanted
 * @ret_outputs: (array): the first state after each step, then all states after the last
 *
 * Adds the body once for each step. Errors are kept by @builder: those of the ops' `infer`.
 */
void
koma_recurrent_unroll (KomaBuilder         *builder,
                       const KomaRecurrent *recurrent,
                       const KomaValueId   *inputs,
                       gboolean             has_sequence,
                       KomaValueId         *ret_outputs)
{
  const guint             n_steps = (guint) koma_builder_get_shape (builder, inputs[0]).dims[1];
  g_autofree KomaValueId *values = g_new0 (KomaValueId, koma_graph_get_n_values (recurrent->body));
  g_autofree KomaValueId *sequence = g_new0 (KomaValueId, n_steps + 1);
  Unroll                  self = {
                     .builder = builder,
                     .recurrent = recurrent,
                     .inputs = inputs,
                     .values = values,
                     .states = &ret_outputs[1],
                     .n_steps = n_steps,
  };

  for (guint i = 0; i < recurrent->n_states; i++)
    self.states[i] = inputs[KOMA_RECURRENT_STATE (i)];
  build_all (&self, sequence);
  ret_outputs[0] = has_sequence ? build_sequence (&self, sequence) : KOMA_VALUE_NONE;
}
