/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Windows. PyTorch keeps a filter as [out_c, in_c / groups, h, w]; Koma's are [h, w, in_c / groups,
 * out_c], and [h, w, c, multiplier] where each channel has filters of its own. The filter that the
 * file has is gone once it has been turned, so that there are not two of each. */

#include "layers.h"

#include <string.h>

static KomaAttrs *
make_attrs (const KomaHubWindow *window,
            gint64               kernel_h,
            gint64               kernel_w)
{
  const gint64 stride = MAX (window->stride, 1);
  const gint64 dilation = MAX (window->dilation, 1);
  const gint64 strides[] = { 1, stride, stride, 1 };
  const gint64 dilations[] = { 1, dilation, dilation, 1 };
  gint64       paddings[8] = { 0 };
  gboolean     is_padded = FALSE;
  KomaAttrs   *attrs = koma_attrs_new ();

  if (window->pad == KOMA_HUB_PAD_HALF) {
    paddings[2] = paddings[3] = dilation * (kernel_h - 1) / 2;
    paddings[4] = paddings[5] = dilation * (kernel_w - 1) / 2;
  } else if (window->pad == KOMA_HUB_PAD_GIVEN) {
    paddings[2] = paddings[4] = window->before;
    paddings[3] = paddings[5] = window->after;
  }
  for (guint i = 0; i < G_N_ELEMENTS (paddings); i++)
    is_padded = is_padded || paddings[i] != 0;
  koma_attrs_set_ints (attrs, "strides", strides, 4);
  koma_attrs_set_ints (attrs, "dilations", dilations, 4);
  if (is_padded)
    koma_attrs_set_ints (attrs, "explicit_paddings", paddings, 8);
  koma_attrs_set_string (attrs, "padding",
                         window->pad == KOMA_HUB_PAD_SAME ? "SAME"
                         : is_padded                      ? "EXPLICIT"
                                                          : "VALID");
  return attrs;
}

/* The numbers of a pixel of the filter, [out_c, group_c] of [out_c, group_c, n_pixels], turned to
 * [group_c, out_c], or as they are where each channel has filters of its own. */
static void
turn_pixel (const float *from,
            gsize        out_c,
            gsize        group_c,
            gsize        n_pixels,
            gboolean     is_depthwise,
            float       *ret_turned)
{
  for (gsize o = 0; o < out_c; o++)
    for (gsize i = 0; i < group_c; i++)
      ret_turned[is_depthwise ? o : i * out_c + o] = from[(o * group_c + i) * n_pixels];
}

static KomaArray *
turn (KomaHub         *self,
      const KomaArray *filter,
      gint64           in_c,
      gboolean         is_depthwise)
{
  const gint64   *dims = filter->shape.dims;
  const KomaShape shape = is_depthwise ? KOMA_SHAPE (dims[2], dims[3], in_c, dims[0] / in_c)
                                       : KOMA_SHAPE (dims[2], dims[3], dims[1], dims[0]);
  const gsize     n_pixels = (gsize) (dims[2] * dims[3]);
  const gsize     n = filter->count / n_pixels;
  KomaArray      *turned = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, &self->nodes.error);

  for (gsize p = 0; turned != NULL && p < n_pixels; p++)
    turn_pixel ((const float *) filter->data + p, (gsize) dims[0], (gsize) dims[1], n_pixels,
                is_depthwise, (float *) turned->data + p * n);
  return turned;
}

/**
 * koma_hub_conv_with:
 * @filter: (transfer full) (nullable): [out_c, in_c / groups, h, w]
 * @bias: [out_c], or %KOMA_VALUE_NONE
 *
 * Errors: %KOMA_ERROR_SHAPE, %KOMA_ERROR_MEMORY.
 */
KomaValueId
koma_hub_conv_with (KomaHub      *self,
                    KomaValueId   x,
                    KomaArray    *filter,
                    KomaValueId   bias,
                    KomaHubWindow window)
{
  g_autoptr (KomaArray) owned G_GNUC_UNUSED = filter;
  g_autoptr (KomaArray) turned = NULL;
  const gint64 in_c = koma_builder_get_dim (&self->nodes, x, 3);
  KomaValueId  inputs[] = { x, KOMA_VALUE_NONE, bias };
  gint64       group_c = 0;
  gboolean     is_depthwise = FALSE;

  if (self->nodes.error != NULL || filter == NULL || x == KOMA_VALUE_NONE)
    return KOMA_VALUE_NONE;
  group_c = filter->shape.dims[1];
  is_depthwise = group_c == 1 && in_c > 1;
  if (in_c < 1 || in_c % group_c != 0 || filter->shape.dims[0] % (in_c / group_c) != 0)
    return koma_builder_fail (&self->nodes, KOMA_ERROR_SHAPE,
                              "%s: the input has %" G_GINT64_FORMAT
                              " channels, the weight wants groups of %" G_GINT64_FORMAT
                              " and has %" G_GINT64_FORMAT " outputs",
                              self->nodes.name, in_c, group_c, filter->shape.dims[0]);
  turned = turn (self, filter, in_c, is_depthwise);
  if (turned == NULL)
    return KOMA_VALUE_NONE;
  inputs[1] = koma_builder_array (&self->nodes, turned);
  return koma_builder_node (
    &self->nodes, is_depthwise ? KOMA_OP_DEPTHWISE_CONV_2D : KOMA_OP_CONV_2D, inputs,
    bias != KOMA_VALUE_NONE ? 3 : 2,
    make_attrs (&window, filter->shape.dims[2], filter->shape.dims[3]));
}

KomaValueId
koma_hub_conv (KomaHub      *self,
               KomaValueId   x,
               const char   *name,
               KomaHubWindow window)
{
  KomaArray  *filter = koma_hub_take (self, koma_hub_name (self, "%s.weight", name), 4);
  KomaValueId bias = koma_hub_weight_or_none (self, koma_hub_name (self, "%s.bias", name), 1);

  self->nodes.name = name;
  return koma_hub_conv_with (self, x, filter, bias, window);
}

KomaValueId
koma_hub_pool (KomaHub      *self,
               KomaOp        op,
               KomaValueId   x,
               gint64        side,
               KomaHubWindow window,
               gboolean      is_ceil)
{
  const gint64 ksize[] = { 1, side, side, 1 };
  KomaAttrs   *attrs = make_attrs (&window, side, side);

  koma_attrs_set_ints (attrs, "ksize", ksize, 4);
  koma_attrs_set_int (attrs, "ceil_mode", is_ceil);
  return KOMA_BUILDER_NODE (&self->nodes, op, attrs, x);
}
