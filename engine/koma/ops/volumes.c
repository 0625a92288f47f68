/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "volumes.h"

#include "volume-planes.h"
#include "window-attrs.h"

/* Planes [n, d, h, w, c] with zeros before and behind them. */
static KomaValueId
pad_planes (KomaBuilder *builder,
            KomaValueId  x,
            gint64       before,
            gint64       after)
{
  if (before == 0 && after == 0)
    return x;
  return KOMA_BUILDER_NODE (
    builder, KOMA_OP_PAD, NULL, x,
    koma_builder_ints (builder, (gint32[]){ 0, 0, before, after, 0, 0, 0, 0, 0, 0 }, 10));
}

/* Every @stride th plane from @first on, @n of them, each a picture of one batch. */
static KomaValueId
take_planes (KomaBuilder *builder,
             KomaValueId  x,
             gint64       first,
             gint64       stride,
             gint64       n)
{
  const KomaShape shape = koma_builder_get_shape (builder, x);
  const gint64    last = first + (n - 1) * stride;

  x = KOMA_BUILDER_NODE (builder, KOMA_OP_STRIDED_SLICE, NULL, x,
                         koma_builder_ints (builder, (gint32[]){ 0, first }, 2),
                         koma_builder_ints (builder, (gint32[]){ shape.dims[0], last + 1 }, 2),
                         koma_builder_ints (builder, (gint32[]){ 1, stride }, 2));
  return koma_builder_reshape (
    builder, x, KOMA_SHAPE (shape.dims[0] * n, shape.dims[2], shape.dims[3], shape.dims[4]));
}

/* The sum over the planes of the filter, each a convolution of all pictures that it meets. */
static KomaValueId
build_conv_3d (KomaBuilder             *builder,
               const KomaWindowOptions *options,
               KomaValueId              x,
               KomaValueId              filter)
{
  KomaWindowOptions planes = koma_window_get_planes (options, FALSE);
  const KomaShape   shape = koma_builder_get_shape (builder, x);
  const gint64      size = koma_builder_get_shape (builder, filter).dims[0];
  KomaShape         pictures = { 0 };
  KomaValueId       sum = KOMA_VALUE_NONE;
  gint64            n_out = 0;

  if (!koma_volume_check_planes (builder, &planes))
    return KOMA_VALUE_NONE;
  n_out = koma_volume_count_planes (&planes, shape.dims[1], size);
  if (n_out < 1 || size < 1)
    return koma_builder_fail (builder, KOMA_ERROR_SHAPE,
                              "a window of %d planes does not fit into %d", (int) size,
                              (int) shape.dims[1]);
  x = pad_planes (builder, x, planes.pad_top, planes.pad_bottom);
  for (gint32 i = 0; i < size && builder->error == NULL; i++) {
    const KomaValueId part =
      take_planes (builder, x, (gint64) i * planes.dilation_h, planes.stride_h, n_out);
    const KomaValueId y = koma_window_build (builder, KOMA_OP_CONV_2D, options, part,
                                             koma_volume_take_filter (builder, filter, i), 2);

    sum = i == 0 ? y : koma_builder_binary (builder, KOMA_OP_ADD, sum, y);
  }
  pictures = koma_builder_get_shape (builder, sum);
  return koma_builder_reshape (
    builder, sum,
    KOMA_SHAPE (shape.dims[0], n_out, pictures.dims[1], pictures.dims[2], pictures.dims[3]));
}

/* First within the planes, then across them. */
static KomaValueId
build_pool_3d (KomaBuilder             *builder,
               KomaOp                   op,
               const KomaWindowOptions *options,
               KomaValueId              x)
{
  const KomaWindowOptions planes = koma_window_get_planes (options, TRUE);
  const KomaShape         shape = koma_builder_get_shape (builder, x);
  KomaShape               within = { 0 };
  KomaValueId             y = KOMA_VALUE_NONE;

  y = koma_builder_reshape (
    builder, x,
    KOMA_SHAPE (shape.dims[0] * shape.dims[1], shape.dims[2], shape.dims[3], shape.dims[4]));
  y = koma_window_build (builder, op, options, y, KOMA_VALUE_NONE, 2);
  within = koma_builder_get_shape (builder, y);
  y = koma_builder_reshape (
    builder, y,
    KOMA_SHAPE (shape.dims[0], shape.dims[1], within.dims[1] * within.dims[2], shape.dims[4]));
  y = koma_window_build (builder, op, &planes, y, KOMA_VALUE_NONE, 2);
  return koma_builder_reshape (builder, y,
                               KOMA_SHAPE (shape.dims[0],
                                           koma_builder_get_shape (builder, y).dims[1],
                                           within.dims[1], within.dims[2], shape.dims[4]));
}

/* With a batch of one where there is none; @filter: NONE: a pool. */
static KomaValueId
build_volumes (KomaBuilder             *builder,
               KomaOp                   op,
               const KomaWindowOptions *options,
               KomaValueId              x,
               KomaValueId              filter)
{
  const guint    rank = koma_builder_get_shape (builder, x).rank;
  const gboolean is_pool = filter == KOMA_VALUE_NONE;
  KomaShape      shape = { 0 };
  KomaValueId    y = x;

  if (rank != 4 && rank != 5)
    return koma_builder_fail (builder, KOMA_ERROR_SHAPE,
                              "the input has %u dimensions, expected 4 or 5", rank);
  if (!is_pool && koma_builder_get_shape (builder, filter).rank != 5)
    return koma_builder_fail (builder, KOMA_ERROR_SHAPE, "the filter has %u dimensions, expected 5",
                              koma_builder_get_shape (builder, filter).rank);
  /* Its checks are for all three dimensions. */
  koma_attrs_free (koma_window_attrs (builder, options, 3, is_pool));
  if (rank == 4)
    y = koma_builder_binary (builder, KOMA_OP_EXPAND_DIMS, y, koma_builder_int (builder, 0));
  y =
    is_pool ? build_pool_3d (builder, op, options, y) : build_conv_3d (builder, options, y, filter);
  shape = koma_builder_get_shape (builder, y);
  return rank == 5 ? y
                   : koma_builder_reshape (
                       builder, y, koma_shape_make (MAX (shape.rank, 1) - 1, &shape.dims[1]));
}

static KomaTensor *
call_pool (KomaTensor              *x,
           KomaOp                   op,
           const KomaWindowOptions *options,
           const char              *name,
           GError                 **error)
{
  KomaExecution run;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, name, &x, 1, error))
    return NULL;
  y = build_volumes (&run.builder, op, options, run.x[0], KOMA_VALUE_NONE);
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_avg_pool3d:
 * @self: (nullable): float32 [n, d, h, w, c], or without a batch [d, h, w, c]
 * @options: size, strides, which are the size where they are 0, and padding
 * @error: return location for an error
 *
 * The mean of each window; padding is no part of it. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes do not go together, or no window fits; %KOMA_ERROR_MODEL
 * or %KOMA_ERROR_ARGUMENT if a number of @options is out of its range, or strides and dilations are
 * both above 1; %KOMA_ERROR_UNSUPPORTED of another dtype than float32; %KOMA_ERROR_ARGUMENT if
 * @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32 [n, out_d, out_h, out_w, c], without a batch if
 *   @self has none, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_avg_pool3d (KomaTensor              *self,
                        const KomaWindowOptions *options,
                        GError                 **error)
{
  return call_pool (self, KOMA_OP_AVG_POOL, options, G_STRFUNC, error);
}

/**
 * koma_tensor_conv3d:
 * @self: (nullable): float32 [n, d, h, w, in_c], or without a batch [d, h, w, in_c]
 * @filter: (nullable): float32 [kernel_d, kernel_h, kernel_w, in_c, out_c]
 * @options: (nullable): strides, dilations and padding; %NULL: strides of 1, no padding
 * @error: return location for an error
 *
 * A convolution over volumes. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes do not go together, or no window fits; %KOMA_ERROR_MODEL
 * or %KOMA_ERROR_ARGUMENT if a number of @options is out of its range, or strides and dilations are
 * both above 1; %KOMA_ERROR_UNSUPPORTED of another dtype than float32; %KOMA_ERROR_ARGUMENT if a
 * tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32 [n, out_d, out_h, out_w, out_c], without a batch if
 *   @self has none, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_conv3d (KomaTensor              *self,
                    KomaTensor              *filter,
                    const KomaWindowOptions *options,
                    GError                 **error)
{
  KomaExecution run;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, (KomaTensor *[]){ self, filter }, 2, error))
    return NULL;
  y = build_volumes (&run.builder, KOMA_OP_CONV_2D, options, run.x[0], run.x[1]);
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_max_pool3d:
 * @self: (nullable): float32 [n, d, h, w, c], or without a batch [d, h, w, c]
 * @options: size, strides, which are the size where they are 0, and padding
 * @error: return location for an error
 *
 * The greatest number of each window; padding is no part of it. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes do not go together, or no window fits; %KOMA_ERROR_MODEL
 * or %KOMA_ERROR_ARGUMENT if a number of @options is out of its range, or strides and dilations are
 * both above 1; %KOMA_ERROR_UNSUPPORTED of another dtype than float32; %KOMA_ERROR_ARGUMENT if
 * @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32 [n, out_d, out_h, out_w, c], without a batch if
 *   @self has none, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_max_pool3d (KomaTensor              *self,
                        const KomaWindowOptions *options,
                        GError                 **error)
{
  return call_pool (self, KOMA_OP_MAX_POOL, options, G_STRFUNC, error);
}
