/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "step.h"
#include "units.h"
#include "vector-math.h"

G_BEGIN_DECLS

/* The cost of an element, for sharing out the work; copying it is 1. */
#define KOMA_CPU_COST_ARITHMETIC 1
#define KOMA_CPU_COST_POLYNOMIAL 8
#define KOMA_CPU_COST_LIBM       40

typedef void (*KomaCpuRun) (const KomaCpuStep *step,
                            gsize              unit);

/* One op of one operand, as made by KOMA_CPU_UNARY. */
typedef struct
{
  KomaCpuRun run_float;
  KomaCpuRun run_int; /* (nullable): not computed for int32 */
  guint      elem_cost;
} KomaCpuUnary;

gboolean koma_cpu_unary_prepare (KomaCpuStep        *step,
                                 const KomaCpuUnary *unary,
                                 GError            **error);

/* Defines `function`, a #KomaCpuRun whose loop has
 * `type value (type x, const KomaOpParams *params)` inlined. */
#define KOMA_CPU_UNARY(function, type, value)                               \
  static void                                                               \
  function (const KomaCpuStep *step,                                        \
            gsize              unit)                                        \
  {                                                                         \
    const KomaCpuRange range = koma_cpu_units_get_range (step->data, unit); \
    const KomaOpParams params = step->node->params;                         \
    const type *restrict in = step->in[0];                                  \
    type *restrict out = step->out[0];                                      \
                                                                            \
    for (gsize i = range.begin; i < range.end; i++)                         \
      out[i] = value (in[i], &params);                                      \
  }

G_END_DECLS
