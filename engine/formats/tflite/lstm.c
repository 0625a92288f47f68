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
  gint32                n_units;
  gint32                n_outputs;
  Gate                  first; /* GATE_FORGET where there is no input gate */
  gboolean              has_peephole;
  gboolean              has_norm;

  /* What the body reads, in this order, in the outer graph and then in the body. */
  KomaValueId shared[MAX_SHARED];
  guint       n_shared;
} Lstm;

static guint
get_peephole (Gate gate)
{
  return INPUT_PEEPHOLE + (gate == GATE_OUTPUT ? 2 : gate);
}

static gboolean
check_shape (const Lstm *self,
             guint       index,
             gint32      n_rows,
             gint32      n_columns, /* 0: a vector */
             GError    **error)
{
  const KomaTfliteTensor *tensor = NULL;
  g_autofree char        *text = NULL;
  g_autofree char        *wanted = NULL;

  if (!koma_tflite_has_input (self->call, index))
    return koma_fail (error, KOMA_ERROR_MODEL, "%s has no input %u", self->call->name, index);
  tensor = koma_tflite_get_input (self->call, index);
  if (tensor->shape.rank == (n_columns > 0 ? 2 : 1) && tensor->shape.dims[0] == n_rows &&
      (n_columns == 0 || tensor->shape.dims[1] == n_columns))
    return TRUE;
  text = koma_shape_to_string (&tensor->shape);
  wanted = n_columns > 0 ? g_strdup_printf ("[%d,%d]", n_rows, n_columns)
                         : g_strdup_printf ("[%d]", n_rows);
  return koma_fail (error, KOMA_ERROR_MODEL, "%s: input %u, “%s”, has shape %s, expected %s",
                    self->call->name, index, tensor->name, text, wanted);
}

static gboolean
check_gates (const Lstm *self,
             gint32      n_inputs,
             GError    **error)
{
  for (Gate gate = self->first; gate < N_GATES; gate++)
    if (!check_shape (self, INPUT_WEIGHTS + gate, self->n_units, n_inputs, error) ||
        !check_shape (self, INPUT_RECURRENT + gate, self->n_units, self->n_outputs, error) ||
        !check_shape (self, INPUT_BIAS + gate, self->n_units, 0, error) ||
        (self->has_peephole && gate != GATE_CANDIDATE &&
         !check_shape (self, get_peephole (gate), self->n_units, 0, error)) ||
        (self->has_norm && !check_shape (self, INPUT_NORM + gate, self->n_units, 0, error)))
      return FALSE;
  return TRUE;
}

/* Which of the optional inputs are there; all that is there fits. */
static gboolean
look (Lstm    *self,
      GError **error)
{
  const KomaTfliteCall   *call = self->call;
  const KomaTfliteTensor *weights = NULL;
  const KomaTfliteTensor *recurrent = NULL;

  if (!koma_tflite_has_input (call, INPUT_WEIGHTS + GATE_FORGET) ||
      !koma_tflite_has_input (call, INPUT_RECURRENT + GATE_FORGET))
    return koma_fail (error, KOMA_ERROR_MODEL, "%s has no weights of a forget gate", call->name);
  weights = koma_tflite_get_input (call, INPUT_WEIGHTS + GATE_FORGET);
  recurrent = koma_tflite_get_input (call, INPUT_RECURRENT + GATE_FORGET);
  if (weights->shape.rank != 2 || recurrent->shape.rank != 2)
    return koma_fail (error, KOMA_ERROR_MODEL, "%s: its weights “%s” and “%s” are no matrices",
                      call->name, weights->name, recurrent->name);
  self->n_units = weights->shape.dims[0];
  self->n_outputs = recurrent->shape.dims[1];
  self->first = koma_tflite_has_input (call, INPUT_WEIGHTS) ? GATE_INPUT : GATE_FORGET;
  self->has_peephole = koma_tflite_has_input (call, get_peephole (GATE_OUTPUT));
  self->has_norm = koma_tflite_has_input (call, INPUT_NORM + GATE_FORGET);
  if ((self->first == GATE_INPUT) != koma_tflite_has_input (call, INPUT_RECURRENT))
    return koma_fail (error, KOMA_ERROR_MODEL, "%s has half of an input gate", call->name);
  if (!check_gates (self, weights->shape.dims[1], error))
    return FALSE;
  if (!koma_tflite_has_input (call, INPUT_PROJECTION))
    return self->n_outputs == self->n_units ||
           koma_fail (error, KOMA_ERROR_MODEL, "%s: %d units, and %d outputs without a projection",
                      call->name, self->n_units, self->n_outputs);
  return check_shape (self, INPUT_PROJECTION, self->n_outputs, self->n_units, error) &&
         (!koma_tflite_has_input (call, INPUT_PROJECTION_BIAS) ||
          check_shape (self, INPUT_PROJECTION_BIAS, self->n_outputs, 0, error));
}

/* The gates' weights, one below the other. */
static KomaValueId
join_gates (const Lstm *self,
            guint       first_input,
            GError    **error)
{
  KomaValueId     parts[N_GATES + 1] = { 0 };
  guint           n_parts = 0;
  const KomaNode *node = NULL;

  for (Gate gate = self->first; gate < N_GATES; gate++)
    parts[n_parts++] = koma_tflite_real (self->call, first_input + gate, error);
  parts[n_parts] = koma_tflite_int (self->call, 0, error);
  node = koma_tflite_add (self->call, KOMA_OP_CONCAT, NULL, parts, n_parts + 1, error);
  return node != NULL ? node->outputs[0] : KOMA_VALUE_NONE;
}

static KomaValueId
multiply (const Lstm *self,
          KomaValueId x,
          KomaValueId weights,
          GError    **error)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "transpose_b", TRUE);
  return koma_tflite_apply (self->call, KOMA_OP_MAT_MUL, attrs, error, 2, x, weights);
}

static KomaValueId
exchange_steps (const Lstm *self,
                KomaValueId x,
                GError    **error)
{
  if (!koma_flat_get_int (&self->call->options, LSTM_IS_TIME_MAJOR, 1, FALSE))
    return x;
  return koma_tflite_apply (self->call, KOMA_OP_TRANSPOSE, NULL, error, 2, x,
                            koma_tflite_ints (self->call, (gint32[]){ 1, 0, 2 }, 3, error));
}

/* W x of all steps and gates: [n, steps, gates · units]; with the bias, if norm does not add it. */
static KomaValueId
project (const Lstm *self,
         GError    **error)
{
  KomaValueId x = exchange_steps (self, koma_tflite_real (self->call, INPUT_X, error), error);

  x = multiply (self, x, join_gates (self, INPUT_WEIGHTS, error), error);
  if (self->has_norm)
    return x;
  return koma_tflite_apply (self->call, KOMA_OP_ADD, NULL, error, 2, x,
                            join_gates (self, INPUT_BIAS, error));
}

/* Zeros [n, n_elements], of the batch of x. */
static KomaValueId
make_state (const Lstm *self,
            KomaValueId x,
            gint32      n_elements,
            GError    **error)
{
  const KomaTfliteCall *call = self->call;
  KomaValueId           shape = koma_tflite_apply (call, KOMA_OP_SHAPE, NULL, error, 1, x);

  shape = koma_tflite_apply (call, KOMA_OP_SLICE, NULL, error, 3, shape,
                             koma_tflite_ints (call, (gint32[]){ 0 }, 1, error),
                             koma_tflite_ints (call, (gint32[]){ 1 }, 1, error));
  shape = koma_tflite_apply (call, KOMA_OP_CONCAT, NULL, error, 3, shape,
                             koma_tflite_ints (call, &n_elements, 1, error),
                             koma_tflite_int (call, 0, error));
  return koma_tflite_apply (call, KOMA_OP_FILL, NULL, error, 2, shape,
                            koma_tflite_float (call, 0, error));
}

static void
share (Lstm    *self,
       guint    input,
       GError **error)
{
  self->shared[self->n_shared++] = koma_tflite_real (self->call, input, error);
}

/* In the order in which the body takes them. */
static void
collect_shared (Lstm    *self,
                GError **error)
{
  self->shared[self->n_shared++] = join_gates (self, INPUT_RECURRENT, error);
  for (Gate gate = self->first; gate < N_GATES; gate++) {
    if (self->has_peephole && gate != GATE_CANDIDATE)
      share (self, get_peephole (gate), error);
    if (self->has_norm) {
      share (self, INPUT_NORM + gate, error);
      share (self, INPUT_BIAS + gate, error);
    }
  }
  if (koma_tflite_has_input (self->call, INPUT_PROJECTION))
    share (self, INPUT_PROJECTION, error);
  if (koma_tflite_has_input (self->call, INPUT_PROJECTION) &&
      koma_tflite_has_input (self->call, INPUT_PROJECTION_BIAS))
    share (self, INPUT_PROJECTION_BIAS, error);
}

static KomaValueId
clip (const Lstm   *self,
      KomaFlatField field,
      KomaValueId   value,
      GError      **error)
{
  const float limit = koma_flat_get_float (&self->call->options, field);

  if (!(limit > 0))
    return value;
  return koma_tflite_apply (self->call, KOMA_OP_CLIP, NULL, error, 3, value,
                            koma_tflite_float (self->call, -limit, error),
                            koma_tflite_float (self->call, limit, error));
}

static KomaValueId
mean_of_units (const Lstm *self,
               KomaValueId value,
               GError    **error)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "keep_dims", TRUE);
  return koma_tflite_apply (self->call, KOMA_OP_MEAN, attrs, error, 2, value,
                            koma_tflite_int (self->call, 1, error));
}

static KomaValueId
normalize (const Lstm *self,
           KomaValueId value,
           KomaValueId coefficients,
           KomaValueId bias,
           GError    **error)
{
  const KomaTfliteCall *call = self->call;
  KomaValueId           variance = KOMA_VALUE_NONE;

  value = koma_tflite_apply (call, KOMA_OP_SUB, NULL, error, 2, value,
                             mean_of_units (self, value, error));
  variance = mean_of_units (
    self, koma_tflite_apply (call, KOMA_OP_SQUARE, NULL, error, 1, value), error);
  variance = koma_tflite_apply (call, KOMA_OP_ADD, NULL, error, 2, variance,
                                koma_tflite_float (call, LEAST_VARIANCE, error));
  value = koma_tflite_apply (call, KOMA_OP_MUL, NULL, error, 2, value,
                             koma_tflite_apply (call, KOMA_OP_RSQRT, NULL, error, 1, variance));
  value = koma_tflite_apply (call, KOMA_OP_MUL, NULL, error, 2, value, coefficients);
  return koma_tflite_apply (call, KOMA_OP_ADD, NULL, error, 2, value, bias);
}

/* From its sum to what the gate lets through. @io_shared: what is taken next of what is shared */
static KomaValueId
open_gate (const Lstm *self,
           Gate        gate,
           KomaValueId sum,
           KomaValueId cell,
           guint      *io_shared,
           GError    **error)
{
  const KomaTfliteCall *call = self->call;

  if (self->has_peephole && gate != GATE_CANDIDATE)
    sum = koma_tflite_apply (call, KOMA_OP_ADD, NULL, error, 2, sum,
                             koma_tflite_apply (call, KOMA_OP_MUL, NULL, error, 2, cell,
                                                self->shared[(*io_shared)++]));
  if (self->has_norm) {
    sum = normalize (self, sum, self->shared[*io_shared], self->shared[*io_shared + 1], error);
    *io_shared += 2;
  }
  return gate == GATE_CANDIDATE ? koma_tflite_activate (call, ACTIVATION (0), sum, error)
                                : koma_tflite_apply (call, KOMA_OP_SIGMOID, NULL, error, 1, sum);
}

/* W x + R h, each gate's. */
static gboolean
add_sums (const Lstm        *self,
          KomaValueId        x,
          const KomaValueId *states,
          KomaValueId       *ret_sums, /* [N_GATES] */
          GError           **error)
{
  KomaAttrs  *attrs = NULL;
  KomaNode   *node = NULL;
  KomaValueId sum = koma_tflite_apply (
    self->call, KOMA_OP_ADD, NULL, error, 2, x,
    multiply (self, states[STATE_H], self->shared[0], error));

  attrs = koma_attrs_new ();
  koma_attrs_set_int (attrs, "axis", 1);
  koma_attrs_set_int (attrs, "num_split", N_GATES - self->first);
  node = koma_tflite_add (self->call, KOMA_OP_SPLIT, attrs, &sum, 1, error);
  for (Gate gate = self->first; node != NULL && gate < N_GATES; gate++)
    ret_sums[gate] = node->outputs[gate - self->first];
  return node != NULL;
}

/* f ∘ c + i ∘ g */
static KomaValueId
update_cell (const Lstm        *self,
             const KomaValueId *gates,
             KomaValueId        cell,
             GError           **error)
{
  const KomaTfliteCall *call = self->call;
  KomaValueId           input = gates[GATE_INPUT];

  if (self->first != GATE_INPUT)
    input = koma_tflite_apply (call, KOMA_OP_SUB, NULL, error, 2,
                               koma_tflite_float (call, 1, error), gates[GATE_FORGET]);
  cell = koma_tflite_apply (call, KOMA_OP_MUL, NULL, error, 2, gates[GATE_FORGET], cell);
  input = koma_tflite_apply (call, KOMA_OP_MUL, NULL, error, 2, input, gates[GATE_CANDIDATE]);
  cell = koma_tflite_apply (call, KOMA_OP_ADD, NULL, error, 2, cell, input);
  return clip (self, LSTM_CELL_CLIP, cell, error);
}

static KomaValueId
make_output (const Lstm *self,
             KomaValueId gate,
             KomaValueId cell,
             guint       n_taken,
             GError    **error)
{
  const KomaTfliteCall *call = self->call;
  KomaValueId           h = koma_tflite_activate (call, ACTIVATION (0), cell, error);

  h = koma_tflite_apply (call, KOMA_OP_MUL, NULL, error, 2, gate, h);
  if (!koma_tflite_has_input (call, INPUT_PROJECTION))
    return h;
  h = multiply (self, h, self->shared[n_taken], error);
  if (koma_tflite_has_input (call, INPUT_PROJECTION_BIAS))
    h = koma_tflite_apply (call, KOMA_OP_ADD, NULL, error, 2, h, self->shared[n_taken + 1]);
  return clip (self, LSTM_PROJECTION_CLIP, h, error);
}

/* One step, in the body's graph. */
static gboolean
lower_step (const Lstm        *self,
            KomaValueId        x,
            const KomaValueId *states,
            KomaValueId       *ret_states,
            GError           **error)
{
  KomaValueId gates[N_GATES] = { 0 };
  guint       n_taken = 1;

  if (!add_sums (self, x, states, gates, error))
    return FALSE;
  for (Gate gate = self->first; gate < GATE_OUTPUT; gate++)
    gates[gate] = open_gate (self, gate, gates[gate], states[STATE_C], &n_taken, error);
  ret_states[STATE_C] = update_cell (self, gates, states[STATE_C], error);
  gates[GATE_OUTPUT] = open_gate (self, GATE_OUTPUT, gates[GATE_OUTPUT], ret_states[STATE_C],
                                  &n_taken, error);
  ret_states[STATE_H] =
    make_output (self, gates[GATE_OUTPUT], ret_states[STATE_C], n_taken, error);
  return ret_states[STATE_H] != KOMA_VALUE_NONE;
}

static KomaValueId
add_body_input (KomaGraph *body,
                guint      rank)
{
  KomaShape shape = { .rank = rank };

  for (guint d = 0; d < rank; d++)
    shape.dims[d] = KOMA_DIM_UNKNOWN;
  return koma_graph_add_input (body, "body", KOMA_DTYPE_FLOAT32, &shape);
}

/* (transfer full) (nullable). What the rule's functions add goes to the body meanwhile. */
static KomaGraph *
make_body (const Lstm *outer,
           GError    **error)
{
  KomaRawModel *raw = outer->call->tflite->raw;
  KomaGraph    *graph = raw->graph;
  g_autoptr (KomaGraph) body = koma_graph_new ();
  Lstm              self = *outer;
  const KomaValueId x = add_body_input (body, 2);
  KomaValueId       states[N_STATES] = { 0 };
  gboolean          is_lowered = FALSE;

  for (guint i = 0; i < N_STATES; i++)
    states[i] = add_body_input (body, 2);
  for (guint i = 0; i < self.n_shared; i++) {
    const gboolean is_projection =
      koma_tflite_has_input (self.call, INPUT_PROJECTION) &&
      i + 1 + koma_tflite_has_input (self.call, INPUT_PROJECTION_BIAS) == self.n_shared;

    self.shared[i] = add_body_input (body, i == 0 || is_projection ? 2 : 1);
  }
  raw->graph = body;
  is_lowered = lower_step (&self, x, states, states, error);
  raw->graph = graph;
  for (guint i = 0; is_lowered && i < N_STATES; i++)
    koma_graph_add_output (body, "state", states[i]);
  return is_lowered ? g_steal_pointer (&body) : NULL;
}

gboolean
koma_tflite_rule_lstm (const KomaTfliteCall *call,
                       GError              **error)
{
  Lstm            self = { .call = call };
  KomaValueId     inputs[1 + N_STATES + MAX_SHARED] = { 0 };
  KomaGraph      *body = NULL;
  const KomaNode *node = NULL;

  if (koma_flat_get_int (&call->options, LSTM_IS_DIAGONAL, 1, FALSE))
    return koma_tflite_refuse (call, "diagonal recurrent weights", error);
  if (!look (&self, error))
    return FALSE;
  collect_shared (&self, error);
  inputs[0] = project (&self, error);
  inputs[1 + STATE_H] = make_state (&self, inputs[0], self.n_outputs, error);
  inputs[1 + STATE_C] = make_state (&self, inputs[0], self.n_units, error);
  for (guint i = 0; i < self.n_shared; i++)
    inputs[1 + N_STATES + i] = self.shared[i];
  if (inputs[1 + STATE_C] == KOMA_VALUE_NONE || (body = make_body (&self, error)) == NULL)
    return FALSE;
  node = koma_tflite_add (call, call->op, koma_recurrent_make_attrs (N_STATES, FALSE, body), inputs,
                          1 + N_STATES + self.n_shared, error);
  return node != NULL &&
         koma_tflite_set_output (call, 0, exchange_steps (&self, node->outputs[0], error), error);
}
