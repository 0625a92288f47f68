/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows and columns of bytes, exchanged. */
#include "vector-8.h"

#define SIDE KOMA_CPU_TURN_SIDE

typedef guint8 Bytes __attribute__ ((vector_size (SIDE)));

/* Row i between row i + 8: after four times, row i has been column i. */
KERNEL_INLINE void
interleave (const Bytes in[SIDE],
            Bytes       out[SIDE])
{
  KERNEL_UNROLL
  for (guint i = 0; i < SIDE / 2; i++) {
    const Bytes a = in[i];
    const Bytes b = in[i + SIDE / 2];

    out[2 * i] = __builtin_shufflevector (a, b, 0, 16, 1, 17, 2, 18, 3, 19,
                                          4, 20, 5, 21, 6, 22, 7, 23);
    out[2 * i + 1] = __builtin_shufflevector (a, b, 8, 24, 9, 25, 10, 26, 11, 27,
                                              12, 28, 13, 29, 14, 30, 15, 31);
  }
}

static void
turn_square (const guint8 *from,
             gsize         from_stride,
             guint8       *to,
             gsize         to_stride)
{
  Bytes a[SIDE];
  Bytes b[SIDE];

  KERNEL_UNROLL
  for (guint i = 0; i < SIDE; i++)
    memcpy (&a[i], from + i * from_stride, sizeof a[i]);
  interleave (a, b);
  interleave (b, a);
  interleave (a, b);
  interleave (b, a);
  KERNEL_UNROLL
  for (guint i = 0; i < SIDE; i++)
    memcpy (to + i * to_stride, &a[i], sizeof a[i]);
}

static void
turn_byte_by_byte (const guint8 *from,
                   gsize         from_stride,
                   gsize         n_rows,
                   gsize         n_columns,
                   guint8       *to,
                   gsize         to_stride)
{
  for (gsize x = 0; x < n_columns; x++)
    for (gsize y = 0; y < n_rows; y++)
      to[x * to_stride + y] = from[y * from_stride + x];
}

/* What is left at the right and below is a square that reaches back into others. */
void
KERNEL (koma_cpu_turn_bytes) (const guint8 *from,
                              gsize         from_stride,
                              gsize         n_rows,
                              gsize         n_columns,
                              guint8       *to,
                              gsize         to_stride)
{
  if (n_rows < SIDE || n_columns < SIDE) {
    turn_byte_by_byte (from, from_stride, n_rows, n_columns, to, to_stride);
    return;
  }
  for (gsize row = 0; row < n_rows; row += SIDE) {
    const gsize y = MIN (row, n_rows - SIDE);

    for (gsize column = 0; column < n_columns; column += SIDE) {
      const gsize x = MIN (column, n_columns - SIDE);

      turn_square (from + y * from_stride + x, from_stride, to + x * to_stride + y, to_stride);
    }
  }
}
