/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Layer normalisation is up to nine nodes in a file:
 *
 *   centred = x - mean (x)
 *   variance = mean (centred²), or mean (SquaredDifference (x, mean (x)))
 *   y = centred * Rsqrt (variance + epsilon), or centred / Sqrt (variance + epsilon)
 *   y * scale + offset, where it has them
 *
 * Each of them would read and write the whole tensor. */
#include <math.h>

#include "passes.h"
#include "search.h"

/* What is found, from the end to the beginning. */
typedef struct
{
  KomaNode   *last;
  KomaValueId inputs[3]; /* x, scale, offset */
  guint       n_inputs;
  KomaValueId centred;
  KomaValueId mean;
  double      epsilon;
} Norm;

static KomaNode *
find (const KomaSearch *search,
      KomaValueId       value,
      KomaOp            op)
{
  KomaNode *node = koma_search_producer (search, value);

  return node != NULL && node->op == op ? node : NULL;
}

/* The node's input, if it is the mean over the last dimension. */
static gboolean
match_mean (const KomaSearch *search,
            KomaValueId       value,
            KomaValueId      *ret_x)
{
  const KomaNode  *mean = find (search, value, KOMA_OP_MEAN);
  const KomaValue *x = NULL;

  if (mean == NULL)
    return FALSE;
  x = koma_node_input (search->graph, mean, 0);
  if (x->dtype != KOMA_DTYPE_FLOAT32 || !mean->params.reduce.keep_dims || x->shape.rank < 1 ||
      mean->params.reduce.axes_mask != 1u << (x->shape.rank - 1))
    return FALSE;
  *ret_x = mean->inputs[0];
  return TRUE;
}

/* centred = x - mean (x) */
static gboolean
match_centred (const KomaSearch *search,
               KomaValueId       value,
               Norm             *norm)
{
  const KomaNode *sub = find (search, value, KOMA_OP_SUB);
  KomaValueId     x = KOMA_VALUE_NONE;

  if (sub == NULL || !match_mean (search, sub->inputs[1], &x) || x != sub->inputs[0])
    return FALSE;
  norm->inputs[0] = x;
  norm->n_inputs = 1;
  norm->mean = sub->inputs[1];
  norm->centred = value;
  return TRUE;
}

/* Whether nothing but the normalisation reads the values between, as gradients would. */
static gboolean
is_all_its_own (const KomaSearch *search,
                const Norm       *norm,
                const KomaNode   *square)
{
  const gboolean is_difference = square->op == KOMA_OP_SQUARED_DIFFERENCE;

  return search->uses[square->outputs[0]] == 1 &&
         search->uses[norm->mean] == (is_difference ? 2 : 1) &&
         search->uses[norm->centred] == (is_difference ? 1 : 1 + square->n_inputs);
}

static gboolean
is_square (const Norm     *norm,
           const KomaNode *node)
{
  const KomaValueId x = norm->inputs[0];

  switch ((int) node->op) {
  case KOMA_OP_SQUARE:
    return node->inputs[0] == norm->centred;
  case KOMA_OP_MUL:
    return node->inputs[0] == norm->centred && node->inputs[1] == norm->centred;
  case KOMA_OP_SQUARED_DIFFERENCE:
    return (node->inputs[0] == x && node->inputs[1] == norm->mean) ||
           (node->inputs[0] == norm->mean && node->inputs[1] == x);
  default:
    return FALSE;
  }
}

/* variance = mean (centred²) */
static gboolean
match_variance (const KomaSearch *search,
                KomaValueId       value,
                const Norm       *norm)
{
  const KomaNode *square = NULL;
  KomaValueId     squares = KOMA_VALUE_NONE;

  if (search->uses[value] != 1 || !match_mean (search, value, &squares))
    return FALSE;
  square = koma_search_producer (search, squares);
  return square != NULL && is_square (norm, square) && is_all_its_own (search, norm, square);
}

/* sqrt (variance + epsilon), or one divided by it */
static gboolean
match_deviation (const KomaSearch *search,
                 KomaValueId       value,
                 KomaOp            root,
                 Norm             *norm)
{
  const KomaNode *node = search->uses[value] == 1 ? find (search, value, root) : NULL;
  const KomaNode *sum = node != NULL && search->uses[node->inputs[0]] == 1
                          ? find (search, node->inputs[0], KOMA_OP_ADD)
                          : NULL;

  for (guint i = 0; sum != NULL && i < 2; i++) {
    const KomaArray *epsilon = koma_node_input (search->graph, sum, i)->constant;

    if (epsilon == NULL || epsilon->count != 1 || epsilon->dtype != KOMA_DTYPE_FLOAT32)
      continue;
    norm->epsilon = *(const float *) epsilon->data;
    return norm->epsilon >= 0 && isfinite (norm->epsilon) &&
           match_variance (search, sum->inputs[1 - i], norm);
  }
  return FALSE;
}

/* Whether @node ends (x - mean) / deviation. */
static gboolean
match_quotient (const KomaSearch *search,
                KomaNode         *node,
                Norm             *ret_norm)
{
  const gboolean is_product = node->op == KOMA_OP_MUL;

  *ret_norm = (Norm){ .last = node };
  if (!is_product && node->op != KOMA_OP_DIV)
    return FALSE;
  for (guint i = 0; i < (is_product ? 2 : 1); i++)
    if (match_centred (search, node->inputs[i], ret_norm) &&
        koma_shape_equal (&koma_node_input (search->graph, node, i)->shape,
                          &koma_node_output (search->graph, node, 0)->shape) &&
        match_deviation (search, node->inputs[1 - i], is_product ? KOMA_OP_RSQRT : KOMA_OP_SQRT,
                         ret_norm))
      return TRUE;
  return FALSE;
}

/* A node behind that multiplies with, or adds, a number for each element of a line. */
static void
take_line (const KomaSearch *search,
           KomaOp            op,
           Norm             *norm)
{
  const KomaValueId value = norm->last->outputs[0];
  const KomaShape  *shape = &koma_node_output (search->graph, norm->last, 0)->shape;
  const gint64      c = shape->dims[shape->rank - 1];
  KomaNode         *user = koma_search_only_user (search, value);

  if (user == NULL || user->op != op)
    return;
  for (guint i = 0; i < 2; i++) {
    const KomaValue *line = koma_node_input (search->graph, user, 1 - i);

    if (user->inputs[i] != value || line->shape.rank < 1 || line->shape.rank > shape->rank ||
        line->shape.dims[line->shape.rank - 1] != c || koma_shape_count (&line->shape) != (gsize) c)
      continue;
    norm->inputs[norm->n_inputs++] = user->inputs[1 - i];
    norm->last = user;
    return;
  }
}

static gboolean
fuse (const KomaSearch *search,
      Norm             *norm,
      GError          **error)
{
  take_line (search, KOMA_OP_MUL, norm);
  if (norm->n_inputs > 1)
    take_line (search, KOMA_OP_ADD, norm);
  norm->last->op = KOMA_OP_LAYER_NORM;
  koma_attrs_set_float (norm->last->attrs, "epsilon", norm->epsilon);
  koma_node_set_inputs (norm->last, norm->inputs, norm->n_inputs);
  return koma_node_infer (search->graph, norm->last, error);
}

/**
 * koma_pass_fuse_layer_norm:
 *
 * The nodes of a layer normalisation over the last dimension become one, if nothing else reads what
 * is between. The others are left to koma_pass_remove_dead(). The graph must be sorted and
 * inferred.
 *
 * Errors: those of the op's `infer`.
 */
gboolean
koma_pass_fuse_layer_norm (KomaGraph *graph,
                           GError   **error)
{
  g_auto (KomaSearch) search = { 0 };
  Norm norm = { 0 };

  koma_search_init (&search, graph);
  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++) {
    KomaNode *node = koma_search_producer (&search, koma_graph_get_node (graph, i)->outputs[0]);

    if (node != NULL && match_quotient (&search, node, &norm) && !fuse (&search, &norm, error))
      return FALSE;
  }
  return TRUE;
}
