/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pools over [n,c,h,w] or [n,c,w]. */

#include "normalization.h"
#include "rules.h"
#include "window.h"

static gboolean
read_kernel (KomaOnnxCall *call,
             gint64       *kernel)
{
  gsize         n = 0;
  const gint64 *listed = koma_onnx_attr_ints (call->node, "kernel_shape", &n);
  const guint   rank = koma_builder_get_rank (call->nodes, call->inputs[0]);

  if (rank != 3 && rank != 4)
    koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "%u dimensions", rank);
  else if (n != rank - 2)
    koma_builder_fail (call->nodes, KOMA_ERROR_MODEL,
                       "kernel_shape has %zu numbers, expected %u", n, rank - 2);
  kernel[0] = n > 1 ? listed[0] : 1;
  kernel[1] = n > 0 ? listed[n - 1] : 1;
  return call->nodes->error == NULL;
}

static KomaAttrs *
make_attrs (const KomaOnnxCall   *call,
            const KomaOnnxWindow *window)
{
  const gint64 ksize[] = { 1, window->kernel[0], window->kernel[1], 1 };
  KomaAttrs   *attrs = koma_onnx_window_attrs (window);

  koma_attrs_set_ints (attrs, "ksize", ksize, 4);
  koma_attrs_set_int (attrs, "ceil_mode",
                      !window->is_auto && koma_onnx_attr_int (call->node, "ceil_mode", 0) != 0);
  koma_attrs_set_int (attrs, "count_include_pad",
                      koma_onnx_attr_int (call->node, "count_include_pad", 0) != 0);
  return attrs;
}

/* AveragePool, MaxPool (x): integers are pooled in float32. */
KomaValueId
koma_onnx_rule_pool (KomaOnnxCall *call)
{
  KomaBuilder    *nodes = call->nodes;
  const guint     rank = koma_builder_get_rank (nodes, call->inputs[0]);
  const KomaDType dtype = koma_builder_get_dtype (nodes, call->inputs[0]);
  KomaValueId     x = koma_onnx_cast (call, koma_onnx_to_rows (call, call->inputs[0]),
                                      KOMA_DTYPE_FLOAT32);
  gint64          kernel[2] = { 1, 1 };
  KomaOnnxWindow  window = { 0 };

  if (!read_kernel (call, kernel) ||
      !koma_onnx_window_read (call, koma_builder_get_shape (nodes, x), kernel, &window))
    return KOMA_VALUE_NONE;
  x = koma_onnx_to_channels_last (call, x);
  x = KOMA_BUILDER_NODE (nodes, call->op, make_attrs (call, &window), x);
  x = koma_onnx_from_rows (call, koma_onnx_to_channels_first (call, x), rank);
  return koma_onnx_cast (call, x, dtype);
}

/* |x|^p, or the root of it. */
static KomaValueId
add_power (KomaOnnxCall *call,
           KomaValueId   x,
           gint64        p,
           gboolean      is_root)
{
  if (p == 1)
    return is_root ? x : koma_builder_unary (call->nodes, KOMA_OP_ABS, x);
  if (p == 2)
    return koma_builder_unary (call->nodes, is_root ? KOMA_OP_SQRT : KOMA_OP_SQUARE, x);
  if (!is_root)
    x = koma_builder_unary (call->nodes, KOMA_OP_ABS, x);
  return koma_onnx_with_float (call, KOMA_OP_POW, x, is_root ? 1.0 / (double) p : (double) p);
}

static gint64
read_p (KomaOnnxCall *call)
{
  const gint64 p = koma_onnx_attr_int (call->node, "p", 2);

  if (p < 1 || p > G_MAXINT32)
    koma_builder_fail (call->nodes, KOMA_ERROR_MODEL, "p is %" G_GINT64_FORMAT, p);
  return p;
}

/* LpPool (x): the root of the sum of |x|^p, which is a mean times the size of the window, with the
 * zeros around x counted. */
KomaValueId
koma_onnx_rule_lp_pool (KomaOnnxCall *call)
{
  KomaBuilder   *nodes = call->nodes;
  const guint    rank = koma_builder_get_rank (nodes, call->inputs[0]);
  const gint64   p = read_p (call);
  KomaValueId    x = koma_onnx_to_rows (call, call->inputs[0]);
  gint64         kernel[2] = { 1, 1 };
  KomaOnnxWindow window = { 0 };
  KomaAttrs     *attrs = NULL;

  if (koma_onnx_attr_int (call->node, "ceil_mode", 0) != 0)
    koma_builder_fail (nodes, KOMA_ERROR_UNSUPPORTED, "ceil_mode");
  if (!read_kernel (call, kernel) ||
      !koma_onnx_window_read (call, koma_builder_get_shape (nodes, x), kernel, &window))
    return KOMA_VALUE_NONE;
  attrs = make_attrs (call, &window);
  koma_attrs_set_int (attrs, "count_include_pad", TRUE);
  x = koma_onnx_to_channels_last (call, add_power (call, x, p, FALSE));
  x = koma_onnx_with_float (call, KOMA_OP_MUL,
                            KOMA_BUILDER_NODE (nodes, KOMA_OP_AVG_POOL, attrs, x),
                            (double) kernel[0] * (double) kernel[1]);
  x = koma_onnx_to_channels_first (call, add_power (call, x, p, TRUE));
  return koma_onnx_from_rows (call, x, rank);
}

/* Over all spatial dimensions, which become 1. */
static KomaValueId
reduce_space (KomaOnnxCall *call,
              KomaOp        op,
              KomaValueId   x)
{
  const guint rank = koma_builder_get_rank (call->nodes, call->inputs[0]);

  if (rank < 3)
    return koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE,
                              "input has %u dimensions, expected 3 or more", rank);
  return koma_builder_reduce (call->nodes, op, x, koma_onnx_axes_from (2, rank), TRUE);
}

KomaValueId
koma_onnx_rule_global_lp_pool (KomaOnnxCall *call)
{
  const gint64      p = read_p (call);
  const KomaValueId power = add_power (call, call->inputs[0], p, FALSE);

  return add_power (call, reduce_space (call, KOMA_OP_SUM, power), p, TRUE);
}

/* GlobalAveragePool and GlobalMaxPool (x) */
KomaValueId
koma_onnx_rule_global_pool (KomaOnnxCall *call)
{
  return reduce_space (call, call->op, call->inputs[0]);
}
