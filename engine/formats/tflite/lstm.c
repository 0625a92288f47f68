/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* UNIDIRECTIONAL_SEQUENCE_LSTM, with σ the logistic function, α the operator's activation:
 *
 *   i = σ (norm (Wi x + Ri h + Pi ∘ c))     or 1 - f where it has no input gate
 *   f = σ (norm (Wf x + Rf h + Pf ∘ c))
 *   g = α (norm (Wg x + Rg h))
 *   c' = clip (f ∘ c + i ∘ g)
 *   o = σ (norm (Wo x + Ro h + Po ∘ c'))
 *   h' = o ∘ α (c'),  or clip (projection · (o ∘ α (c')) + its bias)
 *
 * norm adds the gate's bias; where there are coefficients it does so after it has made mean 0 and
 * variance 1 of all units and multiplied them with the coefficients. The states are zeros before
 * the first step of each run: TensorFlow Lite keeps them from run to run until they are reset. */
#include "rules.h"

#include "engine/graph/recurrent.h"

#define LSTM_CELL_CLIP       FIELD (1, "cell_clip")
#define LSTM_PROJECTION_CLIP FIELD (2, "proj_clip")
#define LSTM_IS_TIME_MAJOR   FIELD (3, "time_major")
#define LSTM_IS_DIAGONAL     FIELD (5, "diagonal_recurrent_tensors")

/* The operator's inputs. Those of gates come in the order of Gate. */
enum {
  INPUT_X = 0,
  INPUT_WEIGHTS = 1,
  INPUT_RECURRENT = 5,
  INPUT_PEEPHOLE = 9, /* none of the candidate: the output gate's is the third */
  INPUT_BIAS = 12,
  INPUT_PROJECTION = 16,
  INPUT_PROJECTION_BIAS = 17,
  INPUT_NORM = 20,
};

typedef enum {
  GATE_INPUT,
  GATE_FORGET,
  GATE_CANDIDATE,
  GATE_OUTPUT,
  N_GATES,
} Gate;

/* What TensorFlow Lite adds to a variance. */
#define LEAST_VARIANCE 1e-8

enum {
  STATE_H,
  STATE_C,
  N_STATES,
};

#define MAX_SHARED (1 + 3 * N_GATES + 2)

typedef struct
{
  const KomaTfliteCall *call;
  KomaBuilder          *b; /* of the outer graph, and then of the body */
  gint32                n_units;
  gint32                n_outputs;
  Gate                  first; /* GATE_FORGET where there is no input gate */
  gboolean              has_peephole;
  gboolean              has_norm;
  gboolean              has_projection;
  gboolean              has_projection_bias;

  /* What the body reads, in this order, in the outer graph and then in the body. */
  KomaValueId shared[MAX_SHARED];
  guint       n_shared;
} Lstm;

static guint
get_peephole (Gate gate)
{
  return INPUT_PEEPHOLE + (gate == GATE_OUTPUT ? 2 : gate);
}

static void
check_shape (const Lstm *self,
             guint       index,
             gint32      n_rows,
             gint32      n_columns) /* 0: a vector */
{
  const KomaTfliteCall   *call = self->call;
  const KomaTfliteTensor *tensor = NULL;
  g_autofree char        *text = NULL;
  g_autofree char        *wanted = NULL;

  if (!koma_tflite_has_input (call, index)) {
    koma_builder_fail (self->b, KOMA_ERROR_MODEL, "%s has no input %u", call->name, index);
    return;
  }
  tensor = koma_tflite_get_input (call, index);
  if (tensor->shape.rank == (n_columns > 0 ? 2 : 1) && tensor->shape.dims[0] == n_rows &&
      (n_columns == 0 || tensor->shape.dims[1] == n_columns))
    return;
  text = koma_shape_to_string (&tensor->shape);
  wanted = n_columns > 0 ? g_strdup_printf ("[%d,%d]", n_rows, n_columns)
                         : g_strdup_printf ("[%d]", n_rows);
  koma_builder_fail (self->b, KOMA_ERROR_MODEL, "%s: input %u, “%s”, has shape %s, expected %s",
                     call->name, index, tensor->name, text, wanted);
}

static void
check_gates (const Lstm *self,
             gint32      n_inputs)
{
  for (Gate gate = self->first; gate < N_GATES; gate++) {
    check_shape (self, INPUT_WEIGHTS + gate, self->n_units, n_inputs);
    check_shape (self, INPUT_RECURRENT + gate, self->n_units, self->n_outputs);
    check_shape (self, INPUT_BIAS + gate, self->n_units, 0);
    if (self->has_peephole && gate != GATE_CANDIDATE)
      check_shape (self, get_peephole (gate), self->n_units, 0);
    if (self->has_norm)
      check_shape (self, INPUT_NORM + gate, self->n_units, 0);
  }
}

static void
check_projection (const Lstm *self)
{
  if (self->has_projection)
    check_shape (self, INPUT_PROJECTION, self->n_outputs, self->n_units);
  else if (self->n_outputs != self->n_units)
    koma_builder_fail (self->b, KOMA_ERROR_MODEL,
                       "%s: %d units, and %d outputs without a projection", self->call->name,
                       self->n_units, self->n_outputs);
  if (self->has_projection_bias)
    check_shape (self, INPUT_PROJECTION_BIAS, self->n_outputs, 0);
}

/* Which of the optional inputs are there; all that is there fits. */
static void
look (Lstm *self)
{
  const KomaTfliteCall   *call = self->call;
  const KomaTfliteTensor *weights = NULL;
  const KomaTfliteTensor *recurrent = NULL;

  if (!koma_tflite_has_input (call, INPUT_WEIGHTS + GATE_FORGET) ||
      !koma_tflite_has_input (call, INPUT_RECURRENT + GATE_FORGET)) {
    koma_builder_fail (self->b, KOMA_ERROR_MODEL, "%s has no weights of a forget gate", call->name);
    return;
  }
  weights = koma_tflite_get_input (call, INPUT_WEIGHTS + GATE_FORGET);
  recurrent = koma_tflite_get_input (call, INPUT_RECURRENT + GATE_FORGET);
  if (weights->shape.rank != 2 || recurrent->shape.rank != 2)
    koma_builder_fail (self->b, KOMA_ERROR_MODEL, "%s: its weights “%s” and “%s” are no matrices",
                       call->name, weights->name, recurrent->name);
  self->n_units = weights->shape.dims[0];
  self->n_outputs = recurrent->shape.dims[1];
  self->first = koma_tflite_has_input (call, INPUT_WEIGHTS) ? GATE_INPUT : GATE_FORGET;
  self->has_peephole = koma_tflite_has_input (call, get_peephole (GATE_OUTPUT));
  self->has_norm = koma_tflite_has_input (call, INPUT_NORM + GATE_FORGET);
  self->has_projection = koma_tflite_has_input (call, INPUT_PROJECTION);
  self->has_projection_bias =
    self->has_projection && koma_tflite_has_input (call, INPUT_PROJECTION_BIAS);
  if ((self->first == GATE_INPUT) != koma_tflite_has_input (call, INPUT_RECURRENT))
    koma_builder_fail (self->b, KOMA_ERROR_MODEL, "%s has half of an input gate", call->name);
  check_gates (self, weights->shape.dims[1]);
  check_projection (self);
}

/* The gates' weights, one below the other. */
static KomaValueId
join_gates (const Lstm *self,
            guint       first_input)
{
  KomaValueId parts[N_GATES] = { 0 };
  guint       n_parts = 0;

  for (Gate gate = self->first; gate < N_GATES; gate++)
    parts[n_parts++] = koma_tflite_real (self->call, first_input + gate);
  return koma_builder_concat (self->b, parts, n_parts, 0);
}

static KomaValueId
multiply (const Lstm *self,
          KomaValueId x,
          KomaValueId weights)
{
  return koma_builder_mat_mul (self->b, x, weights, FALSE, TRUE);
}

static KomaValueId
exchange_steps (const Lstm *self,
                KomaValueId x)
{
  if (!koma_flat_get_int (&self->call->options, LSTM_IS_TIME_MAJOR, 1, FALSE))
    return x;
  return KOMA_BUILDER_NODE (self->b, KOMA_OP_TRANSPOSE, NULL, x,
                            koma_builder_ints (self->b, (gint32[]){ 1, 0, 2 }, 3));
}

/* W x of all steps and gates: [n, steps, gates · units]; with the bias, if norm does not add it. */
static KomaValueId
project (const Lstm *self)
{
  KomaValueId x = exchange_steps (self, koma_tflite_real (self->call, INPUT_X));

  x = multiply (self, x, join_gates (self, INPUT_WEIGHTS));
  return self->has_norm
           ? x
           : koma_builder_binary (self->b, KOMA_OP_ADD, x, join_gates (self, INPUT_BIAS));
}

/* Zeros [n, n_elements], of the batch of x. */
static KomaValueId
make_state (const Lstm *self,
            KomaValueId x,
            gint32      n_elements)
{
  KomaBuilder *b = self->b;
  KomaValueId  parts[2] = { koma_builder_unary (b, KOMA_OP_SHAPE, x) };

  parts[0] = KOMA_BUILDER_NODE (b, KOMA_OP_SLICE, NULL, parts[0],
                                koma_builder_ints (b, (gint32[]){ 0 }, 1),
                                koma_builder_ints (b, (gint32[]){ 1 }, 1));
  parts[1] = koma_builder_ints (b, &n_elements, 1);
  return KOMA_BUILDER_NODE (b, KOMA_OP_FILL, NULL, koma_builder_concat (b, parts, 2, 0),
                            koma_builder_float (b, 0));
}

static void
share (Lstm *self,
       guint input)
{
  self->shared[self->n_shared++] = koma_tflite_real (self->call, input);
}

/* In the order in which the body takes them. */
static void
collect_shared (Lstm *self)
{
  self->shared[self->n_shared++] = join_gates (self, INPUT_RECURRENT);
  for (Gate gate = self->first; gate < N_GATES; gate++) {
    if (self->has_peephole && gate != GATE_CANDIDATE)
      share (self, get_peephole (gate));
    if (self->has_norm) {
      share (self, INPUT_NORM + gate);
      share (self, INPUT_BIAS + gate);
    }
  }
  if (self->has_projection)
    share (self, INPUT_PROJECTION);
  if (self->has_projection_bias)
    share (self, INPUT_PROJECTION_BIAS);
}

static KomaValueId
clip (const Lstm   *self,
      KomaFlatField field,
      KomaValueId   value)
{
  const float limit = koma_flat_get_float (&self->call->options, field);

  if (!(limit > 0))
    return value;
  return KOMA_BUILDER_NODE (self->b, KOMA_OP_CLIP, NULL, value,
                            koma_builder_float (self->b, -limit),
                            koma_builder_float (self->b, limit));
}

static KomaValueId
normalize (KomaBuilder *b,
           KomaValueId  value,
           KomaValueId  coefficients,
           KomaValueId  bias)
{
  value = koma_builder_normalize (b, value, 1u << 1, LEAST_VARIANCE);
  value = koma_builder_binary (b, KOMA_OP_MUL, value, coefficients);
  return koma_builder_binary (b, KOMA_OP_ADD, value, bias);
}

/* From its sum to what the gate lets through. @io_shared: what is taken next of what is shared */
static KomaValueId
open_gate (const Lstm *self,
           Gate        gate,
           KomaValueId sum,
           KomaValueId cell,
           guint      *io_shared)
{
  KomaBuilder *b = self->b;

  if (self->has_peephole && gate != GATE_CANDIDATE)
    sum = koma_builder_binary (
      b, KOMA_OP_ADD, sum,
      koma_builder_binary (b, KOMA_OP_MUL, cell, self->shared[(*io_shared)++]));
  if (self->has_norm) {
    sum = normalize (b, sum, self->shared[*io_shared], self->shared[*io_shared + 1]);
    *io_shared += 2;
  }
  return gate == GATE_CANDIDATE ? koma_tflite_activate (b, self->call, ACTIVATION (0), sum)
                                : koma_builder_unary (b, KOMA_OP_SIGMOID, sum);
}

/* f ∘ c + i ∘ g */
static KomaValueId
update_cell (const Lstm        *self,
             const KomaValueId *gates,
             KomaValueId        cell)
{
  KomaBuilder *b = self->b;
  KomaValueId  input = gates[GATE_INPUT];

  if (self->first != GATE_INPUT)
    input = koma_builder_binary (b, KOMA_OP_SUB, koma_builder_float (b, 1), gates[GATE_FORGET]);
  cell = koma_builder_binary (b, KOMA_OP_MUL, gates[GATE_FORGET], cell);
  input = koma_builder_binary (b, KOMA_OP_MUL, input, gates[GATE_CANDIDATE]);
  return clip (self, LSTM_CELL_CLIP, koma_builder_binary (b, KOMA_OP_ADD, cell, input));
}

static KomaValueId
make_output (const Lstm *self,
             KomaValueId gate,
             KomaValueId cell,
             guint       n_taken)
{
  KomaBuilder *b = self->b;
  KomaValueId  h = koma_tflite_activate (b, self->call, ACTIVATION (0), cell);

  h = koma_builder_binary (b, KOMA_OP_MUL, gate, h);
  if (!self->has_projection)
    return h;
  h = multiply (self, h, self->shared[n_taken]);
  if (self->has_projection_bias)
    h = koma_builder_binary (b, KOMA_OP_ADD, h, self->shared[n_taken + 1]);
  return clip (self, LSTM_PROJECTION_CLIP, h);
}

/* One step, in the body's graph: W x + R h of each gate, and what they make of the states. */
static void
lower_step (const Lstm  *self,
            KomaValueId  x,
            KomaValueId *states) /* (inout) [N_STATES] */
{
  const KomaValueId products = multiply (self, states[STATE_H], self->shared[0]);
  KomaValueId       gates[N_GATES] = { 0 };
  guint             n_taken = 1;

  koma_builder_split (self->b, koma_builder_binary (self->b, KOMA_OP_ADD, x, products),
                      N_GATES - self->first, &gates[self->first]);
  for (Gate gate = self->first; gate < GATE_OUTPUT; gate++)
    gates[gate] = open_gate (self, gate, gates[gate], states[STATE_C], &n_taken);
  states[STATE_C] = update_cell (self, gates, states[STATE_C]);
  gates[GATE_OUTPUT] =
    open_gate (self, GATE_OUTPUT, gates[GATE_OUTPUT], states[STATE_C], &n_taken);
  states[STATE_H] = make_output (self, gates[GATE_OUTPUT], states[STATE_C], n_taken);
}

static KomaValueId
add_body_input (KomaBuilder *b,
                guint        rank)
{
  KomaShape shape = { .rank = rank };

  for (guint d = 0; d < rank; d++)
    shape.dims[d] = KOMA_DIM_UNKNOWN;
  return koma_builder_input (b, "body", KOMA_DTYPE_FLOAT32, shape);
}

/* (transfer full) (nullable): after an error */
static KomaGraph *
make_body (const Lstm *outer)
{
  g_autoptr (KomaGraph) body = koma_graph_new ();
  KomaBuilder b = { 0 };
  Lstm        self = *outer;
  KomaValueId x = KOMA_VALUE_NONE;
  KomaValueId states[N_STATES] = { 0 };
  gboolean    is_lowered = FALSE;

  koma_builder_init_open (&b, body, outer->b->name);
  self.b = &b;
  x = add_body_input (&b, 2);
  for (guint i = 0; i < N_STATES; i++)
    states[i] = add_body_input (&b, 2);
  for (guint i = 0; i < self.n_shared; i++) {
    const gboolean is_projection =
      self.has_projection && i + 1 + self.has_projection_bias == self.n_shared;

    self.shared[i] = add_body_input (&b, i == 0 || is_projection ? 2 : 1);
  }
  lower_step (&self, x, states);
  is_lowered = koma_builder_finish (&b, &outer->b->error);
  koma_builder_clear (&b);
  for (guint i = 0; is_lowered && i < N_STATES; i++)
    koma_graph_add_output (body, "state", states[i]);
  return is_lowered ? g_steal_pointer (&body) : NULL;
}

KomaValueId
koma_tflite_rule_lstm (KomaBuilder          *b,
                       const KomaTfliteCall *call)
{
  Lstm        self = { .call = call, .b = b };
  KomaValueId inputs[1 + N_STATES + MAX_SHARED] = { 0 };
  KomaGraph  *body = NULL;

  if (koma_flat_get_int (&call->options, LSTM_IS_DIAGONAL, 1, FALSE))
    return koma_tflite_refuse (b, call, "diagonal recurrent weights");
  look (&self);
  collect_shared (&self);
  inputs[0] = project (&self);
  inputs[1 + STATE_H] = make_state (&self, inputs[0], self.n_outputs);
  inputs[1 + STATE_C] = make_state (&self, inputs[0], self.n_units);
  for (guint i = 0; i < self.n_shared; i++)
    inputs[1 + N_STATES + i] = self.shared[i];
  body = b->error == NULL ? make_body (&self) : NULL;
  if (body == NULL)
    return KOMA_VALUE_NONE;
  return exchange_steps (
    &self, koma_builder_node (b, call->op, inputs, 1 + N_STATES + self.n_shared,
                              koma_recurrent_make_attrs (N_STATES, FALSE, body)));
}
