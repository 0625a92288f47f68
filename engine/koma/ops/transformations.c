/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "transformations.h"

#include "engine/koma/tensor/formula.h"
#include "engine/koma/tensor/half-array.h"
#include "engine/koma/tensor/scope.h"
#include "engine/koma/tensor/tensor-private.h"

/* A function of one op that takes a list of numbers. */
static KomaTensor *
call_with_ints (KomaTensor *x,
                KomaOp      op,
                const int  *values,
                guint       n_values,
                const char *name,
                GError    **error)
{
  KomaExecution run;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, name, &x, 1, error))
    return NULL;
  y = koma_builder_binary (&run.builder, op, run.x[0],
                           koma_formula_ints (&run.builder, values, n_values));
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_broadcast_to:
 * @self: (nullable): of any dtype and shape
 * @shape: (array length=rank): to which that of @self can be broadcast
 * @rank: 0 to 6
 * @error: return location for an error
 *
 * @self, repeated along new dimensions and those of size 1. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if it can not be broadcast to @shape; %KOMA_ERROR_UNSUPPORTED if @rank
 * is above 6; %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of @shape, of the dtype of @self, floating, or the scope's
 *   in force
 */
KomaTensor *
koma_tensor_broadcast_to (KomaTensor *self,
                          const int  *shape,
                          guint       rank,
                          GError    **error)
{
  return call_with_ints (self, KOMA_OP_BROADCAST_TO, shape, rank, G_STRFUNC, error);
}

/* From float16 to float32, or from anything to float16; the latter has no gradient. */
static KomaTensor *
cast_half (KomaTensor *self,
           KomaDType   dtype,
           GError    **error)
{
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  KomaTensor *source = dtype != KOMA_DTYPE_FLOAT16 || self->dtype == KOMA_DTYPE_FLOAT32
                         ? self
                         : koma_tensor_cast (self, KOMA_DTYPE_FLOAT32, error);
  KomaArray  *array = source != NULL ? koma_tensor_get_array (source, error) : NULL;
  g_autoptr (KomaArray) result = NULL;

  if (array != NULL)
    result = dtype == KOMA_DTYPE_FLOAT16 ? koma_half_array_narrow (array, error)
                                         : koma_half_array_widen (array, error);
  return result != NULL ? koma_scope_return (scope, koma_tensor_new_from_array (result)) : NULL;
}

static gboolean
is_half_cast (const KomaTensor *self, /* (nullable) */
              KomaDType         dtype)
{
  return self != NULL && self->dtype != dtype &&
         (dtype == KOMA_DTYPE_FLOAT16 ||
          (self->dtype == KOMA_DTYPE_FLOAT16 && dtype == KOMA_DTYPE_FLOAT32));
}

/**
 * koma_tensor_cast:
 * @self: (nullable): of any dtype and shape
 * @dtype: of the result
 * @error: return location for an error
 *
 * @self in another dtype. A float32 becomes an int32 by cutting towards 0, one out of range the
 * nearest int32, NaN 0; all but 0 becomes true. float16 is the nearest there is, and has no
 * gradient. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @dtype is none, or @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the shape of @self, sharing its data if @dtype is its
 *   own, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_cast (KomaTensor *self,
                  KomaDType   dtype,
                  GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (is_half_cast (self, dtype))
    return cast_half (self, dtype, error);
  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;

  if (dtype < 0 || dtype >= KOMA_N_DTYPES)
    koma_builder_fail (builder, KOMA_ERROR_ARGUMENT, "dtype is %d, expected 0 to %d", (int) dtype,
                       KOMA_N_DTYPES - 1);
  else if (dtype == self->dtype)
    y = koma_builder_unary (builder, KOMA_OP_IDENTITY, run.x[0]);
  else
    y = koma_builder_cast (builder, run.x[0], dtype);
  return koma_execute_end (&run, y, error);
}

static char *
list_dims (const int *shape,
           guint      rank)
{
  GString *text = g_string_new ("[");

  for (guint d = 0; d < rank; d++)
    g_string_append_printf (text, "%s%d", d > 0 ? "," : "", shape[d]);
  return g_string_free (g_string_append_c (text, ']'), FALSE);
}

/**
 * koma_tensor_ensure_shape:
 * @self: (nullable): of any dtype and shape
 * @shape: (array length=rank): the shape that it is to have; -1 stands for any size
 * @rank: the number of dimensions that it is to have
 * @error: return location for an error
 *
 * @self, if it has that shape: a check within a chain of calls. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if it has another; %KOMA_ERROR_ARGUMENT if @self was disposed of.
 *
 * Returns: (transfer none) (nullable): sharing the data of @self, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_ensure_shape (KomaTensor *self,
                          const int  *shape,
                          guint       rank,
                          GError    **error)
{
  KomaExecution run;
  KomaShape     own = { 0 };
  gboolean      is_same = FALSE;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;

  own = koma_builder_get_shape (&run.builder, run.x[0]);
  is_same = own.rank == rank;
  for (guint d = 0; d < rank && is_same; d++)
    is_same = shape[d] < 0 || shape[d] == own.dims[d];
  if (!is_same) {
    g_autofree char *found = koma_shape_to_string (&own);
    g_autofree char *expected = list_dims (shape, rank);

    koma_builder_fail (&run.builder, KOMA_ERROR_SHAPE, "argument 'self' has shape %s, expected %s",
                       found, expected);
  }
  return koma_execute_end (&run, koma_builder_unary (&run.builder, KOMA_OP_IDENTITY, run.x[0]),
                           error);
}

/**
 * koma_tensor_expand_dims:
 * @self: (nullable): of any dtype, of 0 to 5 dimensions
 * @axis: before which the new dimension comes; -1: behind the last
 * @error: return location for an error
 *
 * @self with one more dimension, of size 1. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is no such place; %KOMA_ERROR_UNSUPPORTED of 6 dimensions;
 * %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype of @self, sharing its data, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_expand_dims (KomaTensor *self,
                         int         axis,
                         GError    **error)
{
  return call_with_ints (self, KOMA_OP_EXPAND_DIMS, &axis, 1, G_STRFUNC, error);
}

/**
 * koma_tensor_flatten:
 * @self: (nullable): of any dtype and shape
 * @error: return location for an error
 *
 * All elements as a vector. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype of @self, sharing its data, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_flatten (KomaTensor *self,
                     GError    **error)
{
  return call_with_ints (self, KOMA_OP_RESHAPE, &(int){ -1 }, 1, G_STRFUNC, error);
}

/**
 * koma_tensor_reshape:
 * @self: (nullable): of any dtype and shape
 * @shape: (array length=rank): of as many elements as @self; one dimension may be -1: what is left
 * @rank: 0 to 6
 * @error: return location for an error
 *
 * The same elements in another shape. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if the number of elements differs, or -1 is there twice;
 * %KOMA_ERROR_UNSUPPORTED if @rank is above 6; %KOMA_ERROR_ARGUMENT if @self was disposed of;
 * %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype of @self, sharing its data, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_reshape (KomaTensor *self,
                     const int  *shape,
                     guint       rank,
                     GError    **error)
{
  return call_with_ints (self, KOMA_OP_RESHAPE, shape, rank, G_STRFUNC, error);
}

/**
 * koma_tensor_reverse:
 * @self: (nullable): of any dtype and shape
 * @axes: (array length=n_axes) (nullable): the dimensions, a negative one counted from the end;
 *   %NULL: all
 * @n_axes: how many axes
 * @error: return location for an error
 *
 * @self with the order along some dimensions reversed. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is no such axis, or one is there twice; %KOMA_ERROR_ARGUMENT
 * if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the shape and the dtype of @self, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_reverse (KomaTensor *self,
                     const int  *axes,
                     guint       n_axes,
                     GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   y = KOMA_VALUE_NONE;
  gint32        list[KOMA_MAX_RANK];
  guint         n = 0;
  guint         mask = 0;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;

  if (koma_formula_axes (builder, run.x[0], axes, n_axes, &mask)) {
    for (guint i = 0; i < KOMA_MAX_RANK; i++)
      if (mask >> i & 1)
        list[n++] = i;
    y = koma_builder_binary (builder, KOMA_OP_REVERSE, run.x[0],
                             koma_builder_ints (builder, list, n));
  }
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_squeeze:
 * @self: (nullable): of any dtype and shape
 * @axes: (array length=n_axes) (nullable): the dimensions that go, each of size 1, a negative one
 *   counted from the end; %NULL, or none: all of that size
 * @n_axes: how many axes
 * @error: return location for an error
 *
 * @self without dimensions of size 1. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is no such axis, one is there twice, or one is not of size 1;
 * %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype of @self, sharing its data, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_squeeze (KomaTensor *self,
                     const int  *axes,
                     guint       n_axes,
                     GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   y = KOMA_VALUE_NONE;
  KomaShape     shape = { 0 };
  KomaShape     left = { 0 };
  guint         mask = 0;
  const int    *chosen = n_axes > 0 ? axes : NULL;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;

  shape = koma_builder_get_shape (builder, run.x[0]);
  if (koma_formula_axes (builder, run.x[0], chosen, n_axes, &mask)) {
    for (guint i = 0; i < shape.rank; i++)
      if (!(mask >> i & 1) || (chosen == NULL && shape.dims[i] != 1))
        left.dims[left.rank++] = shape.dims[i];
      else if (shape.dims[i] != 1)
        koma_builder_fail (builder, KOMA_ERROR_SHAPE, "dimension %u is %d, expected 1", i,
                           (int) shape.dims[i]);
    y = koma_builder_reshape (builder, run.x[0], left);
  }
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_tile:
 * @self: (nullable): of any dtype and shape
 * @reps: (array length=n_reps): for each dimension, 0 or more
 * @n_reps: the dimensions of @self
 * @error: return location for an error
 *
 * @self, repeated along each dimension. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is not one number for each dimension; %KOMA_ERROR_MODEL if one
 * is negative; %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype of @self, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_tile (KomaTensor *self,
                  const int  *reps,
                  guint       n_reps,
                  GError    **error)
{
  return call_with_ints (self, KOMA_OP_TILE, reps, n_reps, G_STRFUNC, error);
}

/**
 * koma_tensor_transpose:
 * @self: (nullable): of any dtype and shape
 * @perm: (array length=n_perm) (nullable): dimension i of the result is dimension @perm[i] of
 *   @self; %NULL: in reverse
 * @n_perm: the dimensions of @self
 * @error: return location for an error
 *
 * @self with its dimensions in another order. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if @perm has another length, or there is no such dimension;
 * %KOMA_ERROR_MODEL if one is there twice; %KOMA_ERROR_ARGUMENT if @self was disposed of;
 * %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype of @self, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_transpose (KomaTensor *self,
                       const int  *perm,
                       guint       n_perm,
                       GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   y = KOMA_VALUE_NONE;
  gint32        reverse[KOMA_MAX_RANK];
  guint         rank = 0;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;

  rank = koma_builder_get_shape (builder, run.x[0]).rank;
  for (guint i = 0; i < rank; i++)
    reverse[i] = rank - 1 - i;
  y = perm != NULL ? koma_formula_ints (builder, perm, n_perm)
                   : koma_builder_ints (builder, reverse, rank);
  y = koma_builder_binary (builder, KOMA_OP_TRANSPOSE, run.x[0], y);
  return koma_execute_end (&run, y, error);
}
