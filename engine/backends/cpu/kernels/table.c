/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "vector-8.h"

#define STRINGIFY_(text) #text
#define STRINGIFY(text)  STRINGIFY_ (text)

/* A level that differs in whole numbers alone has the other kernels of another. */
#ifndef KOMA_CPU_FLOAT_LEVEL
#define KOMA_CPU_FLOAT_LEVEL KOMA_CPU_LEVEL
#endif
#define FLOAT_KERNEL(symbol) KERNEL_PASTE (symbol, KOMA_CPU_FLOAT_LEVEL)

void FLOAT_KERNEL (koma_cpu_gemm) (const KomaCpuGemm *gemm);
void FLOAT_KERNEL (koma_cpu_outer) (const KomaCpuOuter *outer);
void FLOAT_KERNEL (koma_cpu_conv_line) (const KomaCpuConvLine *line);
void FLOAT_KERNEL (koma_cpu_copy_patches) (const KomaCpuPatches *patches,
                                           gsize                 first,
                                           gsize                 n_patches,
                                           guint8               *ret_rows);
void FLOAT_KERNEL (koma_cpu_depthwise_line) (const KomaCpuDepthwiseLine *line);
void FLOAT_KERNEL (koma_cpu_turn_bytes) (const guint8 *from,
                                         gsize         from_stride,
                                         gsize         n_rows,
                                         gsize         n_columns,
                                         guint8       *to,
                                         gsize         to_stride);
void FLOAT_KERNEL (koma_cpu_weigh_rows) (const KomaCpuWeighedRows *rows,
                                         const guint8             *in,
                                         gsize                     row_bytes,
                                         guint8                   *ret_out);
void FLOAT_KERNEL (koma_cpu_prelu) (const KomaCpuBinaryBlock *block);
void FLOAT_KERNEL (koma_cpu_binary_8) (const KomaCpuBinaryBlock *block);

#define FLOAT_FUNCTION(symbol) \
  void FLOAT_KERNEL (symbol) (const float *restrict in, float *restrict out, gsize n)
FLOAT_FUNCTION (koma_cpu_erf_line);
FLOAT_FUNCTION (koma_cpu_exp_line);
FLOAT_FUNCTION (koma_cpu_gelu_line);
FLOAT_FUNCTION (koma_cpu_gelu_tanh_line);
FLOAT_FUNCTION (koma_cpu_sigmoid_line);
FLOAT_FUNCTION (koma_cpu_softmax_line);
FLOAT_FUNCTION (koma_cpu_tanh_line);
#define KOMA_CPU_BINARY_ROW(ID, symbol, expression) \
  void FLOAT_KERNEL (koma_cpu_##symbol##_block) (const KomaCpuBinaryBlock *block);
#define KOMA_CPU_UNARY_ROW(ID, symbol, expression)                                                \
  void FLOAT_KERNEL (koma_cpu_##symbol##_elements) (const KomaCpuStep *step, const void *in_data, \
                                                    void *out_data, gsize n);
#include "arithmetic.inc"
#undef KOMA_CPU_BINARY_ROW
#undef KOMA_CPU_UNARY_ROW

void FLOAT_KERNEL (koma_cpu_layer_norm) (const KomaCpuLayerNorm *norm);
void FLOAT_KERNEL (koma_cpu_weigh_scores) (const KomaCpuScores *scores);

#define KOMA_CPU_BINARY_ROW(ID, symbol, expression) \
  .binaries[KOMA_CPU_BINARY_##ID] = FLOAT_KERNEL (koma_cpu_##symbol##_block),
#define KOMA_CPU_UNARY_ROW(ID, symbol, expression) \
  .unaries[KOMA_CPU_UNARY_##ID] = FLOAT_KERNEL (koma_cpu_##symbol##_elements),

extern const KomaCpuKernels KERNEL (koma_cpu_kernels);

const KomaCpuKernels KERNEL (koma_cpu_kernels) = {
  .name = STRINGIFY (KOMA_CPU_LEVEL),
  .vector_elems = VECTOR_ELEMS,
  .tile_m = GEMM_TILE_M,
  .tile_n = GEMM_TILE_N,
  .gemm = FLOAT_KERNEL (koma_cpu_gemm),
  .outer = FLOAT_KERNEL (koma_cpu_outer),
  .conv_line = FLOAT_KERNEL (koma_cpu_conv_line),
  .copy_patches = FLOAT_KERNEL (koma_cpu_copy_patches),
  .depthwise_line = FLOAT_KERNEL (koma_cpu_depthwise_line),
  .turn_bytes = FLOAT_KERNEL (koma_cpu_turn_bytes),
  .weigh_rows = FLOAT_KERNEL (koma_cpu_weigh_rows),
  .prelu = FLOAT_KERNEL (koma_cpu_prelu),
  .functions = {
    [KOMA_CPU_ERF] = FLOAT_KERNEL (koma_cpu_erf_line),
    [KOMA_CPU_EXP] = FLOAT_KERNEL (koma_cpu_exp_line),
    [KOMA_CPU_GELU] = FLOAT_KERNEL (koma_cpu_gelu_line),
    [KOMA_CPU_GELU_TANH] = FLOAT_KERNEL (koma_cpu_gelu_tanh_line),
    [KOMA_CPU_SIGMOID] = FLOAT_KERNEL (koma_cpu_sigmoid_line),
    [KOMA_CPU_TANH] = FLOAT_KERNEL (koma_cpu_tanh_line),
  },
  .softmax_line = FLOAT_KERNEL (koma_cpu_softmax_line),
  .layer_norm = FLOAT_KERNEL (koma_cpu_layer_norm),
  .weigh_scores = FLOAT_KERNEL (koma_cpu_weigh_scores),
  .word_8_elems = WORD_ELEMS,
  .word_8_shift = WORD_8_SHIFT,
  .gemm_8 = KERNEL (koma_cpu_gemm_8),
  .convert_8 = KERNEL (koma_cpu_convert_8),
  .make_pairs = KERNEL (koma_cpu_make_pairs),
  .depthwise_line_8 = KERNEL (koma_cpu_depthwise_line_8),
  .binary_8 = FLOAT_KERNEL (koma_cpu_binary_8),
  .dot_rows = KERNEL (koma_cpu_dot_rows),
#include "arithmetic.inc"
};
