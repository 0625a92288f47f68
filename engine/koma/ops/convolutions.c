/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "convolutions.h"

#include "window-attrs.h"

static KomaTensor *
call_conv (KomaTensor              *x,
           KomaTensor              *filter,
           KomaOp                   op,
           const KomaWindowOptions *options,
           guint                    n_dims,
           const char              *name,
           GError                 **error)
{
  KomaExecution run;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, name, (KomaTensor *[]){ x, filter }, 2, error))
    return NULL;
  y = koma_window_build (&run.builder, op, options, run.x[0], run.x[1], n_dims);
  return koma_execute_end (&run, y, error);
}

/* A line is a picture of one row. */
static KomaValueId
build_conv_1d (KomaBuilder             *builder,
               const KomaWindowOptions *options,
               KomaValueId              x,
               KomaValueId              filter)
{
  const KomaShape shape = koma_builder_get_shape (builder, x);
  KomaShape       y_shape = { 0 };
  KomaValueId     y = KOMA_VALUE_NONE;

  if (shape.rank != 2 && shape.rank != 3)
    return koma_builder_fail (builder, KOMA_ERROR_SHAPE,
                              "the input has %u dimensions, expected 2 or 3", shape.rank);
  if (koma_builder_get_shape (builder, filter).rank != 3)
    return koma_builder_fail (builder, KOMA_ERROR_SHAPE, "the filter has %u dimensions, expected 3",
                              koma_builder_get_shape (builder, filter).rank);
  x = koma_builder_binary (builder, KOMA_OP_EXPAND_DIMS, x, koma_builder_int (builder, -3));
  filter =
    koma_builder_binary (builder, KOMA_OP_EXPAND_DIMS, filter, koma_builder_int (builder, 0));
  if (shape.rank == 2)
    x = koma_builder_binary (builder, KOMA_OP_EXPAND_DIMS, x, koma_builder_int (builder, 0));
  y = KOMA_BUILDER_NODE (builder, KOMA_OP_CONV_2D, koma_window_attrs (builder, options, 1, FALSE),
                         x, filter);
  y_shape = koma_builder_get_shape (builder, y);
  if (shape.rank == 2)
    return koma_builder_reshape (builder, y, KOMA_SHAPE (y_shape.dims[2], y_shape.dims[3]));
  return koma_builder_reshape (builder, y,
                               KOMA_SHAPE (y_shape.dims[0], y_shape.dims[2], y_shape.dims[3]));
}

/**
 * koma_tensor_conv1d:
 * @self: (nullable): float32 [n, w, in_c], or without a batch [w, in_c]
 * @filter: (nullable): float32 [k, in_c, out_c]
 * @options: (nullable): strides, dilations and padding; %NULL: strides of 1, no padding
 * @error: return location for an error
 *
 * A convolution over lines. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes do not go together, or no window fits; %KOMA_ERROR_MODEL
 * or %KOMA_ERROR_ARGUMENT if a number of @options is out of its range, or strides and dilations are
 * both above 1; %KOMA_ERROR_UNSUPPORTED of another dtype than float32; %KOMA_ERROR_ARGUMENT if a
 * tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32 [n, out_w, out_c], without a batch if @self has
 *   none, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_conv1d (KomaTensor              *self,
                    KomaTensor              *filter,
                    const KomaWindowOptions *options,
                    GError                 **error)
{
  KomaExecution run;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, (KomaTensor *[]){ self, filter }, 2, error))
    return NULL;
  y = build_conv_1d (&run.builder, options, run.x[0], run.x[1]);
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_conv2d:
 * @self: (nullable): float32 [n, h, w, in_c], or without a batch [h, w, in_c]
 * @filter: (nullable): float32 [kernel_h, kernel_w, in_c, out_c]
 * @options: (nullable): strides, dilations and padding; %NULL: strides of 1, no padding
 * @error: return location for an error
 *
 * A convolution over pictures. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes do not go together, or no window fits; %KOMA_ERROR_MODEL
 * or %KOMA_ERROR_ARGUMENT if a number of @options is out of its range, or strides and dilations are
 * both above 1; %KOMA_ERROR_UNSUPPORTED of another dtype than float32; %KOMA_ERROR_ARGUMENT if a
 * tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32 [n, out_h, out_w, out_c], without a batch if @self
 *   has none, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_conv2d (KomaTensor              *self,
                    KomaTensor              *filter,
                    const KomaWindowOptions *options,
                    GError                 **error)
{
  return call_conv (self, filter, KOMA_OP_CONV_2D, options, 2, G_STRFUNC, error);
}

/**
 * koma_tensor_conv2d_transpose:
 * @self: (nullable): float32 [n, h, w, in_c]
 * @filter: (nullable): float32 [kernel_h, kernel_w, out_c, in_c]
 * @output_shape: (array length=rank): [n, out_h, out_w, out_c], of which a convolution with
 *   @options makes h and w
 * @rank: 4
 * @options: (nullable): strides, dilations and padding; %NULL: strides of 1, no padding
 * @error: return location for an error
 *
 * The transposed convolution: the gradient of koma_tensor_conv2d() by its input. Thread: that of
 * the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes do not go together, or no window fits; %KOMA_ERROR_MODEL
 * or %KOMA_ERROR_ARGUMENT if a number of @options is out of its range, or strides and dilations are
 * both above 1; %KOMA_ERROR_UNSUPPORTED of another dtype than float32; %KOMA_ERROR_ARGUMENT if a
 * tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of @output_shape, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_conv2d_transpose (KomaTensor              *self,
                              KomaTensor              *filter,
                              const int               *output_shape,
                              guint                    rank,
                              const KomaWindowOptions *options,
                              GError                 **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaAttrs    *attrs = NULL;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, (KomaTensor *[]){ self, filter }, 2, error))
    return NULL;
  attrs = koma_window_attrs (builder, options, 2, FALSE);
  y = KOMA_BUILDER_NODE (builder, KOMA_OP_CONV_2D_BACKPROP_INPUT, attrs,
                         koma_formula_ints (builder, output_shape, rank), run.x[1], run.x[0]);
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_depthwise_conv2d:
 * @self: (nullable): float32 [n, h, w, in_c], or without a batch [h, w, in_c]
 * @filter: (nullable): float32 [kernel_h, kernel_w, in_c, multiplier]
 * @options: (nullable): strides, dilations and padding; %NULL: strides of 1, no padding
 * @error: return location for an error
 *
 * A convolution of each channel by itself. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes do not go together, or no window fits; %KOMA_ERROR_MODEL
 * or %KOMA_ERROR_ARGUMENT if a number of @options is out of its range, or strides and dilations are
 * both above 1; %KOMA_ERROR_UNSUPPORTED of another dtype than float32; %KOMA_ERROR_ARGUMENT if a
 * tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32 [n, out_h, out_w, in_c · multiplier], without a
 *   batch if @self has none, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_depthwise_conv2d (KomaTensor              *self,
                              KomaTensor              *filter,
                              const KomaWindowOptions *options,
                              GError                 **error)
{
  return call_conv (self, filter, KOMA_OP_DEPTHWISE_CONV_2D, options, 2, G_STRFUNC, error);
}

/**
 * koma_tensor_separable_conv2d:
 * @self: (nullable): float32 [n, h, w, in_c], or without a batch [h, w, in_c]
 * @depthwise_filter: (nullable): float32 [kernel_h, kernel_w, in_c, multiplier]
 * @pointwise_filter: (nullable): float32 [1, 1, in_c · multiplier, out_c]
 * @options: (nullable): of the first one: strides, dilations and padding; %NULL: strides of 1, no
 *   padding
 * @error: return location for an error
 *
 * koma_tensor_depthwise_conv2d(), and a convolution of its pixels. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes do not go together, or no window fits; %KOMA_ERROR_MODEL
 * or %KOMA_ERROR_ARGUMENT if a number of @options is out of its range, or strides and dilations are
 * both above 1; %KOMA_ERROR_UNSUPPORTED of another dtype than float32; %KOMA_ERROR_ARGUMENT if a
 * tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32 [n, out_h, out_w, out_c], without a batch if @self
 *   has none, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_separable_conv2d (KomaTensor              *self,
                              KomaTensor              *depthwise_filter,
                              KomaTensor              *pointwise_filter,
                              const KomaWindowOptions *options,
                              GError                 **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC,
                           (KomaTensor *[]){ self, depthwise_filter, pointwise_filter }, 3, error))
    return NULL;
  y = koma_window_build (builder, KOMA_OP_DEPTHWISE_CONV_2D, options, run.x[0], run.x[1], 2);
  y = koma_window_build (builder, KOMA_OP_CONV_2D, NULL, y, run.x[2], 2);
  return koma_execute_end (&run, y, error);
}
