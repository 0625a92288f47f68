/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* GRU, LSTM, RNN (x, W, R, B, sequence_lens, initial_h, initial_c, P), in one direction or both:
 * the product with x for all steps at once, then a node Recurrent whose body is a step of
 * recurrent-cell.c. x is [steps,n,..], or [n,steps,..] with layout 1; weights have the directions
 * first. */

#include "recurrent.h"

#include "engine/graph/recurrent.h"
#include "rules.h"

typedef struct
{
  const KomaOnnxCell *cell;
  KomaValueId         x; /* [n,steps,..] */
  gint64              units;
  guint               n_directions;
  gboolean            is_first_reversed;
  gboolean            is_batch_first;
} Layer;

/* One of the directions that an input has first, or with layout 1 second; none of one that is
 * left out. */
static KomaValueId
take_direction (KomaOnnxCall *call,
                guint         input,
                guint         direction,
                guint         axis)
{
  if (!koma_onnx_has_input (call, input))
    return KOMA_VALUE_NONE;
  return KOMA_BUILDER_NODE (call->nodes, KOMA_OP_GATHER, NULL, call->inputs[input],
                            koma_builder_int (call->nodes, direction),
                            koma_builder_int (call->nodes, axis));
}

static KomaValueId
transpose (KomaOnnxCall *call,
           KomaValueId   x)
{
  static const guint perm[] = { 1, 0, 2, 3, 4, 5 };

  return koma_builder_transpose (call->nodes, x, perm);
}

/* Zeros [n, units]: the batch may be another one day. */
static KomaValueId
add_zeros (KomaOnnxCall *call,
           const Layer  *layer)
{
  static const gint64 begin = 0;
  static const gint64 one = 1;
  const KomaValueId   shape = koma_builder_unary (call->nodes, KOMA_OP_SHAPE, layer->x);
  const KomaValueId   parts[] = { koma_onnx_slice (call, shape, &begin, &one, 1),
                                  koma_onnx_ints (call, &layer->units, 1) };

  return koma_onnx_with_float (call, KOMA_OP_FILL, koma_builder_concat (call->nodes, parts, 2, 0),
                               0);
}

/* An input of the body: as @value, without the steps. */
static KomaValueId
add_body_input (KomaOnnxCall *inner,
                KomaOnnxCall *outer,
                KomaValueId   value,
                gboolean      has_steps)
{
  KomaShape shape = koma_builder_get_shape (outer->nodes, value);

  if (has_steps)
    shape = KOMA_SHAPE (shape.dims[0], shape.dims[2]);
  return koma_builder_input (inner->nodes, "body", KOMA_DTYPE_FLOAT32, shape);
}

static void
open_inputs (KomaGraph *body)
{
  for (guint i = 0; i < koma_graph_get_n_inputs (body); i++) {
    KomaValue *input = koma_graph_get_value (body, koma_graph_get_input (body, i));

    for (guint d = 0; d < input->shape.rank; d++)
      input->shape.dims[d] = KOMA_DIM_UNKNOWN;
  }
}

/* (transfer full) (nullable) */
static KomaGraph *
make_body (KomaOnnxCall            *call,
           const KomaOnnxDirection *direction)
{
  g_autoptr (KomaGraph) body = koma_graph_new ();
  KomaOnnxDirection step = *direction;
  KomaOnnxBuilder   builder = { 0 };
  KomaOnnxCall      inner = *call;
  gboolean          is_sound = FALSE;

  koma_onnx_builder_init (&builder, body);
  builder.nodes.name = call->nodes->name;
  inner.nodes = &builder.nodes;
  step.x = add_body_input (&inner, call, direction->x, TRUE);
  for (guint i = 0; i < step.cell->n_states; i++)
    step.states[i] = add_body_input (&inner, call, direction->states[i], FALSE);
  for (guint i = 0; i < step.n_shared; i++)
    step.shared[i] = add_body_input (&inner, call, direction->shared[i], FALSE);
  step.cell->step (&inner, &step);
  is_sound = koma_builder_finish (&builder.nodes, &call->nodes->error);
  for (guint i = 0; i < step.cell->n_states && is_sound; i++)
    koma_graph_add_output (body, "state", step.states[i]);
  koma_onnx_builder_forget (&builder);
  koma_onnx_builder_clear (&builder);
  open_inputs (body);
  return is_sound ? g_steal_pointer (&body) : NULL;
}

/* Results: all steps, the last states. */
static void
add_loop (KomaOnnxCall            *call,
          const KomaOnnxDirection *direction,
          KomaValueId             *ret_values) /* [1 + n_states] */
{
  const guint     n_states = direction->cell->n_states;
  KomaValueId     inputs[1 + KOMA_ONNX_MAX_STATES + KOMA_ONNX_MAX_SHARED] = { direction->x };
  guint           n = 1;
  const KomaNode *node = NULL;
  KomaGraph      *body = NULL;

  for (guint i = 0; i < n_states; i++)
    inputs[n++] = direction->states[i];
  for (guint i = 0; i < direction->n_shared; i++)
    inputs[n++] = direction->shared[i];
  if (call->nodes->error == NULL)
    body = make_body (call, direction);
  if (body != NULL)
    node = koma_builder_nodes (call->nodes, KOMA_OP_RECURRENT, inputs, n,
                               koma_recurrent_make_attrs (n_states, FALSE, body));
  for (guint i = 0; i <= n_states; i++)
    ret_values[i] = node != NULL ? node->outputs[i] : KOMA_VALUE_NONE;
}

static void
read_bias (KomaOnnxCall      *call,
           KomaOnnxDirection *direction)
{
  const KomaValueId both = take_direction (call, 3, direction->direction, 0);

  direction->bias = KOMA_VALUE_NONE;
  if (both == KOMA_VALUE_NONE)
    return;
  direction->x = koma_builder_binary (call->nodes, KOMA_OP_ADD, direction->x,
                                      koma_onnx_take_part (call, both, 0, 2));
  direction->bias = koma_onnx_take_part (call, both, 1, 2);
}

static void
add_direction (KomaOnnxCall *call,
               const Layer  *layer,
               guint         index,
               const char  **activations, /* [3] */
               KomaValueId  *ret_values)   /* [1 + n_states] */
{
  const gboolean    is_reversed = index == 1 || layer->is_first_reversed;
  const guint       state_axis = layer->is_batch_first ? 1 : 0;
  KomaOnnxDirection direction = {
    .cell = layer->cell,
    .direction = index,
    .units = layer->units,
    .activations = { activations[0], activations[1], activations[2] },
    .is_reset_after = koma_onnx_attr_int (call->node, "linear_before_reset", 0) != 0,
    .weights = transpose (call, take_direction (call, 2, index, 0)),
    .peephole = take_direction (call, 7, index, 0),
    .x = is_reversed ? koma_builder_reverse (call->nodes, layer->x, 1) : layer->x,
  };

  direction.x = koma_builder_binary (call->nodes, KOMA_OP_MAT_MUL, direction.x,
                                     transpose (call, take_direction (call, 1, index, 0)));
  read_bias (call, &direction);
  for (guint i = 0; i < layer->cell->n_states; i++)
    direction.states[i] = koma_onnx_has_input (call, 5 + i)
                            ? take_direction (call, 5 + i, index, state_axis)
                            : add_zeros (call, layer);
  layer->cell->prepare (call, &direction);
  add_loop (call, &direction, ret_values);
  if (is_reversed && call->nodes->error == NULL)
    ret_values[0] = koma_builder_reverse (call->nodes, ret_values[0], 1);
}

/* Names of functions, those of each direction behind those of the one before. */
static gboolean
read_activations (KomaOnnxCall *call,
                  const Layer  *layer,
                  char        **listed, /* (nullable) [n] */
                  gsize         n,
                  const char  **ret_names) /* [2 * 3] */
{
  const guint n_each = layer->cell->activations[2] != NULL   ? 3
                       : layer->cell->activations[1] != NULL ? 2
                                                             : 1;

  if (listed != NULL && n != n_each * layer->n_directions)
    koma_builder_fail (call->nodes, KOMA_ERROR_MODEL, "there are %zu activations, expected %u", n,
                       n_each * layer->n_directions);
  if (koma_onnx_has_attr (call->node, "activation_alpha") ||
      koma_onnx_has_attr (call->node, "activation_beta"))
    koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "activation_alpha");
  for (guint i = 0; i < 3 * layer->n_directions && call->nodes->error == NULL; i++) {
    const guint at = i / 3 * n_each + i % 3;

    ret_names[i] = listed != NULL && i % 3 < n_each ? listed[at] : layer->cell->activations[i % 3];
    if (ret_names[i] != NULL && !koma_onnx_is_activation (ret_names[i]))
      koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "activation %s", ret_names[i]);
  }
  return call->nodes->error == NULL;
}

/* Whether all sequences are as long as x. */
static gboolean
check_lengths (KomaOnnxCall *call,
               gint64        n_steps)
{
  const KomaArray *lengths = koma_onnx_known (call, koma_onnx_input (call, 4));
  gboolean         is_whole = !koma_onnx_has_input (call, 4) || lengths != NULL;

  for (gsize i = 0; lengths != NULL && i < lengths->count; i++)
    is_whole = is_whole && koma_array_get_int (lengths, i) == n_steps;
  if (!is_whole)
    koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "sequence_lens");
  return is_whole;
}

static gboolean
check_shapes (KomaOnnxCall *call,
              const Layer  *layer)
{
  const KomaShape x = koma_builder_get_shape (call->nodes, layer->x);
  const KomaShape w = koma_builder_get_shape (call->nodes, call->inputs[1]);
  const KomaShape r = koma_builder_get_shape (call->nodes, call->inputs[2]);
  const gint64    gates = layer->units * layer->cell->n_gates;

  if (x.rank != 3 || x.dims[1] < 1 || w.rank != 3 || r.rank != 3 || layer->units < 1 ||
      w.dims[0] != layer->n_directions || r.dims[0] != layer->n_directions || w.dims[1] != gates ||
      r.dims[1] != gates || w.dims[2] != x.dims[2] || r.dims[2] != layer->units)
    koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE, "input and weights do not go together");
  return call->nodes->error == NULL && check_lengths (call, x.dims[1]);
}

static gboolean
read_layer (KomaOnnxCall *call,
            Layer        *ret_layer)
{
  g_autofree char *direction = koma_onnx_attr_string (call->node, "direction", "forward");
  const gboolean   is_both = g_str_equal (direction, "bidirectional");
  Layer            layer = {
               .cell = koma_onnx_cell_find (call->node->op_type),
               .n_directions = is_both ? 2 : 1,
               .is_first_reversed = g_str_equal (direction, "reverse"),
               .is_batch_first = koma_onnx_attr_int (call->node, "layout", 0) != 0,
  };
  const KomaShape r = koma_builder_get_shape (call->nodes, call->inputs[2]);

  if (!is_both && !layer.is_first_reversed && !g_str_equal (direction, "forward"))
    koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "direction %s", direction);
  if (koma_onnx_has_attr (call->node, "clip"))
    koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "clip");
  if (koma_onnx_attr_int (call->node, "input_forget", 0) != 0)
    koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "input_forget");
  if (koma_builder_get_rank (call->nodes, call->inputs[0]) != 3)
    koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE, "the input has %u dimensions, expected 3",
                       koma_builder_get_rank (call->nodes, call->inputs[0]));
  if (call->nodes->error != NULL)
    return FALSE;
  layer.x = layer.is_batch_first ? call->inputs[0] : transpose (call, call->inputs[0]);
  layer.units = r.rank == 3 ? r.dims[2] : 0;
  *ret_layer = layer;
  return check_shapes (call, &layer);
}

/* [n,..] of each direction as ONNX has them together: y [steps,directions,n,units], states
 * [directions,n,units]; with layout 1 [n,steps,directions,units] and [n,directions,units]. */
static KomaValueId
join (KomaOnnxCall      *call,
      const Layer       *layer,
      const KomaValueId *values,
      guint              n,
      gboolean           has_steps)
{
  const gint64 axis = (layer->is_batch_first ? 1 : 0) + (has_steps ? 1 : 0);
  KomaValueId  parts[2] = { values[0], n > 1 ? values[1] : KOMA_VALUE_NONE };

  for (guint i = 0; i < n && has_steps && !layer->is_batch_first; i++)
    parts[i] = transpose (call, parts[i]);
  return koma_builder_node (call->nodes, KOMA_OP_PACK, parts, n, koma_attrs_new_int ("axis", axis));
}

KomaValueId
koma_onnx_rule_recurrent (KomaOnnxCall *call)
{
  Layer layer = { 0 };
  gsize n = 0;
  g_auto (GStrv) listed = koma_onnx_attr_strings (call->node, "activations", &n);
  const char *activations[2 * 3] = { NULL };
  KomaValueId values[2][1 + KOMA_ONNX_MAX_STATES] = { 0 };
  KomaValueId y = KOMA_VALUE_NONE;

  if (!read_layer (call, &layer) || !read_activations (call, &layer, listed, n, activations))
    return KOMA_VALUE_NONE;
  for (guint i = 0; i < layer.n_directions; i++)
    add_direction (call, &layer, i, &activations[3 * i], values[i]);
  for (guint i = 0; i <= layer.cell->n_states; i++) {
    const KomaValueId both[] = { values[0][i], values[1][i] };

    if (i == 0)
      y = join (call, &layer, both, layer.n_directions, TRUE);
    else
      koma_onnx_give (call, join (call, &layer, both, layer.n_directions, FALSE));
  }
  return y;
}
