/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tensor-like.h"

#include "tensor-new.h"
#include "tensor-private.h"

/**
 * koma_tensor_ones_like:
 * @self: (nullable): of any dtype and shape
 * @error: return location for an error
 *
 * As many ones as @self has elements. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the shape and the dtype of @self, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_ones_like (KomaTensor *self,
                       GError    **error)
{
  if (self == NULL || !koma_tensor_check (self, error))
    return NULL;
  return koma_tensor_new_fill (self->dtype, self->dims, self->shape.rank, 1, error);
}

/**
 * koma_tensor_zeros_like:
 * @self: (nullable): of any dtype and shape
 * @error: return location for an error
 *
 * As many zeros as @self has elements. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the shape and the dtype of @self, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_zeros_like (KomaTensor *self,
                        GError    **error)
{
  if (self == NULL || !koma_tensor_check (self, error))
    return NULL;
  return koma_tensor_new_fill (self->dtype, self->dims, self->shape.rank, 0, error);
}
