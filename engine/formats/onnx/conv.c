/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Conv (x, w, b): x [n,c,h,w] or [n,c,w], w [out_c,c / group,kernel_h,kernel_w], b [out_c]. */

#include "conv.h"

#include "rules.h"
#include "window.h"

static gboolean
check_ranks (KomaOnnxCall *call,
             KomaValueId   x,
             KomaValueId   w)
{
  const guint rank = koma_onnx_rank (call, x);

  if (koma_onnx_rank (call, w) != rank)
    koma_onnx_fail (call, KOMA_ERROR_SHAPE, "input and weights have %u and %u dimensions", rank,
                    koma_onnx_rank (call, w));
  else if (rank != 3 && rank != 4)
    koma_onnx_fail (call, KOMA_ERROR_UNSUPPORTED, "%u dimensions", rank);
  return call->error == NULL;
}

/* One filter for each channel: [kernel_h,kernel_w,c,multiplier]. */
static KomaValueId
make_depthwise_filter (KomaOnnxCall *call,
                       KomaValueId   w,
                       gint64        channels)
{
  static const gint64 perm[] = { 2, 3, 0, 1 };
  const KomaShape    *shape = koma_onnx_shape (call, w);
  const gint64        dims[] = { shape->dims[2], shape->dims[3], channels, -1 };

  return koma_onnx_reshape (call, koma_onnx_transpose (call, w, perm), dims, 4);
}

static KomaValueId
add_conv (KomaOnnxCall         *call,
          KomaValueId           x, /* [n,h,w,c] */
          KomaValueId           w,
          KomaValueId           b,
          const KomaOnnxWindow *window)
{
  static const gint64 perm[] = { 2, 3, 1, 0 };
  const gint64        channels = koma_onnx_shape (call, x)->dims[3];
  const gint64        group_channels = koma_onnx_shape (call, w)->dims[1];
  const gint64        group = koma_onnx_attr_int (call->node, "group", 1);
  const gboolean      is_depthwise = group == channels && group > 1 && group_channels == 1;
  KomaValueId         filter = KOMA_VALUE_NONE;

  if (group < 1 || channels % group != 0 || channels / group != group_channels)
    return koma_onnx_fail (call, KOMA_ERROR_SHAPE,
                           "the input has %" G_GINT64_FORMAT
                           " channels, the weights want %" G_GINT64_FORMAT
                           " groups of %" G_GINT64_FORMAT,
                           channels, group, group_channels);
  filter = is_depthwise ? make_depthwise_filter (call, w, channels)
                        : koma_onnx_transpose (call, w, perm);
  return koma_onnx_add (call, is_depthwise ? KOMA_OP_DEPTHWISE_CONV_2D : KOMA_OP_CONV_2D,
                        koma_onnx_window_attrs (window), b != KOMA_VALUE_NONE ? 3 : 2, x, filter,
                        b);
}

/**
 * koma_onnx_conv:
 * @b: %KOMA_VALUE_NONE where there is none
 *
 * Returns: the convolution with the attributes of the node. Thread: any.
 */
KomaValueId
koma_onnx_conv (KomaOnnxCall *call,
                KomaValueId   x,
                KomaValueId   w,
                KomaValueId   b)
{
  const guint    rank = koma_onnx_rank (call, x);
  KomaOnnxWindow window = { 0 };

  if (call->error != NULL || !check_ranks (call, x, w))
    return KOMA_VALUE_NONE;
  x = koma_onnx_to_rows (call, x);
  w = koma_onnx_to_rows (call, w);
  if (call->error != NULL ||
      !koma_onnx_window_read (call, koma_onnx_shape (call, x), &koma_onnx_shape (call, w)->dims[2],
                              &window))
    return KOMA_VALUE_NONE;
  x = add_conv (call, koma_onnx_to_channels_last (call, x), w, b, &window);
  return koma_onnx_from_rows (call, koma_onnx_to_channels_first (call, x), rank);
}

void
koma_onnx_rule_conv (KomaOnnxCall *call)
{
  koma_onnx_return (call, koma_onnx_conv (call, call->inputs[0], call->inputs[1],
                                          koma_onnx_input (call, 2)));
}
