/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One unit, since several indices may name the same slice. */
#include <string.h>

#include "slice-index.h"
#include "step.h"

typedef struct
{
  KomaCpuSliceIndex index;
  guint             first_input; /* the indices; updates come next */
  gsize             n_indices;
  gsize             slice_elems;
} Scatter;

static void
add_slice (const KomaCpuStep *step,
           gsize              from,
           gsize              to,
           gsize              n)
{
  const guint input = ((const Scatter *) step->data)->first_input + 1;
  const void *updates = step->in[input];

  if (koma_cpu_step_in_dtype (step, input) == KOMA_DTYPE_FLOAT32)
    for (gsize i = 0; i < n; i++)
      ((float *) step->out[0])[to + i] += ((const float *) updates)[from + i];
  else
    for (gsize i = 0; i < n; i++)
      ((guint32 *) step->out[0])[to + i] += ((const guint32 *) updates)[from + i];
}

static void
scatter_run (const KomaCpuStep *step,
             gsize              unit)
{
  const Scatter *scatter = step->data;
  const gsize    n = scatter->slice_elems;
  const gsize    elem_size =
    koma_dtype_size (koma_cpu_step_in_dtype (step, scatter->first_input + 1));
  const gsize size = koma_shape_count (koma_cpu_step_out_shape (step, 0)) * elem_size;

  if (step->node->op == KOMA_OP_SCATTER_ND)
    memset (step->out[0], 0, size);
  else
    memcpy (step->out[0], step->in[0], size);
  for (gsize i = 0; i < scatter->n_indices; i++) {
    const gint32 *numbers = (const gint32 *) step->in[scatter->first_input] +
                            i * scatter->index.n_numbers;
    const gssize slice = koma_cpu_slice_index_locate (&scatter->index, numbers);

    if (slice < 0)
      continue;
    if (step->node->op == KOMA_OP_TENSOR_SCATTER_UPDATE)
      memcpy ((guint8 *) step->out[0] + (gsize) slice * n * elem_size,
              (const guint8 *) step->in[2] + i * n * elem_size, n * elem_size);
    else
      add_slice (step, i * n, (gsize) slice * n, n);
  }
}

gboolean
koma_cpu_scatter_prepare (KomaCpuStep *step,
                          GError     **error)
{
  const KomaShape *out = koma_cpu_step_out_shape (step, 0);
  const guint      first_input = step->node->op == KOMA_OP_SCATTER_ND ? 0 : 1;
  const KomaShape *indices = koma_cpu_step_in_shape (step, first_input);
  const gsize      n_numbers = indices->dims[indices->rank - 1];
  Scatter         *scatter = g_new0 (Scatter, 1);

  scatter->index = (KomaCpuSliceIndex){ out->dims, n_numbers, step->node->params.axis.wraps };
  scatter->first_input = first_input;
  scatter->n_indices = 1;
  for (guint d = 0; d + 1 < indices->rank; d++)
    scatter->n_indices *= indices->dims[d];
  scatter->slice_elems = 1;
  for (guint d = n_numbers; d < out->rank; d++)
    scatter->slice_elems *= out->dims[d];
  step->data = scatter;
  step->free_data = g_free;
  step->run = scatter_run;
  step->n_units = koma_shape_count (out) > 0;
  return TRUE;
}
