/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Functions of several numbers, element by element, the smaller side repeated by NumPy's rule. */

#include "broadcast.h"
#include "rules.h"

/* 8-bit numbers are computed in int32, and cut to their lowest byte, as they overflow. */
static KomaValueId
widen (KomaOnnxCall *call,
       KomaValueId   x)
{
  return koma_onnx_is_8_bit (call, x) ? koma_onnx_cast (call, x, KOMA_DTYPE_INT32) : x;
}

static void
return_narrow (KomaOnnxCall *call,
               KomaValueId   value)
{
  koma_onnx_return (call, koma_onnx_cast (call, value, koma_onnx_dtype (call, call->inputs[0])));
}

/* Operators of two inputs that are an op of Koma's. */
void
koma_onnx_rule_binary (KomaOnnxCall *call)
{
  return_narrow (call, koma_onnx_add_named (call, call->koma_op, NULL, 2,
                                            widen (call, call->inputs[0]),
                                            widen (call, koma_onnx_align_second (call))));
}

static KomaValueId
as_number (KomaOnnxCall *call,
           KomaValueId   x)
{
  return koma_onnx_dtype (call, x) != KOMA_DTYPE_FLOAT32
           ? koma_onnx_cast (call, x, KOMA_DTYPE_INT32)
           : x;
}

/* Comparisons: bool, of any type. */
void
koma_onnx_rule_compare (KomaOnnxCall *call)
{
  koma_onnx_return (call, koma_onnx_add_named (call, call->koma_op, NULL, 2,
                                               as_number (call, call->inputs[0]),
                                               as_number (call, koma_onnx_align_second (call))));
}

/* And, Or, Xor: of bool. */
void
koma_onnx_rule_logical (KomaOnnxCall *call)
{
  koma_onnx_return (call, koma_onnx_add_named (call, call->koma_op, NULL, 2, call->inputs[0],
                                               koma_onnx_align_second (call)));
}

static KomaValueId
sign_of (KomaOnnxCall *call,
         KomaValueId   x)
{
  const KomaValueId low =
    koma_onnx_add (call, KOMA_OP_MAXIMUM, NULL, 2, x,
                   koma_onnx_number (call, KOMA_DTYPE_INT32, -1));

  return koma_onnx_add (call, KOMA_OP_MINIMUM, NULL, 2, low,
                        koma_onnx_number (call, KOMA_DTYPE_INT32, 1));
}

/* Div: integers are cut towards 0, where FloorDiv rounds down. */
void
koma_onnx_rule_div (KomaOnnxCall *call)
{
  const KomaValueId a = widen (call, call->inputs[0]);
  const KomaValueId b = widen (call, koma_onnx_align_second (call));
  KomaValueId       sign = KOMA_VALUE_NONE;
  KomaValueId       size = KOMA_VALUE_NONE;

  if (koma_onnx_dtype (call, a) == KOMA_DTYPE_FLOAT32) {
    koma_onnx_return (call, koma_onnx_add (call, KOMA_OP_DIV, NULL, 2, a, b));
    return;
  }
  size = koma_onnx_add (call, KOMA_OP_FLOOR_DIV, NULL, 2,
                        koma_onnx_add (call, KOMA_OP_ABS, NULL, 1, a),
                        koma_onnx_add (call, KOMA_OP_ABS, NULL, 1, b));
  sign = koma_onnx_add (call, KOMA_OP_MUL, NULL, 2, sign_of (call, a), sign_of (call, b));
  return_narrow (call, koma_onnx_add (call, KOMA_OP_MUL, NULL, 2, size, sign));
}

static KomaValueId
fold_left (KomaOnnxCall *call,
           const char   *op)
{
  KomaValueId value = widen (call, call->inputs[0]);

  for (guint i = 1; i < call->n_inputs; i++)
    value = koma_onnx_add_named (call, op, NULL, 2, value,
                                 widen (call, koma_onnx_input (call, i)));
  return value;
}

/* Max, Min, Sum: of any number of inputs. */
void
koma_onnx_rule_variadic (KomaOnnxCall *call)
{
  return_narrow (call, fold_left (call, call->koma_op));
}

void
koma_onnx_rule_mean (KomaOnnxCall *call)
{
  koma_onnx_return (call, koma_onnx_add (call, KOMA_OP_MUL, NULL, 2, fold_left (call, "AddV2"),
                                         koma_onnx_float (call, 1.0 / call->n_inputs)));
}

/* Mod (a, b): the result has the sign of b; with fmod that of a. */
void
koma_onnx_rule_mod (KomaOnnxCall *call)
{
  const char *op = koma_onnx_attr_int (call->node, "fmod", 0) != 0 ? "Mod" : "FloorMod";

  return_narrow (call, koma_onnx_add_named (call, op, NULL, 2, widen (call, call->inputs[0]),
                                            widen (call, call->inputs[1])));
}

static gboolean
is_number (const KomaOnnxCall *call,
           KomaValueId         value,
           double              number)
{
  const KomaArray *tensor = koma_onnx_known (call, value);

  return tensor != NULL && tensor->count == 1 && tensor->dtype == KOMA_DTYPE_FLOAT32 &&
         tensor->shape.rank <= koma_onnx_rank (call, call->inputs[0]) &&
         *(const float *) tensor->data == number;
}

/* Pow (x, y): squares and roots have ops of their own, which are faster. */
void
koma_onnx_rule_pow (KomaOnnxCall *call)
{
  const KomaValueId x = koma_onnx_cast (call, call->inputs[0], KOMA_DTYPE_FLOAT32);
  const KomaValueId y = koma_onnx_cast (call, koma_onnx_align_second (call), KOMA_DTYPE_FLOAT32);
  KomaValueId       power = KOMA_VALUE_NONE;

  if (is_number (call, y, 2))
    power = koma_onnx_add (call, KOMA_OP_SQUARE, NULL, 1, x);
  else if (is_number (call, y, 0.5))
    power = koma_onnx_add (call, KOMA_OP_SQRT, NULL, 1, x);
  else
    power = koma_onnx_add (call, KOMA_OP_POW, NULL, 2, x, y);
  return_narrow (call, power);
}

/* Where (condition, a, b) */
void
koma_onnx_rule_where (KomaOnnxCall *call)
{
  koma_onnx_return (call, koma_onnx_add_named (call, "SelectV2", NULL, 3, call->inputs[0],
                                               call->inputs[1], call->inputs[2]));
}
