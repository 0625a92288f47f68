/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Reduce… (x, axes): over some dimensions, or all; axes are an attribute of old opsets. */

#include "rules.h"

/* FALSE where the call has an error, or x is left as it is. */
static gboolean
read_axes (KomaOnnxCall *call,
           KomaValueId  *ret_axes)
{
  const guint        rank = koma_onnx_rank (call, call->inputs[0]);
  g_autofree gint64 *axes = NULL;
  gsize              n = 0;
  gint64             all[KOMA_MAX_RANK] = { 0 };

  if (!koma_onnx_list (call, "axes", 1, &axes, &n))
    return FALSE;
  for (guint i = 0; i < rank; i++)
    all[i] = i;
  if (n > 0)
    *ret_axes = koma_onnx_ints (call, axes, (guint) MIN (n, G_MAXINT32));
  else if (koma_onnx_attr_int (call->node, "noop_with_empty_axes", 0) == 0)
    *ret_axes = koma_onnx_ints (call, all, rank);
  else
    *ret_axes = koma_onnx_ints (call, NULL, 0);
  return call->error == NULL;
}

static KomaValueId
reduce (KomaOnnxCall *call,
        const char   *op,
        KomaValueId   x)
{
  KomaValueId axes = KOMA_VALUE_NONE;
  KomaAttrs  *attrs = NULL;

  if (!read_axes (call, &axes))
    return KOMA_VALUE_NONE;
  attrs = koma_attrs_new ();
  koma_attrs_set_int (attrs, "keep_dims", koma_onnx_attr_int (call->node, "keepdims", 1) != 0);
  return koma_onnx_add_named (call, op, attrs, 2, x, axes);
}

/* Max, Mean, Min, Prod, Sum. 8-bit and bool are computed in int32; a mean of integers is cut. */
void
koma_onnx_rule_reduce (KomaOnnxCall *call)
{
  const KomaDType dtype = koma_onnx_dtype (call, call->inputs[0]);
  KomaDType       computed = dtype;

  if (g_str_equal (call->koma_op, "Mean"))
    computed = KOMA_DTYPE_FLOAT32;
  else if (dtype == KOMA_DTYPE_BOOL || koma_onnx_is_8_bit (call, call->inputs[0]))
    computed = KOMA_DTYPE_INT32;
  koma_onnx_return (call, koma_onnx_cast (call,
                                          reduce (call, call->koma_op,
                                                  koma_onnx_cast (call, call->inputs[0], computed)),
                                          dtype));
}

void
koma_onnx_rule_reduce_l1 (KomaOnnxCall *call)
{
  koma_onnx_return (call, reduce (call, "Sum",
                                  koma_onnx_add (call, KOMA_OP_ABS, NULL, 1, call->inputs[0])));
}

void
koma_onnx_rule_reduce_l2 (KomaOnnxCall *call)
{
  const KomaValueId squares = koma_onnx_add (call, KOMA_OP_SQUARE, NULL, 1, call->inputs[0]);

  koma_onnx_return (call, koma_onnx_add (call, KOMA_OP_SQRT, NULL, 1,
                                         reduce (call, "Sum", squares)));
}

void
koma_onnx_rule_reduce_sum_square (KomaOnnxCall *call)
{
  koma_onnx_return (call, reduce (call, "Sum",
                                  koma_onnx_add (call, KOMA_OP_SQUARE, NULL, 1, call->inputs[0])));
}

void
koma_onnx_rule_reduce_log_sum (KomaOnnxCall *call)
{
  koma_onnx_return (call, koma_onnx_add (call, KOMA_OP_LOG, NULL, 1,
                                         reduce (call, "Sum", call->inputs[0])));
}

/* Max (x) + log (sum (exp (x - max (x)))): no exp overflows. */
void
koma_onnx_rule_reduce_log_sum_exp (KomaOnnxCall *call)
{
  const KomaValueId x = call->inputs[0];
  KomaAttrs        *attrs = koma_attrs_new ();
  KomaValueId       axes = KOMA_VALUE_NONE;
  KomaValueId       max = KOMA_VALUE_NONE;
  KomaValueId       sum = KOMA_VALUE_NONE;

  koma_attrs_set_int (attrs, "keep_dims", TRUE);
  (void) read_axes (call, &axes);
  max = koma_onnx_add (call, KOMA_OP_MAX, attrs, 2, x, axes);
  sum = reduce (call, "Sum",
                koma_onnx_add (call, KOMA_OP_EXP, NULL, 1,
                               koma_onnx_add (call, KOMA_OP_SUB, NULL, 2, x, max)));
  koma_onnx_return (call, koma_onnx_add (call, KOMA_OP_ADD, NULL, 2, reduce (call, "Max", x),
                                         koma_onnx_add (call, KOMA_OP_LOG, NULL, 1, sum)));
}
