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
  const guint rank = koma_builder_get_rank (call->nodes, x);
  const guint w_rank = koma_builder_get_rank (call->nodes, w);

  if (w_rank != rank)
    koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE,
                       "input and weights have %u and %u dimensions", rank, w_rank);
  else if (rank != 3 && rank != 4)
    koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "%u dimensions", rank);
  return call->nodes->error == NULL;
}

/* One filter for each channel: [kernel_h,kernel_w,c,multiplier]. */
static KomaValueId
make_depthwise_filter (KomaOnnxCall *call,
                       KomaValueId   w,
                       gint64        channels)
{
  static const guint perm[] = { 2, 3, 0, 1 };
  const KomaShape    shape = koma_builder_get_shape (call->nodes, w);

  return koma_builder_reshape (call->nodes, koma_builder_transpose (call->nodes, w, perm),
                               KOMA_SHAPE (shape.dims[2], shape.dims[3], channels, -1));
}

static KomaValueId
add_conv (KomaOnnxCall         *call,
          KomaValueId           x, /* [n,h,w,c] */
          KomaValueId           w,
          KomaValueId           b,
          const KomaOnnxWindow *window)
{
  static const guint perm[] = { 2, 3, 1, 0 };
  const gint64       channels = koma_builder_get_dim (call->nodes, x, 3);
  const gint64       group_channels = koma_builder_get_dim (call->nodes, w, 1);
  const gint64       group = koma_onnx_attr_int (call->node, "group", 1);
  const gboolean     is_depthwise = group == channels && group > 1 && group_channels == 1;
  KomaValueId        inputs[] = { x, KOMA_VALUE_NONE, b };

  if (group < 1 || channels % group != 0 || channels / group != group_channels)
    return koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE,
                              "the input has %" G_GINT64_FORMAT
                              " channels, the weights want %" G_GINT64_FORMAT
                              " groups of %" G_GINT64_FORMAT,
                              channels, group, group_channels);
  inputs[1] = is_depthwise ? make_depthwise_filter (call, w, channels)
                           : koma_builder_transpose (call->nodes, w, perm);
  return koma_builder_node (call->nodes,
                            is_depthwise ? KOMA_OP_DEPTHWISE_CONV_2D : KOMA_OP_CONV_2D, inputs,
                            b != KOMA_VALUE_NONE ? 3 : 2, koma_onnx_window_attrs (window));
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
  const guint    rank = koma_builder_get_rank (call->nodes, x);
  KomaShape      filter = { 0 };
  KomaOnnxWindow window = { 0 };

  if (call->nodes->error != NULL || !check_ranks (call, x, w))
    return KOMA_VALUE_NONE;
  x = koma_onnx_to_rows (call, x);
  w = koma_onnx_to_rows (call, w);
  filter = koma_builder_get_shape (call->nodes, w);
  if (call->nodes->error != NULL ||
      !koma_onnx_window_read (call, koma_builder_get_shape (call->nodes, x), &filter.dims[2],
                              &window))
    return KOMA_VALUE_NONE;
  x = add_conv (call, koma_onnx_to_channels_last (call, x), w, b, &window);
  return koma_onnx_from_rows (call, koma_onnx_to_channels_first (call, x), rank);
}

KomaValueId
koma_onnx_rule_conv (KomaOnnxCall *call)
{
  return koma_onnx_conv (call, call->inputs[0], call->inputs[1], koma_onnx_input (call, 2));
}
