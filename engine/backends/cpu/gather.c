/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Picks slices of the first input along an axis, by the indices in the second.
 * An index out of range gives zeros, as in TensorFlow on a GPU: a run cannot
 * fail, and must not read outside. */
#include <string.h>

#include "along-axis.h"

typedef struct
{
  KomaShapeAxis axis;      /* n_outer: of one batch */
  gsize         n_indices; /* of one batch */
  gsize         slice_bytes;
  KomaCpuUnits  units; /* items are slices of the result */
} Gather;

static void
gather_run (const KomaCpuStep *step,
            gsize              unit)
{
  const Gather        *gather = step->data;
  const KomaShapeAxis *axis = &gather->axis;
  const KomaCpuRange   range = koma_cpu_units_get_range (&gather->units, unit);
  const gint32        *indices = step->in[1];

  for (gsize i = range.begin; i < range.end; i++) {
    const gsize row = i / gather->n_indices; /* batch and outer */
    const gsize batch = row / axis->n_outer;
    gint64      index = indices[batch * gather->n_indices + i % gather->n_indices];
    guint8     *out = (guint8 *) step->out[0] + i * gather->slice_bytes;

    if (index < 0 && step->node->params.axis.wraps)
      index += (gint64) axis->n_axis;

    if (index >= 0 && (gsize) index < axis->n_axis)
      memcpy (out,
              (const guint8 *) step->in[0] + (row * axis->n_axis + index) * gather->slice_bytes,
              gather->slice_bytes);
    else
      memset (out, 0, gather->slice_bytes);
  }
}

gboolean
koma_cpu_gather_prepare (KomaCpuStep *step,
                         GError     **error)
{
  const KomaOpParams *params = &step->node->params;
  const KomaShape    *in = koma_cpu_step_in_shape (step, 0);
  const KomaShape    *indices = koma_cpu_step_in_shape (step, 1);
  const gsize         count = koma_shape_count (koma_cpu_step_out_shape (step, 0));
  Gather             *gather = g_new0 (Gather, 1);

  gather->axis = koma_shape_split_at (in, params->axis.axis);
  for (guint d = 0; d < params->axis.batch_dims; d++)
    gather->axis.n_outer /= MAX (in->dims[d], 1);
  gather->n_indices = 1;
  for (guint d = params->axis.batch_dims; d < indices->rank; d++)
    gather->n_indices *= indices->dims[d];
  gather->slice_bytes = gather->axis.n_inner * koma_dtype_size (koma_cpu_step_in_dtype (step, 0));
  gather->units = koma_cpu_units_make (count == 0 ? 0 : count / gather->axis.n_inner,
                                       4.0 + (double) gather->axis.n_inner);
  step->data = gather;
  step->free_data = g_free;
  step->run = gather_run;
  step->n_units = koma_cpu_units_get_n (&gather->units);
  return TRUE;
}
