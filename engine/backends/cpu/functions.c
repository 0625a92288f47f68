/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Elementwise ops whose loops are kernels: they take tens of operations an element. */
#include "kernels/kernels.h"
#include "refuse.h"
#include "step.h"
#include "units.h"

/* Of an element; copying it is 1. */
#define ELEM_COST 8

typedef struct
{
  KomaCpuUnits    units;
  KomaCpuFunction function;
} Data;

static void
run (const KomaCpuStep *step,
     gsize              unit)
{
  const Data        *data = step->data;
  const KomaCpuRange range = koma_cpu_units_get_range (&data->units, unit);

  data->function ((const float *) step->in[0] + range.begin, (float *) step->out[0] + range.begin,
                  range.end - range.begin);
}

static void
run_strip (const KomaCpuStep  *step,
           const KomaCpuStrip *strip)
{
  const Data *data = step->data;

  data->function (strip->in[0], strip->out, strip->n);
}

static gboolean
prepare (KomaCpuStep      *step,
         KomaCpuFunctionId id,
         GError          **error)
{
  const gsize           count = koma_shape_count (koma_cpu_step_out_shape (step, 0));
  const KomaCpuKernels *kernels = koma_cpu_kernels_choose (step->spec->cpu_level, error);
  Data                 *data = NULL;

  if (kernels == NULL)
    return FALSE;
  if (koma_cpu_step_in_dtype (step, 0) != KOMA_DTYPE_FLOAT32)
    return koma_cpu_refuse_dtype (step, "float32", error);

  data = g_new (Data, 1);
  *data = (Data){ koma_cpu_units_make (count, ELEM_COST), kernels->functions[id] };
  step->data = data;
  step->free_data = g_free;
  step->run = run;
  step->n_units = koma_cpu_units_get_n (&data->units);
  step->run_strip = run_strip;
  step->elem_cost = ELEM_COST;
  return TRUE;
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
