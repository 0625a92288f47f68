/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Joins tensors along an axis, and splits them. All dimensions before the axis
 * count rows; a row of the whole is a row of each part, one after the other:
 *
 *   whole  [n_rows][ a a a | b b | c c c c ]
 *   parts  [n_rows][ a a a ]  [n_rows][ b b ]  [n_rows][ c c c c ]
 *
 * The element type does not matter. */
#include "join-rows.h"

#include <string.h>

#include "units.h"

typedef struct
{
  KomaCpuUnits units;       /* items are rows */
  gsize        whole_bytes; /* of a row */
  guint        n_parts;
  gsize       *part_bytes; /* [n_parts] of a row */
} Rows;

static void
rows_free (gpointer data)
{
  Rows *rows = data;

  g_free (rows->part_bytes);
  g_free (rows);
}

static void
join_run (const KomaCpuStep *step,
          gsize              unit)
{
  const Rows        *rows = step->data;
  const KomaCpuRange range = koma_cpu_units_get_range (&rows->units, unit);
  gsize              offset = 0;

  for (guint part = 0; part < rows->n_parts; part++) {
    const gsize   n_bytes = rows->part_bytes[part];
    const guint8 *in = step->in[part];
    guint8       *out = (guint8 *) step->out[0] + offset;

    for (gsize row = range.begin; n_bytes > 0 && row < range.end; row++)
      memcpy (out + row * rows->whole_bytes, in + row * n_bytes, n_bytes);
    offset += n_bytes;
  }
}

static void
split_run (const KomaCpuStep *step,
           gsize              unit)
{
  const Rows        *rows = step->data;
  const KomaCpuRange range = koma_cpu_units_get_range (&rows->units, unit);
  gsize              offset = 0;

  for (guint part = 0; part < rows->n_parts; part++) {
    const gsize   n_bytes = rows->part_bytes[part];
    const guint8 *in = (const guint8 *) step->in[0] + offset;
    guint8       *out = step->out[part];

    for (gsize row = range.begin; n_bytes > 0 && row < range.end; row++)
      memcpy (out + row * n_bytes, in + row * rows->whole_bytes, n_bytes);
    offset += n_bytes;
  }
}

static gsize
count_rows (const KomaShape *whole,
            guint            axis)
{
  gsize n_rows = 1;

  for (guint d = 0; d < axis; d++)
    n_rows *= whole->dims[d];
  return n_rows;
}

static void
prepare (KomaCpuStep     *step,
         const KomaShape *whole,
         guint            n_parts,
         guint            axis)
{
  const gsize n_rows = count_rows (whole, axis);
  const gsize size = koma_shape_count (whole) * koma_dtype_size (koma_cpu_step_in_dtype (step, 0));
  Rows       *rows = g_new0 (Rows, 1);

  rows->whole_bytes = n_rows == 0 ? 0 : size / n_rows;
  rows->n_parts = n_parts;
  rows->part_bytes = g_new0 (gsize, MAX (n_parts, 1));
  rows->units = koma_cpu_units_make (size == 0 ? 0 : n_rows,
                                     (double) rows->whole_bytes / sizeof (float) + 4.0 * n_parts);
  step->data = rows;
  step->free_data = rows_free;
  step->n_units = koma_cpu_units_get_n (&rows->units);
}

static gsize
count_part_bytes (const KomaCpuStep *step,
                  const KomaShape   *part)
{
  const Rows *rows = step->data;
  const gsize elem_size = koma_dtype_size (koma_cpu_step_in_dtype (step, 0));

  return rows->units.n_items == 0 ? 0 : koma_shape_count (part) * elem_size / rows->units.n_items;
}

/**
 * koma_cpu_join_rows_prepare:
 * @n_parts: how many of the inputs, from the first on, are parts
 * @axis: dimension of the output along which they are joined; a part may lack
 *   that dimension and then is 1 there
 *
 * Prepares a step that joins its inputs.
 */
void
koma_cpu_join_rows_prepare (KomaCpuStep *step,
                            guint        n_parts,
                            guint        axis)
{
  Rows *rows = NULL;

  prepare (step, koma_cpu_step_out_shape (step, 0), n_parts, axis);
  step->run = join_run;
  rows = step->data;
  for (guint part = 0; part < n_parts; part++)
    rows->part_bytes[part] = count_part_bytes (step, koma_cpu_step_in_shape (step, part));
}

/**
 * koma_cpu_split_rows_prepare:
 * @axis: dimension of the input along which it is split; an output may lack it
 *
 * Prepares a step that splits its first input into its outputs.
 */
void
koma_cpu_split_rows_prepare (KomaCpuStep *step,
                             guint        axis)
{
  Rows *rows = NULL;

  prepare (step, koma_cpu_step_in_shape (step, 0), step->node->n_outputs, axis);
  step->run = split_run;
  rows = step->data;
  for (guint part = 0; part < step->node->n_outputs; part++)
    rows->part_bytes[part] = count_part_bytes (step, koma_cpu_step_out_shape (step, part));
}
