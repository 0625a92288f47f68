/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "attributes.h"
#include "engine/formats/json.h"
#include "expression-ops.h"

/* One number for all dimensions, or one for each, the last of which is that of columns. */
static void
read_each (JsonObject *attributes,
           const char *name,
           int        *d,
           int        *h,
           int        *w)
{
  g_auto (Ints) values = attribute_ints (attributes, name);

  if (values.n == 0)
    return;
  *w = values.at[values.n - 1];
  *h = values.at[MAX (values.n - 2, 0)];
  *d = values.at[MAX (values.n - 3, 0)];
}

/* "same", "valid", a number, or a list of two for each of batch, rows, columns and channels. */
static void
read_padding (JsonObject        *attributes,
              KomaWindowOptions *options)
{
  g_auto (Ints) pad = attribute_ints (attributes, "pad");
  const char *name = koma_json_get_string (attributes, "pad");

  options->padding = name == NULL                 ? KOMA_PADDING_EXPLICIT
                     : g_str_equal (name, "same") ? KOMA_PADDING_SAME
                                                  : KOMA_PADDING_VALID;
  if (pad.n == 1) {
    options->pad = pad.at[0];
  } else if (pad.n == 8) {
    options->pad_top = pad.at[2];
    options->pad_bottom = pad.at[3];
    options->pad_left = pad.at[4];
    options->pad_right = pad.at[5];
  }
}

static KomaWindowOptions
read_options (JsonObject *attributes)
{
  KomaWindowOptions options = { 0 };

  read_each (attributes, "filterSize", &options.size_d, &options.size_h, &options.size_w);
  read_each (attributes, "strides", &options.stride_d, &options.stride_h, &options.stride_w);
  read_each (attributes, "stride", &options.stride_d, &options.stride_h, &options.stride_w);
  read_each (attributes, "dilations", &options.dilation_d, &options.dilation_h,
             &options.dilation_w);
  read_each (attributes, "dilation", &options.dilation_d, &options.dilation_h, &options.dilation_w);
  read_padding (attributes, &options);
  return options;
}

#define POOL(function)                                                 \
  static void function (ExpressionCall *call, GError **error)          \
  {                                                                    \
    const KomaWindowOptions options = read_options (call->a);          \
                                                                       \
    call->y[0] = koma_tensor_##function (call->x[0], &options, error); \
  }
#define CONVOLUTION(function)                                                      \
  static void function (ExpressionCall *call, GError **error)                      \
  {                                                                                \
    const KomaWindowOptions options = read_options (call->a);                      \
                                                                                   \
    call->y[0] = koma_tensor_##function (call->x[0], call->x[1], &options, error); \
  }
static gboolean
read_size (JsonObject *attributes,
           Ints       *size,
           GError    **error)
{
  *size = attribute_ints (attributes, "size");
  return size->n == 2 ||
         koma_fail (error, KOMA_ERROR_MODEL, "size has %d numbers, expected 2", size->n);
}

#define RESIZE(function)                                                                 \
  static void function (ExpressionCall *call, GError **error)                            \
  {                                                                                      \
    const gboolean align = attribute_boolean (call->a, "alignCorners");                  \
    const gboolean half = attribute_boolean (call->a, "halfPixelCenters");               \
    g_auto (Ints) size = { 0 };                                                          \
                                                                                         \
    if (read_size (call->a, &size, error))                                               \
      call->y[0] =                                                                       \
        koma_tensor_##function (call->x[0], size.at[0], size.at[1], align, half, error); \
  }
POOL (avg_pool)
POOL (avg_pool3d)
POOL (max_pool)
POOL (max_pool3d)
CONVOLUTION (conv1d)
CONVOLUTION (conv2d)
CONVOLUTION (conv3d)
CONVOLUTION (depthwise_conv2d)
RESIZE (resize_bilinear)
RESIZE (resize_nearest_neighbor)

static void
conv2d_transpose (ExpressionCall *call,
                  GError        **error)
{
  const KomaWindowOptions options = read_options (call->a);
  g_auto (Ints) shape = attribute_ints (call->a, "outputShape");

  call->y[0] =
    koma_tensor_conv2d_transpose (call->x[0], call->x[1], shape.at, shape.n, &options, error);
}

static void
conv3d_transpose (ExpressionCall *call,
                  GError        **error)
{
  const KomaWindowOptions options = read_options (call->a);
  g_auto (Ints) shape = attribute_ints (call->a, "outputShape");

  call->y[0] =
    koma_tensor_conv3d_transpose (call->x[0], call->x[1], shape.at, shape.n, &options, error);
}

static void
separable_conv2d (ExpressionCall *call,
                  GError        **error)
{
  const KomaWindowOptions options = read_options (call->a);

  call->y[0] = koma_tensor_separable_conv2d (call->x[0], call->x[1], call->x[2], &options, error);
}

static void
dilation2d (ExpressionCall *call,
            GError        **error)
{
  const KomaWindowOptions options = read_options (call->a);

  call->y[0] = koma_tensor_dilation2d (call->x[0], call->x[1], &options, error);
}

static void
local_response_normalization (ExpressionCall *call,
                              GError        **error)
{
  call->y[0] = koma_tensor_local_response_normalization (
    call->x[0], attribute_int (call->a, "depthRadius", 5), attribute_double (call->a, "bias", 1),
    attribute_double (call->a, "alpha", 1), attribute_double (call->a, "beta", 0.5), error);
}

static void
max_pool_with_argmax (ExpressionCall *call,
                      GError        **error)
{
  const KomaWindowOptions options = read_options (call->a);

  G_GNUC_UNUSED gboolean is_done = koma_tensor_max_pool_with_argmax (
    call->x[0], &options, attribute_boolean (call->a, "includeBatch"), &call->y[0], &call->y[1],
    error);
}

const ExpressionOp expression_windows[] = {
  { "dilation2d", 2, dilation2d },
  { "localResponseNormalization", 1, local_response_normalization },
  { "maxPoolWithArgmax", 1, max_pool_with_argmax },
  { "avgPool", 1, avg_pool },
  { "avgPool3d", 1, avg_pool3d },
  { "conv1d", 2, conv1d },
  { "conv2d", 2, conv2d },
  { "conv2dTranspose", 2, conv2d_transpose },
  { "conv3d", 2, conv3d },
  { "conv3dTranspose", 2, conv3d_transpose },
  { "depthwiseConv2d", 2, depthwise_conv2d },
  { "maxPool", 1, max_pool },
  { "maxPool3d", 1, max_pool3d },
  { "resizeBilinear", 1, resize_bilinear },
  { "resizeNearestNeighbor", 1, resize_nearest_neighbor },
  { "separableConv2d", 3, separable_conv2d },
  { NULL, 0, NULL },
};
