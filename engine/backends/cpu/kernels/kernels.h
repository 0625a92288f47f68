/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The few loops in which a network spends its time, compiled once for each
 * level of the CPU. They take float32 or 8 bits, rows dense in their last
 * dimension, and read (never write) up to KOMA_MEMORY_PADDING past the end.
 *
 * Elements of 8 bits are uint8 wherever a kernel sees them: int8 is uint8 with 128
 * added to it and to its zero point, which is a flip of the highest bit. Only packed weights may
 * be int8, see word_8_shift. */
#pragma once

#include "arithmetic.h"
#include "calls.h"
#include "depthwise-pairs.h"
#include "engine/backends/cpu/broadcast-binary.h"

G_BEGIN_DECLS

/**
 * KomaCpuGemm:
 *
 * A matrix product, of float32 or of 8 bits. Strides are in bytes.
 *
 * float32: c = clamp (a · b + bias). @b is packed by koma_cpu_pack_run(): for each
 * tile of tile_n columns one row of bias, then @k rows of weights, zeros
 * after the last column: [n / tile_n][1 + k][tile_n].
 *
 * 8 bits: c = zero_point + clamp (round (multiplier · (a · b + bias))), with a
 * multiplier for each column. @b is packed by koma_cpu_pack_8_run(), in words of
 * word_8_elems elements: [n / tile_n][2 + k / word_8_elems][tile_n], where the first two
 * rows are biases (int32) and multipliers (float). Rows of @a are bytes if
 * word_8_elems is 4, else int16 from which @convert_8 took the zero point.
 */
typedef struct
{
  gconstpointer a; /* [m][k], rows a_stride apart */
  gsize         a_stride;
  gconstpointer b;
  gpointer      c; /* [m][n], rows c_stride apart */
  gsize         c_stride;
  gsize         m;
  gsize         n;
  gsize         k;
  KomaClamp     clamp; /* 8 bits: in whole steps from the zero point */
  /* 8 bits: of c, as uint8 or int8; and of b as it is packed, see #KomaCpuPack8 */
  gint32 zero_point;
  gint32 b_zero_point;
} KomaCpuGemm;

/**
 * KomaCpuDepthwiseLine:
 *
 * One line of output of a depthwise convolution with multiplier 1.
 */
typedef struct
{
  /* Input lines under the window, NULL above and below the picture. */
  const float       **lines;   /* [kernel_h] */
  const float       **taps;    /* [kernel_h * kernel_w] scratch */
  const float        *zeros;   /* [channels] */
  const float        *weights; /* [channels / vector][1 + kernel_h * kernel_w][vector] */
  float              *out;     /* [out_w][channels] */
  gsize               in_w;
  gsize               out_w;
  gsize               channels;
  const KomaWindow2D *window;
  KomaClamp           clamp;
} KomaCpuDepthwiseLine;

/**
 * KomaCpuKernels:
 *
 * The kernels of one level. @tile_m and @tile_n are the register tile of
 * @gemm, @outer and @gemm_8; a range of columns given to them starts at a multiple of @tile_n.
 * @copy_patches may write one vector past its last row. @convert_8 makes rows for @gemm_8 of
 * uint8 or, with a @flip of 0x80, of int8; it writes one vector past their end, and @from may be
 * the last @n bytes of @to. @make_pairs takes a line of input at its first channel. Thread: any.
 */
typedef struct
{
  const char *name; /* as koma_cpu_kernels_choose() has them */
  guint       vector_elems;
  guint       tile_m;
  guint       tile_n;
  void (*gemm) (const KomaCpuGemm *gemm);
  void (*outer) (const KomaCpuOuter *outer);
  void (*conv_line) (const KomaCpuConvLine *line);
  void (*copy_patches) (const KomaCpuPatches *patches,
                        gsize                 first,
                        gsize                 n_patches,
                        guint8               *ret_rows);
  void (*depthwise_line) (const KomaCpuDepthwiseLine *line);
  /* [n_rows][n_columns] to [n_columns][n_rows], rows as many bytes apart as the strides say. Fast
   * from KOMA_CPU_TURN_SIDE of both on. */
  void (*turn_bytes) (const guint8 *from,
                      gsize         from_stride,
                      gsize         n_rows,
                      gsize         n_columns,
                      guint8       *to,
                      gsize         to_stride);
  /* Rows of bytes, dense: @in [..][row_bytes], @ret_out [n_outputs][row_bytes]. */
  void (*weigh_rows) (const KomaCpuWeighedRows *rows,
                      const guint8             *in,
                      gsize                     row_bytes,
                      guint8                   *ret_out);
  KomaCpuBinaryFunc prelu; /* b is the slope of the negative part of a */
  KomaCpuFunction   functions[KOMA_CPU_N_FUNCTIONS];
  KomaCpuFunction   softmax_line;
  void (*layer_norm) (const KomaCpuLayerNorm *norm);
  void (*weigh_scores) (const KomaCpuScores *scores);

  guint  word_8_elems; /* of @gemm_8: 4 or 2 */
  gint32 word_8_shift; /* what is taken from uint8 to make weights in words of 4: 128 or 0 */
  void (*gemm_8) (const KomaCpuGemm *gemm);
  void (*convert_8) (const guint8 *from,
                     gsize         n,
                     guint8        flip,
                     gint32        zero_point,
                     gpointer      to);
  void (*make_pairs) (const KomaCpuDepthwise8 *depthwise,
                      const guint8            *line,
                      gsize                    n_channels,
                      gint32                  *ret_pairs);
  void (*depthwise_line_8) (const KomaCpuDepthwise8     *depthwise,
                            const KomaCpuDepthwiseLine8 *line);
  KomaCpuBinaryFunc binary_8; /* AddV2, Sub and Mul */
  void (*dot_rows) (const KomaCpuDotRows *dots);
  KomaCpuBinaryFunc   binaries[KOMA_CPU_N_BINARIES];
  KomaCpuElementsFunc unaries[KOMA_CPU_N_UNARIES];
} KomaCpuKernels;

const KomaCpuKernels *koma_cpu_kernels_choose (const char *level, /* (nullable): the best */
                                               GError    **error);
const char           *koma_cpu_kernels_get_level (void);

G_END_DECLS
