/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a step of LSTM, GRU and RNN does, in ONNX's names; x has Wb and, where the state is not
 * needed for it, Rb in it.
 *
 *   RNN   h = f (x + h · R)
 *   GRU   z, r = f (x + h · R); g = tanh (x + (r * h) · R), or tanh (x + r * (h · R + Rb)) with
 *         linear_before_reset; h = (1 - z) * g + z * h
 *   LSTM  i, f = sigmoid (x + h · R + P * c); c = f * c + i * tanh (x + h · R);
 *         o = sigmoid (x + h · R + P * c); h = o * tanh (c); gates stand as i, o, f, c
 */

#include <string.h>

#include "activation-names.h"
#include "recurrent.h"

/**
 * koma_onnx_take_part:
 *
 * Returns: the elements of one of @n parts of the same size of the last dimension. Thread: any.
 */
KomaValueId
koma_onnx_take_part (KomaOnnxCall *call,
                     KomaValueId   x,
                     guint         index,
                     guint         n)
{
  const KomaShape shape = koma_builder_get_shape (call->nodes, x);
  const guint     last = MAX (shape.rank, 1) - 1;
  gint64          begin[KOMA_MAX_RANK] = { 0 };
  gint64          sizes[KOMA_MAX_RANK] = { -1, -1, -1, -1, -1, -1 };

  sizes[last] = shape.dims[last] / n;
  begin[last] = index * sizes[last];
  return koma_onnx_slice (call, x, begin, sizes, last + 1);
}

/**
 * koma_onnx_is_activation:
 *
 * Returns: whether a cell can have this function. Thread: any.
 */
gboolean
koma_onnx_is_activation (const char *name)
{
  const KomaOnnxActivation *found = koma_onnx_activation_find (name);

  return found != NULL && found->attr == NULL;
}

/* @name: of a function that a cell can have */
static KomaValueId
activate (KomaOnnxCall *call,
          const char   *name,
          KomaValueId   x)
{
  return koma_builder_unary (call->nodes, koma_onnx_activation_find (name)->op, x);
}

static void
share (KomaOnnxDirection *self,
       KomaValueId        value)
{
  self->shared[self->n_shared++] = value;
}

static KomaValueId
add_bias (KomaOnnxCall            *call,
          const KomaOnnxDirection *self,
          KomaValueId              x)
{
  return self->bias != KOMA_VALUE_NONE
           ? koma_builder_binary (call->nodes, KOMA_OP_ADD, x, self->bias)
           : x;
}

static void
prepare_rnn (KomaOnnxCall      *call,
             KomaOnnxDirection *self)
{
  self->x = add_bias (call, self, self->x);
  share (self, self->weights);
}

static void
step_rnn (KomaOnnxCall      *call,
          KomaOnnxDirection *self)
{
  const KomaValueId product =
    koma_builder_binary (call->nodes, KOMA_OP_MAT_MUL, self->states[0], self->shared[0]);

  self->states[0] = activate (call, self->activations[0],
                              koma_builder_binary (call->nodes, KOMA_OP_ADD, self->x, product));
}

/* Weights of the gates z and r apart from those of g. */
static void
prepare_gru (KomaOnnxCall      *call,
             KomaOnnxDirection *self)
{
  if (!self->is_reset_after)
    self->x = add_bias (call, self, self->x);
  for (guint i = 0; i < 3; i++)
    share (self, koma_onnx_take_part (call, self->weights, i, 3));
  if (self->is_reset_after && self->bias != KOMA_VALUE_NONE)
    share (self, self->bias);
}

static void
step_gru (KomaOnnxCall      *call,
          KomaOnnxDirection *self)
{
  const KomaValueId h = self->states[0];
  KomaValueId       products[3] = { 0 };
  KomaValueId       gates[3] = { 0 };

  for (guint i = 0; i < 3; i++) {
    const gboolean is_reset = i == 2 && !self->is_reset_after;

    products[i] = koma_builder_binary (
      call->nodes, KOMA_OP_MAT_MUL,
      is_reset ? koma_builder_binary (call->nodes, KOMA_OP_MUL, gates[1], h) : h, self->shared[i]);
    if (self->n_shared > 3)
      products[i] = koma_builder_binary (call->nodes, KOMA_OP_ADD, products[i],
                                         koma_onnx_take_part (call, self->shared[3], i, 3));
    if (i == 2 && self->is_reset_after)
      products[i] = koma_builder_binary (call->nodes, KOMA_OP_MUL, gates[1], products[i]);
    gates[i] =
      activate (call, self->activations[i == 2],
                koma_builder_binary (call->nodes, KOMA_OP_ADD,
                                     koma_onnx_take_part (call, self->x, i, 3), products[i]));
  }
  /* (1 - z) * g + z * h = g + z * (h - g) */
  self->states[0] = koma_builder_binary (
    call->nodes, KOMA_OP_ADD, gates[2],
    koma_builder_binary (call->nodes, KOMA_OP_MUL, gates[0],
                         koma_builder_binary (call->nodes, KOMA_OP_SUB, h, gates[2])));
}

static void
prepare_lstm (KomaOnnxCall      *call,
              KomaOnnxDirection *self)
{
  prepare_rnn (call, self);
  for (guint i = 0; i < 3 && self->peephole != KOMA_VALUE_NONE; i++)
    share (self, koma_onnx_take_part (call, self->peephole, i, 3));
}

/* @peephole: index in `shared`, of the weights of i, o, f. */
static KomaValueId
add_gate (KomaOnnxCall            *call,
          const KomaOnnxDirection *self,
          KomaValueId              sums,
          guint                    index,
          KomaValueId              c)
{
  KomaValueId sum = koma_onnx_take_part (call, sums, index, 4);

  if (self->n_shared > 1)
    sum = koma_builder_binary (
      call->nodes, KOMA_OP_ADD, sum,
      koma_builder_binary (call->nodes, KOMA_OP_MUL, self->shared[1 + index], c));
  return activate (call, self->activations[0], sum);
}

static void
step_lstm (KomaOnnxCall      *call,
           KomaOnnxDirection *self)
{
  const KomaValueId product =
    koma_builder_binary (call->nodes, KOMA_OP_MAT_MUL, self->states[0], self->shared[0]);
  const KomaValueId sums = koma_builder_binary (call->nodes, KOMA_OP_ADD, self->x, product);
  const KomaValueId in = add_gate (call, self, sums, 0, self->states[1]);
  const KomaValueId forget = add_gate (call, self, sums, 2, self->states[1]);
  const KomaValueId new =
    activate (call, self->activations[1], koma_onnx_take_part (call, sums, 3, 4));
  const KomaValueId c =
    koma_builder_binary (call->nodes, KOMA_OP_ADD,
                         koma_builder_binary (call->nodes, KOMA_OP_MUL, forget, self->states[1]),
                         koma_builder_binary (call->nodes, KOMA_OP_MUL, in, new));
  const KomaValueId out = add_gate (call, self, sums, 1, c);

  self->states[0] =
    koma_builder_binary (call->nodes, KOMA_OP_MUL, out, activate (call, self->activations[2], c));
  self->states[1] = c;
}

/**
 * koma_onnx_cell_find:
 *
 * Returns: (transfer none) (nullable): by the operator's name. Thread: any.
 */
const KomaOnnxCell *
koma_onnx_cell_find (const char *op)
{
  static const KomaOnnxCell cells[] = {
    { "GRU", 3, 1, { "Sigmoid", "Tanh", NULL }, prepare_gru, step_gru },
    { "LSTM", 4, 2, { "Sigmoid", "Tanh", "Tanh" }, prepare_lstm, step_lstm },
    { "RNN", 1, 1, { "Tanh", NULL, NULL }, prepare_rnn, step_rnn },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    if (strcmp (cells[i].op, op) == 0)
      return &cells[i];
  return NULL;
}
