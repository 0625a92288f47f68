/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* conv (x, W) * m + a = conv (x, W * m) + a, m and a having one number for
 * each output channel. What is left of a batch norm, and biases that come as
 * additions, disappear into the weights. */

#include "passes.h"

enum {
  INPUT_X,
  INPUT_FILTER,
  INPUT_BIAS,
};

static gboolean
is_linear (const KomaGraph *graph,
           const KomaNode  *node)
{
  switch ((int) node->op) {
  case KOMA_OP_CONV_2D:
  case KOMA_OP_DEPTHWISE_CONV_2D:
    break;
  case KOMA_OP_MAT_MUL:
    if (koma_node_input (graph, node, INPUT_FILTER)->shape.rank != 2)
      return FALSE;
    break;
  default:
    return FALSE;
  }
  return koma_node_output (graph, node, 0)->dtype == KOMA_DTYPE_FLOAT32 &&
         koma_node_input (graph, node, INPUT_FILTER)->constant != NULL &&
         (node->n_inputs <= INPUT_BIAS ||
          koma_node_input (graph, node, INPUT_BIAS)->constant != NULL) &&
         node->clamp.min == -INFINITY && node->clamp.max == INFINITY;
}

static gsize
get_n_channels (const KomaGraph *graph,
                const KomaNode  *node)
{
  const KomaShape *out = &koma_node_output (graph, node, 0)->shape;

  return out->dims[out->rank - 1];
}

/* Which output channel a weight belongs to, as filters lie in memory
 * (KomaWindow2D): index / inner % n_channels. */
static gsize
get_inner (const KomaGraph *graph,
           const KomaNode  *node)
{
  const KomaShape *filter = &koma_node_input (graph, node, INPUT_FILTER)->shape;

  if (node->op == KOMA_OP_MAT_MUL && node->params.mat_mul.is_b_transposed)
    return filter->dims[1];
  return 1;
}

/* One operand of the affine node: a number for each channel, or one for all. */
typedef struct
{
  const float *data;
  gsize        step; /* 0: one for all */
} Operand;

static gboolean
get_operand (const KomaGraph *graph,
             const KomaNode  *node,
             guint            index,
             gsize            n_channels,
             Operand         *ret_operand)
{
  const KomaValue *value = koma_node_input (graph, node, index);
  const KomaValue *out = koma_node_output (graph, node, 0);
  gsize            count = 0;

  if (value->constant == NULL || value->dtype != KOMA_DTYPE_FLOAT32 ||
      !koma_shape_equal (&koma_node_input (graph, node, 1 - index)->shape, &out->shape))
    return FALSE;
  count = value->constant->count;
  if (count != 1 &&
      (count != n_channels || value->shape.dims[value->shape.rank - 1] != n_channels))
    return FALSE;
  *ret_operand = (Operand){ value->constant->data, count != 1 };
  return TRUE;
}

/* y = x * factor + shift of a Mul, Div, Add or Sub. */
static void
get_affine (const KomaNode *node,
            const Operand  *operand,
            gsize           channel,
            double         *ret_factor,
            double         *ret_shift)
{
  double number = operand->data[channel * operand->step];

  *ret_factor = 1;
  *ret_shift = 0;
  switch ((int) node->op) {
  case KOMA_OP_MUL:
    *ret_factor = number;
    break;
  case KOMA_OP_DIV:
    *ret_factor = 1 / number;
    break;
  case KOMA_OP_ADD:
    *ret_shift = number;
    break;
  default:
    *ret_shift = -number;
  }
}

/* All channels of an affine node: double, for they are multiplied once more. */
typedef struct
{
  double *factors; /* [n_channels] */
  double *shifts;  /* [n_channels] */
  gsize   n_channels;
} Affine;

static void
affine_clear (Affine *affine)
{
  g_free (affine->factors);
  g_free (affine->shifts);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Affine, affine_clear)

/* Infinite factors stay outside: infinity times a weight of 0 is not a
 * number, infinity times the sum is. */
static gboolean
affine_init (Affine         *affine,
             const KomaNode *node,
             const Operand  *operand,
             gsize           n_channels)
{
  *affine = (Affine){ g_new (double, n_channels), g_new (double, n_channels), n_channels };
  for (gsize c = 0; c < n_channels; c++) {
    get_affine (node, operand, c, &affine->factors[c], &affine->shifts[c]);
    if (!isfinite (affine->factors[c]))
      return FALSE;
  }
  return TRUE;
}

static KomaArray *
make_filter (const KomaGraph *graph,
             const KomaNode  *linear,
             const Affine    *affine,
             GError         **error)
{
  gsize            inner = get_inner (graph, linear);
  const KomaValue *old = koma_node_input (graph, linear, INPUT_FILTER);
  const float     *from = old->constant->data;
  KomaArray       *filter = koma_array_new (KOMA_DTYPE_FLOAT32, &old->shape, error);
  float           *to = filter != NULL ? filter->data : NULL;

  for (gsize i = 0; filter != NULL && i < filter->count; i++)
    to[i] = from[i] * affine->factors[i / inner % affine->n_channels];
  return filter;
}

static KomaArray *
make_bias (const KomaGraph *graph,
           const KomaNode  *linear,
           const Affine    *affine,
           GError         **error)
{
  const KomaShape shape = KOMA_SHAPE (affine->n_channels);
  const float    *old = NULL;
  KomaArray      *bias = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, error);
  float          *to = bias != NULL ? bias->data : NULL;

  if (linear->n_inputs > INPUT_BIAS)
    old = koma_node_input (graph, linear, INPUT_BIAS)->constant->data;
  for (gsize c = 0; bias != NULL && c < affine->n_channels; c++)
    to[c] = (old != NULL ? old[c] * affine->factors[c] : 0) + affine->shifts[c];
  return bias;
}

/* An addition leaves the weights as they are, and shared. */
static gboolean
fold (KomaGraph    *graph,
      KomaNode     *linear,
      KomaOp        op,
      const Affine *affine,
      GError      **error)
{
  gboolean scales = op == KOMA_OP_MUL || op == KOMA_OP_DIV;
  g_autoptr (KomaArray) bias = make_bias (graph, linear, affine, error);
  g_autoptr (KomaArray) filter = NULL;
  KomaValueId inputs[3] = { linear->inputs[INPUT_X], linear->inputs[INPUT_FILTER] };

  if (bias == NULL)
    return FALSE;
  if (scales) {
    filter = make_filter (graph, linear, affine, error);
    if (filter == NULL)
      return FALSE;
    inputs[INPUT_FILTER] = koma_graph_add_constant (
      graph, koma_node_input (graph, linear, INPUT_FILTER)->name, filter);
  }
  inputs[INPUT_BIAS] = koma_graph_add_constant (graph, linear->name, bias);
  koma_node_set_inputs (linear, inputs, 3);
  return TRUE;
}

/* The linear node that an affine one can go into, and its other operand. */
static KomaNode *
find_linear (const KomaGraph *graph,
             const KomaNode  *affine,
             const guint     *producers,
             const guint     *uses,
             Operand         *ret_operand)
{
  gboolean is_commutative = affine->op == KOMA_OP_ADD || affine->op == KOMA_OP_MUL;

  if (!is_commutative && affine->op != KOMA_OP_SUB && affine->op != KOMA_OP_DIV)
    return NULL;
  for (guint i = 0; i < (is_commutative ? 2 : 1); i++) {
    KomaValueId source = affine->inputs[i];
    KomaNode   *linear = NULL;

    if (producers[source] == G_MAXUINT || uses[source] != 1)
      continue;
    linear = koma_graph_get_node (graph, producers[source]);
    if (is_linear (graph, linear) &&
        get_operand (graph, affine, 1 - i, get_n_channels (graph, linear), ret_operand))
      return linear;
  }
  return NULL;
}

/* Let the linear node write what the affine one wrote. */
static void
take_output (KomaNode *linear,
             KomaNode *affine,
             guint    *producers)
{
  KomaValueId between = linear->outputs[0];

  producers[affine->outputs[0]] = producers[between];
  linear->outputs[0] = affine->outputs[0];
  linear->clamp = affine->clamp;
  affine->outputs[0] = between;
}

/**
 * koma_pass_fold_affine:
 *
 * Multiplications and additions by constants, one number for each channel or
 * one for all, go into the constant weights and the bias of the convolution
 * or matrix product before, if no other node reads that.
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_pass_fold_affine (KomaGraph *graph,
                       GError   **error)
{
  guint                n_nodes = koma_graph_get_n_nodes (graph);
  g_autofree guint    *producers = koma_graph_find_producers (graph);
  g_autofree guint    *uses = koma_graph_count_uses (graph);
  g_autofree gboolean *is_removed = g_new0 (gboolean, n_nodes + 1);

  for (guint i = 0; i < n_nodes; i++) {
    KomaNode *node = koma_graph_get_node (graph, i);
    Operand   operand = { 0 };
    KomaNode *linear = find_linear (graph, node, producers, uses, &operand);
    g_auto (Affine) affine = { 0 };

    if (linear == NULL || !affine_init (&affine, node, &operand, get_n_channels (graph, linear)))
      continue;
    if (!fold (graph, linear, node->op, &affine, error))
      return FALSE;
    take_output (linear, node, producers);
    is_removed[i] = TRUE;
  }
  koma_graph_remove_nodes (graph, is_removed);
  return TRUE;
}
