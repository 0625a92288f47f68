/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "space-batch.h"

/**
 * koma_cpu_space_batch_prepare:
 * @space: shape of the side that is not blocks
 * @run: finds a #KomaCpuSpaceBatch in the step's data
 *
 * Prepares a step between space and batch, of any element type.
 */
void
koma_cpu_space_batch_prepare (KomaCpuStep     *step,
                              const KomaShape *space,
                              void (*run) (const KomaCpuStep *step, gsize unit))
{
  const guint        n_spatial = step->node->params.space.n_spatial;
  const KomaShape   *out = koma_cpu_step_out_shape (step, 0);
  const gsize        line = out->dims[n_spatial];
  KomaCpuSpaceBatch *data = g_new0 (KomaCpuSpaceBatch, 1);
  gsize              group = 1;
  gsize              n_lines = 1;

  for (guint d = n_spatial + 1; d < out->rank; d++)
    group *= out->dims[d];
  for (guint d = 0; d < n_spatial; d++)
    n_lines *= out->dims[d];
  data->n_pictures = space->dims[0];
  data->group_bytes = group * koma_dtype_size (koma_cpu_step_in_dtype (step, 0));
  data->units = koma_cpu_units_make (line * group == 0 ? 0 : n_lines, (double) line * (4 + group));
  step->data = data;
  step->free_data = g_free;
  step->run = run;
  step->n_units = koma_cpu_units_get_n (&data->units);
}
