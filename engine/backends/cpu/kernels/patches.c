/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Input patches laid out as rows of a matrix ("im2col"), a block at a time so
 * that they stay in the cache until the product has read them. */
#include "vector.h"

typedef guint8 BytesInMemory __attribute__ ((vector_size (VECTOR_BYTES), aligned (1), may_alias));

/* Copies whole vectors. The next segment overwrites what was too much, and there
 * is room for one vector after the last row. */
KERNEL_INLINE guint8 *
copy_segment (guint8       *to,
              const guint8 *from,
              gsize         n_bytes)
{
  for (gsize i = 0; i < n_bytes; i += VECTOR_BYTES)
    *(BytesInMemory *) (to + i) = *(const BytesInMemory *) (from + i);
  return to + n_bytes;
}

KERNEL_INLINE guint8 *
fill_segment (guint8 *to,
              guint8  value,
              gsize   n_bytes)
{
  for (gsize i = 0; i < n_bytes; i += VECTOR_BYTES)
    *(BytesInMemory *) (to + i) = value - (BytesInMemory){ 0 };
  return to + n_bytes;
}

/* Taps whose pixels lie side by side in memory are one segment. */
static guint8 *
copy_dense_taps (const KomaCpuPatches *patches,
                 const guint8         *line,
                 gssize                left,
                 guint8               *to)
{
  const gssize kernel_w = patches->window->kernel_w;
  const gssize begin = CLAMP (-left, 0, kernel_w);
  const gssize end = CLAMP ((gssize) patches->in_w - left, begin, kernel_w);

  if (begin > 0)
    to = fill_segment (to, patches->outside, begin * patches->pixel_bytes);
  if (end > begin)
    to = copy_segment (to, line + (left + begin) * (gssize) patches->pixel_bytes,
                       (end - begin) * patches->pixel_bytes);
  if (end < kernel_w)
    to = fill_segment (to, patches->outside, (kernel_w - end) * patches->pixel_bytes);
  return to;
}

static guint8 *
copy_taps (const KomaCpuPatches *patches,
           const guint8         *line,
           gssize                left,
           guint8               *to)
{
  const KomaWindow2D *window = patches->window;

  for (guint i = 0; i < window->kernel_w; i++) {
    const gssize column = left + (gssize) i * window->dilation_w;

    if (column >= 0 && column < (gssize) patches->in_w)
      to = copy_segment (to, line + column * patches->pixel_bytes, patches->patch_bytes);
    else
      to = fill_segment (to, patches->outside, patches->patch_bytes);
  }
  return to;
}

/* A patch at the edge, of some channels, or with a dilation. */
static guint8 *
copy_patch (const KomaCpuPatches *patches,
            const guint8         *picture,
            gssize                top,
            gssize                left,
            guint8               *to)
{
  const KomaWindow2D *window = patches->window;
  const gboolean      is_whole = patches->patch_bytes == patches->pixel_bytes;
  const gboolean      is_dense = is_whole && window->dilation_w == 1;

  for (guint i = 0; i < window->kernel_h; i++) {
    const gssize  row = top + (gssize) i * window->dilation_h;
    const guint8 *line = picture + row * (gssize) (patches->in_w * patches->pixel_bytes);

    if (row < 0 || row >= (gssize) patches->in_h)
      to = fill_segment (to, patches->outside, window->kernel_w * patches->patch_bytes);
    else if (is_dense)
      to = copy_dense_taps (patches, line, left, to);
    else
      to = copy_taps (patches, line, left, to);
  }
  return to;
}

/* Dense patches inside the picture: a line is one segment. */
KERNEL_INLINE guint8 *
copy_inner_patch (const KomaCpuPatches *patches,
                  const guint8         *from,
                  gsize                 line_bytes,
                  gsize                 segment_bytes,
                  guint8               *to)
{
  for (guint i = 0; i < patches->window->kernel_h; i++)
    to = copy_segment (to, from + i * line_bytes, segment_bytes);
  return to;
}

/* Patches of output pixels [@begin, @end) of line @line_index, counted
 * through the batch. */
static guint8 *
copy_line (const KomaCpuPatches *patches,
           gsize                 line_index,
           gsize                 begin,
           gsize                 end,
           guint8               *to)
{
  const KomaWindow2D *window = patches->window;
  const gsize         line_bytes = patches->in_w * patches->pixel_bytes;
  const guint8       *picture = patches->in + line_index / patches->out_h *
                                          patches->in_h * line_bytes;
  const gssize top = (gssize) (line_index % patches->out_h * window->stride_h) -
                     (gssize) window->padding.top;
  const gboolean is_inner_line = window->dilation_w == 1 && top >= 0 &&
                                 patches->patch_bytes == patches->pixel_bytes &&
                                 top + (gssize) ((window->kernel_h - 1) * window->dilation_h) <
                                   (gssize) patches->in_h;

  for (gsize x = begin; x < end; x++) {
    const gssize left = (gssize) (x * window->stride_w) - (gssize) window->padding.left;

    if (is_inner_line && left >= 0 && left + window->kernel_w <= patches->in_w)
      to = copy_inner_patch (patches, picture + top * line_bytes + left * patches->pixel_bytes,
                             window->dilation_h * line_bytes,
                             window->kernel_w * patches->pixel_bytes, to);
    else
      to = copy_patch (patches, picture, top, left, to);
  }
  return to;
}

void
KERNEL (koma_cpu_copy_patches) (const KomaCpuPatches *patches,
                                gsize                 first,
                                gsize                 n_patches,
                                guint8               *ret_rows)
{
  const gsize end = first + n_patches;

  while (first < end) {
    const gsize x = first % patches->out_w;
    const gsize n = MIN (patches->out_w - x, end - first);

    ret_rows = copy_line (patches, first / patches->out_w, x, x + n, ret_rows);
    first += n;
  }
}
