/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "norms.h"

#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/at-once.h"
#include "engine/koma/tensor/formula.h"
#include "engine/koma/tensor/scope.h"
#include "engine/koma/tensor/tensor-private.h"
#include "singular-values.h"
#include "slices.h"
#include "transformations.h"

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

  if (norm == KOMA_NORM_EUCLIDEAN || norm == KOMA_NORM_2) {
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

/* The dimensions of matrices, as koma_formula_axes () checks them. */
static gboolean
find_matrix (KomaTensor *x,
             const int  *axes,
             guint      *ret_axes,
             GError    **error)
{
  const int rank = (int) x->shape.rank;

  for (guint i = 0; i < 2; i++) {
    if (axes[i] < -rank || axes[i] >= rank)
      return koma_fail (error, KOMA_ERROR_SHAPE,
                        "koma_tensor_norm: axis is %d of a tensor of %d dimensions", axes[i], rank);
    ret_axes[i] = axes[i] < 0 ? axes[i] + rank : axes[i];
  }
  return ret_axes[0] != ret_axes[1] ||
         koma_fail (error, KOMA_ERROR_SHAPE,
                    "koma_tensor_norm: axis %u is there twice, expected once", ret_axes[0]);
}

/* The greatest singular value of each matrix: the first one. */
static KomaTensor *
compute_spectral (KomaTensor *x,
                  const int  *axes,
                  gboolean    keep_dims,
                  GError    **error)
{
  g_autoptr (KomaScope) scope = NULL;
  guint       matrix[2] = { 0 };
  int         order[KOMA_MAX_RANK] = { 0 };
  int         sizes[KOMA_MAX_RANK] = { 0 }; /* of the part of the singular values */
  int         shape[KOMA_MAX_RANK] = { 0 }; /* of the result */
  guint       n_others = 0;
  guint       rank = 0;
  KomaTensor *y = NULL;

  if (!find_matrix (x, axes, matrix, error))
    return NULL;
  scope = koma_scope_begin ();
  for (guint d = 0; d < x->shape.rank; d++) {
    const gboolean is_other = d != matrix[0] && d != matrix[1];

    if (is_other)
      order[n_others++] = (int) d;
    if (is_other || keep_dims)
      shape[rank++] = is_other ? (int) x->shape.dims[d] : 1;
  }
  order[n_others] = (int) matrix[0];
  order[n_others + 1] = (int) matrix[1];
  for (guint d = 0; d < n_others; d++)
    sizes[d] = -1;
  sizes[n_others] = 1;
  y = koma_tensor_transpose (x, order, x->shape.rank, error);
  y = koma_tensor_singular_values (y, error);
  y = koma_tensor_slice (y, NULL, 0, sizes, n_others + 1, error);
  y = koma_tensor_reshape (y, shape, rank, error);
  return y != NULL ? koma_scope_return (scope, y) : NULL;
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
 * The length of vectors or the norm of matrices. For %KOMA_NORM_2 of matrices @self is read at
 * once. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is no such axis, one is there twice, or there are more than
 * two; %KOMA_ERROR_ARGUMENT if @self was disposed of; those of koma_tensor_singular_values() for
 * %KOMA_NORM_2 of matrices; %KOMA_ERROR_MEMORY.
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

  if (norm == KOMA_NORM_2 && axes != NULL && n_axes == 2)
    return koma_at_once_begin (&self, 1, G_STRFUNC, error)
             ? compute_spectral (self, axes, keep_dims, error)
             : NULL;
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
