/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The compiler's vector types, in the widest form of the level for which this
 * file is compiled. Included only by files that meson.build compiles once for
 * each level. */
#pragma once

#include <string.h>

#include "kernels.h"

#if defined(__aarch64__)
#include <arm_neon.h>
#endif

/* Register tiles, in rows of two vectors: as many accumulators as fit into the
 * level's registers beside two for the weights and one for the input.
 * 16 registers: 6 x 2, or 4 x 2 where a product needs a register of its own
 * because there is no fused multiply-add; 32 registers: 12 x 2. NEON multiplies with
 * a lane of a register: 8 x 2, beside 8 for the next four inputs of each row. */
#if defined(__AVX512F__)
#define VECTOR_ELEMS 16
#define GEMM_TILE_M  12
#elif defined(__AVX2__)
#define VECTOR_ELEMS 8
#define GEMM_TILE_M  6
#elif defined(__aarch64__)
#define VECTOR_ELEMS 4
#define GEMM_TILE_M  8
#define MULTIPLIES_LANES
#else
#define VECTOR_ELEMS 4
#define GEMM_TILE_M  4
#endif
#define GEMM_TILE_N (2 * VECTOR_ELEMS)

#define KERNEL_PASTE_(a, b) a##_##b
#define KERNEL_PASTE(a, b)  KERNEL_PASTE_ (a, b)
/* koma_cpu_gemm becomes koma_cpu_gemm_avx2 */
#define KERNEL(symbol) KERNEL_PASTE (symbol, KOMA_CPU_LEVEL)

#define KERNEL_INLINE static inline __attribute__ ((always_inline))

/* Before a loop whose count is a small constant once it is inlined. */
#if defined(__clang__)
#define KERNEL_UNROLL _Pragma ("clang loop unroll(full)")
#else
#define KERNEL_UNROLL _Pragma ("GCC unroll 20")
#endif

#define VECTOR_BYTES (VECTOR_ELEMS * sizeof (float))
typedef float Vector __attribute__ ((vector_size (VECTOR_BYTES)));
typedef float VectorInMemory __attribute__ ((vector_size (VECTOR_BYTES), aligned (4), may_alias));

KERNEL_INLINE Vector
vector_load (const float *from)
{
  return *(const VectorInMemory *) from;
}

KERNEL_INLINE void
vector_store (float *to,
              Vector value)
{
  *(VectorInMemory *) to = value;
}

/* The first @n_elems lanes. Copies of constant size: a call of memcpy for
 * each pixel would cost more than the pixel. */
KERNEL_INLINE void
vector_store_some (float *to,
                   Vector value,
                   gsize  n_elems)
{
  float lanes[VECTOR_ELEMS];
  gsize done = 0;

  memcpy (lanes, &value, sizeof lanes);
  for (gsize size = VECTOR_ELEMS / 2; size > 0; size /= 2)
    if (n_elems & size) {
      memcpy (to + done, lanes + done, size * sizeof (float));
      done += size;
    }
}

KERNEL_INLINE Vector
vector_splat (float value)
{
  return value - (Vector){ 0 };
}

/* Keeps a NaN: x86's MAX and MIN return the second operand if one is NaN, and
 * @value is the second here. C has no minimum and maximum of vectors; each
 * compiler turns its form below into one instruction, and the other's form into
 * three or more. */
#if defined(__aarch64__)
KERNEL_INLINE Vector
vector_clamp (Vector value,
              Vector min,
              Vector max)
{
  return (Vector) vminq_f32 ((float32x4_t) max, vmaxq_f32 ((float32x4_t) min, (float32x4_t) value));
}
#elif defined(__clang__)
typedef gint32 VectorMask __attribute__ ((vector_size (VECTOR_BYTES)));

KERNEL_INLINE Vector
vector_select (VectorMask mask,
               Vector     yes,
               Vector     no)
{
  return (Vector) ((mask & (VectorMask) yes) | (~mask & (VectorMask) no));
}

KERNEL_INLINE Vector
vector_clamp (Vector value,
              Vector min,
              Vector max)
{
  value = vector_select (min > value, min, value);
  return vector_select (max < value, max, value);
}
#else
KERNEL_INLINE Vector
vector_clamp (Vector value,
              Vector min,
              Vector max)
{
  /* Unrolled before it is vectorized, it would become scalar code. */
#pragma GCC unroll 1
  for (guint i = 0; i < VECTOR_ELEMS; i++) {
    value[i] = min[i] > value[i] ? min[i] : value[i];
    value[i] = max[i] < value[i] ? max[i] : value[i];
  }
  return value;
}
#endif

void KERNEL (koma_cpu_gemm) (const KomaCpuGemm *gemm);
void KERNEL (koma_cpu_outer) (const KomaCpuOuter *outer);
void KERNEL (koma_cpu_conv_line) (const KomaCpuConvLine *line);
void KERNEL (koma_cpu_copy_patches) (const KomaCpuPatches *patches,
                                     gsize                 first,
                                     gsize                 n_patches,
                                     guint8               *ret_rows);
void KERNEL (koma_cpu_depthwise_line) (const KomaCpuDepthwiseLine *line);
