/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The product of each row of a matrix with one row, in whole numbers: every level gives the same
 * bits. Memory is what it waits for, once the rows do not fit into the caches. */
#include "dot-8.h"

/* Rows that are summed at once, since one sum waits for itself. */
#define BLOCK_ROWS 4
/* int16 of a vector. */
#define STEP (2 * VECTOR_ELEMS)

G_STATIC_ASSERT (KOMA_CPU_DOT_STEP % STEP == 0);

KERNEL_INLINE gint32
add_lanes (Words words)
{
  gint32 lanes[VECTOR_ELEMS];

  words_store (lanes, words);
  for (guint half = VECTOR_ELEMS / 2; half > 0; half /= 2)
    for (guint i = 0; i < half; i++)
      lanes[i] += lanes[i + half];
  return lanes[0];
}

KERNEL_INLINE void
dot_block (const KomaCpuDotRows *dots,
           gsize                 first,
           const guint           n_rows)
{
  const gsize   n_elems = dots->n_elems;
  const gint16 *rows = dots->rows + first * n_elems;
  Words         sums[BLOCK_ROWS] = { 0 };

  for (gsize i = 0; i < n_elems; i += STEP) {
    const Words factor = words_load (dots->wanted + i);

    KERNEL_UNROLL
    for (guint row = 0; row < n_rows; row++)
      sums[row] = dot_halves (sums[row], words_load (rows + row * n_elems + i), factor);
  }
  KERNEL_UNROLL
  for (guint row = 0; row < n_rows; row++)
    dots->out[first + row] = add_lanes (sums[row]);
}

void
KERNEL (koma_cpu_dot_rows) (const KomaCpuDotRows *dots)
{
  gsize row = 0;

  for (; row + BLOCK_ROWS <= dots->n_rows; row += BLOCK_ROWS)
    dot_block (dots, row, BLOCK_ROWS);
  for (; row < dots->n_rows; row++)
    dot_block (dots, row, 1);
}
