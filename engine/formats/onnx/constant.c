/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Values that are made of nothing, or of a shape. */

#include "rules.h"

static KomaValueId
read_floats (KomaOnnxCall *call)
{
  gsize           n = 0;
  const float    *floats = koma_onnx_attr_floats (call->node, "value_floats", &n);
  const KomaShape shape = KOMA_SHAPE (n);

  return koma_onnx_floats (call, &shape, floats);
}

static KomaValueId
read_ints (KomaOnnxCall *call)
{
  gsize         n = 0;
  const gint64 *ints = koma_onnx_attr_ints (call->node, "value_ints", &n);

  return koma_onnx_ints (call, ints, (guint) n);
}

static KomaValueId
read_tensor (KomaOnnxCall                  *call,
             const Koma__Onnx__TensorProto *proto)
{
  g_autoptr (KomaArray) tensor = koma_onnx_tensor_read (proto, call->source, &call->error);

  return tensor != NULL ? koma_onnx_builder_add_constant (call->builder, call->name, tensor)
                        : KOMA_VALUE_NONE;
}

/* Constant: one of five attributes holds it. */
void
koma_onnx_rule_constant (KomaOnnxCall *call)
{
  const Koma__Onnx__TensorProto *proto = koma_onnx_attr_tensor (call->node, "value");
  KomaValueId                    value = KOMA_VALUE_NONE;

  if (proto != NULL)
    value = read_tensor (call, proto);
  else if (koma_onnx_has_attr (call->node, "value_float"))
    value = koma_onnx_float (call, koma_onnx_attr_float (call->node, "value_float", 0));
  else if (koma_onnx_has_attr (call->node, "value_int"))
    value = koma_onnx_number (call, KOMA_DTYPE_INT32,
                              (double) CLAMP (koma_onnx_attr_int (call->node, "value_int", 0),
                                              G_MININT32, G_MAXINT32));
  else if (koma_onnx_has_attr (call->node, "value_floats"))
    value = read_floats (call);
  else if (koma_onnx_has_attr (call->node, "value_ints"))
    value = read_ints (call);
  else
    koma_onnx_fail (call, KOMA_ERROR_UNSUPPORTED, "no number in it");
  koma_onnx_return (call, value);
}

/* ConstantOfShape (shape): one value, a float32 0 where none is given. */
void
koma_onnx_rule_constant_of_shape (KomaOnnxCall *call)
{
  const Koma__Onnx__TensorProto *proto = koma_onnx_attr_tensor (call->node, "value");
  const KomaValueId              value =
    proto != NULL ? read_tensor (call, proto) : koma_onnx_float (call, 0);
  const KomaDType   dtype = koma_onnx_dtype (call, value);
  const KomaValueId number =
    dtype == KOMA_DTYPE_FLOAT32 ? value : koma_onnx_cast (call, value, KOMA_DTYPE_INT32);

  koma_onnx_return (call, koma_onnx_cast (call,
                                          koma_onnx_add (call, KOMA_OP_FILL, NULL, 2,
                                                         call->inputs[0], number),
                                          dtype));
}

/* Range (start, limit, delta) */
void
koma_onnx_rule_range (KomaOnnxCall *call)
{
  koma_onnx_return (call, koma_onnx_add (call, KOMA_OP_RANGE, NULL, 3, call->inputs[0],
                                         call->inputs[1], call->inputs[2]));
}

/* Shape (x): from dimension start to end, since opset 15. */
void
koma_onnx_rule_shape (KomaOnnxCall *call)
{
  const gint64      rank = koma_onnx_rank (call, call->inputs[0]);
  const KomaValueId shape = koma_onnx_add (call, KOMA_OP_SHAPE, NULL, 1, call->inputs[0]);
  gint64            start = koma_onnx_attr_int (call->node, "start", 0);
  gint64            end = koma_onnx_attr_int (call->node, "end", rank);
  gint64            size = 0;

  start = CLAMP (start < 0 ? start + rank : start, 0, rank);
  end = CLAMP (end < 0 ? end + rank : end, 0, rank);
  size = MAX (end - start, 0);
  koma_onnx_return (call, size == rank ? shape
                                       : koma_onnx_add (call, KOMA_OP_SLICE, NULL, 3, shape,
                                                        koma_onnx_ints (call, &start, 1),
                                                        koma_onnx_ints (call, &size, 1)));
}

/* Size (x): how many elements. */
void
koma_onnx_rule_size (KomaOnnxCall *call)
{
  const gint64      axis = 0;
  const KomaValueId shape = koma_onnx_add (call, KOMA_OP_SHAPE, NULL, 1, call->inputs[0]);

  koma_onnx_return (call, koma_onnx_add (call, KOMA_OP_PROD, NULL, 2, shape,
                                         koma_onnx_ints (call, &axis, 1)));
}
