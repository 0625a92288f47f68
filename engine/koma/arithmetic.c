/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "arithmetic.h"

#include "execute.h"

/**
 * koma_tensor_add:
 * @self: (nullable): float32 or int32, of any shape; %NULL stands for a call that failed before
 * @b: (nullable): of the same dtype; its shape is broadcast with that of @self
 * @error: return location for an error
 *
 * self + b, element by element. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if shapes or dtypes do not go together; %KOMA_ERROR_ARGUMENT if one was
 * disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): the sum, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_add (KomaTensor *self,
                 KomaTensor *b,
                 GError    **error)
{
  return koma_execute_binary (KOMA_OP_ADD, self, b, error);
}
