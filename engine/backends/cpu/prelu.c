/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast-binary.h"
#include "kernels/kernels.h"

gboolean
koma_cpu_prelu_prepare (KomaCpuStep *step,
                        GError     **error)
{
  const KomaCpuKernels *kernels = koma_cpu_kernels_choose (step->spec->cpu_level, error);
  KomaCpuBinaryFunc     funcs[KOMA_N_DTYPES] = { NULL };

  if (kernels == NULL)
    return FALSE;
  funcs[KOMA_DTYPE_FLOAT32] = kernels->prelu;
  return koma_cpu_binary_prepare (step, funcs, 1, error);
}
