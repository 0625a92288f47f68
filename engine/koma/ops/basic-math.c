/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "basic-math.h"

#include <math.h>

#include "engine/koma/tensor/formula.h"
#include "fourier.h"

/* Integers are whole. */
static KomaTensor *
call_whole (KomaTensor *x,
            KomaOp      op,
            const char *name,
            GError    **error)
{
  KomaExecution run;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, name, &x, 1, error))
    return NULL;
  if (koma_builder_get_dtype (&run.builder, run.x[0]) != KOMA_DTYPE_FLOAT32)
    op = KOMA_OP_IDENTITY;
  y = koma_builder_unary (&run.builder, op, koma_formula_number (&run.builder, run.x[0]));
  return koma_execute_end (&run, y, error);
}

/* √(re² + im²); where it is 0 the gradient is 0, as TensorFlow's is. */
static KomaTensor *
call_complex_abs (KomaTensor *x,
                  const char *name,
                  GError    **error)
{
  KomaExecution    run;
  KomaBuilder     *builder = &run.builder;
  KomaComplexValue parts = { KOMA_VALUE_NONE, KOMA_VALUE_NONE };
  KomaValueId      y = KOMA_VALUE_NONE;
  KomaValueId      is_zero = KOMA_VALUE_NONE;

  if (!koma_execute_begin_complex (&run, name, &x, 1, error))
    return NULL;
  parts = koma_complex_part (builder, run.x[0], TRUE);
  y = koma_builder_binary (builder, KOMA_OP_ADD,
                           koma_builder_unary (builder, KOMA_OP_SQUARE, parts.re),
                           koma_builder_unary (builder, KOMA_OP_SQUARE, parts.im));
  is_zero = koma_builder_with_number (builder, KOMA_OP_EQUAL, y, 0);
  is_zero = koma_builder_cast (builder, is_zero, KOMA_DTYPE_FLOAT32);
  y = koma_builder_binary (builder, KOMA_OP_ADD, y, is_zero);
  y = koma_builder_unary (builder, KOMA_OP_SQRT, y);
  return koma_execute_end (&run, koma_builder_binary (builder, KOMA_OP_SUB, y, is_zero), error);
}

/**
 * koma_tensor_abs:
 * @self: (nullable): float32, int32 or complex64, of any shape; bool is converted to int32
 * @error: return location for an error
 *
 * |x|, element by element; of complex numbers √(re² + im²). Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the shape of @self, float32 of complex64, else of its own
 *   dtype, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_abs (KomaTensor *self,
                 GError    **error)
{
  if (self != NULL && koma_tensor_get_dtype (self) == KOMA_DTYPE_COMPLEX64)
    return call_complex_abs (self, G_STRFUNC, error);
  return koma_formula_call_number (self, KOMA_OP_ABS, G_STRFUNC, error);
}

/**
 * koma_tensor_ceil:
 * @self: (nullable): float32 or int32, of any shape; bool is converted to int32
 * @error: return location for an error
 *
 * The least whole number that is not below x, element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the shape and the dtype of @self, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_ceil (KomaTensor *self,
                  GError    **error)
{
  return call_whole (self, KOMA_OP_CEIL, G_STRFUNC, error);
}

static double
clamp_to_int (double x)
{
  return CLAMP (x, G_MININT32, G_MAXINT32);
}

/**
 * koma_tensor_clip_by_value:
 * @self: (nullable): float32 or int32, of any shape; bool is converted to int32
 * @min: the least result
 * @max: the greatest result, @min or more
 * @error: return location for an error
 *
 * x, moved to the nearest number of [@min, @max], element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @max is below @min, or @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the shape and the dtype of @self, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_clip_by_value (KomaTensor *self,
                           double      min,
                           double      max,
                           GError    **error)
{
  KomaExecution run;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;
  if (!(min <= max))
    koma_builder_fail (&run.builder, KOMA_ERROR_ARGUMENT, "min is %g, expected at most max, %g",
                       min, max);
  y = koma_formula_number (&run.builder, run.x[0]);
  if (koma_builder_get_dtype (&run.builder, y) == KOMA_DTYPE_FLOAT32) {
    y = KOMA_BUILDER_NODE (&run.builder, KOMA_OP_CLIP, NULL, y,
                           koma_builder_number (&run.builder, min, y),
                           koma_builder_number (&run.builder, max, y));
  } else {
    y = koma_builder_with_number (&run.builder, KOMA_OP_MAXIMUM, y, clamp_to_int (ceil (min)));
    y = koma_builder_with_number (&run.builder, KOMA_OP_MINIMUM, y, clamp_to_int (floor (max)));
  }
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_erf:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * The error function, element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_erf (KomaTensor *self,
                 GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_ERF, G_STRFUNC, error);
}

/**
 * koma_tensor_exp:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * e to the power of x, element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_exp (KomaTensor *self,
                 GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_EXP, G_STRFUNC, error);
}

/**
 * koma_tensor_expm1:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * exp (x) - 1, exact near 0 too, element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_expm1 (KomaTensor *self,
                   GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_EXPM1, G_STRFUNC, error);
}

/**
 * koma_tensor_floor:
 * @self: (nullable): float32 or int32, of any shape; bool is converted to int32
 * @error: return location for an error
 *
 * The greatest whole number that is not above x, element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the shape and the dtype of @self, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_floor (KomaTensor *self,
                   GError    **error)
{
  return call_whole (self, KOMA_OP_FLOOR, G_STRFUNC, error);
}

/**
 * koma_tensor_is_finite:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * Whether x is neither infinite nor NaN, element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): bool, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_is_finite (KomaTensor *self,
                       GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_IS_FINITE, G_STRFUNC, error);
}

/**
 * koma_tensor_is_inf:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * Whether x is ∞ or -∞, element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): bool, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_is_inf (KomaTensor *self,
                    GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_IS_INF, G_STRFUNC, error);
}

/**
 * koma_tensor_is_nan:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * Whether x is NaN, element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): bool, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_is_nan (KomaTensor *self,
                    GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_IS_NAN, G_STRFUNC, error);
}

/**
 * koma_tensor_log:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * The natural logarithm, element by element: -∞ of 0, NaN below 0. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_log (KomaTensor *self,
                 GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_LOG, G_STRFUNC, error);
}

/**
 * koma_tensor_log1p:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * log (1 + x), exact near 0 too, element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_log1p (KomaTensor *self,
                   GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_LOG1P, G_STRFUNC, error);
}

/**
 * koma_tensor_neg:
 * @self: (nullable): float32 or int32, of any shape; bool is converted to int32
 * @error: return location for an error
 *
 * -x, element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the shape and the dtype of @self, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_neg (KomaTensor *self,
                 GError    **error)
{
  return koma_formula_call_number (self, KOMA_OP_NEG, G_STRFUNC, error);
}

/**
 * koma_tensor_reciprocal:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * 1 / x, element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_reciprocal (KomaTensor *self,
                        GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_RECIPROCAL, G_STRFUNC, error);
}

/**
 * koma_tensor_round:
 * @self: (nullable): float32 or int32, of any shape; bool is converted to int32
 * @error: return location for an error
 *
 * The nearest whole number, of two the even one, element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the shape and the dtype of @self, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_round (KomaTensor *self,
                   GError    **error)
{
  return call_whole (self, KOMA_OP_ROUND, G_STRFUNC, error);
}

/**
 * koma_tensor_rsqrt:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * 1 / √x, element by element: ∞ of 0, NaN below 0. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_rsqrt (KomaTensor *self,
                   GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_RSQRT, G_STRFUNC, error);
}

/**
 * koma_tensor_sign:
 * @self: (nullable): float32 or int32, of any shape; bool is converted to int32
 * @error: return location for an error
 *
 * -1, 0 or 1 where x is below, at or above 0, and NaN of NaN, element by element. Thread: that of
 * the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the shape and the dtype of @self, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_sign (KomaTensor *self,
                  GError    **error)
{
  return koma_formula_call_number (self, KOMA_OP_SIGN, G_STRFUNC, error);
}

/**
 * koma_tensor_sqrt:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * √x, element by element: NaN below 0. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_sqrt (KomaTensor *self,
                  GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_SQRT, G_STRFUNC, error);
}

/**
 * koma_tensor_square:
 * @self: (nullable): float32 or int32, of any shape; bool is converted to int32
 * @error: return location for an error
 *
 * x², element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the shape and the dtype of @self, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_square (KomaTensor *self,
                    GError    **error)
{
  return koma_formula_call_number (self, KOMA_OP_SQUARE, G_STRFUNC, error);
}

/**
 * koma_tensor_step:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @alpha: the result where x is 0 or below
 * @error: return location for an error
 *
 * 1 where x is above 0, @alpha where it is not, NaN of NaN; element by element. Thread: that of the
 * tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_step (KomaTensor *self,
                  double      alpha,
                  GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   x = KOMA_VALUE_NONE;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;
  x = koma_formula_real (builder, run.x[0]);
  y = KOMA_BUILDER_NODE (
    builder, KOMA_OP_SELECT, NULL, koma_builder_with_number (builder, KOMA_OP_GREATER, x, 0),
    koma_builder_number (builder, 1, x), koma_builder_number (builder, alpha, x));
  y = KOMA_BUILDER_NODE (builder, KOMA_OP_SELECT, NULL,
                         koma_builder_unary (builder, KOMA_OP_IS_NAN, x), x, y);
  return koma_execute_end (&run, y, error);
}
