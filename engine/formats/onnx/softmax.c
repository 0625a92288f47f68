/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "rules.h"

/* 1 at the largest number of each line, the first of them, and 0 elsewhere. */
static KomaValueId
add_hardmax (KomaOnnxCall *call,
             KomaValueId   x,
             guint         axis)
{
  KomaBuilder      *nodes = call->nodes;
  const KomaValueId index =
    koma_builder_binary (nodes, KOMA_OP_ARG_MAX, x, koma_builder_int (nodes, (gint32) axis));
  const KomaValueId depth =
    koma_builder_int (nodes, (gint32) koma_builder_get_dim (nodes, x, axis));
  const KomaValueId on = koma_builder_float (nodes, 1);

  return KOMA_BUILDER_NODE (nodes, KOMA_OP_ONE_HOT, koma_attrs_new_int ("axis", axis), index, depth,
                            on, koma_builder_float (nodes, 0));
}

static KomaValueId
add_softmax (KomaOnnxCall *call,
             KomaValueId   x,
             guint         axis)
{
  return call->op == KOMA_OP_ONE_HOT
           ? add_hardmax (call, x, axis)
           : KOMA_BUILDER_NODE (call->nodes, call->op, koma_attrs_new_int ("axis", axis), x);
}

/* Before opset 13 a softmax is over all dimensions from axis on, as one. */
static KomaValueId
add_flat (KomaOnnxCall *call,
          guint         axis)
{
  const KomaShape   shape = koma_builder_get_shape (call->nodes, call->inputs[0]);
  const KomaValueId before = koma_builder_unary (call->nodes, KOMA_OP_SHAPE, call->inputs[0]);
  KomaShape         flat = KOMA_SHAPE (1, 1);

  for (guint i = 0; i < shape.rank; i++)
    flat.dims[i < axis ? 0 : 1] *= shape.dims[i];
  if (axis > 0 && flat.dims[1] != 0)
    flat.dims[0] = KOMA_DIM_UNKNOWN;
  return koma_builder_binary (
    call->nodes, KOMA_OP_RESHAPE,
    add_softmax (call, koma_builder_reshape (call->nodes, call->inputs[0], flat), 1), before);
}

/* Softmax, LogSoftmax, Hardmax (x) */
KomaValueId
koma_onnx_rule_softmax (KomaOnnxCall *call)
{
  const KomaShape shape = koma_builder_get_shape (call->nodes, call->inputs[0]);
  const guint     axis = koma_onnx_attr_axis (call, call->opset < 13 ? 1 : -1);
  guint           n_long = 0;
  guint           last_long = axis;

  for (guint i = axis; i < shape.rank; i++)
    if (shape.dims[i] != 1) {
      n_long++;
      last_long = i;
    }
  if (call->opset >= 13 || n_long <= 1)
    return add_softmax (call, call->inputs[0], call->opset >= 13 ? axis : last_long);
  return add_flat (call, axis);
}
