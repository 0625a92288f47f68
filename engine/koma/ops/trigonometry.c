/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "trigonometry.h"

#include "engine/koma/tensor/formula.h"

/**
 * koma_tensor_acos:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * The angle, 0 to π, whose cosine is x, element by element: NaN outside of [-1, 1]. Thread: that of
 * the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_acos (KomaTensor *self,
                  GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_ACOS, G_STRFUNC, error);
}

/**
 * koma_tensor_acosh:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * The inverse of the hyperbolic cosine, element by element: NaN below 1. Thread: that of the
 * tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_acosh (KomaTensor *self,
                   GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_ACOSH, G_STRFUNC, error);
}

/**
 * koma_tensor_asin:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * The angle, -π/2 to π/2, whose sine is x, element by element: NaN outside of [-1, 1]. Thread: that
 * of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_asin (KomaTensor *self,
                  GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_ASIN, G_STRFUNC, error);
}

/**
 * koma_tensor_asinh:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * The inverse of the hyperbolic sine, element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_asinh (KomaTensor *self,
                   GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_ASINH, G_STRFUNC, error);
}

/**
 * koma_tensor_atan:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * The angle, -π/2 to π/2, whose tangent is x, element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_atan (KomaTensor *self,
                  GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_ATAN, G_STRFUNC, error);
}

/**
 * koma_tensor_atan2:
 * @self: (nullable): y: float32, int32 or bool, of any shape
 * @b: (nullable): x: likewise; its shape is broadcast with that of @self
 * @error: return location for an error
 *
 * The angle, -π to π, between the x axis and the point (x, y), element by element; of two int32 it
 * is cut towards 0, as in TensorFlow.js. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes can not be broadcast together; %KOMA_ERROR_ARGUMENT if a
 * tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the common shape; float32 where @self or @b is, else
 *   int32, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_atan2 (KomaTensor *self,
                   KomaTensor *b,
                   GError    **error)
{
  KomaExecution run;
  KomaDType     dtype = KOMA_DTYPE_FLOAT32;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, (KomaTensor *[]){ self, b }, 2, error))
    return NULL;
  koma_formula_match_numbers (&run.builder, run.x, 2);
  dtype = koma_builder_get_dtype (&run.builder, run.x[0]);
  y = koma_builder_binary (&run.builder, KOMA_OP_ATAN2, koma_formula_real (&run.builder, run.x[0]),
                           koma_formula_real (&run.builder, run.x[1]));
  if (dtype != KOMA_DTYPE_FLOAT32)
    y = koma_builder_cast (&run.builder, y, dtype);
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_atanh:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * The inverse of the hyperbolic tangent, element by element: NaN outside of [-1, 1]. Thread: that
 * of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_atanh (KomaTensor *self,
                   GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_ATANH, G_STRFUNC, error);
}

/**
 * koma_tensor_cos:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * The cosine, element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_cos (KomaTensor *self,
                 GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_COS, G_STRFUNC, error);
}

/**
 * koma_tensor_cosh:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * The hyperbolic cosine, element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_cosh (KomaTensor *self,
                  GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_COSH, G_STRFUNC, error);
}

/**
 * koma_tensor_sin:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * The sine, element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_sin (KomaTensor *self,
                 GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_SIN, G_STRFUNC, error);
}

/**
 * koma_tensor_sinh:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * The hyperbolic sine, element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_sinh (KomaTensor *self,
                  GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_SINH, G_STRFUNC, error);
}

/**
 * koma_tensor_tan:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * The tangent, element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_tan (KomaTensor *self,
                 GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_TAN, G_STRFUNC, error);
}

/**
 * koma_tensor_tanh:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * The hyperbolic tangent, element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_tanh (KomaTensor *self,
                  GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_TANH, G_STRFUNC, error);
}
