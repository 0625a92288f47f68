/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The operands of some kernels. */
#pragma once

#include "engine/graph/op-params.h"
#include "score-rows.h"

G_BEGIN_DECLS

/**
 * KomaCpuOuter:
 *
 * c = aᵀ · b, or c + aᵀ · b: the sum of the outer products of the rows of @a and @b, float32.
 * Both are read as they lie in memory. Strides are in elements.
 */
typedef struct
{
  const float *a; /* [k][m], rows a_stride apart */
  gsize        a_stride;
  const float *b; /* [k][n], rows b_stride apart */
  gsize        b_stride;
  float       *c; /* [m][n], rows c_stride apart */
  gsize        c_stride;
  gsize        m;
  gsize        n;
  gsize        k;
  gboolean     is_added; /* to what c holds */
} KomaCpuOuter;

/**
 * KomaCpuConvLine:
 *
 * Neighbouring pixels of output of a convolution, whose windows lie inside the picture. Strides are
 * in elements.
 */
typedef struct
{
  const float *in; /* the first pixel's window: [n_pieces][piece] */
  gsize        window_stride;
  gsize        n_pieces;
  gsize        piece;
  gsize        piece_stride;
  const float *weights; /* as #KomaCpuGemm has @b */
  float       *out;     /* [n_pixels][channels], out_stride apart */
  gsize        out_stride;
  gsize        n_pixels;
  gsize        channels;
  KomaClamp    clamp;
} KomaCpuConvLine;

/**
 * KomaCpuPatches:
 *
 * Where a convolution's matrix product finds its rows: row i holds the
 * [kernel_h][kernel_w][patch_bytes] inputs that output pixel i (counted through
 * the whole batch) sees.
 */
typedef struct
{
  const guint8       *in; /* [n][in_h][in_w][pixel_bytes], at the group's first channel */
  gsize               in_h;
  gsize               in_w;
  gsize               pixel_bytes;
  gsize               out_h;
  gsize               out_w;
  gsize               patch_bytes; /* pixel_bytes / groups */
  guint8              outside;     /* each byte of a pixel outside the picture */
  const KomaWindow2D *window;
} KomaCpuPatches;

/* Rows and columns of bytes that turn_bytes() exchanges at once. */
#define KOMA_CPU_TURN_SIDE 16

/* Of the weights of KomaCpuWeighedRows, after the point: 32 less 8 of a byte, less 2 that sums of
 * weights below 0 need. */
#define KOMA_CPU_WEIGHT_BITS 22

/**
 * KomaCpuWeighedRows:
 *
 * Row i of the output is the sum of @counts[i] rows of the input from row @starts[i] on, each times
 * its weight, rounded and cut off to 0 … 255.
 */
typedef struct
{
  guint   n_outputs;
  guint   max_count;
  guint  *starts;  /* [n_outputs] */
  guint  *counts;  /* [n_outputs] 1 … max_count */
  gint32 *weights; /* [n_outputs][max_count] */
} KomaCpuWeighedRows;

/* The int16 of the widest vector. */
#define KOMA_CPU_DOT_STEP 32

/**
 * KomaCpuDotRows:
 *
 * The product of each row with one other. Those of their elements, taken without signs, add up to
 * an int32.
 */
typedef struct
{
  const gint16 *rows; /* [n_rows][n_elems] */
  gsize         n_rows;
  gsize         n_elems; /* a multiple of KOMA_CPU_DOT_STEP */
  const gint16 *wanted;  /* [n_elems] */
  gint32       *out;     /* [n_rows] */
} KomaCpuDotRows;

/**
 * KomaCpuLayerNorm:
 *
 * (x - mean) / sqrt (variance + epsilon) * scale + offset of each line.
 */
typedef struct
{
  const float *in;     /* [n_lines][n] */
  const float *scale;  /* (nullable) [n] */
  const float *offset; /* (nullable) [n]; not without @scale */
  float       *out;    /* [n_lines][n] */
  gsize        n_lines;
  gsize        n;
  float        epsilon;
} KomaCpuLayerNorm;

/* Whether row i is pixel i of the input. */
static inline gboolean
koma_cpu_patches_are_pixels (const KomaWindow2D *window)
{
  const KomaPadding2D *padding = &window->padding;

  return window->kernel_h == 1 && window->kernel_w == 1 &&
         window->stride_h == 1 && window->stride_w == 1 &&
         padding->top == 0 && padding->left == 0 &&
         padding->bottom == 0 && padding->right == 0;
}

G_END_DECLS
