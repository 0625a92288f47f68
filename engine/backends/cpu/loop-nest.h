/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/shape.h"

G_BEGIN_DECLS

/* Twice the dimensions of a tensor: some ops see each dimension as two. */
#define KOMA_CPU_MAX_LOOPS     (2 * KOMA_MAX_RANK)
#define KOMA_CPU_LOOP_OPERANDS 3

/* Nested loops over up to three operands, in as few loops as their strides
 * allow. There is always an innermost one, of size 1 if need be. */
typedef struct
{
  guint  n_loops;
  gsize  sizes[KOMA_CPU_MAX_LOOPS];                           /* outermost first */
  gssize strides[KOMA_CPU_MAX_LOOPS][KOMA_CPU_LOOP_OPERANDS]; /* elements */
} KomaCpuLoopNest;

void koma_cpu_loop_nest_init (KomaCpuLoopNest *nest);
void koma_cpu_loop_nest_add (KomaCpuLoopNest *nest,
                             gsize            size,
                             gssize           stride_0,
                             gssize           stride_1);
void koma_cpu_loop_nest_add_all (KomaCpuLoopNest *nest,
                                 gsize            size,
                                 const gssize    *strides);
/* The stride in @operand, in elements, of dimension @d of the shape @out to
 * which it is repeated: 0 where it is. */
gssize koma_cpu_loop_nest_get_stride (const KomaShape *operand,
                                      const KomaShape *out,
                                      guint            d);
gsize  koma_cpu_loop_nest_count (const KomaCpuLoopNest *nest,
                                 guint                  n_inner);
void   koma_cpu_loop_nest_locate (const KomaCpuLoopNest *nest,
                                  guint                  n_inner,
                                  gsize                  index,
                                  gssize                *ret_offsets);

G_END_DECLS
