/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "kernels/kernels.h"
#include "step.h"
#include "units.h"

G_BEGIN_DECLS

/* A line is the @axis.n_axis elements, n_inner apart, that differ only in
 * the axis; there are n_outer * n_inner of them. Items are lines. */
typedef struct
{
  KomaShapeAxis axis;
  KomaCpuUnits  units;

  const KomaCpuKernels *kernels; /* (nullable) for the op that prepares the step */
} KomaCpuLines;

KomaCpuLines *koma_cpu_lines_prepare (KomaCpuStep *step,
                                      double       elem_cost,
                                      void (*run) (const KomaCpuStep *step, gsize unit));
gsize         koma_cpu_lines_locate (const KomaCpuLines *lines,
                                     gsize               line);

G_END_DECLS
