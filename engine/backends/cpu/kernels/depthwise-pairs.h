/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/op-params.h"

G_BEGIN_DECLS

/**
 * KomaCpuDepthwise8:
 *
 * A depthwise convolution of 8 bits with multiplier 1. Lines of input are first
 * made pairs, see koma_cpu_depthwise_8_init().
 */
typedef struct
{
  gsize     in_w;
  gsize     out_w;
  gsize     channels;
  gint32    in_zero_point; /* of uint8 */
  guint8    flip;          /* makes the input uint8: 0, or 0x80 of int8 */
  KomaClamp clamp;         /* in whole steps from the zero point */
  gint32    zero_point;    /* of the output, as uint8 or int8 */
  guint     kernel_h;
  /* Word i of a line's pairs is columns i * step - left and dilation beyond it. */
  gsize line_pairs;
  gsize step;
  gsize left;
  gsize dilation;
  /* In words: a row of the window, from pixel to pixel, and from pair to pair. */
  guint row_pairs;
  gsize pixel_step;
  gsize pair_step;
} KomaCpuDepthwise8;

/* One line of output, of some channels. */
typedef struct
{
  const gint32 **lines;   /* [kernel_h][channels / vector][line_pairs][vector] */
  const gint32  *weights; /* [channels / vector][2 + kernel_h * row_pairs][vector] */
  guint8        *out;     /* [out_w], pixels channels apart */
  gsize          n_channels;
} KomaCpuDepthwiseLine8;

void koma_cpu_depthwise_8_init (KomaCpuDepthwise8  *depthwise,
                                const KomaWindow2D *window);

G_END_DECLS
