/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * KomaPadding:
 * @KOMA_PADDING_VALID: none: windows lie inside of the input
 * @KOMA_PADDING_SAME: so much that the result has size / stride elements, rounded up; where it is
 *   odd, one more behind than before
 * @KOMA_PADDING_EXPLICIT: as the members of #KomaWindowOptions say
 *
 * What is put around an input before windows go over it.
 */
typedef enum {
  KOMA_PADDING_VALID,
  KOMA_PADDING_SAME,
  KOMA_PADDING_EXPLICIT,
} KomaPadding;

/**
 * KomaWindowOptions:
 * @size: rows, columns, and planes where there are, of a pool's window; each but for those that
 *   are given below; a convolution's is that of its filter
 * @size_d: planes
 * @size_h: rows
 * @size_w: columns
 * @stride: from window to window in each dimension but for those below; 0: 1, or a pool's window
 * @stride_d: in planes
 * @stride_h: in rows
 * @stride_w: in columns
 * @dilation: from element to element of a window, as @stride; 0: 1
 * @dilation_d: in planes
 * @dilation_h: in rows
 * @dilation_w: in columns
 * @padding: around the input
 * @pad: on each side, with %KOMA_PADDING_EXPLICIT; what is below is added on one side
 * @pad_front: before the planes
 * @pad_back: behind the planes
 * @pad_top: above the rows
 * @pad_bottom: below the rows
 * @pad_left: before the columns
 * @pad_right: behind the columns
 *
 * How a window goes over an input. What is 0 is as it usually is:
 * `(KomaWindowOptions){ .stride = 2, .padding = KOMA_PADDING_SAME }`. A line has columns alone.
 */
typedef struct
{
  int         size;
  int         size_d;
  int         size_h;
  int         size_w;
  int         stride;
  int         stride_d;
  int         stride_h;
  int         stride_w;
  int         dilation;
  int         dilation_d;
  int         dilation_h;
  int         dilation_w;
  KomaPadding padding;
  int         pad;
  int         pad_front;
  int         pad_back;
  int         pad_top;
  int         pad_bottom;
  int         pad_left;
  int         pad_right;
} KomaWindowOptions;

G_END_DECLS
