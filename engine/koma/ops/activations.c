/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "activations.h"

#include "engine/koma/tensor/formula.h"

/**
 * koma_tensor_elu:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * x where it is 0 or above, else exp (x) - 1; element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_elu (KomaTensor *self,
                 GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_ELU, G_STRFUNC, error);
}

/**
 * koma_tensor_hard_sigmoid:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * 0.2 x + 0.5, moved to the nearest number of [0, 1], element by element. Thread: that of the
 * tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_hard_sigmoid (KomaTensor *self,
                          GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;
  y = koma_builder_with_number (builder, KOMA_OP_MUL, koma_formula_real (builder, run.x[0]), 0.2);
  y = koma_builder_with_number (builder, KOMA_OP_ADD, y, 0.5);
  y = KOMA_BUILDER_NODE (builder, KOMA_OP_CLIP, NULL, y, koma_builder_number (builder, 0, y),
                         koma_builder_number (builder, 1, y));
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_leaky_relu:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @alpha: the slope below 0
 * @error: return location for an error
 *
 * x where it is 0 or above, else @alpha · x; element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_leaky_relu (KomaTensor *self,
                        double      alpha,
                        GError    **error)
{
  KomaExecution run;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;
  y = koma_formula_real (&run.builder, run.x[0]);
  y = koma_builder_node (&run.builder, KOMA_OP_LEAKY_RELU, &y, 1,
                         koma_formula_attr_float ("alpha", alpha));
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_log_sigmoid:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * log (1 / (1 + exp (-x))), element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_log_sigmoid (KomaTensor *self,
                         GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;
  y = koma_builder_unary (builder, KOMA_OP_NEG, koma_formula_real (builder, run.x[0]));
  y = koma_builder_unary (builder, KOMA_OP_NEG, koma_builder_unary (builder, KOMA_OP_SOFTPLUS, y));
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_log_softmax:
 * @self: (nullable): float32, of 1 dimension or more; int32 and bool are converted to it
 * @axis: of the softmax; -1: the last
 * @error: return location for an error
 *
 * log (softmax (x)), without the loss of small results that the two one after the other would have.
 * Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is no such axis; %KOMA_ERROR_ARGUMENT if @self was disposed
 * of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_log_softmax (KomaTensor *self,
                         int         axis,
                         GError    **error)
{
  KomaExecution run;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;
  y = koma_formula_real (&run.builder, run.x[0]);
  y = koma_builder_node (&run.builder, KOMA_OP_LOG_SOFTMAX, &y, 1,
                         koma_formula_attr_int ("axis", axis));
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_prelu:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @alpha: (nullable): the slope below 0: float32; its shape is broadcast to that of @self
 * @error: return location for an error
 *
 * x where it is 0 or above, else @alpha · x; element by element. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shape of @alpha can not be broadcast to that of @self;
 * %KOMA_ERROR_ARGUMENT if a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_prelu (KomaTensor *self,
                   KomaTensor *alpha,
                   GError    **error)
{
  KomaExecution run;

  if (!koma_execute_begin (&run, G_STRFUNC, (KomaTensor *[]){ self, alpha }, 2, error))
    return NULL;
  for (guint i = 0; i < 2; i++)
    run.x[i] = koma_formula_real (&run.builder, run.x[i]);
  return koma_execute_end (
    &run, koma_builder_binary (&run.builder, KOMA_OP_PRELU, run.x[0], run.x[1]), error);
}

/**
 * koma_tensor_relu:
 * @self: (nullable): float32 or int32, of any shape; bool is converted to int32
 * @error: return location for an error
 *
 * The greater of x and 0, element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the shape and the dtype of @self, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_relu (KomaTensor *self,
                  GError    **error)
{
  KomaExecution run;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;
  y = koma_formula_number (&run.builder, run.x[0]);
  if (koma_builder_get_dtype (&run.builder, y) == KOMA_DTYPE_FLOAT32)
    y = koma_builder_unary (&run.builder, KOMA_OP_RELU, y);
  else
    y = koma_builder_with_number (&run.builder, KOMA_OP_MAXIMUM, y, 0);
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_relu6:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * x, moved to the nearest number of [0, 6], element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_relu6 (KomaTensor *self,
                   GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_RELU6, G_STRFUNC, error);
}

/**
 * koma_tensor_selu:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * 1.0507 x where x is 0 or above, else 1.7581 (exp (x) - 1); element by element (Klambauer et al.,
 * 2017). Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_selu (KomaTensor *self,
                  GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_SELU, G_STRFUNC, error);
}

/**
 * koma_tensor_sigmoid:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * 1 / (1 + exp (-x)), element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_sigmoid (KomaTensor *self,
                     GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_SIGMOID, G_STRFUNC, error);
}

/**
 * koma_tensor_softmax:
 * @self: (nullable): float32, of 1 dimension or more; int32 and bool are converted to it
 * @axis: along which the results add up to 1; -1: the last
 * @error: return location for an error
 *
 * exp (x) / Σ exp (x), the sum along @axis. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is no such axis; %KOMA_ERROR_ARGUMENT if @self was disposed
 * of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_softmax (KomaTensor *self,
                     int         axis,
                     GError    **error)
{
  KomaExecution run;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;
  y = koma_formula_real (&run.builder, run.x[0]);
  y =
    koma_builder_node (&run.builder, KOMA_OP_SOFTMAX, &y, 1, koma_formula_attr_int ("axis", axis));
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_softplus:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * log (1 + exp (x)), element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_softplus (KomaTensor *self,
                      GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_SOFTPLUS, G_STRFUNC, error);
}

/**
 * koma_tensor_softsign:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @error: return location for an error
 *
 * x / (1 + |x|), element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_softsign (KomaTensor *self,
                      GError    **error)
{
  return koma_formula_call_real (self, KOMA_OP_SOFTSIGN, G_STRFUNC, error);
}
