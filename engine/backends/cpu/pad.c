/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pads the input with a constant. Elements are copied as bytes, whatever
 * their type. */
#include <string.h>

#include "grid.h"
#include "pad-lines.h"
#include "vector-math.h"

static guint32
get_pattern (const KomaCpuStep *step)
{
  const double           value = step->node->params.pad.value;
  const KomaCpuFloatBits bits = { .f = (float) value };

  if (koma_cpu_step_in_dtype (step, 0) == KOMA_DTYPE_FLOAT32)
    return bits.u;
  if (koma_cpu_step_is_8_bit (step)) {
    const KomaCpuGridOut out = koma_cpu_grid_out (step);

    return koma_cpu_grid_store (&out, (float) value / out.grid.scale) * 0x01010101u;
  }
  return (guint32) (gint32) CLAMP (value, G_MININT32, G_MAXINT32);
}

/* @n is in bytes; those of the pattern are all the same if n is no multiple of 4. */
static void
fill (guint8 *out,
      guint32 pattern,
      gsize   n)
{
  gsize i = 0;

  for (; i + sizeof pattern <= n; i += sizeof pattern)
    memcpy (out + i, &pattern, sizeof pattern);
  memcpy (out + i, &pattern, n - i);
}

/* Lines of the result that are made from none, or from lines of the input one after the other. */
static void
fill_lines (const KomaCpuPad *pad,
            const guint8     *in, /* (nullable) */
            gsize             n_lines,
            guint32           pattern,
            guint8           *out)
{
  const guint last = pad->n_dims - 1;
  const gsize out_line = pad->out_size[last] * pad->group;
  const gsize in_line = pad->in_size[last] * pad->group;
  const gsize before = pad->before[last] * pad->group;

  if (in == NULL || in_line == 0) {
    fill (out, pattern, n_lines * out_line);
    return;
  }
  for (gsize i = 0; i < n_lines; i++, in += in_line, out += out_line) {
    fill (out, pattern, before);
    memcpy (out + before, in, in_line);
    fill (out + before + in_line, pattern, out_line - before - in_line);
  }
}

static void
pad_run (const KomaCpuStep *step,
         gsize              unit)
{
  const KomaCpuPad  *pad = step->data;
  const KomaCpuRange range = koma_cpu_units_get_range (&pad->units, unit);
  const guint        last = pad->n_dims - 1;
  const gsize        in_line = pad->in_size[last] * pad->group;
  const gsize        out_line = pad->out_size[last] * pad->group;
  const guint32      pattern = get_pattern (step);
  const KomaPadFind  find = koma_pad_get_find (KOMA_PAD_CONSTANT);
  gsize              n_lines = 0;

  for (gsize line = range.begin; line < range.end; line += n_lines) {
    const gssize source = koma_cpu_pad_lines_find (pad, find, line);

    n_lines = koma_cpu_pad_lines_count_alike (pad, line, range.end);
    fill_lines (pad, source < 0 ? NULL : (const guint8 *) step->in[0] + (gsize) source * in_line,
                n_lines, pattern, (guint8 *) step->out[0] + line * out_line);
  }
}

gboolean
koma_cpu_pad_prepare (KomaCpuStep *step,
                      GError     **error)
{
  return koma_cpu_pad_lines_prepare (step, pad_run, error);
}
