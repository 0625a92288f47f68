/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "step.h"
#include "units.h"

G_BEGIN_DECLS

/* A tensor as [n_outer, n_axis, n_inner], with an axis in the middle. */
typedef struct
{
  gsize n_outer;
  gsize n_axis;
  gsize n_inner;
} KomaCpuAxis;

/* A line is the @axis.n_axis elements, n_inner apart, that differ only in
 * the axis; there are n_outer * n_inner of them. Items are lines. */
typedef struct
{
  KomaCpuAxis  axis;
  KomaCpuUnits units;
} KomaCpuLines;

KomaCpuAxis koma_cpu_axis_make (const KomaShape *shape,
                                guint            axis);

void  koma_cpu_lines_prepare (KomaCpuStep *step,
                              double       elem_cost,
                              void (*run) (const KomaCpuStep *step, gsize unit));
gsize koma_cpu_lines_locate (const KomaCpuLines *lines,
                             gsize               line);

G_END_DECLS
