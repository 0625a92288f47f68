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

/* Takes the filter, the second input, adds bias, if there is one, and activation. */
static gboolean
convolve (const KomaTfliteCall *call,
          KomaValueId           filter,
          KomaAttrs            *attrs, /* (transfer full) */
          KomaFlatField         activation,
          GError              **error)
{
  const gboolean    has_bias = koma_tflite_has_input (call, 2);
  const KomaValueId inputs[] = { koma_tflite_real (call, 0, error), filter,
                                 has_bias ? koma_tflite_real (call, 2, error) : KOMA_VALUE_NONE };
  const KomaNode   *node =
    koma_tflite_add (call, call->op, attrs, inputs, has_bias ? 3 : 2, error);

  return node != NULL &&
         koma_tflite_set_output (
           call, 0, koma_tflite_activate (call, activation, node->outputs[0], error), error);
}

/* [out_c, kernel_h, kernel_w, in_c] to [kernel_h, kernel_w, in_c, out_c] */
gboolean
koma_tflite_rule_conv_2d (const KomaTfliteCall *call,
                          GError              **error)
{
  static const guint perm[] = { 1, 2, 3, 0 };

  return convolve (call, koma_tflite_filter (call, 1, perm, error), read_window (call, 4),
                   ACTIVATION (3), error);
}

/* [1, kernel_h, kernel_w, in_c * multiplier] to [kernel_h, kernel_w, in_c, multiplier]: the same
 * order. */
gboolean
koma_tflite_rule_depthwise_conv_2d (const KomaTfliteCall *call,
                                    GError              **error)
{
  KomaValueId      filter = koma_tflite_real (call, 1, error);
  const KomaShape *in = NULL;
  const KomaShape *shape = NULL;
  gint32           sizes[4] = { 0 };

  if (filter == KOMA_VALUE_NONE || koma_tflite_real (call, 0, error) == KOMA_VALUE_NONE)
    return FALSE;
  in = &koma_tflite_get_input (call, 0)->shape;
  shape = &koma_tflite_get_input (call, 1)->shape;
  if (in->rank != 4 || shape->rank != 4 || in->dims[3] < 1 || shape->dims[0] != 1 ||
      shape->dims[3] % in->dims[3] != 0)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "%s: its filter “%s” does not fit the channels of its input", call->name,
                      koma_tflite_get_input (call, 1)->name);
  sizes[0] = shape->dims[1];
  sizes[1] = shape->dims[2];
  sizes[2] = in->dims[3];
  sizes[3] = shape->dims[3] / in->dims[3];
  filter = koma_tflite_apply (call, KOMA_OP_RESHAPE, NULL, error, 2, filter,
                              koma_tflite_ints (call, sizes, 4, error));
  return convolve (call, filter, read_window (call, 5), ACTIVATION (4), error);
}

/* The shape of the result without the batch and the channels, which follow from the inputs. */
static KomaValueId
get_sizes (const KomaTfliteCall *call,
           GError              **error)
{
  KomaValueId      sizes = koma_tflite_value (call, 0, error);
  const KomaArray *constant = NULL;

  if (sizes == KOMA_VALUE_NONE)
    return KOMA_VALUE_NONE;
  constant = koma_graph_get_value (call->tflite->raw->graph, sizes)->constant;
  if (constant == NULL || constant->dtype != KOMA_DTYPE_INT32 || constant->count != 4)
    return sizes;
  return koma_tflite_ints (call, (const gint32 *) constant->data + 1, 2, error);
}

/* TRANSPOSE_CONV (shape, filter, x[, bias]): [out_c, kernel_h, kernel_w, in_c] to
 * [kernel_h, kernel_w, out_c, in_c] */
gboolean
koma_tflite_rule_transpose_conv (const KomaTfliteCall *call,
                                 GError              **error)
{
  static const guint perm[] = { 1, 2, 0, 3 };
  const gboolean     has_bias = koma_tflite_has_input (call, 3);
  const KomaValueId  inputs[] = { get_sizes (call, error),
                                  koma_tflite_filter (call, 1, perm, error),
                                  koma_tflite_real (call, 2, error),
                                 has_bias ? koma_tflite_real (call, 3, error) : KOMA_VALUE_NONE };
  const KomaNode    *node =
    koma_tflite_add (call, call->op, read_window (call, 0), inputs, has_bias ? 4 : 3, error);

  return node != NULL &&
         koma_tflite_set_output (
           call, 0, koma_tflite_activate (call, ACTIVATION (3), node->outputs[0], error), error);
}

gboolean
koma_tflite_rule_pool (const KomaTfliteCall *call,
                       GError              **error)
{
  KomaAttrs  *attrs = read_window (call, 0);
  KomaValueId y = KOMA_VALUE_NONE;

  set_pair (attrs, "ksize", koma_flat_get_int (&call->options, POOL_FILTER_H, 4, 0),
            koma_flat_get_int (&call->options, POOL_FILTER_W, 4, 0));
  y = koma_tflite_apply (call, call->op, attrs, error, 1, koma_tflite_real (call, 0, error));
  return koma_tflite_set_output (call, 0, koma_tflite_activate (call, ACTIVATION (5), y, error),
                                 error);
}

/* √(mean of x²) of each window */
gboolean
koma_tflite_rule_l2_pool (const KomaTfliteCall *call,
                          GError              **error)
{
  KomaAttrs  *attrs = read_window (call, 0);
  KomaValueId y = koma_tflite_apply (call, KOMA_OP_SQUARE, NULL, error, 1,
                                     koma_tflite_real (call, 0, error));

  set_pair (attrs, "ksize", koma_flat_get_int (&call->options, POOL_FILTER_H, 4, 0),
            koma_flat_get_int (&call->options, POOL_FILTER_W, 4, 0));
  y = koma_tflite_apply (call, call->op, attrs, error, 1, y);
  y = koma_tflite_apply (call, KOMA_OP_SQRT, NULL, error, 1, y);
  return koma_tflite_set_output (call, 0, koma_tflite_activate (call, ACTIVATION (5), y, error),
                                 error);
}
