/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A choice between two values takes three operations of SSE2 and one of later levels. */
#include "vector.h"

KERNEL_INLINE void
compute_row (const float   *a,
             const float   *slopes,
             const gboolean is_slope_repeated,
             gsize          n,
             float *restrict out)
{
  for (gsize i = 0; i < n; i++)
    out[i] = a[i] >= 0.0f ? a[i] : a[i] * slopes[is_slope_repeated ? 0 : i];
}

void KERNEL (koma_cpu_prelu) (const KomaCpuBinaryBlock *block);

/* Slopes are broadcast to the shape of a, never the other way. */
void
KERNEL (koma_cpu_prelu) (const KomaCpuBinaryBlock *block)
{
  const gsize  n = block->n_columns;
  const float *a = block->a;
  const float *slopes = block->b;
  float       *out = block->out;

  for (gsize row = 0; row < block->n_rows; row++) {
    if (block->is_b_repeated)
      compute_row (a, slopes, TRUE, n, out);
    else
      compute_row (a, slopes, FALSE, n, out);
    a += block->a_row_stride;
    slopes += block->b_row_stride;
    out += n;
  }
}
