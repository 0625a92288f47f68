/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Ops that make each element of the result from one element of the input. The
 * loops are instantiated in each op's own file; here is what they share. */
#include "elementwise-unary.h"

#include "refuse.h"

static KomaCpuRun
choose_run (const KomaCpuUnary *unary,
            KomaDType           dtype)
{
  switch (dtype) {
  case KOMA_DTYPE_FLOAT32:
    return unary->run_float;
  case KOMA_DTYPE_INT32:
    return unary->run_int;
  case KOMA_DTYPE_BOOL:
  case KOMA_N_DTYPES:
  default:
    return NULL;
  }
}

/**
 * koma_cpu_unary_prepare:
 *
 * Prepares a step of one operand; any shape. Errors: %KOMA_ERROR_UNSUPPORTED
 * for an element type that the op is not computed for.
 */
gboolean
koma_cpu_unary_prepare (KomaCpuStep        *step,
                        const KomaCpuUnary *unary,
                        GError            **error)
{
  const gsize   count = koma_shape_count (koma_cpu_step_out_shape (step, 0));
  KomaCpuRun    run = choose_run (unary, koma_cpu_step_in_dtype (step, 0));
  KomaCpuUnits *units = NULL;

  if (run == NULL)
    return koma_cpu_refuse_dtype (step, unary->run_int != NULL ? "float32 or int32" : "float32",
                                  error);

  units = g_new (KomaCpuUnits, 1);
  *units = koma_cpu_units_make (count, unary->elem_cost);
  step->data = units;
  step->free_data = g_free;
  step->run = run;
  step->n_units = koma_cpu_units_get_n (units);
  return TRUE;
}
