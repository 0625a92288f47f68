/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Functions of several numbers, element by element, the smaller side repeated by NumPy's rule; and
 * what else is an op of Koma's as it is. */

#include "broadcast.h"
#include "rules.h"

/* Operators that are an op of Koma's, of as many inputs and without attributes. */
KomaValueId
koma_onnx_rule_plain (KomaOnnxCall *call)
{
  return koma_builder_node (call->nodes, call->op, call->inputs,
                            koma_op_get_class (call->op)->min_inputs, NULL);
}

/* 8-bit numbers are computed in int32, and cut to their lowest byte, as they overflow. */
static KomaValueId
widen (KomaOnnxCall *call,
       KomaValueId   x)
{
  return koma_onnx_is_8_bit (call, x) ? koma_onnx_cast (call, x, KOMA_DTYPE_INT32) : x;
}

static KomaValueId
narrow (KomaOnnxCall *call,
        KomaValueId   value)
{
  return koma_onnx_cast (call, value, koma_builder_get_dtype (call->nodes, call->inputs[0]));
}

/* Operators of two inputs that are an op of Koma's. */
KomaValueId
koma_onnx_rule_binary (KomaOnnxCall *call)
{
  return narrow (call, koma_builder_binary (call->nodes, call->op, widen (call, call->inputs[0]),
                                            widen (call, koma_onnx_align_second (call))));
}

static KomaValueId
as_number (KomaOnnxCall *call,
           KomaValueId   x)
{
  return koma_builder_get_dtype (call->nodes, x) != KOMA_DTYPE_FLOAT32
           ? koma_onnx_cast (call, x, KOMA_DTYPE_INT32)
           : x;
}

/* Comparisons: bool, of any type. */
KomaValueId
koma_onnx_rule_compare (KomaOnnxCall *call)
{
  return koma_builder_binary (call->nodes, call->op, as_number (call, call->inputs[0]),
                              as_number (call, koma_onnx_align_second (call)));
}

/* And, Or, Xor: of bool. */
KomaValueId
koma_onnx_rule_logical (KomaOnnxCall *call)
{
  return koma_builder_binary (call->nodes, call->op, call->inputs[0],
                              koma_onnx_align_second (call));
}

static KomaValueId
sign_of (KomaOnnxCall *call,
         KomaValueId   x)
{
  const KomaValueId low =
    koma_builder_binary (call->nodes, KOMA_OP_MAXIMUM, x, koma_builder_int (call->nodes, -1));

  return koma_builder_binary (call->nodes, KOMA_OP_MINIMUM, low, koma_builder_int (call->nodes, 1));
}

/* Div: integers are cut towards 0, where FloorDiv rounds down. */
KomaValueId
koma_onnx_rule_div (KomaOnnxCall *call)
{
  KomaBuilder      *nodes = call->nodes;
  const KomaValueId a = widen (call, call->inputs[0]);
  const KomaValueId b = widen (call, koma_onnx_align_second (call));
  KomaValueId       sign = KOMA_VALUE_NONE;
  KomaValueId       size = KOMA_VALUE_NONE;

  if (koma_builder_get_dtype (nodes, a) == KOMA_DTYPE_FLOAT32)
    return koma_builder_binary (nodes, KOMA_OP_DIV, a, b);
  size = koma_builder_binary (nodes, KOMA_OP_FLOOR_DIV, koma_builder_unary (nodes, KOMA_OP_ABS, a),
                              koma_builder_unary (nodes, KOMA_OP_ABS, b));
  sign = koma_builder_binary (nodes, KOMA_OP_MUL, sign_of (call, a), sign_of (call, b));
  return narrow (call, koma_builder_binary (nodes, KOMA_OP_MUL, size, sign));
}

/* Max, Min, Sum: of any number of inputs. */
KomaValueId
koma_onnx_rule_variadic (KomaOnnxCall *call)
{
  KomaValueId value = widen (call, call->inputs[0]);

  for (guint i = 1; i < call->n_inputs; i++)
    value = koma_builder_binary (call->nodes, call->op, value,
                                 widen (call, koma_onnx_need_input (call, i)));
  return narrow (call, value);
}

KomaValueId
koma_onnx_rule_mean (KomaOnnxCall *call)
{
  return koma_onnx_with_float (call, KOMA_OP_MUL, koma_onnx_rule_variadic (call),
                               1.0 / call->n_inputs);
}

/* Mod (a, b): the result has the sign of b; with fmod that of a. */
KomaValueId
koma_onnx_rule_mod (KomaOnnxCall *call)
{
  const gboolean is_fmod = koma_onnx_attr_int (call->node, "fmod", 0) != 0;

  return narrow (call, koma_builder_binary (call->nodes, is_fmod ? KOMA_OP_MOD : KOMA_OP_FLOOR_MOD,
                                            widen (call, call->inputs[0]),
                                            widen (call, call->inputs[1])));
}

static gboolean
is_number (const KomaOnnxCall *call,
           KomaValueId         value,
           double              number)
{
  const KomaArray *tensor = koma_onnx_known (call, value);

  return tensor != NULL && tensor->count == 1 && tensor->dtype == KOMA_DTYPE_FLOAT32 &&
         tensor->shape.rank <= koma_builder_get_rank (call->nodes, call->inputs[0]) &&
         *(const float *) tensor->data == number;
}

/* Pow (x, y): squares and roots have ops of their own, which are faster. */
KomaValueId
koma_onnx_rule_pow (KomaOnnxCall *call)
{
  const KomaValueId x = koma_onnx_cast (call, call->inputs[0], KOMA_DTYPE_FLOAT32);
  const KomaValueId y = koma_onnx_cast (call, koma_onnx_align_second (call), KOMA_DTYPE_FLOAT32);

  if (is_number (call, y, 2))
    return narrow (call, koma_builder_unary (call->nodes, KOMA_OP_SQUARE, x));
  if (is_number (call, y, 0.5))
    return narrow (call, koma_builder_unary (call->nodes, KOMA_OP_SQRT, x));
  return narrow (call, koma_builder_binary (call->nodes, KOMA_OP_POW, x, y));
}
