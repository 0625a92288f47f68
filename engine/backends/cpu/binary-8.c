/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "kernels/kernels.h"

/**
 * koma_cpu_binary_8_prepare:
 *
 * Prepares an addition, difference or product of 8 bits, whose types inference has checked.
 * Errors: those of koma_cpu_kernels_choose().
 */
gboolean
koma_cpu_binary_8_prepare (KomaCpuStep *step,
                           GError     **error)
{
  const KomaCpuKernels *kernels = koma_cpu_kernels_choose (step->spec->cpu_level, error);
  KomaCpuBinaryFunc     funcs[KOMA_N_DTYPES] = { NULL };

  if (kernels == NULL)
    return FALSE;
  funcs[KOMA_DTYPE_UINT8] = kernels->binary_8;
  funcs[KOMA_DTYPE_INT8] = kernels->binary_8;
  return koma_cpu_binary_prepare (step, funcs, 1.0, error);
}
