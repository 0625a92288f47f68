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
  KomaExecution run;

  if (!koma_execute_begin_complex (&run, G_STRFUNC, &self, 1, error))
    return NULL;
  run.is_complex = koma_tensor_get_dtype (self) == KOMA_DTYPE_COMPLEX64;
  return koma_execute_end (
    &run, koma_builder_unary (&run.builder, KOMA_OP_IDENTITY, run.x[0]), error);
}
