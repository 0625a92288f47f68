/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Lines along one axis, for softmax, log-softmax and arg-max. */
#include "along-axis.h"

/**
 * koma_cpu_lines_prepare:
 * @elem_cost: of each element of the input; copying one is 1
 * @run: finds a #KomaCpuLines in the step's data
 *
 * Prepares a step that goes along `params.axis.axis` of its first input.
 *
 * Returns: (transfer none): the step's data
 */
KomaCpuLines *
koma_cpu_lines_prepare (KomaCpuStep *step,
                        double       elem_cost,
                        void (*run) (const KomaCpuStep *step, gsize unit))
{
  KomaCpuLines *lines = g_new0 (KomaCpuLines, 1);
  gsize         n_lines = 0;

  lines->axis = koma_shape_split_at (koma_cpu_step_in_shape (step, 0),
                                     step->node->params.axis.axis);
  n_lines = lines->axis.n_axis == 0 ? 0 : lines->axis.n_outer * lines->axis.n_inner;
  lines->units = koma_cpu_units_make (n_lines, elem_cost * (double) lines->axis.n_axis);
  step->data = lines;
  step->free_data = g_free;
  step->run = run;
  step->n_units = koma_cpu_units_get_n (&lines->units);
  return lines;
}

/**
 * koma_cpu_lines_locate:
 *
 * Returns: the index of the line's first element
 */
gsize
koma_cpu_lines_locate (const KomaCpuLines *lines,
                       gsize               line)
{
  const KomaShapeAxis *axis = &lines->axis;

  return line / axis->n_inner * axis->n_axis * axis->n_inner + line % axis->n_inner;
}
