/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Ops that mean the same for dimensions in another order: those that compute element by element,
 * and those that name dimensions, whose names change. */

#include "layout.h"

typedef enum {
  ONE_LAYOUT,
  ELEMENTWISE, /* one operand, or several that are repeated by NumPy's rule */
  AXIS_ATTR,
  AXIS_INPUT, /* the last input */
  REDUCE,
  SLICE,
  STRIDED_SLICE,
  PAD,
  TILE,
} Kind;

static gboolean
is_of (KomaOp             op,
       const KomaOpClass *klass)
{
  return koma_op_get_class (op) == klass;
}

static gboolean
is_whole_slice (const KomaNode *node)
{
  return koma_attrs_get_int (node->attrs, "ellipsis_mask", 0) == 0 &&
         koma_attrs_get_int (node->attrs, "new_axis_mask", 0) == 0 &&
         koma_attrs_get_int (node->attrs, "shrink_axis_mask", 0) == 0;
}

static gboolean
is_gather_of_list (const KomaGraph *graph,
                   const KomaNode  *node)
{
  return node->n_inputs == 3 && node->params.axis.batch_dims == 0 &&
         koma_node_input (graph, node, 1)->shape.rank == 1;
}

static Kind
find_kind (const KomaGraph *graph,
           const KomaNode  *node)
{
  if (is_of (node->op, &koma_op_unary) || is_of (node->op, &koma_op_binary) ||
      is_of (node->op, &koma_op_compare) || is_of (node->op, &koma_op_logical) ||
      is_of (node->op, &koma_op_classify))
    return ELEMENTWISE;
  if (is_of (node->op, &koma_op_reduce))
    return REDUCE;
  switch ((int) node->op) {
  case KOMA_OP_ADD_N:
  case KOMA_OP_CAST:
  case KOMA_OP_CLIP:
  case KOMA_OP_FAKE_QUANTIZE:
  case KOMA_OP_GELU:
  case KOMA_OP_IDENTITY:
  case KOMA_OP_LOGICAL_NOT:
  case KOMA_OP_PRELU:
  case KOMA_OP_SELECT:
    return ELEMENTWISE;
  case KOMA_OP_DEQUANTIZE:
  case KOMA_OP_LOG_SOFTMAX:
  case KOMA_OP_QUANTIZE:
  case KOMA_OP_SOFTMAX:
  case KOMA_OP_SPLIT:
    return AXIS_ATTR;
  case KOMA_OP_CONCAT:
    return AXIS_INPUT;
  case KOMA_OP_GATHER:
    return is_gather_of_list (graph, node) ? AXIS_INPUT : ONE_LAYOUT;
  case KOMA_OP_MIRROR_PAD:
  case KOMA_OP_PAD:
    return PAD;
  case KOMA_OP_SLICE:
    return SLICE;
  case KOMA_OP_STRIDED_SLICE:
    return is_whole_slice (node) ? STRIDED_SLICE : ONE_LAYOUT;
  case KOMA_OP_TILE:
    return TILE;
  default:
    return ONE_LAYOUT;
  }
}

/**
 * koma_layout_count_operands:
 *
 * Returns: how many of the node's first inputs have the layout of its result; 0 if it can be
 *   computed in one layout only
 */
guint
koma_layout_count_operands (const KomaGraph *graph,
                            const KomaNode  *node)
{
  switch (find_kind (graph, node)) {
  case ONE_LAYOUT:
    return 0;
  case ELEMENTWISE:
    return node->op == KOMA_OP_CLIP ? 1 : node->n_inputs;
  case AXIS_INPUT:
    return node->op == KOMA_OP_CONCAT ? node->n_inputs - 1 : 1;
  case AXIS_ATTR:
  case REDUCE:
  case SLICE:
  case STRIDED_SLICE:
  case PAD:
  case TILE:
  default:
    return 1;
  }
}

/**
 * koma_layout_leads:
 * @operand: the shape of an operand, before anything is changed
 *
 * Returns: whether a node may take on the layout of that operand: it is not one that is repeated
 */
gboolean
koma_layout_leads (const KomaGraph *graph,
                   const KomaNode  *node,
                   const KomaShape *operand)
{
  return find_kind (graph, node) != ELEMENTWISE ||
         koma_shape_equal (operand, &koma_node_output (graph, node, 0)->shape);
}

/**
 * koma_layout_add_ints:
 *
 * Errors: %KOMA_ERROR_MEMORY.
 *
 * Returns: a constant, int32 [n]; %KOMA_VALUE_NONE on error
 */
KomaValueId
koma_layout_add_ints (KomaGraph    *graph,
                      const char   *name,
                      const gint64 *numbers,
                      guint         n,
                      GError      **error)
{
  const KomaShape shape = KOMA_SHAPE (n);
  g_autoptr (KomaArray) tensor = koma_array_new (KOMA_DTYPE_INT32, &shape, error);

  if (tensor == NULL)
    return KOMA_VALUE_NONE;
  for (guint i = 0; i < n; i++)
    ((gint32 *) tensor->data)[i] = (gint32) numbers[i];
  return koma_graph_add_constant (graph, name, tensor);
}

/* A list with @n_each numbers for each dimension, in the order of the base. */
static gboolean
permute_list (KomaGraph      *graph,
              const KomaView *layout,
              guint           n_each,
              KomaValueId    *input,
              GError        **error)
{
  const KomaValue *value = koma_graph_get_value (graph, *input);
  KomaShape        shape = value->shape;
  g_autoptr (KomaArray) tensor = koma_array_new (KOMA_DTYPE_INT32, &shape, error);

  if (tensor == NULL)
    return FALSE;
  for (guint i = 0; i < layout->rank; i++)
    for (guint k = 0; k < n_each; k++)
      ((gint32 *) tensor->data)[layout->perm[i] * n_each + k] =
        (gint32) koma_array_get_int (value->constant, i * n_each + k);
  *input = koma_graph_add_constant (graph, value->name, tensor);
  return TRUE;
}

/* A dimension without an entry is whole: bits of the masks, and entries that the masks hide. */
static gboolean
change_strided_slice (KomaGraph      *graph,
                      KomaNode       *node,
                      const KomaView *layout,
                      KomaValueId    *inputs,
                      GError        **error)
{
  static const char *const masks[] = { "begin_mask", "end_mask" };
  const KomaArray         *lists[3] = { 0 };
  gint64                   numbers[3][KOMA_MAX_RANK] = { 0 };
  gint64                   whole[2] = { 0 };

  for (guint l = 0; l < 3; l++)
    lists[l] = koma_graph_get_value (graph, inputs[1 + l])->constant;
  for (guint i = 0; i < layout->rank; i++)
    for (guint l = 0; l < 3; l++) {
      const gboolean is_given = i < lists[0]->count;
      const gint64   mask = l < 2 ? koma_attrs_get_int (node->attrs, masks[l], 0) : 0;

      numbers[l][layout->perm[i]] = is_given ? koma_array_get_int (lists[l], i) : 1;
      if (l < 2 && (!is_given || (mask & (G_GINT64_CONSTANT (1) << i)) != 0))
        whole[l] |= G_GINT64_CONSTANT (1) << layout->perm[i];
    }
  for (guint l = 0; l < 3; l++) {
    inputs[1 + l] = koma_layout_add_ints (graph, node->name, numbers[l], layout->rank, error);
    if (inputs[1 + l] == KOMA_VALUE_NONE)
      return FALSE;
  }
  for (guint l = 0; l < 2; l++)
    koma_attrs_set_int (node->attrs, masks[l], whole[l]);
  return TRUE;
}

/* The dimensions that remain, in the order of the base. */
static void
drop_reduced (const KomaNode *node,
              const KomaView *layout,
              KomaView       *result)
{
  const guint mask = node->params.reduce.axes_mask;

  result->rank = 0;
  for (guint i = 0; i < layout->rank; i++) {
    guint place = 0;

    if (mask & (1u << i))
      continue;
    for (guint k = 0; k < layout->rank; k++)
      place += !(mask & (1u << k)) && layout->perm[k] < layout->perm[i];
    result->perm[result->rank++] = place;
  }
}

static gboolean
change_reduce (KomaGraph      *graph,
               KomaNode       *node,
               const KomaView *layout,
               KomaValueId    *inputs,
               KomaView       *result,
               GError        **error)
{
  gint64 axes[KOMA_MAX_RANK] = { 0 };
  guint  n = 0;

  for (guint i = 0; i < layout->rank; i++)
    if (node->params.reduce.axes_mask & (1u << i))
      axes[n++] = layout->perm[i];
  if (!node->params.reduce.keep_dims)
    drop_reduced (node, layout, result);
  inputs[1] = koma_layout_add_ints (graph, node->name, axes, n, error);
  return inputs[1] != KOMA_VALUE_NONE;
}

static gboolean
change_axis_input (KomaGraph      *graph,
                   const KomaNode *node,
                   const KomaView *layout,
                   KomaValueId    *inputs,
                   GError        **error)
{
  KomaValueId *input = &inputs[node->n_inputs - 1];
  g_autoptr (KomaArray) axis =
    koma_array_new_scalar (KOMA_DTYPE_INT32, layout->perm[node->params.axis.axis], error);

  if (axis == NULL)
    return FALSE;
  *input = koma_graph_add_constant (graph, node->name, axis);
  return TRUE;
}

/**
 * koma_layout_change:
 * @layout: what the operands are to be undone by
 * @inputs: (inout): of the node; those that are no operands change
 * @ret_result: (inout): what makes of the new result the old one; @layout at first
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_layout_change (KomaGraph      *graph,
                    KomaNode       *node,
                    const KomaView *layout,
                    KomaValueId    *inputs,
                    KomaView       *ret_result,
                    GError        **error)
{
  switch (find_kind (graph, node)) {
  case AXIS_ATTR:
    koma_attrs_set_int (node->attrs, "axis", layout->perm[node->params.axis.axis]);
    return TRUE;
  case AXIS_INPUT:
    return change_axis_input (graph, node, layout, inputs, error);
  case REDUCE:
    return change_reduce (graph, node, layout, inputs, ret_result, error);
  case SLICE:
    return permute_list (graph, layout, 1, &inputs[1], error) &&
           permute_list (graph, layout, 1, &inputs[2], error);
  case STRIDED_SLICE:
    return change_strided_slice (graph, node, layout, inputs, error);
  case PAD:
    return permute_list (graph, layout, 2, &inputs[1], error);
  case TILE:
    return permute_list (graph, layout, 1, &inputs[1], error);
  case ONE_LAYOUT:
  case ELEMENTWISE:
  default:
    return TRUE;
  }
}
