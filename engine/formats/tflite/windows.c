/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Convolutions and pools. TensorFlow Lite's filters have the output channels first, Koma's last. */
#include "rules.h"

/* The same in Conv2DOptions, DepthwiseConv2DOptions, TransposeConvOptions and Pool2DOptions. */
#define PADDING  FIELD (0, "padding")
#define STRIDE_W FIELD (1, "stride_w")
#define STRIDE_H FIELD (2, "stride_h")

#define POOL_FILTER_W FIELD (3, "filter_width")
#define POOL_FILTER_H FIELD (4, "filter_height")

static void
set_pair (KomaAttrs  *attrs,
          const char *name,
          gint64      h,
          gint64      w)
{
  koma_attrs_set_ints (attrs, name, (gint64[]){ 1, h, w, 1 }, 4);
}

/* @dilations: where the options have those of columns and rows; 0: nowhere */
static KomaAttrs *
read_window (const KomaTfliteCall *call,
             guint                 dilations)
{
  const KomaFlatTable *options = &call->options;
  KomaAttrs           *attrs = koma_attrs_new ();

  koma_attrs_set_string (attrs, "padding",
                         koma_flat_get_int (options, PADDING, 1, 0) == 0 ? "SAME" : "VALID");
  set_pair (attrs, "strides", koma_flat_get_int (options, STRIDE_H, 4, 0),
            koma_flat_get_int (options, STRIDE_W, 4, 0));
  if (dilations > 0)
    set_pair (attrs, "dilations",
              koma_flat_get_int (options, FIELD (dilations + 1, "dilation_h_factor"), 4, 1),
              koma_flat_get_int (options, FIELD (dilations, "dilation_w_factor"), 4, 1));
  return attrs;
}

/* [out_c, kernel_h, kernel_w, in_c] to [kernel_h, kernel_w, in_c, out_c] */
KomaValueId
koma_tflite_rule_conv_2d (KomaBuilder          *b,
                          const KomaTfliteCall *call)
{
  static const guint perm[] = { 1, 2, 3, 0 };
  const KomaValueId  inputs[] = { koma_tflite_real (call, 0), koma_tflite_filter (call, 1, perm) };

  return koma_tflite_apply_biased (b, call, inputs, 2, read_window (call, 4), ACTIVATION (3));
}

/* [1, kernel_h, kernel_w, in_c * multiplier] to [kernel_h, kernel_w, in_c, multiplier]: the same
 * order. */
KomaValueId
koma_tflite_rule_depthwise_conv_2d (KomaBuilder          *b,
                                    const KomaTfliteCall *call)
{
  KomaValueId inputs[] = { koma_tflite_real (call, 0), koma_tflite_real (call, 1) };
  KomaShape   in = { 0 };
  KomaShape   shape = { 0 };

  if (inputs[1] == KOMA_VALUE_NONE)
    return KOMA_VALUE_NONE;
  in = koma_tflite_get_input (call, 0)->shape;
  shape = koma_tflite_get_input (call, 1)->shape;
  if (in.rank != 4 || shape.rank != 4 || in.dims[3] < 1 || shape.dims[0] != 1 ||
      shape.dims[3] % in.dims[3] != 0)
    return koma_builder_fail (b, KOMA_ERROR_MODEL,
                              "%s: its filter “%s” does not fit the channels of its input",
                              call->name, koma_tflite_get_input (call, 1)->name);
  shape.dims[0] = shape.dims[1];
  shape.dims[1] = shape.dims[2];
  shape.dims[2] = in.dims[3];
  shape.dims[3] /= in.dims[3];
  inputs[1] = koma_builder_reshape (b, inputs[1], shape);
  return koma_tflite_apply_biased (b, call, inputs, 2, read_window (call, 5), ACTIVATION (4));
}

/* The shape of the result without the batch and the channels, which follow from the inputs. */
static KomaValueId
get_sizes (KomaBuilder          *b,
           const KomaTfliteCall *call)
{
  const KomaValueId sizes = koma_tflite_value (call, 0);
  const KomaArray  *constant = koma_builder_get_constant (b, sizes);

  if (constant == NULL || constant->dtype != KOMA_DTYPE_INT32 || constant->count != 4)
    return sizes;
  return koma_builder_ints (b, (const gint32 *) constant->data + 1, 2);
}

/* TRANSPOSE_CONV (shape, filter, x[, bias]): [out_c, kernel_h, kernel_w, in_c] to
 * [kernel_h, kernel_w, out_c, in_c] */
KomaValueId
koma_tflite_rule_transpose_conv (KomaBuilder          *b,
                                 const KomaTfliteCall *call)
{
  static const guint perm[] = { 1, 2, 0, 3 };
  const KomaValueId  inputs[] = { get_sizes (b, call), koma_tflite_filter (call, 1, perm),
                                  koma_tflite_real (call, 2) };

  return koma_tflite_apply_biased (b, call, inputs, 3, read_window (call, 0), ACTIVATION (3));
}

static KomaValueId
pool (KomaBuilder          *b,
      const KomaTfliteCall *call,
      KomaValueId           x)
{
  KomaAttrs *attrs = read_window (call, 0);

  set_pair (attrs, "ksize", koma_flat_get_int (&call->options, POOL_FILTER_H, 4, 0),
            koma_flat_get_int (&call->options, POOL_FILTER_W, 4, 0));
  return koma_builder_node (b, call->op, &x, 1, attrs);
}

KomaValueId
koma_tflite_rule_pool (KomaBuilder          *b,
                       const KomaTfliteCall *call)
{
  return koma_tflite_activate (b, call, ACTIVATION (5),
                               pool (b, call, koma_tflite_real (call, 0)));
}

/* √(mean of x²) of each window */
KomaValueId
koma_tflite_rule_l2_pool (KomaBuilder          *b,
                          const KomaTfliteCall *call)
{
  const KomaValueId squares = koma_builder_unary (b, KOMA_OP_SQUARE, koma_tflite_real (call, 0));

  return koma_tflite_activate (b, call, ACTIVATION (5),
                               koma_builder_unary (b, KOMA_OP_SQRT, pool (b, call, squares)));
}
