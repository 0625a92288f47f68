/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* AddV2, Sub and Mul of quantised values: levels of the operands become, in float32, a level of the
 * result. Plain loops, which the compiler makes vectors of. */
#include "engine/backends/cpu/grid.h"
#include "vector-8.h"

/* level = a * b * product + a * a_factor + b * b_factor, of levels from zero. */
typedef struct
{
  KomaCpuGrid    a;
  KomaCpuGrid    b;
  KomaCpuGridOut out;
  float          a_factor;
  float          b_factor;
  float          product;
} Mix;

static Mix
make_mix (const KomaCpuStep *step)
{
  const KomaOp op = step->node->op;
  Mix          mix = {
             .a = koma_cpu_grid_in (step, 0),
             .b = koma_cpu_grid_in (step, 1),
             .out = koma_cpu_grid_out (step),
  };

  if (op == KOMA_OP_MUL) {
    mix.product = mix.a.scale * mix.b.scale / mix.out.grid.scale;
    return mix;
  }
  mix.a_factor = mix.a.scale / mix.out.grid.scale;
  mix.b_factor = mix.b.scale / mix.out.grid.scale * (op == KOMA_OP_SUB ? -1.0f : 1.0f);
  return mix;
}

/* The steps are 1, or 0 for one element again and again. */
static inline void
add_row (const Mix *mix,
         const guint8 *restrict a,
         const guint8 *restrict b,
         gsize a_step,
         gsize b_step,
         guint8 *restrict out,
         gsize n)
{
  for (gsize i = 0; i < n; i++)
    out[i] = koma_cpu_grid_store (
      &mix->out, (float) koma_cpu_grid_load (&mix->a, a[i * a_step]) * mix->a_factor +
                   (float) koma_cpu_grid_load (&mix->b, b[i * b_step]) * mix->b_factor);
}

static inline void
multiply_row (const Mix *mix,
              const guint8 *restrict a,
              const guint8 *restrict b,
              gsize a_step,
              gsize b_step,
              guint8 *restrict out,
              gsize n)
{
  for (gsize i = 0; i < n; i++)
    out[i] = koma_cpu_grid_store (
      &mix->out, (float) (koma_cpu_grid_load (&mix->a, a[i * a_step]) *
                          koma_cpu_grid_load (&mix->b, b[i * b_step])) *
                   mix->product);
}

void
KERNEL (koma_cpu_binary_8) (const KomaCpuBinaryBlock *block)
{
  const Mix      mix = make_mix (block->step);
  const gboolean is_product = block->step->node->op == KOMA_OP_MUL;
  const gboolean is_even = !block->is_a_repeated && !block->is_b_repeated;

  for (gsize row = 0; row < block->n_rows; row++) {
    const guint8 *a = (const guint8 *) block->a + (gssize) row * block->a_row_stride;
    const guint8 *b = (const guint8 *) block->b + (gssize) row * block->b_row_stride;
    guint8       *out = (guint8 *) block->out + row * block->n_columns;

    if (is_product)
      multiply_row (&mix, a, b, !block->is_a_repeated, !block->is_b_repeated, out,
                    block->n_columns);
    else if (is_even)
      add_row (&mix, a, b, 1, 1, out, block->n_columns);
    else
      add_row (&mix, a, b, !block->is_a_repeated, !block->is_b_repeated, out, block->n_columns);
  }
}
