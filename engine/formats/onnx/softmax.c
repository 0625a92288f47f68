/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "rules.h"

/* 1 at the largest number of each line, the first of them, and 0 elsewhere. */
static KomaValueId
add_hardmax (KomaOnnxCall *call,
             KomaValueId   x,
             guint         axis)
{
  const KomaValueId index = koma_onnx_add (call, KOMA_OP_ARG_MAX, NULL, 2, x,
                                           koma_onnx_number (call, KOMA_DTYPE_INT32, axis));
  const gint64      depth = koma_onnx_shape (call, x)->dims[axis];
  KomaAttrs        *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "axis", axis);
  return koma_onnx_add (call, KOMA_OP_ONE_HOT, attrs, 4, index,
                        koma_onnx_number (call, KOMA_DTYPE_INT32, depth),
                        koma_onnx_float (call, 1), koma_onnx_float (call, 0));
}

static KomaValueId
add_softmax (KomaOnnxCall *call,
             KomaValueId   x,
             gint64        axis)
{
  KomaAttrs *attrs = NULL;

  if (call->koma_op == NULL)
    return add_hardmax (call, x, (guint) axis);
  attrs = koma_attrs_new ();
  koma_attrs_set_int (attrs, "axis", axis);
  return koma_onnx_add_named (call, call->koma_op, attrs, 1, x);
}

/* Before opset 13 a softmax is over all dimensions from axis on, as one. */
static KomaValueId
add_flat (KomaOnnxCall *call,
          guint         axis)
{
  const KomaShape shape = *koma_onnx_shape (call, call->inputs[0]);
  gint64          flat[2] = { 1, 1 };
  KomaValueId     value = KOMA_VALUE_NONE;
  KomaValueId     before = KOMA_VALUE_NONE;

  for (guint i = 0; i < shape.rank; i++)
    flat[i < axis ? 0 : 1] *= shape.dims[i];
  if (axis > 0 && flat[1] != 0)
    flat[0] = -1;
  before = koma_onnx_add (call, KOMA_OP_SHAPE, NULL, 1, call->inputs[0]);
  value = add_softmax (call, koma_onnx_reshape (call, call->inputs[0], flat, 2), 1);
  return koma_onnx_add (call, KOMA_OP_RESHAPE, NULL, 2, value, before);
}

/* Softmax, LogSoftmax, Hardmax (x) */
void
koma_onnx_rule_softmax (KomaOnnxCall *call)
{
  const KomaShape *shape = koma_onnx_shape (call, call->inputs[0]);
  const gint64     number = koma_onnx_attr_int (call->node, "axis", call->opset < 13 ? 1 : -1);
  const guint      axis = koma_onnx_axis (call, number, shape->rank);
  guint            n_long = 0;
  guint            last_long = axis;

  for (guint i = axis; i < shape->rank; i++)
    if (shape->dims[i] != 1) {
      n_long++;
      last_long = i;
    }
  if (call->opset >= 13)
    koma_onnx_return (call, add_softmax (call, call->inputs[0], axis));
  else if (n_long <= 1)
    koma_onnx_return (call, add_softmax (call, call->inputs[0], last_long));
  else
    koma_onnx_return (call, add_flat (call, axis));
}
