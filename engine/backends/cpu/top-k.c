/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The indices of the best elements so far are a heap with the worst of them at its
 * root, in the place of the result; in the end it is sorted there. */
#include <math.h>

#include "along-axis.h"
#include "refuse.h"

/* One line, and the indices that are found of it. */
typedef struct
{
  const void *in;
  gboolean    is_float;
  gboolean    is_smallest;
  gsize       stride; /* of both */
  gint32     *indices;
} Line;

static int
compare_floats (float a,
                float b)
{
  if (isnan (a) || isnan (b))
    return (isnan (a) != 0) - (isnan (b) != 0);
  return (a > b) - (a < b);
}

static gboolean
is_better (const Line *line,
           gint32      a,
           gint32      b)
{
  const float  *floats = line->in;
  const gint32 *ints = line->in;
  const gsize   at_a = (gsize) a * line->stride;
  const gsize   at_b = (gsize) b * line->stride;
  const int     order = line->is_float ? compare_floats (floats[at_a], floats[at_b])
                                       : (ints[at_a] > ints[at_b]) - (ints[at_a] < ints[at_b]);

  if (order == 0)
    return a < b;
  return line->is_smallest ? order < 0 : order > 0;
}

/* Moves the element at @i down to where no child is worse. */
static void
sift_down (const Line *line,
           gsize       i,
           gsize       n)
{
  gint32 *heap = line->indices;

  for (;;) {
    gsize  worst = i;
    gint32 index = 0;

    for (gsize child = 2 * i + 1; child <= 2 * i + 2 && child < n; child++)
      if (is_better (line, heap[worst * line->stride], heap[child * line->stride]))
        worst = child;
    if (worst == i)
      return;
    index = heap[i * line->stride];
    heap[i * line->stride] = heap[worst * line->stride];
    heap[worst * line->stride] = index;
    i = worst;
  }
}

static void
find_best (const Line *line,
           gsize       n,
           gsize       k)
{
  gint32 *heap = line->indices;

  for (gsize i = 0; i < k; i++)
    heap[i * line->stride] = (gint32) i;
  for (gsize i = k / 2; i-- > 0;)
    sift_down (line, i, k);
  for (gsize i = k; i < n; i++)
    if (is_better (line, (gint32) i, heap[0])) {
      heap[0] = (gint32) i;
      sift_down (line, 0, k);
    }
  for (gsize last = k; last-- > 1;) {
    const gint32 index = heap[0];

    heap[0] = heap[last * line->stride];
    heap[last * line->stride] = index;
    sift_down (line, 0, last);
  }
}

static void
top_k_run (const KomaCpuStep *step,
           gsize              unit)
{
  const KomaCpuLines *lines = step->data;
  const KomaShapeAxis out =
    koma_shape_split_at (koma_cpu_step_out_shape (step, 0), step->node->params.axis.axis);
  const KomaCpuRange range = koma_cpu_units_get_range (&lines->units, unit);

  for (gsize i = range.begin; i < range.end; i++) {
    const gsize    first = i / out.n_inner * out.n_axis * out.n_inner + i % out.n_inner;
    const guint32 *in = (const guint32 *) step->in[0] + koma_cpu_lines_locate (lines, i);
    guint32       *values = (guint32 *) step->out[0] + first;

    const Line line = {
      .in = in,
      .is_float = koma_cpu_step_in_dtype (step, 0) == KOMA_DTYPE_FLOAT32,
      .is_smallest = step->node->params.axis.is_smallest,
      .stride = out.n_inner,
      .indices = (gint32 *) step->out[1] + first,
    };

    find_best (&line, lines->axis.n_axis, out.n_axis);
    for (gsize k = 0; k < out.n_axis; k++)
      values[k * out.n_inner] = in[(gsize) line.indices[k * out.n_inner] * out.n_inner];
  }
}

gboolean
koma_cpu_top_k_prepare (KomaCpuStep *step,
                        GError     **error)
{
  if (koma_cpu_step_in_dtype (step, 0) == KOMA_DTYPE_BOOL)
    return koma_cpu_refuse_dtype (step, "float32 or int32", error);
  koma_cpu_lines_prepare (step, 10.0, top_k_run);
  if (koma_shape_count (koma_cpu_step_out_shape (step, 0)) == 0)
    step->n_units = 0;
  return TRUE;
}
