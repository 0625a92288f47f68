/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Walks the windows of a pool over pictures [n,h,w,c]. A unit is a range of lines of the
 * result, which are numbered across the whole batch. */
#include "pool-window.h"

#include <string.h>

typedef struct
{
  KomaCpuUnits     units; /* items are @item_lines lines */
  gsize            item_lines;
  KomaCpuPoolFunc  pool_pixel;
  const KomaShape *in; /* the pictures; of a gradient, the result of the step */
  const KomaShape *out;
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
           gsize              in_line,
           gsize              out_line)
{
  const Pool         *pool = step->data;
  const KomaWindow2D *params = &step->node->params.window;
  const gsize         in_w = pool->in->dims[2];
  const gsize         out_w = pool->out->dims[2];

  for (gsize x = 0; x < out_w; x++) {
    const gssize       left = (gssize) (x * params->stride_w) - params->padding.left;
    const KomaCpuRange taps = cut_window (left, params->kernel_w, params->dilation_w, in_w);
    const gsize        column = left + (gssize) (taps.begin * params->dilation_w);

    window->n_columns = taps.end - taps.begin;
    window->n_counted = n_counted_rows * count_taps (left, params->kernel_w, params->dilation_w,
                                                     in_w, params->counted.left,
                                                     params->counted.right);
    window->in =
      window->n_columns > 0 ? (in_line * in_w + column) * window->n_channels : 0;
    window->out = (out_line * out_w + x) * window->n_channels;
    pool->pool_pixel (window);
  }
}

static void
pool_lines (const KomaCpuStep *step,
            gsize              begin,
            gsize              end)
{
  const Pool         *pool = step->data;
  const KomaWindow2D *params = &step->node->params.window;
  const gsize         in_h = pool->in->dims[1];
  const gsize         out_h = pool->out->dims[1];

  KomaCpuPoolWindow window = {
    .step = step,
    .row_stride = params->dilation_h * pool->in->dims[2] * pool->in->dims[3],
    .column_stride = params->dilation_w * pool->in->dims[3],
    .n_channels = pool->in->dims[3],
  };

  for (gsize i = begin; i < end; i++) {
    const gssize       top = (gssize) (i % out_h * params->stride_h) - params->padding.top;
    const KomaCpuRange taps = cut_window (top, params->kernel_h, params->dilation_h, in_h);
    const gboolean     is_inside = taps.end > taps.begin;
    const gsize        row = is_inside ? top + (gssize) (taps.begin * params->dilation_h) : 0;

    window.n_rows = taps.end - taps.begin;
    pool_line (step, &window,
               count_taps (top, params->kernel_h, params->dilation_h, in_h, params->counted.top,
                           params->counted.bottom),
               i / out_h * in_h + row, i);
  }
}

static void
pool_run (const KomaCpuStep *step,
          gsize              unit)
{
  const Pool        *pool = step->data;
  const KomaCpuRange range = koma_cpu_units_get_range (&pool->units, unit);

  pool_lines (step, range.begin, range.end);
}

static void
set_up (KomaCpuStep     *step,
        const KomaShape *in,
        const KomaShape *out,
        gsize            item_lines,
        KomaCpuPoolFunc  pool_pixel)
{
  const KomaWindow2D *params = &step->node->params.window;
  Pool               *pool = g_new (Pool, 1);

  pool->item_lines = item_lines;
  pool->pool_pixel = pool_pixel;
  pool->in = in;
  pool->out = out;
  pool->units = koma_cpu_units_make (out->dims[0] * out->dims[1] / MAX (item_lines, 1),
                                     (double) out->dims[2] * out->dims[3] * item_lines *
                                       params->kernel_h * params->kernel_w);
  step->data = pool;
  step->free_data = g_free;
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
  const KomaShape *out = koma_cpu_step_out_shape (step, 0);

  set_up (step, koma_cpu_step_in_shape (step, 0), out, 1, pool_pixel);
  step->run = pool_run;
  step->n_units =
    koma_shape_count (out) == 0 ? 0 : koma_cpu_units_get_n (&((const Pool *) step->data)->units);
  return TRUE;
}

/* The first row of the picture that line @line of its result, or a later one, adds to. */
static gsize
find_first_row (const KomaCpuStep *step,
                gsize              line)
{
  const Pool         *pool = step->data;
  const KomaWindow2D *params = &step->node->params.window;
  const gssize        top = (gssize) (line * params->stride_h) - params->padding.top;

  if (line == 0)
    return 0;
  if (line >= (gsize) pool->out->dims[1])
    return pool->in->dims[1];
  return CLAMP (top, 0, pool->in->dims[1]);
}

/* An item is one line, or a picture where windows overlap: no two add to the same pixel. */
static void
pool_grad_run (const KomaCpuStep *step,
               gsize              unit)
{
  const Pool        *pool = step->data;
  const gsize        out_h = pool->out->dims[1];
  const KomaCpuRange range = koma_cpu_units_get_range (&pool->units, unit);
  const gsize        line_elems = pool->in->dims[2] * pool->in->dims[3];

  for (gsize i = range.begin; i < range.end; i++) {
    const gsize first = i * pool->item_lines;
    const gsize picture = first / out_h * pool->in->dims[1];
    const gsize begin = find_first_row (step, first % out_h);
    const gsize end = find_first_row (step, first % out_h + pool->item_lines);

    memset ((float *) step->out[0] + (picture + begin) * line_elems, 0,
            (end - begin) * line_elems * sizeof (float));
    pool_lines (step, first, first + pool->item_lines);
  }
}

static void
clear_run (const KomaCpuStep *step,
           gsize              unit)
{
  memset (step->out[0], 0, koma_shape_count (koma_cpu_step_out_shape (step, 0)) * sizeof (float));
}

/**
 * koma_cpu_pool_grad_prepare:
 * @gradient: which input is the gradient of the pool's result
 * @pool_pixel: the arithmetic: adds to pixels of the step's result
 *
 * Prepares a step that shares each pixel of the gradient out to a window of pixels, channel
 * by channel. float32, [n,h,w,c]. Errors: none.
 */
gboolean
koma_cpu_pool_grad_prepare (KomaCpuStep    *step,
                            guint           gradient,
                            KomaCpuPoolFunc pool_pixel,
                            GError        **error)
{
  const KomaWindow2D *params = &step->node->params.window;
  const KomaShape    *in = koma_cpu_step_out_shape (step, 0);
  const KomaShape    *out = koma_cpu_step_in_shape (step, gradient);
  const gboolean      overlaps = (params->kernel_h - 1) * params->dilation_h >= params->stride_h;

  set_up (step, in, out, overlaps ? out->dims[1] : 1, pool_pixel);
  step->run = pool_grad_run;
  step->n_units = koma_cpu_units_get_n (&((const Pool *) step->data)->units);
  if (koma_shape_count (out) == 0) {
    step->run = clear_run;
    step->n_units = koma_shape_count (in) > 0;
  }
  return TRUE;
}
