/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "clone.h"

#include "engine/koma/tensor/execute.h"

/**
 * koma_tensor_clone:
 * @self: (nullable): of any dtype and shape
 * @error: return location for an error
 *
 * A tensor of the same data, which are shared; of a variable, its value now. Thread: that of the
 * tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; those of computing it.
 *
 * Returns: (transfer none) (nullable): the copy, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_clone (KomaTensor *self,
                   GError    **error)
{
  return koma_execute (KOMA_OP_IDENTITY, &self, 1, NULL, error);
}
