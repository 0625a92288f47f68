/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The loops of padding with a constant and with elements of the input. */
#include "pad-lines.h"

#include "refuse.h"

static gboolean
is_padded (const KomaOpParams *params,
           guint               d)
{
  return params->pad.before[d] != 0 || params->pad.after[d] != 0;
}

/* Neighbours that are not padded become one dimension. */
static void
add_dim (KomaCpuPad         *pad,
         const KomaOpParams *params,
         guint               d,
         gsize               in_size,
         gsize               out_size)
{
  if (d > 0 && !is_padded (params, d) && !is_padded (params, d - 1)) {
    pad->in_size[pad->n_dims - 1] *= in_size;
    pad->out_size[pad->n_dims - 1] *= out_size;
    return;
  }
  pad->in_size[pad->n_dims] = in_size;
  pad->out_size[pad->n_dims] = out_size;
  pad->before[pad->n_dims] = params->pad.before[d];
  pad->n_dims++;
}

static void
set_dims (KomaCpuPad        *pad,
          const KomaCpuStep *step)
{
  const KomaOpParams *params = &step->node->params;
  const KomaShape    *in = koma_cpu_step_in_shape (step, 0);
  const KomaShape    *out = koma_cpu_step_out_shape (step, 0);
  guint               end = 0; /* behind the last that is padded */

  for (guint d = 0; d < in->rank; d++)
    if (is_padded (params, d))
      end = d + 1;
  pad->group = koma_dtype_size (koma_cpu_step_in_dtype (step, 0));
  for (guint d = end; d < in->rank; d++)
    pad->group *= in->dims[d];
  for (guint d = 0; d < end; d++)
    add_dim (pad, params, d, in->dims[d], out->dims[d]);
  if (end == 0)
    add_dim (pad, params, 0, 1, 1);
}

/**
 * koma_cpu_pad_lines_prepare:
 * @run: finds a #KomaCpuPad in the step's data
 *
 * Prepares a step that puts something around its first input; of any type but bool.
 * Errors: %KOMA_ERROR_UNSUPPORTED.
 */
gboolean
koma_cpu_pad_lines_prepare (KomaCpuStep *step,
                            void (*run) (const KomaCpuStep *step, gsize unit),
                            GError **error)
{
  const gsize count = koma_shape_count (koma_cpu_step_out_shape (step, 0));
  KomaCpuPad *pad = NULL;
  gsize       n_lines = 1;

  if (koma_cpu_step_in_dtype (step, 0) == KOMA_DTYPE_BOOL)
    return koma_cpu_refuse_dtype (step, "float32 or int32", error);

  pad = g_new0 (KomaCpuPad, 1);
  set_dims (pad, step);
  for (guint d = 0; d + 1 < pad->n_dims; d++)
    n_lines *= pad->out_size[d];
  pad->units = koma_cpu_units_make (
    count == 0 ? 0 : n_lines,
    (double) pad->out_size[pad->n_dims - 1] * pad->group / sizeof (float));
  step->data = pad;
  step->free_data = g_free;
  step->run = run;
  step->n_units = koma_cpu_units_get_n (&pad->units);
  return TRUE;
}

/**
 * koma_cpu_pad_lines_find:
 * @line: of the result
 *
 * Returns: the line of the input from which it is made, or -1
 */
gssize
koma_cpu_pad_lines_find (const KomaCpuPad *pad,
                         KomaPadFind       find,
                         gsize             line)
{
  gsize in_line = 0;
  gsize stride = 1;

  for (guint d = pad->n_dims - 1; d-- > 0;) {
    const gint64 position = (gint64) (line % pad->out_size[d]) - (gint64) pad->before[d];
    const gint64 index = find (position, pad->in_size[d]);

    if (index < 0)
      return -1;
    in_line += index * stride;
    stride *= pad->in_size[d];
    line /= pad->out_size[d];
  }
  return in_line;
}

/**
 * koma_cpu_pad_lines_count_alike:
 * @line: of the result
 * @end: of lines of the result
 *
 * Returns: how many from @line on, before @end, are made from lines of the input one after the
 *   other, or are all made from none
 */
gsize
koma_cpu_pad_lines_count_alike (const KomaCpuPad *pad,
                                gsize             line,
                                gsize             end)
{
  const guint d = pad->n_dims - 2;
  gsize       position = 0;
  gsize       next = 0;

  if (pad->n_dims == 1)
    return 1;
  position = line % pad->out_size[d];
  if (position < pad->before[d])
    next = pad->before[d];
  else if (position < pad->before[d] + pad->in_size[d])
    next = pad->before[d] + pad->in_size[d];
  else
    next = pad->out_size[d];
  return MIN (next - position, end - line);
}
