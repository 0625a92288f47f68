/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "arithmetic.h"

#include "engine/koma/tensor/formula.h"

static KomaTensor *
call_binary (KomaTensor *a,
             KomaTensor *b,
             KomaOp      op,
             const char *name,
             GError    **error)
{
  KomaExecution run;

  if (!koma_execute_begin (&run, name, (KomaTensor *[]){ a, b }, 2, error))
    return NULL;
  koma_formula_match_numbers (&run.builder, run.x, 2);
  return koma_execute_end (&run, koma_builder_binary (&run.builder, op, run.x[0], run.x[1]), error);
}

/**
 * koma_tensor_add:
 * @self: (nullable): float32, int32 or bool, of any shape
 * @b: (nullable): likewise; its shape is broadcast with that of @self
 * @error: return location for an error
 *
 * self + b, element by element. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes can not be broadcast together; %KOMA_ERROR_ARGUMENT if a
 * tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the common shape; float32 where @self or @b is, else
 *   int32, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_add (KomaTensor *self,
                 KomaTensor *b,
                 GError    **error)
{
  return call_binary (self, b, KOMA_OP_ADD, G_STRFUNC, error);
}

/**
 * koma_tensor_add_n:
 * @tensors: (array length=n_tensors): float32 or int32, all of one shape and one dtype
 * @n_tensors: 1 or more
 * @error: return location for an error
 *
 * The sum of all of them, element by element. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if shapes or dtypes differ; %KOMA_ERROR_UNSUPPORTED of bool;
 * %KOMA_ERROR_ARGUMENT if there is no tensor, or one was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of their shape and dtype, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_add_n (KomaTensor *const *tensors,
                   guint              n_tensors,
                   GError           **error)
{
  KomaExecution run;

  if (!koma_formula_has_tensors (n_tensors, G_STRFUNC, error) ||
      !koma_execute_begin (&run, G_STRFUNC, tensors, n_tensors, error))
    return NULL;
  return koma_execute_end (
    &run, koma_builder_node (&run.builder, KOMA_OP_ADD_N, run.x, n_tensors, NULL), error);
}

/**
 * koma_tensor_div:
 * @self: (nullable): float32, int32 or bool, of any shape
 * @b: (nullable): likewise; its shape is broadcast with that of @self
 * @error: return location for an error
 *
 * self / b, element by element; of two int32 it is rounded down, and 0 where b is 0, as in
 * TensorFlow.js. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes can not be broadcast together; %KOMA_ERROR_ARGUMENT if a
 * tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the common shape; float32 where @self or @b is, else
 *   int32, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_div (KomaTensor *self,
                 KomaTensor *b,
                 GError    **error)
{
  return call_binary (self, b, KOMA_OP_DIV, G_STRFUNC, error);
}

/**
 * koma_tensor_div_no_nan:
 * @self: (nullable): float32, int32 or bool, of any shape
 * @b: (nullable): likewise; its shape is broadcast with that of @self
 * @error: return location for an error
 *
 * self / b, but 0 where b is 0; element by element; of two int32 it is rounded down. Thread: that
 * of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes can not be broadcast together; %KOMA_ERROR_ARGUMENT if a
 * tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the common shape; float32 where @self or @b is, else
 *   int32, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_div_no_nan (KomaTensor *self,
                        KomaTensor *b,
                        GError    **error)
{
  return call_binary (self, b, KOMA_OP_DIV_NO_NAN, G_STRFUNC, error);
}

/**
 * koma_tensor_floor_div:
 * @self: (nullable): float32, int32 or bool, of any shape
 * @b: (nullable): likewise; its shape is broadcast with that of @self
 * @error: return location for an error
 *
 * self / b, rounded down, element by element; of two int32 it is 0 where b is 0. Thread: that of
 * the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes can not be broadcast together; %KOMA_ERROR_ARGUMENT if a
 * tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): int32, as in TensorFlow.js, of the common shape, floating,
 *   or the scope's in force
 */
KomaTensor *
koma_tensor_floor_div (KomaTensor *self,
                       KomaTensor *b,
                       GError    **error)
{
  KomaExecution run;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, (KomaTensor *[]){ self, b }, 2, error))
    return NULL;
  koma_formula_match_numbers (&run.builder, run.x, 2);
  y = koma_builder_binary (&run.builder, KOMA_OP_FLOOR_DIV, run.x[0], run.x[1]);
  return koma_execute_end (&run, koma_builder_cast (&run.builder, y, KOMA_DTYPE_INT32), error);
}

/**
 * koma_tensor_maximum:
 * @self: (nullable): float32, int32 or bool, of any shape
 * @b: (nullable): likewise; its shape is broadcast with that of @self
 * @error: return location for an error
 *
 * The greater of self and b, NaN where one is NaN; element by element. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes can not be broadcast together; %KOMA_ERROR_ARGUMENT if a
 * tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the common shape; float32 where @self or @b is, else
 *   int32, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_maximum (KomaTensor *self,
                     KomaTensor *b,
                     GError    **error)
{
  return call_binary (self, b, KOMA_OP_MAXIMUM, G_STRFUNC, error);
}

/**
 * koma_tensor_minimum:
 * @self: (nullable): float32, int32 or bool, of any shape
 * @b: (nullable): likewise; its shape is broadcast with that of @self
 * @error: return location for an error
 *
 * The lesser of self and b, NaN where one is NaN; element by element. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes can not be broadcast together; %KOMA_ERROR_ARGUMENT if a
 * tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the common shape; float32 where @self or @b is, else
 *   int32, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_minimum (KomaTensor *self,
                     KomaTensor *b,
                     GError    **error)
{
  return call_binary (self, b, KOMA_OP_MINIMUM, G_STRFUNC, error);
}

/**
 * koma_tensor_mod:
 * @self: (nullable): float32, int32 or bool, of any shape
 * @b: (nullable): likewise; its shape is broadcast with that of @self
 * @error: return location for an error
 *
 * The rest of self / b, which has the sign of b, element by element; of two int32 it is 0 where b
 * is 0. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes can not be broadcast together; %KOMA_ERROR_ARGUMENT if a
 * tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the common shape; float32 where @self or @b is, else
 *   int32, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_mod (KomaTensor *self,
                 KomaTensor *b,
                 GError    **error)
{
  return call_binary (self, b, KOMA_OP_FLOOR_MOD, G_STRFUNC, error);
}

/**
 * koma_tensor_mul:
 * @self: (nullable): float32, int32 or bool, of any shape
 * @b: (nullable): likewise; its shape is broadcast with that of @self
 * @error: return location for an error
 *
 * self · b, element by element. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes can not be broadcast together; %KOMA_ERROR_ARGUMENT if a
 * tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the common shape; float32 where @self or @b is, else
 *   int32, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_mul (KomaTensor *self,
                 KomaTensor *b,
                 GError    **error)
{
  return call_binary (self, b, KOMA_OP_MUL, G_STRFUNC, error);
}

/**
 * koma_tensor_pow:
 * @self: (nullable): float32, int32 or bool, of any shape
 * @b: (nullable): likewise; its shape is broadcast with that of @self
 * @error: return location for an error
 *
 * self to the power of b, element by element; of two int32 it is cut towards 0. Thread: that of the
 * tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes can not be broadcast together; %KOMA_ERROR_ARGUMENT if a
 * tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the common shape; float32 where @self or @b is, else
 *   int32, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_pow (KomaTensor *self,
                 KomaTensor *b,
                 GError    **error)
{
  return call_binary (self, b, KOMA_OP_POW, G_STRFUNC, error);
}

/**
 * koma_tensor_squared_difference:
 * @self: (nullable): float32, int32 or bool, of any shape
 * @b: (nullable): likewise; its shape is broadcast with that of @self
 * @error: return location for an error
 *
 * (self - b)², element by element. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes can not be broadcast together; %KOMA_ERROR_ARGUMENT if a
 * tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the common shape; float32 where @self or @b is, else
 *   int32, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_squared_difference (KomaTensor *self,
                                KomaTensor *b,
                                GError    **error)
{
  return call_binary (self, b, KOMA_OP_SQUARED_DIFFERENCE, G_STRFUNC, error);
}

/**
 * koma_tensor_sub:
 * @self: (nullable): float32, int32 or bool, of any shape
 * @b: (nullable): likewise; its shape is broadcast with that of @self
 * @error: return location for an error
 *
 * self - b, element by element. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes can not be broadcast together; %KOMA_ERROR_ARGUMENT if a
 * tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the common shape; float32 where @self or @b is, else
 *   int32, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_sub (KomaTensor *self,
                 KomaTensor *b,
                 GError    **error)
{
  return call_binary (self, b, KOMA_OP_SUB, G_STRFUNC, error);
}
