/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The few loops in which a network spends its time, compiled once for each
 * level of the CPU. All take float32, rows dense in their last
 * dimension, and read (never write) up to KOMA_MEMORY_PADDING past the end. */
#pragma once

#include "engine/graph/op-params.h"

G_BEGIN_DECLS

/**
 * KomaCpuGemm:
 *
 * c = clamp (a · b + bias). @b is packed by koma_cpu_pack_run(): for each
 * tile of tile_n columns one row of bias, then @k rows of weights, zeros
 * after the last column: [n / tile_n][1 + k][tile_n].
 */
typedef struct
{
  const float *a; /* [m][k], rows a_stride elements apart */
  gsize        a_stride;
  const float *b;
  float       *c; /* [m][n], rows c_stride elements apart */
  gsize        c_stride;
  gsize        m;
  gsize        n;
  gsize        k;
  KomaClamp    clamp;
} KomaCpuGemm;

/**
 * KomaCpuPatches:
 *
 * Where a convolution's matrix product finds its rows: row i holds the
 * [kernel_h][kernel_w][patch_c] inputs that output pixel i (counted through
 * the whole batch) sees, zeros where the window leaves the picture.
 */
typedef struct
{
  const float        *in; /* [n][in_h][in_w][in_c], at the group's first channel */
  gsize               in_h;
  gsize               in_w;
  gsize               in_c;
  gsize               out_h;
  gsize               out_w;
  gsize               patch_c; /* in_c / groups */
  const KomaWindow2D *window;
} KomaCpuPatches;

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
 * @gemm; a range of columns given to it starts at a multiple of @tile_n.
 * @copy_patches may write one vector past its last row. Thread: any.
 */
typedef struct
{
  const char *name; /* "baseline", "avx2", "avx512" */
  guint       vector_elems;
  guint       tile_m;
  guint       tile_n;
  void (*gemm) (const KomaCpuGemm *gemm);
  void (*copy_patches) (const KomaCpuPatches *patches,
                        gsize                 first,
                        gsize                 n_patches,
                        float                *ret_rows);
  void (*depthwise_line) (const KomaCpuDepthwiseLine *line);
} KomaCpuKernels;

const KomaCpuKernels *koma_cpu_kernels_choose (const char *level, /* (nullable): the best */
                                               GError    **error);
const char           *koma_cpu_kernels_get_level (void);

G_END_DECLS
