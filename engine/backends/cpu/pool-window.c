/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Walks the windows of a pool over [n,h,w,c]. A unit is a range of lines of the
 * result, which are numbered across the whole batch. */
#include "pool-window.h"

typedef struct
{
  KomaCpuUnits    units;
  KomaCpuPoolFunc pool_pixel;
  gsize           elem_size;
} Pool;

/* Returns which taps of a window at @start, which may be in the padding, lie
 * within 0 … @in_size - 1. */
static KomaCpuRange
cut_window (gssize start,
            gsize  kernel,
            gsize  dilation,
            gsize  in_size)
{
  gsize begin = 0;
  gsize end = 0;

  if (start < 0)
    begin = ((gsize) -start + dilation - 1) / dilation;
  if (start < (gssize) in_size)
    end = MIN (((gsize) ((gssize) in_size - start) - 1) / dilation + 1, kernel);
  return (KomaCpuRange){ .begin = MIN (begin, end), .end = end };
}

static gsize
count_taps (gssize start,
            gsize  kernel,
            gsize  dilation,
            gsize  in_size,
            gsize  counted_before,
            gsize  counted_after)
{
  const KomaCpuRange taps = cut_window (start + (gssize) counted_before, kernel, dilation,
                                        in_size + counted_before + counted_after);

  return taps.end - taps.begin;
}

static void
pool_line (const KomaCpuStep *step,
           KomaCpuPoolWindow *window,
           gsize              n_counted_rows,
           const guint8      *line,
           guint8            *out)
{
  const Pool         *pool = step->data;
  const KomaWindow2D *params = &step->node->params.window;
  const gsize         pixel_bytes = window->n_channels * pool->elem_size;
  const gsize         in_w = koma_cpu_step_in_shape (step, 0)->dims[2];
  const gsize         out_w = koma_cpu_step_out_shape (step, 0)->dims[2];

  for (gsize x = 0; x < out_w; x++) {
    const gssize       left = (gssize) (x * params->stride_w) - params->padding.left;
    const KomaCpuRange taps = cut_window (left, params->kernel_w, params->dilation_w, in_w);
    const gssize       column = left + (gssize) (taps.begin * params->dilation_w);

    window->n_columns = taps.end - taps.begin;
    window->n_counted = n_counted_rows * count_taps (left, params->kernel_w, params->dilation_w,
                                                     in_w, params->counted.left,
                                                     params->counted.right);
    window->first = window->n_columns > 0 ? line + column * (gssize) pixel_bytes : NULL;
    pool->pool_pixel (window, step->node->clamp, out + x * pixel_bytes);
  }
}

static void
pool_run (const KomaCpuStep *step,
          gsize              unit)
{
  const Pool         *pool = step->data;
  const KomaWindow2D *params = &step->node->params.window;
  const KomaShape    *in = koma_cpu_step_in_shape (step, 0);
  const KomaShape    *out = koma_cpu_step_out_shape (step, 0);
  const gsize         line_elems = in->dims[2] * in->dims[3];
  const KomaCpuRange  range = koma_cpu_units_get_range (&pool->units, unit);

  KomaCpuPoolWindow window = {
    .step = step,
    .row_stride = params->dilation_h * line_elems,
    .column_stride = params->dilation_w * in->dims[3],
    .n_channels = in->dims[3],
  };

  for (gsize i = range.begin; i < range.end; i++) {
    const gsize        picture = i / out->dims[1];
    const gssize       top = (gssize) (i % out->dims[1] * params->stride_h) - params->padding.top;
    const KomaCpuRange taps = cut_window (top, params->kernel_h, params->dilation_h, in->dims[1]);
    const gboolean     is_inside = taps.end > taps.begin;
    const gsize        row = is_inside ? top + (gssize) (taps.begin * params->dilation_h) : 0;

    window.n_rows = taps.end - taps.begin;
    pool_line (step, &window,
               count_taps (top, params->kernel_h, params->dilation_h, in->dims[1],
                           params->counted.top, params->counted.bottom),
               (const guint8 *) step->in[0] +
                 (picture * in->dims[1] + row) * line_elems * pool->elem_size,
               (guint8 *) step->out[0] + i * out->dims[2] * out->dims[3] * pool->elem_size);
  }
}

/**
 * koma_cpu_pool_prepare:
 * @pool_pixel: the arithmetic
 *
 * Prepares a step that makes each pixel of the result from a window of
 * pixels, channel by channel. float32 or 8 bits, [n,h,w,c]. Errors: none.
 */
gboolean
koma_cpu_pool_prepare (KomaCpuStep    *step,
                       KomaCpuPoolFunc pool_pixel,
                       GError        **error)
{
  const KomaWindow2D *params = &step->node->params.window;
  const KomaShape    *out = koma_cpu_step_out_shape (step, 0);
  Pool               *pool = NULL;

  pool = g_new (Pool, 1);
  pool->elem_size = koma_dtype_size (koma_cpu_step_in_dtype (step, 0));
  pool->pool_pixel = pool_pixel;
  pool->units = koma_cpu_units_make (out->dims[0] * out->dims[1],
                                     (double) out->dims[2] * out->dims[3] *
                                       params->kernel_h * params->kernel_w);
  step->data = pool;
  step->free_data = g_free;
  step->run = pool_run;
  step->n_units = koma_shape_count (out) == 0 ? 0 : koma_cpu_units_get_n (&pool->units);
  return TRUE;
}
