/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The inverse of space-to-batch-nd.c, without the rows and columns that are
 * cropped. */
#include <string.h>

#include "space-batch.h"

/* Finds the line of the batch that has the rows of line @line of the result.
 * Returns where it begins, in lines of the batch's pictures; @ret_position is
 * the row's position in the block. */
static gsize
find_line (const KomaCpuStep *step,
           gsize              line,
           gsize             *ret_position,
           gsize             *ret_picture)
{
  const KomaOpParams *params = &step->node->params;
  const KomaShape    *in = koma_cpu_step_in_shape (step, 0);
  const KomaShape    *out = koma_cpu_step_out_shape (step, 0);
  const guint         last = params->space.n_spatial - 1;
  gsize               rows[KOMA_MAX_RANK] = { 0 };
  gsize               position = 0;
  gsize               in_line = 0;

  for (guint d = last; d-- > 0;) {
    rows[d] = line % out->dims[1 + d] + params->space.before[d];
    line /= out->dims[1 + d];
  }
  for (guint d = 0; d < last; d++) {
    position = position * params->space.block[d] + rows[d] % params->space.block[d];
    in_line = in_line * in->dims[1 + d] + rows[d] / params->space.block[d];
  }
  *ret_position = position;
  *ret_picture = line;
  return in_line;
}

static void
batch_to_space_run (const KomaCpuStep *step,
                    gsize              unit)
{
  const KomaCpuSpaceBatch *data = step->data;
  const KomaOpParams      *params = &step->node->params;
  const KomaShape         *in = koma_cpu_step_in_shape (step, 0);
  const guint              last = params->space.n_spatial - 1;
  const gsize              block_w = params->space.block[last];
  const gsize              in_w = in->dims[1 + last];
  const gsize              out_w = koma_cpu_step_out_shape (step, 0)->dims[1 + last];
  const gsize              n_bytes = data->group_bytes;
  const KomaCpuRange       range = koma_cpu_units_get_range (&data->units, unit);
  gsize                    picture_lines = 1;

  for (guint d = 0; d < last; d++)
    picture_lines *= in->dims[1 + d];
  for (gsize line = range.begin; line < range.end; line++) {
    guint8     *out = (guint8 *) step->out[0] + line * out_w * n_bytes;
    gsize       position = 0;
    gsize       picture = 0;
    const gsize in_line = find_line (step, line, &position, &picture);

    for (gsize x = 0; x < out_w; x++) {
      const gsize padded = x + params->space.before[last];
      const gsize batch = (position * block_w + padded % block_w) * data->n_pictures + picture;
      const gsize pixel = (batch * picture_lines + in_line) * in_w + padded / block_w;

      memcpy (out + x * n_bytes, (const guint8 *) step->in[0] + pixel * n_bytes, n_bytes);
    }
  }
}

gboolean
koma_cpu_batch_to_space_nd_prepare (KomaCpuStep *step,
                                    GError     **error)
{
  koma_cpu_space_batch_prepare (step, koma_cpu_step_out_shape (step, 0), batch_to_space_run);
  return TRUE;
}
