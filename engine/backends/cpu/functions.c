/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Elementwise ops whose loops are kernels: they take tens of operations an element. */
#include "elements.h"
#include "kernels/kernels.h"

/* Of an element; copying it is 1. */
#define ELEM_COST 8

static gboolean
prepare (KomaCpuStep      *step,
         KomaCpuFunctionId id,
         GError          **error)
{
  const KomaCpuKernels *kernels = koma_cpu_kernels_choose (step->spec->cpu_level, error);

  return kernels != NULL && koma_cpu_elements_prepare_function (step, kernels->functions[id],
                                                                ELEM_COST, error);
}

#define FUNCTION(symbol, id)                         \
  gboolean                                           \
    koma_cpu_##symbol##_prepare (KomaCpuStep *step,  \
                                 GError     **error) \
  {                                                  \
    return prepare (step, id, error);                \
  }

FUNCTION (erf, KOMA_CPU_ERF)
FUNCTION (exp, KOMA_CPU_EXP)
FUNCTION (gelu, step->node->params.is_approximate ? KOMA_CPU_GELU_TANH : KOMA_CPU_GELU)
FUNCTION (sigmoid, KOMA_CPU_SIGMOID)
FUNCTION (tanh, KOMA_CPU_TANH)
