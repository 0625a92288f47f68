/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "basic-math.h"

#include "execute.h"

/**
 * koma_tensor_square:
 * @self: (nullable): float32, of any shape; %NULL stands for a call that failed before
 * @error: return location for an error
 *
 * self · self, element by element. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if @self is of another dtype; %KOMA_ERROR_ARGUMENT if it was
 * disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): the squares, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_square (KomaTensor *self,
                    GError    **error)
{
  return koma_execute (KOMA_OP_SQUARE, &self, 1, NULL, error);
}
