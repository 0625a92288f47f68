/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Values that are made of nothing, or of a shape. */

#include "rules.h"

static KomaValueId
read_tensor (KomaOnnxCall                  *call,
             const Koma__Onnx__TensorProto *proto)
{
  g_autoptr (KomaArray) tensor = koma_onnx_tensor_read (proto, call->source, &call->nodes->error);

  return tensor != NULL ? koma_builder_array (call->nodes, tensor) : KOMA_VALUE_NONE;
}

/* Constant: one of five attributes holds it. */
KomaValueId
koma_onnx_rule_constant (KomaOnnxCall *call)
{
  const Koma__Onnx__NodeProto   *node = call->node;
  const Koma__Onnx__TensorProto *proto = koma_onnx_attr_tensor (node, "value");
  gsize                          n_floats = 0;
  gsize                          n_ints = 0;
  const float                   *floats = koma_onnx_attr_floats (node, "value_floats", &n_floats);
  const gint64                  *ints = koma_onnx_attr_ints (node, "value_ints", &n_ints);
  const gint64                   number = koma_onnx_attr_int (node, "value_int", 0);

  if (proto != NULL)
    return read_tensor (call, proto);
  if (koma_onnx_has_attr (node, "value_float"))
    return koma_builder_float (call->nodes, koma_onnx_attr_float (node, "value_float", 0));
  if (koma_onnx_has_attr (node, "value_int"))
    return koma_builder_int (call->nodes, (gint32) CLAMP (number, G_MININT32, G_MAXINT32));
  if (koma_onnx_has_attr (node, "value_floats"))
    return koma_builder_floats (call->nodes, floats, (guint) n_floats);
  if (koma_onnx_has_attr (node, "value_ints"))
    return koma_onnx_ints (call, ints, (guint) n_ints);
  return koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "no number in it");
}

/* ConstantOfShape (shape): one value, a float32 0 where none is given. */
KomaValueId
koma_onnx_rule_constant_of_shape (KomaOnnxCall *call)
{
  const Koma__Onnx__TensorProto *proto = koma_onnx_attr_tensor (call->node, "value");
  const KomaValueId              value =
    proto != NULL ? read_tensor (call, proto) : koma_builder_float (call->nodes, 0);
  const KomaDType   dtype = koma_builder_get_dtype (call->nodes, value);
  const KomaValueId number =
    dtype == KOMA_DTYPE_FLOAT32 ? value : koma_onnx_cast (call, value, KOMA_DTYPE_INT32);

  return koma_onnx_cast (
    call, koma_builder_binary (call->nodes, KOMA_OP_FILL, call->inputs[0], number), dtype);
}

/* Shape (x): from dimension start to end, since opset 15. */
KomaValueId
koma_onnx_rule_shape (KomaOnnxCall *call)
{
  const gint64      rank = koma_builder_get_rank (call->nodes, call->inputs[0]);
  const KomaValueId shape = koma_builder_unary (call->nodes, KOMA_OP_SHAPE, call->inputs[0]);
  gint64            start = koma_onnx_attr_int (call->node, "start", 0);
  gint64            end = koma_onnx_attr_int (call->node, "end", rank);
  gint64            size = 0;

  start = CLAMP (start < 0 ? start + rank : start, 0, rank);
  end = CLAMP (end < 0 ? end + rank : end, 0, rank);
  size = MAX (end - start, 0);
  return size == rank ? shape : koma_onnx_slice (call, shape, &start, &size, 1);
}

/* Size (x): how many elements. */
KomaValueId
koma_onnx_rule_size (KomaOnnxCall *call)
{
  const KomaValueId shape = koma_builder_unary (call->nodes, KOMA_OP_SHAPE, call->inputs[0]);

  return koma_builder_reduce (call->nodes, KOMA_OP_PROD, shape, 1u << 0, FALSE);
}
