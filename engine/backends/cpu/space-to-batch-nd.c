/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Picture (i, n) of the result holds the elements at position i of each block
 * of picture n, and 0 in the padding. */
#include <string.h>

#include "space-batch.h"

/* Finds the line of the space from which line @line of the result is made, or
 * -1. @ret_column is the column of the position in the block. */
static gssize
find_line (const KomaCpuStep *step,
           gsize              line,
           gsize             *ret_column)
{
  const KomaCpuSpaceBatch *data = step->data;
  const KomaOpParams      *params = &step->node->params;
  const KomaShape         *in = koma_cpu_step_in_shape (step, 0);
  const KomaShape         *out = koma_cpu_step_out_shape (step, 0);
  const guint              last = params->space.n_spatial - 1;
  gssize                   rows[KOMA_MAX_RANK] = { 0 };
  gsize                    position = 0;
  gssize                   in_line = 0;

  for (guint d = last; d-- > 0;) {
    rows[d] = line % out->dims[1 + d];
    line /= out->dims[1 + d];
  }
  position = line / data->n_pictures;
  in_line = line % data->n_pictures;
  *ret_column = position % params->space.block[last];
  position /= params->space.block[last];
  for (guint d = last; d-- > 0;) {
    rows[d] = rows[d] * params->space.block[d] + position % params->space.block[d];
    rows[d] -= params->space.before[d];
    position /= params->space.block[d];
    if (rows[d] < 0 || rows[d] >= in->dims[1 + d])
      return -1;
  }
  for (guint d = 0; d < last; d++)
    in_line = in_line * in->dims[1 + d] + rows[d];
  return in_line;
}

static void
space_to_batch_run (const KomaCpuStep *step,
                    gsize              unit)
{
  const KomaCpuSpaceBatch *data = step->data;
  const KomaOpParams      *params = &step->node->params;
  const guint              last = params->space.n_spatial - 1;
  const gsize              in_w = koma_cpu_step_in_shape (step, 0)->dims[1 + last];
  const gsize              out_w = koma_cpu_step_out_shape (step, 0)->dims[1 + last];
  const gsize              n_bytes = data->group_bytes;
  const KomaCpuRange       range = koma_cpu_units_get_range (&data->units, unit);

  for (gsize line = range.begin; line < range.end; line++) {
    guint8       *out = (guint8 *) step->out[0] + line * out_w * n_bytes;
    gsize         column = 0;
    const gssize  in_line = find_line (step, line, &column);
    const guint8 *in = (const guint8 *) step->in[0] + MAX (in_line, 0) * in_w * n_bytes;

    for (gsize x = 0; x < out_w; x++) {
      const gssize in_x = (gssize) (x * params->space.block[last] + column) -
                          (gssize) params->space.before[last];

      if (in_line >= 0 && in_x >= 0 && in_x < (gssize) in_w)
        memcpy (out + x * n_bytes, in + in_x * n_bytes, n_bytes);
      else
        memset (out + x * n_bytes, 0, n_bytes);
    }
  }
}

gboolean
koma_cpu_space_to_batch_nd_prepare (KomaCpuStep *step,
                                    GError     **error)
{
  koma_cpu_space_batch_prepare (step, koma_cpu_step_in_shape (step, 0), space_to_batch_run);
  return TRUE;
}
