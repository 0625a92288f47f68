/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pads the input with its own elements. */
#include <string.h>

#include "pad-lines.h"

static void
mirror_line (const KomaCpuPad *pad,
             KomaPadFind       find,
             const guint8     *in,
             guint8           *out)
{
  const guint last = pad->n_dims - 1;

  for (gsize i = 0; i < pad->out_size[last]; i++) {
    const gint64 index = find ((gint64) i - (gint64) pad->before[last], pad->in_size[last]);

    memcpy (out + i * pad->group, in + (gsize) index * pad->group, pad->group);
  }
}

static void
mirror_pad_run (const KomaCpuStep *step,
                gsize              unit)
{
  const KomaCpuPad  *pad = step->data;
  const KomaCpuRange range = koma_cpu_units_get_range (&pad->units, unit);
  const KomaPadFind  find = koma_pad_get_find (step->node->params.pad.mode);
  const guint        last = pad->n_dims - 1;

  for (gsize line = range.begin; line < range.end; line++) {
    const gsize source = koma_cpu_pad_lines_find (pad, find, line);

    mirror_line (pad, find,
                 (const guint8 *) step->in[0] + source * pad->in_size[last] * pad->group,
                 (guint8 *) step->out[0] + line * pad->out_size[last] * pad->group);
  }
}

gboolean
koma_cpu_mirror_pad_prepare (KomaCpuStep *step,
                             GError     **error)
{
  return koma_cpu_pad_lines_prepare (step, mirror_pad_run, error);
}
