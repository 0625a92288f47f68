/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "normalization.h"

#include "engine/koma/tensor/formula.h"

/* (x - mean) / √(variance + epsilon) · scale + offset; the last two where they are there. */
static KomaValueId
build_batch_norm (KomaBuilder       *builder,
                  const KomaValueId *x,
                  KomaValueId        offset,
                  KomaValueId        scale,
                  double             epsilon)
{
  KomaValueId factor = koma_builder_with_number (builder, KOMA_OP_ADD, x[2], epsilon);
  KomaValueId y = koma_builder_binary (builder, KOMA_OP_SUB, x[0], x[1]);

  factor = koma_builder_unary (builder, KOMA_OP_RSQRT, factor);
  if (scale != KOMA_VALUE_NONE)
    factor = koma_builder_binary (builder, KOMA_OP_MUL, factor, scale);
  y = koma_builder_binary (builder, KOMA_OP_MUL, y, factor);
  return offset != KOMA_VALUE_NONE ? koma_builder_binary (builder, KOMA_OP_ADD, y, offset) : y;
}

/**
 * koma_tensor_batch_norm:
 * @self: (nullable): x: float32, of any shape, the channels last
 * @mean: (nullable): float32; its shape and those of the others are broadcast with that of @self
 * @variance: (nullable): float32
 * @offset: (nullable): float32; %NULL: 0
 * @scale: (nullable): float32; %NULL: 1
 * @epsilon: what is added to the variance, so that no division is by 0
 * @error: return location for an error
 *
 * (x - mean) / √(variance + epsilon) · scale + offset, element by element. Thread: that of the
 * tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes can not be broadcast together; %KOMA_ERROR_UNSUPPORTED of
 * another dtype than float32; %KOMA_ERROR_ARGUMENT if a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the common shape, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_batch_norm (KomaTensor *self,
                        KomaTensor *mean,
                        KomaTensor *variance,
                        KomaTensor *offset,
                        KomaTensor *scale,
                        double      epsilon,
                        GError    **error)
{
  KomaTensor   *tensors[5] = { self, mean, variance };
  guint         n = 3;
  KomaExecution run;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (offset != NULL)
    tensors[n++] = offset;
  if (scale != NULL)
    tensors[n++] = scale;
  if (!koma_execute_begin (&run, G_STRFUNC, tensors, n, error))
    return NULL;
  y = build_batch_norm (&run.builder, run.x, offset != NULL ? run.x[3] : KOMA_VALUE_NONE,
                        scale != NULL ? run.x[n - 1] : KOMA_VALUE_NONE, epsilon);
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_moments:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @axes: (array length=n_axes) (nullable): the dimensions that go, each once, a negative one
 *   counted from the end; %NULL: all
 * @n_axes: how many axes
 * @keep_dims: whether these dimensions stay, with size 1
 * @ret_mean: (out) (transfer none) (optional): float32, floating, or the scope's in force
 * @ret_variance: (out) (transfer none) (optional): float32, of the same shape, floating, or the
 *   scope's in force
 * @error: return location for an error
 *
 * The mean, and the mean of the squares of what differs from it. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is no such axis, or one is there twice; %KOMA_ERROR_ARGUMENT
 * if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: whether it was done; %FALSE without an error where @self is %NULL
 */
gboolean
koma_tensor_moments (KomaTensor  *self,
                     const int   *axes,
                     guint        n_axes,
                     gboolean     keep_dims,
                     KomaTensor **ret_mean,
                     KomaTensor **ret_variance,
                     GError     **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaTensor   *tensors[2] = { NULL, NULL };
  KomaValueId   x = KOMA_VALUE_NONE;
  KomaValueId   mean = KOMA_VALUE_NONE;
  KomaValueId   variance = KOMA_VALUE_NONE;
  guint         mask = 0;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return FALSE;
  x = koma_formula_real (builder, run.x[0]);
  if (koma_formula_axes (builder, x, axes, n_axes, &mask)) {
    mean = koma_builder_reduce (builder, KOMA_OP_MEAN, x, mask, TRUE);
    variance = koma_builder_binary (builder, KOMA_OP_SQUARED_DIFFERENCE, x, mean);
    variance = koma_builder_reduce (builder, KOMA_OP_MEAN, variance, mask, keep_dims);
    if (!keep_dims)
      mean = koma_builder_reduce (builder, KOMA_OP_SUM, mean, mask, FALSE);
  }
  if (!koma_execute_end_all (&run, (KomaValueId[]){ mean, variance }, 2, tensors, error))
    return FALSE;
  koma_formula_return (tensors[0], ret_mean);
  koma_formula_return (tensors[1], ret_variance);
  return TRUE;
}

/**
 * koma_tensor_local_response_normalization:
 * @self: (nullable): float32 [n, h, w, c], or without a batch [h, w, c]; int32 is converted to it
 * @depth_radius: how many channels on each side count, 0 or more; usually 5
 * @bias: usually 1
 * @alpha: usually 1
 * @beta: usually 0.5
 * @error: return location for an error
 *
 * x / (bias + alpha · Σ x²)^beta, the sum over a channel and those beside it (Krizhevsky et al.
 * 2012, 3.3, as TensorFlow has it). Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if @self has other dimensions; %KOMA_ERROR_MODEL if @depth_radius is
 * negative; %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_local_response_normalization (KomaTensor *self,
                                          int         depth_radius,
                                          double      bias,
                                          double      alpha,
                                          double      beta,
                                          GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaAttrs    *attrs = NULL;
  KomaValueId   y = KOMA_VALUE_NONE;
  gboolean      has_batch = FALSE;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;
  y = koma_formula_real (builder, run.x[0]);
  has_batch = koma_builder_get_shape (builder, y).rank != 3;
  if (!has_batch)
    y = koma_builder_expand_dims (builder, y, 0);
  attrs = koma_formula_attr_int ("depth_radius", depth_radius);
  koma_attrs_set_float (attrs, "bias", bias);
  koma_attrs_set_float (attrs, "alpha", alpha);
  koma_attrs_set_float (attrs, "beta", beta);
  y = koma_builder_node (builder, KOMA_OP_LRN, &y, 1, attrs);
  return koma_execute_end (&run, has_batch ? y : koma_builder_squeeze (builder, y, 0), error);
}
