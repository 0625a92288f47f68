/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Element-wise ops of a few instructions. Large operands lie in memory, for which any vectors wait;
 * those of a chain (../chain.h) in the cache of first level, where wider ones are faster. */
#include "engine/backends/cpu/loops.h"
#include "vector.h"

#define KOMA_CPU_BINARY_ROW(ID, symbol, expression)                          \
  void KERNEL (koma_cpu_##symbol##_block) (const KomaCpuBinaryBlock *block); \
  KOMA_CPU_BINARY_LOOPS (KERNEL (koma_cpu_##symbol##_block), float, float, expression)
#define KOMA_CPU_UNARY_ROW(ID, symbol, expression)                                          \
  void KERNEL (koma_cpu_##symbol##_elements) (const KomaCpuStep *step, const void *in_data, \
                                              void *out_data, gsize n);                     \
  KOMA_CPU_UNARY_LOOP (KERNEL (koma_cpu_##symbol##_elements), float, float, expression)
#include "arithmetic.inc"
#undef KOMA_CPU_BINARY_ROW
#undef KOMA_CPU_UNARY_ROW
