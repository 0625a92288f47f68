/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Steps of one operand, each of whose elements makes one of the result. */
#include "elements.h"

#include "refuse.h"
#include "units.h"

typedef struct
{
  KomaCpuUnits        units;
  KomaCpuElementsFunc func;
  KomaCpuFunction     function; /* (nullable) what func calls */
  gsize               in_size;  /* bytes of an element */
  gsize               out_size;
} Elements;

static void
run (const KomaCpuStep *step,
     gsize              unit)
{
  const Elements    *elements = step->data;
  const KomaCpuRange range = koma_cpu_units_get_range (&elements->units, unit);

  elements->func (step, (const guint8 *) step->in[0] + range.begin * elements->in_size,
                  (guint8 *) step->out[0] + range.begin * elements->out_size,
                  range.end - range.begin);
}

static void
run_strip (const KomaCpuStep  *step,
           const KomaCpuStrip *strip)
{
  const Elements *elements = step->data;

  elements->func (step, strip->in[0], strip->out, strip->n);
}

static void
call_function (const KomaCpuStep *step,
               const void        *in,
               void              *out,
               gsize              n)
{
  const Elements *elements = step->data;

  elements->function (in, out, n);
}

static void
prepare (KomaCpuStep        *step,
         KomaCpuElementsFunc func,
         KomaCpuFunction     function,
         double              elem_cost)
{
  const gsize count = koma_shape_count (koma_cpu_step_out_shape (step, 0));
  Elements   *elements = g_new (Elements, 1);

  *elements = (Elements){
    .units = koma_cpu_units_make (count, elem_cost),
    .func = func,
    .function = function,
    .in_size = koma_dtype_size (koma_cpu_step_in_dtype (step, 0)),
    .out_size = koma_dtype_size (koma_node_output (step->spec->graph, step->node, 0)->dtype),
  };
  step->data = elements;
  step->free_data = g_free;
  step->run = run;
  step->n_units = koma_cpu_units_get_n (&elements->units);
  step->run_strip = run_strip;
  step->elem_cost = elem_cost;
}

/**
 * koma_cpu_elements_prepare:
 * @funcs: for each type of the operand; %NULL where the op takes none such
 * @elem_cost: for sharing out the work; copying one element is 1
 *
 * Prepares a step of one operand. Errors: %KOMA_ERROR_UNSUPPORTED for an element type that the op
 * is not computed for.
 */
gboolean
koma_cpu_elements_prepare (KomaCpuStep               *step,
                           const KomaCpuElementsFunc *funcs,
                           double                     elem_cost,
                           GError                   **error)
{
  const KomaDType dtype = koma_cpu_step_in_dtype (step, 0);

  if (funcs[dtype] == NULL)
    return koma_cpu_refuse_dtype (step, "a type that this op takes", error);
  prepare (step, funcs[dtype], NULL, elem_cost);
  return TRUE;
}

/**
 * koma_cpu_elements_prepare_function:
 * @function: of float32
 * @elem_cost: for sharing out the work; copying one element is 1
 *
 * Prepares a step whose loop is a kernel. Errors: %KOMA_ERROR_UNSUPPORTED for an operand of another
 * type.
 */
gboolean
koma_cpu_elements_prepare_function (KomaCpuStep    *step,
                                    KomaCpuFunction function,
                                    double          elem_cost,
                                    GError        **error)
{
  if (koma_cpu_step_in_dtype (step, 0) != KOMA_DTYPE_FLOAT32)
    return koma_cpu_refuse_dtype (step, "float32", error);
  prepare (step, call_function, function, elem_cost);
  return TRUE;
}
