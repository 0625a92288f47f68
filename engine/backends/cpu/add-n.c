/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Sums any number of tensors of one shape. Each piece of the result is
 * finished before the next, so that it stays in the cache. */
#include <string.h>

#include "refuse.h"
#include "step.h"
#include "units.h"

#define PIECE_ELEMS 2048

#define ADD_PIECE(function, type)      \
  static void                          \
  function (void       *out_data,      \
            const void *in_data,       \
            gsize       n)             \
  {                                    \
    const type *restrict in = in_data; \
    type *restrict out = out_data;     \
                                       \
    for (gsize i = 0; i < n; i++)      \
      out[i] += in[i];                 \
  }

ADD_PIECE (add_float, float)
/* Unsigned, so that it wraps around. */
ADD_PIECE (add_int, guint32)

static void
add_n_run (const KomaCpuStep *step,
           gsize              unit)
{
  const KomaCpuRange range = koma_cpu_units_get_range (step->data, unit);
  const gsize        elem_size = sizeof (float);
  const gboolean     is_float = koma_cpu_step_in_dtype (step, 0) == KOMA_DTYPE_FLOAT32;

  for (gsize i = range.begin; i < range.end; i += PIECE_ELEMS) {
    const gsize n = MIN (PIECE_ELEMS, range.end - i);
    guint8     *out = (guint8 *) step->out[0] + i * elem_size;

    memcpy (out, (const guint8 *) step->in[0] + i * elem_size, n * elem_size);
    for (guint input = 1; input < step->node->n_inputs; input++)
      (is_float ? add_float : add_int) (out, (const guint8 *) step->in[input] + i * elem_size, n);
  }
}

gboolean
koma_cpu_add_n_prepare (KomaCpuStep *step,
                        GError     **error)
{
  KomaCpuUnits *units = NULL;

  if (koma_cpu_step_in_dtype (step, 0) == KOMA_DTYPE_BOOL)
    return koma_cpu_refuse_dtype (step, "float32 or int32", error);

  units = g_new (KomaCpuUnits, 1);
  *units = koma_cpu_units_make (koma_shape_count (koma_cpu_step_out_shape (step, 0)),
                                step->node->n_inputs);
  step->data = units;
  step->free_data = g_free;
  step->run = add_n_run;
  step->n_units = koma_cpu_units_get_n (units);
  return TRUE;
}
