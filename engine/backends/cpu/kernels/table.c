/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "vector.h"

#define STRINGIFY_(text) #text
#define STRINGIFY(text)  STRINGIFY_ (text)

extern const KomaCpuKernels KERNEL (koma_cpu_kernels);

const KomaCpuKernels KERNEL (koma_cpu_kernels) = {
  .name = STRINGIFY (KOMA_CPU_LEVEL),
  .vector_elems = VECTOR_ELEMS,
  .tile_m = GEMM_TILE_M,
  .tile_n = GEMM_TILE_N,
  .gemm = KERNEL (koma_cpu_gemm),
  .copy_patches = KERNEL (koma_cpu_copy_patches),
  .depthwise_line = KERNEL (koma_cpu_depthwise_line),
};
