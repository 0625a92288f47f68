/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which pixels of a convolution see nothing outside the picture, so that conv-line.c finds their
 * input where it lies. */
#include "inner-line.h"

/* A patch is copied once, and multiplied once for each output channel: with more channels, copying
 * takes a few hundredths of the time. */
#define MAX_CHANNELS 64
/* Shorter lines are few tiles, and the pixels at their ends, whose patches are made, many. */
#define MIN_PIXELS 24

/* The first column whose window begins inside the picture. */
static gsize
find_begin (const KomaCpuPatches *patches)
{
  const KomaWindow2D *window = patches->window;

  return MIN ((window->padding.left + window->stride_w - 1) / window->stride_w, patches->out_w);
}

/* Behind the last column whose window ends inside it; not before the first. */
static gsize
find_end (const KomaCpuPatches *patches)
{
  const KomaWindow2D *window = patches->window;
  const gsize         padded_w = patches->in_w + window->padding.left;

  if (padded_w < window->kernel_w)
    return find_begin (patches);
  return CLAMP ((padded_w - window->kernel_w) / window->stride_w + 1, find_begin (patches),
                patches->out_w);
}

/**
 * koma_cpu_inner_line_pays:
 * @patches: of float32; in may be unset
 * @channels: of output
 *
 * Returns: whether it is faster to look for such pixels than to make all patches
 */
gboolean
koma_cpu_inner_line_pays (const KomaCpuPatches *patches,
                          gsize                 channels)
{
  return patches->patch_bytes == patches->pixel_bytes && patches->window->dilation_w == 1 &&
         channels <= MAX_CHANNELS && find_end (patches) - find_begin (patches) >= MIN_PIXELS;
}

/**
 * koma_cpu_inner_line_find:
 * @patches: one for which koma_cpu_inner_line_pays()
 * @first: a pixel of output, counted through the batch
 * @line: (inout): n_pixels, how many there are from @first on, becomes how many of these are alike:
 *   neighbours in a line that lie inside, or pixels whose patches must be made. Where they lie
 *   inside, the input and its strides are filled in.
 *
 * Returns: whether they lie inside
 */
gboolean
koma_cpu_inner_line_find (const KomaCpuPatches *patches,
                          gsize                 first,
                          KomaCpuConvLine      *line)
{
  const KomaWindow2D *window = patches->window;
  const gsize         x = first % patches->out_w;
  const gsize         y = first / patches->out_w % patches->out_h;
  const gsize         picture = first / patches->out_w / patches->out_h;
  const gssize        top = (gssize) (y * window->stride_h) - (gssize) window->padding.top;
  const gsize         height = (window->kernel_h - 1) * (gsize) window->dilation_h + 1;
  const gsize         begin = find_begin (patches);
  const gsize         end = find_end (patches);
  const gsize         left = x * window->stride_w - window->padding.left;
  const gsize         channels = patches->pixel_bytes / sizeof (float);
  const gsize         line_elems = patches->in_w * channels;

  if (top < 0 || top + height > patches->in_h || x >= end) {
    /* And those at the beginning of the next line. */
    line->n_pixels = MIN (line->n_pixels, patches->out_w - x + begin);
    return FALSE;
  }
  if (x < begin) {
    line->n_pixels = MIN (line->n_pixels, begin - x);
    return FALSE;
  }
  line->n_pixels = MIN (line->n_pixels, end - x);
  line->in = (const float *) patches->in + (picture * patches->in_h + top) * line_elems +
             left * channels;
  line->window_stride = window->stride_w * channels;
  line->n_pieces = window->kernel_h;
  line->piece = window->kernel_w * channels;
  line->piece_stride = window->dilation_h * line_elems;
  return TRUE;
}
