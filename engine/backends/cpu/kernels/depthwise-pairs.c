/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "depthwise-pairs.h"

static gsize
find_common_divisor (gsize a,
                     gsize b)
{
  while (b != 0) {
    const gsize rest = a % b;

    a = b;
    b = rest;
  }
  return a;
}

/**
 * koma_cpu_depthwise_8_init:
 * @depthwise: with out_w set
 * @window: of the convolution
 *
 * Finds the pairs that lines of input are made: tap 2i of output pixel x is
 * column x * stride + 2i * dilation - left, so that all pixels use pairs whose
 * distance is the greatest common divisor of the stride and two dilations.
 */
void
koma_cpu_depthwise_8_init (KomaCpuDepthwise8  *depthwise,
                           const KomaWindow2D *window)
{
  depthwise->kernel_h = window->kernel_h;
  depthwise->left = window->padding.left;
  depthwise->dilation = window->dilation_w;
  depthwise->step = find_common_divisor (window->stride_w, 2 * (gsize) window->dilation_w);
  depthwise->row_pairs = (window->kernel_w + 1) / 2;
  depthwise->pixel_step = window->stride_w / depthwise->step;
  depthwise->pair_step = 2 * (gsize) window->dilation_w / depthwise->step;
  depthwise->line_pairs = (MAX (depthwise->out_w, 1) - 1) * depthwise->pixel_step +
                          (depthwise->row_pairs - 1) * depthwise->pair_step + 1;
}
