/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Copies the slices that indices of several numbers name; zeros for one out of
 * range: a run cannot fail, and must not read outside. */
#include <string.h>

#include "slice-index.h"
#include "step.h"
#include "units.h"

typedef struct
{
  KomaCpuSliceIndex index;
  gsize             n_slices; /* of x, in one batch */
  gsize             indices_per_batch;
  gsize             slice_bytes;
  KomaCpuUnits      units; /* items are slices of the result */
} GatherNd;

static void
gather_nd_run (const KomaCpuStep *step,
               gsize              unit)
{
  const GatherNd    *gather = step->data;
  const KomaCpuRange range = koma_cpu_units_get_range (&gather->units, unit);

  for (gsize i = range.begin; i < range.end; i++) {
    const gint32 *numbers = (const gint32 *) step->in[1] + i * gather->index.n_numbers;
    const gssize  slice = koma_cpu_slice_index_locate (&gather->index, numbers);
    const gsize   first = i / gather->indices_per_batch * gather->n_slices;
    guint8       *out = (guint8 *) step->out[0] + i * gather->slice_bytes;

    if (slice < 0)
      memset (out, 0, gather->slice_bytes);
    else
      memcpy (out, (const guint8 *) step->in[0] + (first + (gsize) slice) * gather->slice_bytes,
              gather->slice_bytes);
  }
}

gboolean
koma_cpu_gather_nd_prepare (KomaCpuStep *step,
                            GError     **error)
{
  const KomaOpParams *params = &step->node->params;
  const KomaShape    *x = koma_cpu_step_in_shape (step, 0);
  const KomaShape    *indices = koma_cpu_step_in_shape (step, 1);
  const guint         batch_dims = params->axis.batch_dims;
  const gsize         n_numbers = indices->dims[indices->rank - 1];
  const gsize         count = koma_shape_count (koma_cpu_step_out_shape (step, 0));
  GatherNd           *gather = g_new0 (GatherNd, 1);
  gsize               slice_elems = 1;

  gather->index = (KomaCpuSliceIndex){ &x->dims[batch_dims], n_numbers, params->axis.wraps };
  gather->n_slices = 1;
  for (guint d = batch_dims; d < batch_dims + n_numbers; d++)
    gather->n_slices *= x->dims[d];
  for (guint d = batch_dims + n_numbers; d < x->rank; d++)
    slice_elems *= x->dims[d];
  gather->indices_per_batch = 1;
  for (guint d = batch_dims; d + 1 < indices->rank; d++)
    gather->indices_per_batch *= indices->dims[d];
  gather->slice_bytes = slice_elems * koma_dtype_size (koma_cpu_step_in_dtype (step, 0));
  gather->units =
    koma_cpu_units_make (count == 0 ? 0 : count / slice_elems, 8.0 + (double) slice_elems);
  step->data = gather;
  step->free_data = g_free;
  step->run = gather_nd_run;
  step->n_units = koma_cpu_units_get_n (&gather->units);
  return TRUE;
}
