/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "norms.h"

#include "engine/koma/tensor/formula.h"

/* The op over all of @mask; a matrix' norms but Frobenius' are sums over one of its dimensions, of
 * which the greatest or least over the other is taken. */
static KomaValueId
build_norm (KomaBuilder *builder,
            KomaValueId  x,
            KomaNorm     norm,
            guint        mask,
            gboolean     is_matrix)
{
  const guint  rows = mask & -mask;
  const guint  columns = mask & ~rows;
  const KomaOp op = norm == KOMA_NORM_MINUS_INFINITY ? KOMA_OP_MIN : KOMA_OP_MAX;
  const guint  summed = norm == KOMA_NORM_1 ? rows : columns;

  if (norm == KOMA_NORM_EUCLIDEAN) {
    x = koma_builder_reduce (builder, KOMA_OP_SUM, koma_builder_unary (builder, KOMA_OP_SQUARE, x),
                             mask, TRUE);
    return koma_builder_unary (builder, KOMA_OP_SQRT, x);
  }
  x = koma_builder_unary (builder, KOMA_OP_ABS, x);
  if (!is_matrix)
    return koma_builder_reduce (builder, norm == KOMA_NORM_1 ? KOMA_OP_SUM : op, x, mask, TRUE);
  x = koma_builder_reduce (builder, KOMA_OP_SUM, x, summed, TRUE);
  return koma_builder_reduce (builder, op, x, mask & ~summed, TRUE);
}

/**
 * koma_tensor_norm:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @norm: which
 * @axes: (array length=n_axes) (nullable): one dimension, of vectors; or two, of matrices, the rows
 *   and columns in their order; a negative one counts from the end; %NULL: all numbers are one
 *   vector
 * @n_axes: how many axes
 * @keep_dims: whether these dimensions stay, with size 1
 * @error: return location for an error
 *
 * The length of vectors or the norm of matrices. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is no such axis, one is there twice, or there are more than
 * two; %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_norm (KomaTensor *self,
                  KomaNorm    norm,
                  const int  *axes,
                  guint       n_axes,
                  gboolean    keep_dims,
                  GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  guint         mask = 0;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;

  y = koma_formula_real (builder, run.x[0]);
  if (axes != NULL && n_axes > 2)
    koma_builder_fail (builder, KOMA_ERROR_SHAPE, "axes has %u elements, expected 1 or 2", n_axes);
  if (koma_formula_axes (builder, y, axes, n_axes, &mask)) {
    y = build_norm (builder, y, norm, mask, axes != NULL && n_axes == 2);
    if (!keep_dims)
      y = koma_builder_reduce (builder, KOMA_OP_SUM, y, mask, FALSE);
  }
  return koma_execute_end (&run, y, error);
}
