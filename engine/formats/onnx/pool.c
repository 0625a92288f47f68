/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pools over [n,c,h,w] or [n,c,w]. */

#include "rules.h"
#include "window.h"

static gboolean
read_kernel (KomaOnnxCall *call,
             gint64       *kernel)
{
  gsize         n = 0;
  const gint64 *listed = koma_onnx_attr_ints (call->node, "kernel_shape", &n);
  const guint   rank = koma_onnx_rank (call, call->inputs[0]);

  if (rank != 3 && rank != 4)
    koma_onnx_fail (call, KOMA_ERROR_UNSUPPORTED, "%u dimensions", rank);
  else if (n != rank - 2)
    koma_onnx_fail (call, KOMA_ERROR_MODEL, "kernel_shape has %zu numbers, expected %u", n,
                    rank - 2);
  kernel[0] = n > 1 ? listed[0] : 1;
  kernel[1] = n > 0 ? listed[n - 1] : 1;
  return call->error == NULL;
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
void
koma_onnx_rule_pool (KomaOnnxCall *call)
{
  const guint    rank = koma_onnx_rank (call, call->inputs[0]);
  KomaValueId    x = koma_onnx_cast (call, koma_onnx_to_rows (call, call->inputs[0]),
                                     KOMA_DTYPE_FLOAT32);
  gint64         kernel[2] = { 1, 1 };
  KomaOnnxWindow window = { 0 };

  if (!read_kernel (call, kernel) ||
      !koma_onnx_window_read (call, koma_onnx_shape (call, x), kernel, &window))
    return;
  x = koma_onnx_add_named (call, call->koma_op, make_attrs (call, &window), 1,
                           koma_onnx_to_channels_last (call, x));
  x = koma_onnx_from_rows (call, koma_onnx_to_channels_first (call, x), rank);
  koma_onnx_return (call, koma_onnx_cast (call, x, koma_onnx_dtype (call, call->inputs[0])));
}

/* GlobalAveragePool and GlobalMaxPool (x): over all spatial dimensions, which become 1. */
void
koma_onnx_rule_global_pool (KomaOnnxCall *call)
{
  static const gint64 axes[] = { 2, 3, 4, 5 };
  const guint         rank = koma_onnx_rank (call, call->inputs[0]);
  KomaAttrs          *attrs = koma_attrs_new ();

  if (rank < 3)
    koma_onnx_fail (call, KOMA_ERROR_SHAPE, "input has %u dimensions, expected 3 or more", rank);
  koma_attrs_set_int (attrs, "keep_dims", TRUE);
  koma_onnx_return (call, koma_onnx_add_named (call, call->koma_op, attrs, 2, call->inputs[0],
                                               koma_onnx_ints (call, axes, MAX (rank, 2) - 2)));
}
