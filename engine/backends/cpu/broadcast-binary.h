/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "step.h"
#include "vector-math.h"

G_BEGIN_DECLS

/* Two nested loops of a broadcast: each row of the result is made from a row,
 * or from one repeated element, of each operand. */
typedef struct
{
  const void *a;
  const void *b;
  void       *out; /* [n_rows, n_columns] */
  gsize       n_rows;
  gsize       n_columns;
  gssize      a_row_stride; /* elements; 0: the same row again */
  gssize      b_row_stride;
  gboolean    is_a_repeated; /* one element for all columns */
  gboolean    is_b_repeated;
  KomaClamp   clamp;
} KomaCpuBinaryBlock;

typedef void (*KomaCpuBinaryFunc) (const KomaCpuBinaryBlock *block);

/* One op of two operands, as made by KOMA_CPU_BINARY. */
typedef struct
{
  KomaCpuBinaryFunc run_float;
  KomaCpuBinaryFunc run_int;   /* (nullable): not computed for int32 */
  guint             elem_cost; /* copying one float is 1 */
} KomaCpuBinary;

gboolean koma_cpu_binary_prepare (KomaCpuStep         *step,
                                  const KomaCpuBinary *binary,
                                  GError             **error);

/* Defines `function`, a #KomaCpuBinaryFunc whose loops have
 * `type value (type a, type b, KomaClamp clamp)` inlined. */
#define KOMA_CPU_BINARY(function, type, value)        \
  static void                                         \
  function (const KomaCpuBinaryBlock *block)          \
  {                                                   \
    const KomaClamp clamp = block->clamp;             \
    const gsize     n = block->n_columns;             \
    type *restrict out = block->out;                  \
    const type *a = block->a;                         \
    const type *b = block->b;                         \
                                                      \
    for (gsize row = 0; row < block->n_rows; row++) { \
      if (block->is_a_repeated) {                     \
        const type a_0 = a[0];                        \
        for (gsize i = 0; i < n; i++)                 \
          out[i] = value (a_0, b[i], clamp);          \
      } else if (block->is_b_repeated) {              \
        const type b_0 = b[0];                        \
        for (gsize i = 0; i < n; i++)                 \
          out[i] = value (a[i], b_0, clamp);          \
      } else {                                        \
        for (gsize i = 0; i < n; i++)                 \
          out[i] = value (a[i], b[i], clamp);         \
      }                                               \
      out += n;                                       \
      a += block->a_row_stride;                       \
      b += block->b_row_stride;                       \
    }                                                 \
  }

G_END_DECLS
