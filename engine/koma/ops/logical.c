/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "logical.h"

#include "engine/koma/tensor/formula.h"

static KomaTensor *
call_compare (KomaTensor *a,
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

static KomaTensor *
call_logical (KomaTensor *a,
              KomaTensor *b,
              KomaOp      op,
              const char *name,
              GError    **error)
{
  KomaExecution run;

  if (!koma_execute_begin (&run, name, (KomaTensor *[]){ a, b }, 2, error))
    return NULL;
  return koma_execute_end (&run, koma_builder_binary (&run.builder, op, run.x[0], run.x[1]), error);
}

/**
 * koma_tensor_equal:
 * @self: (nullable): float32, int32 or bool, of any shape
 * @b: (nullable): likewise; its shape is broadcast with that of @self
 * @error: return location for an error
 *
 * Whether self = b, element by element; a NaN equals nothing. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes can not be broadcast together; %KOMA_ERROR_ARGUMENT if a
 * tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): bool, of the common shape, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_equal (KomaTensor *self,
                   KomaTensor *b,
                   GError    **error)
{
  return call_compare (self, b, KOMA_OP_EQUAL, G_STRFUNC, error);
}

/**
 * koma_tensor_greater:
 * @self: (nullable): float32, int32 or bool, of any shape
 * @b: (nullable): likewise; its shape is broadcast with that of @self
 * @error: return location for an error
 *
 * Whether self > b, element by element. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes can not be broadcast together; %KOMA_ERROR_ARGUMENT if a
 * tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): bool, of the common shape, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_greater (KomaTensor *self,
                     KomaTensor *b,
                     GError    **error)
{
  return call_compare (self, b, KOMA_OP_GREATER, G_STRFUNC, error);
}

/**
 * koma_tensor_greater_equal:
 * @self: (nullable): float32, int32 or bool, of any shape
 * @b: (nullable): likewise; its shape is broadcast with that of @self
 * @error: return location for an error
 *
 * Whether self ≥ b, element by element. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes can not be broadcast together; %KOMA_ERROR_ARGUMENT if a
 * tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): bool, of the common shape, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_greater_equal (KomaTensor *self,
                           KomaTensor *b,
                           GError    **error)
{
  return call_compare (self, b, KOMA_OP_GREATER_EQUAL, G_STRFUNC, error);
}

/**
 * koma_tensor_less:
 * @self: (nullable): float32, int32 or bool, of any shape
 * @b: (nullable): likewise; its shape is broadcast with that of @self
 * @error: return location for an error
 *
 * Whether self < b, element by element. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes can not be broadcast together; %KOMA_ERROR_ARGUMENT if a
 * tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): bool, of the common shape, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_less (KomaTensor *self,
                  KomaTensor *b,
                  GError    **error)
{
  return call_compare (self, b, KOMA_OP_LESS, G_STRFUNC, error);
}

/**
 * koma_tensor_less_equal:
 * @self: (nullable): float32, int32 or bool, of any shape
 * @b: (nullable): likewise; its shape is broadcast with that of @self
 * @error: return location for an error
 *
 * Whether self ≤ b, element by element. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes can not be broadcast together; %KOMA_ERROR_ARGUMENT if a
 * tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): bool, of the common shape, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_less_equal (KomaTensor *self,
                        KomaTensor *b,
                        GError    **error)
{
  return call_compare (self, b, KOMA_OP_LESS_EQUAL, G_STRFUNC, error);
}

/**
 * koma_tensor_logical_and:
 * @self: (nullable): bool, of any shape
 * @b: (nullable): likewise; its shape is broadcast with that of @self
 * @error: return location for an error
 *
 * Whether both are true, element by element. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED of another dtype than bool; %KOMA_ERROR_SHAPE if the shapes can
 * not be broadcast together; %KOMA_ERROR_ARGUMENT if a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): bool, of the common shape, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_logical_and (KomaTensor *self,
                         KomaTensor *b,
                         GError    **error)
{
  return call_logical (self, b, KOMA_OP_LOGICAL_AND, G_STRFUNC, error);
}

/**
 * koma_tensor_logical_not:
 * @self: (nullable): bool, of any shape
 * @error: return location for an error
 *
 * Whether it is false, element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED of another dtype than bool; %KOMA_ERROR_ARGUMENT if @self was
 * disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): bool, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_logical_not (KomaTensor *self,
                         GError    **error)
{
  KomaExecution run;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;
  return koma_execute_end (&run, koma_builder_unary (&run.builder, KOMA_OP_LOGICAL_NOT, run.x[0]),
                           error);
}

/**
 * koma_tensor_logical_or:
 * @self: (nullable): bool, of any shape
 * @b: (nullable): likewise; its shape is broadcast with that of @self
 * @error: return location for an error
 *
 * Whether one or both are true, element by element. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED of another dtype than bool; %KOMA_ERROR_SHAPE if the shapes can
 * not be broadcast together; %KOMA_ERROR_ARGUMENT if a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): bool, of the common shape, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_logical_or (KomaTensor *self,
                        KomaTensor *b,
                        GError    **error)
{
  return call_logical (self, b, KOMA_OP_LOGICAL_OR, G_STRFUNC, error);
}

/**
 * koma_tensor_logical_xor:
 * @self: (nullable): bool, of any shape
 * @b: (nullable): likewise; its shape is broadcast with that of @self
 * @error: return location for an error
 *
 * Whether exactly one is true, element by element. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED of another dtype than bool; %KOMA_ERROR_SHAPE if the shapes can
 * not be broadcast together; %KOMA_ERROR_ARGUMENT if a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): bool, of the common shape, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_logical_xor (KomaTensor *self,
                         KomaTensor *b,
                         GError    **error)
{
  return call_logical (self, b, KOMA_OP_LOGICAL_XOR, G_STRFUNC, error);
}

/**
 * koma_tensor_not_equal:
 * @self: (nullable): float32, int32 or bool, of any shape
 * @b: (nullable): likewise; its shape is broadcast with that of @self
 * @error: return location for an error
 *
 * Whether self ≠ b, element by element; a NaN differs from everything. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes can not be broadcast together; %KOMA_ERROR_ARGUMENT if a
 * tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): bool, of the common shape, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_not_equal (KomaTensor *self,
                       KomaTensor *b,
                       GError    **error)
{
  return call_compare (self, b, KOMA_OP_NOT_EQUAL, G_STRFUNC, error);
}

/**
 * koma_tensor_where:
 * @condition: (nullable): bool, of any shape
 * @a: (nullable): float32, int32 or bool
 * @b: (nullable): likewise; the three shapes are broadcast together
 * @error: return location for an error
 *
 * @a where the condition is true, @b elsewhere, element by element. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if @condition is not bool; %KOMA_ERROR_SHAPE if the shapes can
 * not be broadcast together; %KOMA_ERROR_ARGUMENT if a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the common shape, and of the higher dtype of @a and @b,
 *   floating, or the scope's in force
 */
KomaTensor *
koma_tensor_where (KomaTensor *condition,
                   KomaTensor *a,
                   KomaTensor *b,
                   GError    **error)
{
  KomaExecution run;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, (KomaTensor *[]){ condition, a, b }, 3, error))
    return NULL;
  koma_formula_match (&run.builder, run.x + 1, 2);
  y = koma_builder_node (&run.builder, KOMA_OP_SELECT, run.x, 3, NULL);
  return koma_execute_end (&run, y, error);
}
