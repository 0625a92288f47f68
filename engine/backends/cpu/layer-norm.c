/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A kernel reads each line of the last dimension three times, while it is in the cache. */
#include "kernels/kernels.h"
#include "refuse.h"
#include "step.h"
#include "units.h"

/* Of an element; copying it is 1. */
#define ELEM_COST 3.0

enum {
  INPUT_X,
  INPUT_SCALE,
  INPUT_OFFSET,
};

typedef struct
{
  KomaCpuUnits          units; /* items are lines */
  gsize                 n;     /* elements of a line */
  const KomaCpuKernels *kernels;
} LayerNorm;

static void
layer_norm_run (const KomaCpuStep *step,
                gsize              unit)
{
  const LayerNorm   *norm = step->data;
  const KomaCpuRange range = koma_cpu_units_get_range (&norm->units, unit);

  norm->kernels->layer_norm (&(KomaCpuLayerNorm){
    .in = (const float *) step->in[INPUT_X] + range.begin * norm->n,
    .scale = step->node->n_inputs > INPUT_SCALE ? step->in[INPUT_SCALE] : NULL,
    .offset = step->node->n_inputs > INPUT_OFFSET ? step->in[INPUT_OFFSET] : NULL,
    .out = (float *) step->out[0] + range.begin * norm->n,
    .n_lines = range.end - range.begin,
    .n = norm->n,
    .epsilon = step->node->params.epsilon,
  });
}

gboolean
koma_cpu_layer_norm_prepare (KomaCpuStep *step,
                             GError     **error)
{
  const KomaCpuKernels *kernels = koma_cpu_kernels_choose (step->spec->cpu_level, error);
  const KomaShape      *shape = koma_cpu_step_in_shape (step, INPUT_X);
  LayerNorm            *norm = NULL;

  if (kernels == NULL)
    return FALSE;
  if (koma_cpu_step_in_dtype (step, INPUT_X) != KOMA_DTYPE_FLOAT32)
    return koma_cpu_refuse_dtype (step, "float32", error);

  norm = g_new0 (LayerNorm, 1);
  norm->kernels = kernels;
  norm->n = shape->dims[shape->rank - 1];
  norm->units = koma_cpu_units_make (norm->n > 0 ? koma_shape_count (shape) / norm->n : 0,
                                     ELEM_COST * (double) norm->n);
  step->data = norm;
  step->free_data = g_free;
  step->run = layer_norm_run;
  step->n_units = koma_cpu_units_get_n (&norm->units);
  return TRUE;
}
