/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Attributes made ready for backends: resolved (padding in pixels, axes not
 * negative, shapes final) and checked. An op's `infer` fills its member. */
#pragma once

#include "attention-params.h"
#include "engine/koma/tensor/dtype.h"
#include "index-ranges.h"
#include "pad-source.h"
#include "resize-side.h"

G_BEGIN_DECLS

/* A fused activation: y = MIN (MAX (y, min), max). -INFINITY and INFINITY
 * where there is none; relu is [0, INFINITY], relu6 is [0, 6]. */
typedef struct
{
  float min;
  float max;
} KomaClamp;

/* Rows and columns of zeros around the input, in pixels. */
typedef struct
{
  guint top;
  guint left;
  guint bottom;
  guint right;
} KomaPadding2D;

/* conv_2d, depthwise_conv_2d, conv_2d_backprop_input and pool.
 * Filter of conv_2d: [kernel_h, kernel_w, in_c / groups, out_c], groups being
 * derived from the input's channels; of depthwise_conv_2d:
 * [kernel_h, kernel_w, in_c, multiplier], output channel in_c * multiplier;
 * of conv_2d_backprop_input: [kernel_h, kernel_w, out_c / groups, in_c]. An optional
 * last input is the bias [out_c]. */
typedef struct
{
  guint         kernel_h;
  guint         kernel_w;
  guint         stride_h;
  guint         stride_w;
  guint         dilation_h;
  guint         dilation_w;
  guint         groups;
  KomaPadding2D padding;
  /* As TensorFlow's SAME computes it: more at the bottom and right. */
  gboolean is_same_padding;
  /* avg_pool: of the padding, what a mean takes for zeros */
  KomaPadding2D counted;
} KomaWindow2D;

/* mat_mul: either side may be stored transposed; an optional third input is a bias [n]. */
typedef struct
{
  gboolean is_a_transposed;
  gboolean is_b_transposed;
} KomaMatMulParams;

/* The reduced dimensions of a mean over a picture [n,h,w,c]. */
#define KOMA_REDUCE_ROWS_AND_COLUMNS (1u << 1 | 1u << 2)

typedef union
{
  KomaWindow2D        window;
  KomaMatMulParams    mat_mul;
  KomaIndexRanges     indices; /* check_indices */
  KomaAttentionParams attention;
  /* unary: leaky_relu and elu */
  float alpha;
  /* gelu */
  gboolean is_approximate;
  /* fake_quantize: y = scale * CLAMP (round (x / scale), low, high); low and high are integers */
  struct
  {
    float scale;
    float low;
    float high;
  } fake_quantize;
  /* clip */
  KomaClamp clip;
  /* arg_max, softmax, log_softmax, concat, cumsum, split, pack, unpack, gather, gather_nd,
   * one_hot, scatter, top_k; quantize and dequantize, 0 where one scale is for all */
  struct
  {
    guint    axis;
    guint    batch_dims;   /* gather, gather_nd */
    gboolean wraps;        /* indices: a negative one counts from the end */
    gboolean selects_last; /* arg_max: of equal elements */
    gboolean is_exclusive; /* cumsum: without the element itself */
    gboolean is_reversed;  /* cumsum: from the end */
    gboolean is_smallest;  /* top_k */
  } axis;
  /* matrix_band_part: element [i,j] is kept if -lower <= j - i <= upper */
  struct
  {
    gint64 lower;
    gint64 upper;
  } band;
  /* reduce: bit i set: dimension i of the input is reduced */
  struct
  {
    guint    axes_mask;
    gboolean keep_dims;
  } reduce;
  /* pad and mirror_pad; per dimension of the input */
  struct
  {
    gsize       before[KOMA_MAX_RANK];
    gsize       after[KOMA_MAX_RANK];
    double      value; /* pad */
    KomaPadMode mode;
  } pad;
  /* slice and strided_slice: element i of dimension d of the result, before
   * any dimension is dropped, is element begin[d] + i * step[d] */
  struct
  {
    gint64    begin[KOMA_MAX_RANK];
    gint64    step[KOMA_MAX_RANK];
    KomaShape full_shape; /* of the result, dropped dimensions as 1 */
  } slice;
  /* transpose: dimension i of the result is dimension perm[i] of the input */
  guint            perm[KOMA_MAX_RANK];
  KomaResizeParams resize;
  /* depth_to_space and space_to_depth (block[0]); space_to_batch_nd, batch_to_space_nd:
   * blocks and pads or crops of dimensions 1 … n_spatial */
  struct
  {
    guint    n_spatial;
    gboolean is_channel_first; /* depth_to_space: of a block's pixels and channels */
    guint    block[KOMA_MAX_RANK];
    guint    before[KOMA_MAX_RANK];
    guint    after[KOMA_MAX_RANK];
  } space;
  /* fused_batch_norm, layer_norm */
  float epsilon;
  /* lrn: channels before and behind each that are summed */
  struct
  {
    gsize before;
    gsize after;
    float bias;
    float alpha;
    float beta;
  } lrn;
} KomaOpParams;

G_END_DECLS
