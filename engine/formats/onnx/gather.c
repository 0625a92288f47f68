/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Elements and slices at places that an input names. Negative indices count from the end. */

#include "rules.h"

static KomaAttrs *
make_attrs (void)
{
  return koma_attrs_new_int ("negative_indices", TRUE);
}

static KomaValueId
get_indices (KomaOnnxCall *call,
             guint         input)
{
  return koma_onnx_cast (call, call->inputs[input], KOMA_DTYPE_INT32);
}

/* 0, 1, 2, … along a dimension of @indices: however many there are, for the batch may be another
 * one day. */
static KomaValueId
count_along (KomaOnnxCall *call,
             KomaValueId   indices,
             guint         axis)
{
  KomaBuilder      *nodes = call->nodes;
  const KomaValueId ones = koma_builder_binary (nodes, KOMA_OP_FILL,
                                                koma_builder_unary (nodes, KOMA_OP_SHAPE, indices),
                                                koma_builder_int (nodes, 1));

  return KOMA_BUILDER_NODE (nodes, KOMA_OP_CUMSUM, koma_attrs_new_int ("exclusive", TRUE), ones,
                            koma_builder_int (nodes, (gint32) axis));
}

/* Where each element of @indices points to: itself, but along the axis of the node. */
static KomaValueId
add_places (KomaOnnxCall *call,
            KomaValueId   indices)
{
  const guint axis = koma_onnx_attr_axis (call, 0);
  const guint rank = koma_builder_get_rank (call->nodes, indices);
  KomaValueId along[KOMA_MAX_RANK] = { 0 };

  if (rank >= KOMA_MAX_RANK)
    return koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "%u dimensions", rank);
  for (guint i = 0; i < rank; i++)
    along[i] = i == axis ? indices : count_along (call, indices, i);
  return koma_builder_node (call->nodes, KOMA_OP_PACK, along, rank,
                            koma_attrs_new_int ("axis", -1));
}

static KomaValueId
scatter (KomaOnnxCall *call,
         KomaValueId   places)
{
  g_autofree char *reduction = koma_onnx_attr_string (call->node, "reduction", "none");
  const gboolean   is_sum = g_str_equal (reduction, "add");

  if (!is_sum && !g_str_equal (reduction, "none"))
    return koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "reduction “%s”", reduction);
  return KOMA_BUILDER_NODE (call->nodes,
                            is_sum ? KOMA_OP_TENSOR_SCATTER_ADD : KOMA_OP_TENSOR_SCATTER_UPDATE,
                            make_attrs (), call->inputs[0], places, call->inputs[2]);
}

/* Gather (x, indices): attribute axis. */
KomaValueId
koma_onnx_rule_gather (KomaOnnxCall *call)
{
  const guint axis = koma_onnx_attr_axis (call, 0);

  return KOMA_BUILDER_NODE (call->nodes, KOMA_OP_GATHER, make_attrs (), call->inputs[0],
                            get_indices (call, 1), koma_builder_int (call->nodes, (gint32) axis));
}

/* GatherND (x, indices): attribute batch_dims. */
KomaValueId
koma_onnx_rule_gather_nd (KomaOnnxCall *call)
{
  KomaAttrs *attrs = make_attrs ();

  koma_attrs_set_int (attrs, "batch_dims", koma_onnx_attr_int (call->node, "batch_dims", 0));
  return KOMA_BUILDER_NODE (call->nodes, KOMA_OP_GATHER_ND, attrs, call->inputs[0],
                            get_indices (call, 1));
}

/* GatherElements (x, indices): element [i,j,k] is x[i,indices[i,j,k],k] where axis is 1. */
KomaValueId
koma_onnx_rule_gather_elements (KomaOnnxCall *call)
{
  return KOMA_BUILDER_NODE (call->nodes, KOMA_OP_GATHER_ND, make_attrs (), call->inputs[0],
                            add_places (call, get_indices (call, 1)));
}

/* ScatterND (x, indices, updates): attribute reduction. */
KomaValueId
koma_onnx_rule_scatter_nd (KomaOnnxCall *call)
{
  return scatter (call, get_indices (call, 1));
}

/* ScatterElements (x, indices, updates): x[i,indices[i,j,k],k] becomes updates[i,j,k] where axis is
 * 1; Scatter before opset 11. */
KomaValueId
koma_onnx_rule_scatter_elements (KomaOnnxCall *call)
{
  return scatter (call, add_places (call, get_indices (call, 1)));
}

/* OneHot (indices, depth, values): values are off and on. */
KomaValueId
koma_onnx_rule_one_hot (KomaOnnxCall *call)
{
  static const gint64 places[] = { 0, 1 };
  static const gint64 one = 1;
  const KomaValueId   off = koma_onnx_slice (call, call->inputs[2], &places[0], &one, 1);
  const KomaValueId   on = koma_onnx_slice (call, call->inputs[2], &places[1], &one, 1);
  KomaAttrs          *attrs = make_attrs ();

  koma_attrs_set_int (attrs, "axis", koma_onnx_attr_int (call->node, "axis", -1));
  return KOMA_BUILDER_NODE (call->nodes, KOMA_OP_ONE_HOT, attrs, get_indices (call, 0),
                            get_indices (call, 1), on, off);
}

/* ArgMax, ArgMin (x): attributes axis and keepdims. */
KomaValueId
koma_onnx_rule_arg (KomaOnnxCall *call)
{
  const guint       axis = koma_onnx_attr_axis (call, 0);
  const gint64      is_last = koma_onnx_attr_int (call->node, "select_last_index", 0);
  const KomaValueId value =
    KOMA_BUILDER_NODE (call->nodes, call->op, koma_attrs_new_int ("select_last_index", is_last),
                       call->inputs[0], koma_builder_int (call->nodes, (gint32) axis));

  return koma_onnx_attr_int (call->node, "keepdims", 1) != 0
           ? koma_builder_expand_dims (call->nodes, value, axis)
           : value;
}

/* TopK (x, k): values and indices; k was an attribute before opset 10. They are always sorted,
 * which a file may leave open. */
KomaValueId
koma_onnx_rule_top_k (KomaOnnxCall *call)
{
  const gint64      axis = koma_onnx_attr_int (call->node, "axis", -1);
  KomaAttrs        *attrs = koma_attrs_new_int ("axis", axis);
  const KomaValueId k =
    call->opset < 10
      ? koma_builder_int (call->nodes, (gint32) CLAMP (koma_onnx_attr_int (call->node, "k", 1),
                                                       G_MININT32, G_MAXINT32))
      : koma_onnx_cast (call, koma_onnx_need_input (call, 1), KOMA_DTYPE_INT32);
  const KomaValueId inputs[] = { call->inputs[0], k };
  const KomaNode   *node = NULL;

  koma_attrs_set_int (attrs, "largest", koma_onnx_attr_int (call->node, "largest", TRUE));
  node = koma_builder_nodes (call->nodes, KOMA_OP_TOP_K, inputs, 2, attrs);
  if (node != NULL && call->n_outputs > 1)
    koma_onnx_give (call, node->outputs[1]);
  return node != NULL ? node->outputs[0] : KOMA_VALUE_NONE;
}
