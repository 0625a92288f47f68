/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Input patches laid out as rows of a matrix ("im2col"), a block at a time so
 * that they stay in the cache until the product has read them. */
#include "vector.h"

/* Copies whole vectors. The next segment overwrites what was too much, and there
 * is room for one vector after the last row. */
KERNEL_INLINE float *
copy_segment (float       *to,
              const float *from,
              gsize        n_elems)
{
  for (gsize i = 0; i < n_elems; i += VECTOR_ELEMS)
    vector_store (to + i, vector_load (from + i));
  return to + n_elems;
}

KERNEL_INLINE float *
clear_segment (float *to,
               gsize  n_elems)
{
  for (gsize i = 0; i < n_elems; i += VECTOR_ELEMS)
    vector_store (to + i, (Vector){ 0 });
  return to + n_elems;
}

/* Taps whose pixels lie side by side in memory are one segment. */
static float *
copy_dense_taps (const KomaCpuPatches *patches,
                 const float          *line,
                 gssize                left,
                 float                *to)
{
  const gssize kernel_w = patches->window->kernel_w;
  const gssize begin = CLAMP (-left, 0, kernel_w);
  const gssize end = CLAMP ((gssize) patches->in_w - left, begin, kernel_w);

  if (begin > 0)
    to = clear_segment (to, begin * patches->in_c);
  if (end > begin)
    to = copy_segment (to, line + (left + begin) * (gssize) patches->in_c,
                       (end - begin) * patches->in_c);
  if (end < kernel_w)
    to = clear_segment (to, (kernel_w - end) * patches->in_c);
  return to;
}

static float *
copy_taps (const KomaCpuPatches *patches,
           const float          *line,
           gssize                left,
           float                *to)
{
  const KomaWindow2D *window = patches->window;

  for (guint i = 0; i < window->kernel_w; i++) {
    const gssize column = left + (gssize) i * window->dilation_w;

    if (column >= 0 && column < (gssize) patches->in_w)
      to = copy_segment (to, line + column * patches->in_c, patches->patch_c);
    else
      to = clear_segment (to, patches->patch_c);
  }
  return to;
}

/* A patch at the edge, of some channels, or with a dilation. */
static float *
copy_patch (const KomaCpuPatches *patches,
            const float          *picture,
            gssize                top,
            gssize                left,
            float                *to)
{
  const KomaWindow2D *window = patches->window;
  const gboolean      is_dense = window->dilation_w == 1 && patches->patch_c == patches->in_c;

  for (guint i = 0; i < window->kernel_h; i++) {
    const gssize row = top + (gssize) i * window->dilation_h;
    const float *line = picture + row * (gssize) (patches->in_w * patches->in_c);

    if (row < 0 || row >= (gssize) patches->in_h)
      to = clear_segment (to, window->kernel_w * patches->patch_c);
    else if (is_dense)
      to = copy_dense_taps (patches, line, left, to);
    else
      to = copy_taps (patches, line, left, to);
  }
  return to;
}

/* Dense patches inside the picture: a line is one segment. */
KERNEL_INLINE float *
copy_inner_patch (const KomaCpuPatches *patches,
                  const float          *from,
                  gsize                 line_elems,
                  gsize                 segment_elems,
                  float                *to)
{
  for (guint i = 0; i < patches->window->kernel_h; i++)
    to = copy_segment (to, from + i * line_elems, segment_elems);
  return to;
}

/* Patches of output pixels [@begin, @end) of line @line_index, counted
 * through the batch. */
static float *
copy_line (const KomaCpuPatches *patches,
           gsize                 line_index,
           gsize                 begin,
           gsize                 end,
           float                *to)
{
  const KomaWindow2D *window = patches->window;
  const gsize         line_elems = patches->in_w * patches->in_c;
  const float        *picture = patches->in + line_index / patches->out_h *
                                         patches->in_h * line_elems;
  const gssize top = (gssize) (line_index % patches->out_h * window->stride_h) -
                     (gssize) window->padding.top;
  const gboolean is_inner_line = window->dilation_w == 1 && top >= 0 &&
                                 patches->patch_c == patches->in_c &&
                                 top + (gssize) ((window->kernel_h - 1) * window->dilation_h) <
                                   (gssize) patches->in_h;

  for (gsize x = begin; x < end; x++) {
    const gssize left = (gssize) (x * window->stride_w) - (gssize) window->padding.left;

    if (is_inner_line && left >= 0 && left + window->kernel_w <= patches->in_w)
      to = copy_inner_patch (patches, picture + top * line_elems + left * patches->in_c,
                             window->dilation_h * line_elems,
                             window->kernel_w * patches->in_c, to);
    else
      to = copy_patch (patches, picture, top, left, to);
  }
  return to;
}

void
KERNEL (koma_cpu_copy_patches) (const KomaCpuPatches *patches,
                                gsize                 first,
                                gsize                 n_patches,
                                float                *ret_rows)
{
  const gsize end = first + n_patches;

  while (first < end) {
    const gsize x = first % patches->out_w;
    const gsize n = MIN (patches->out_w - x, end - first);

    ret_rows = copy_line (patches, first / patches->out_w, x, x + n, ret_rows);
    first += n;
  }
}
