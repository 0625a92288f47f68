/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "reductions.h"

#include "engine/koma/tensor/formula.h"

typedef KomaValueId (*Convert) (KomaBuilder *builder, KomaValueId x);

static KomaTensor *
call_reduce (KomaTensor *x,
             KomaOp      op,
             Convert     convert,
             const int  *axes,
             guint       n_axes,
             gboolean    keep_dims,
             const char *name,
             GError    **error)
{
  KomaExecution run;
  guint         mask = 0;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, name, &x, 1, error))
    return NULL;
  y = convert != NULL ? convert (&run.builder, run.x[0]) : run.x[0];
  if (koma_formula_axes (&run.builder, y, axes, n_axes, &mask))
    y = koma_builder_reduce (&run.builder, op, y, mask, keep_dims);
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_all:
 * @self: (nullable): bool, of any shape
 * @axes: (array length=n_axes) (nullable): the dimensions that go, each once, a negative one
 *   counted from the end; %NULL: all
 * @n_axes: how many axes
 * @keep_dims: whether these dimensions stay, with size 1
 * @error: return location for an error
 *
 * Whether all are true; of none they are. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED of another dtype than bool; %KOMA_ERROR_SHAPE if there is no such
 * axis, or one is there twice; %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): bool, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_all (KomaTensor *self,
                 const int  *axes,
                 guint       n_axes,
                 gboolean    keep_dims,
                 GError    **error)
{
  return call_reduce (self, KOMA_OP_ALL, NULL, axes, n_axes, keep_dims, G_STRFUNC, error);
}

/**
 * koma_tensor_any:
 * @self: (nullable): bool, of any shape
 * @axes: (array length=n_axes) (nullable): the dimensions that go, each once, a negative one
 *   counted from the end; %NULL: all
 * @n_axes: how many axes
 * @keep_dims: whether these dimensions stay, with size 1
 * @error: return location for an error
 *
 * Whether one or more are true; of none they are not. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED of another dtype than bool; %KOMA_ERROR_SHAPE if there is no such
 * axis, or one is there twice; %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): bool, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_any (KomaTensor *self,
                 const int  *axes,
                 guint       n_axes,
                 gboolean    keep_dims,
                 GError    **error)
{
  return call_reduce (self, KOMA_OP_ANY, NULL, axes, n_axes, keep_dims, G_STRFUNC, error);
}

/**
 * koma_tensor_arg_max:
 * @self: (nullable): float32 or int32, of 1 dimension or more; bool is converted to int32
 * @axis: along which; a negative one counts from the end
 * @error: return location for an error
 *
 * Where the greatest number stands, the first of equal ones. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is no such axis, or nothing along it; %KOMA_ERROR_ARGUMENT if
 * @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): int32, without @axis, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_arg_max (KomaTensor *self,
                     int         axis,
                     GError    **error)
{
  KomaExecution run;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;
  y = koma_formula_number (&run.builder, run.x[0]);
  y = koma_builder_binary (&run.builder, KOMA_OP_ARG_MAX, y, koma_builder_int (&run.builder, axis));
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_arg_min:
 * @self: (nullable): float32 or int32, of 1 dimension or more; bool is converted to int32
 * @axis: along which; a negative one counts from the end
 * @error: return location for an error
 *
 * Where the least number stands, the first of equal ones. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is no such axis, or nothing along it; %KOMA_ERROR_ARGUMENT if
 * @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): int32, without @axis, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_arg_min (KomaTensor *self,
                     int         axis,
                     GError    **error)
{
  KomaExecution run;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;
  y = koma_formula_number (&run.builder, run.x[0]);
  y = koma_builder_binary (&run.builder, KOMA_OP_ARG_MIN, y, koma_builder_int (&run.builder, axis));
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_log_sum_exp:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @axes: (array length=n_axes) (nullable): the dimensions that go, each once, a negative one
 *   counted from the end; %NULL: all
 * @n_axes: how many axes
 * @keep_dims: whether these dimensions stay, with size 1
 * @error: return location for an error
 *
 * log (Σ exp (x)), without overflow of large x. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is no such axis, or one is there twice; %KOMA_ERROR_ARGUMENT
 * if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_log_sum_exp (KomaTensor *self,
                         const int  *axes,
                         guint       n_axes,
                         gboolean    keep_dims,
                         GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  guint         mask = 0;
  KomaValueId   x = KOMA_VALUE_NONE;
  KomaValueId   greatest = KOMA_VALUE_NONE;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;

  x = koma_formula_real (builder, run.x[0]);
  if (koma_formula_axes (builder, x, axes, n_axes, &mask)) {
    greatest = koma_builder_reduce (builder, KOMA_OP_MAX, x, mask, TRUE);
    y = koma_builder_unary (builder, KOMA_OP_EXP,
                            koma_builder_binary (builder, KOMA_OP_SUB, x, greatest));
    y = koma_builder_unary (builder, KOMA_OP_LOG,
                            koma_builder_reduce (builder, KOMA_OP_SUM, y, mask, TRUE));
    y = koma_builder_binary (builder, KOMA_OP_ADD, y, greatest);
    if (!keep_dims)
      y = koma_builder_reduce (builder, KOMA_OP_SUM, y, mask, FALSE);
  }
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_max:
 * @self: (nullable): float32 or int32, of any shape; bool is converted to int32
 * @axes: (array length=n_axes) (nullable): the dimensions that go, each once, a negative one
 *   counted from the end; %NULL: all
 * @n_axes: how many axes
 * @keep_dims: whether these dimensions stay, with size 1
 * @error: return location for an error
 *
 * The greatest number, NaN where there is one; of none -∞, or the least int32. Thread: that of the
 * tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is no such axis, or one is there twice; %KOMA_ERROR_ARGUMENT
 * if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype of @self, int32 for bool, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_max (KomaTensor *self,
                 const int  *axes,
                 guint       n_axes,
                 gboolean    keep_dims,
                 GError    **error)
{
  return call_reduce (self, KOMA_OP_MAX, koma_formula_number, axes, n_axes, keep_dims, G_STRFUNC,
                      error);
}

/**
 * koma_tensor_mean:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @axes: (array length=n_axes) (nullable): the dimensions that go, each once, a negative one
 *   counted from the end; %NULL: all
 * @n_axes: how many axes
 * @keep_dims: whether these dimensions stay, with size 1
 * @error: return location for an error
 *
 * The mean; of nothing it is NaN. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is no such axis, or one is there twice; %KOMA_ERROR_ARGUMENT
 * if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_mean (KomaTensor *self,
                  const int  *axes,
                  guint       n_axes,
                  gboolean    keep_dims,
                  GError    **error)
{
  return call_reduce (self, KOMA_OP_MEAN, koma_formula_real, axes, n_axes, keep_dims, G_STRFUNC,
                      error);
}

/**
 * koma_tensor_min:
 * @self: (nullable): float32 or int32, of any shape; bool is converted to int32
 * @axes: (array length=n_axes) (nullable): the dimensions that go, each once, a negative one
 *   counted from the end; %NULL: all
 * @n_axes: how many axes
 * @keep_dims: whether these dimensions stay, with size 1
 * @error: return location for an error
 *
 * The least number, NaN where there is one; of none ∞, or the greatest int32. Thread: that of the
 * tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is no such axis, or one is there twice; %KOMA_ERROR_ARGUMENT
 * if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype of @self, int32 for bool, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_min (KomaTensor *self,
                 const int  *axes,
                 guint       n_axes,
                 gboolean    keep_dims,
                 GError    **error)
{
  return call_reduce (self, KOMA_OP_MIN, koma_formula_number, axes, n_axes, keep_dims, G_STRFUNC,
                      error);
}

/**
 * koma_tensor_prod:
 * @self: (nullable): float32 or int32, of any shape; bool is converted to int32
 * @axes: (array length=n_axes) (nullable): the dimensions that go, each once, a negative one
 *   counted from the end; %NULL: all
 * @n_axes: how many axes
 * @keep_dims: whether these dimensions stay, with size 1
 * @error: return location for an error
 *
 * The product; of none it is 1. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is no such axis, or one is there twice; %KOMA_ERROR_ARGUMENT
 * if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype of @self, int32 for bool, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_prod (KomaTensor *self,
                  const int  *axes,
                  guint       n_axes,
                  gboolean    keep_dims,
                  GError    **error)
{
  return call_reduce (self, KOMA_OP_PROD, koma_formula_number, axes, n_axes, keep_dims, G_STRFUNC,
                      error);
}

/**
 * koma_tensor_sum:
 * @self: (nullable): float32 or int32, of any shape; bool is converted to int32
 * @axes: (array length=n_axes) (nullable): the dimensions that go, each once, a negative one
 *   counted from the end; %NULL: all
 * @n_axes: how many axes
 * @keep_dims: whether these dimensions stay, with size 1
 * @error: return location for an error
 *
 * The sum; of none it is 0. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is no such axis, or one is there twice; %KOMA_ERROR_ARGUMENT
 * if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype of @self, int32 for bool, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_sum (KomaTensor *self,
                 const int  *axes,
                 guint       n_axes,
                 gboolean    keep_dims,
                 GError    **error)
{
  return call_reduce (self, KOMA_OP_SUM, koma_formula_number, axes, n_axes, keep_dims, G_STRFUNC,
                      error);
}
