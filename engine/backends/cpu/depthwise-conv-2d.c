/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Each channel has a filter of its own, or several (the multiplier). A unit is
 * a range of output lines, which are numbered across the whole batch. */
#include "block-steps.h"

#include "kernels/pack.h"
#include "vector-math.h"

/* As in split.c; a multiply-add here costs as much as three of a matrix product. */
#define UNITS_PER_THREAD   4
#define MIN_PARALLEL_MADDS 100000.0

typedef struct
{
  const KomaCpuKernels *kernels;
  KomaCpuDepthwiseLine  line; /* a template for all lines */
  gsize                 in_h;
  gsize                 out_h;
  gsize                 n_lines; /* of output, all pictures */
  gsize                 multiplier;
  gboolean              is_packed_ahead;
  float                *zeros;  /* [in_c] */
  float                *packed; /* see #KomaCpuDepthwiseLine; unless multiplied */
  /* Scratch: pointers to the lines under the window, and to its taps. */
  gsize   scratch_bytes; /* of a unit */
  guint8 *scratch;       /* [n_units][scratch_bytes] */
} Depthwise;

static void
pack_filter (const KomaCpuStep *step)
{
  const Depthwise  *depthwise = step->data;
  const KomaCpuPack pack = {
    .kernels = depthwise->kernels,
    .b = step->in[1],
    .k_stride = depthwise->line.channels,
    .n_stride = 1,
    .bias = koma_cpu_pack_get_bias (step, KOMA_CPU_BIAS, 0),
    .k = (gsize) depthwise->line.window->kernel_h * depthwise->line.window->kernel_w,
    .n = depthwise->line.channels,
    .packed = depthwise->packed,
  };

  koma_cpu_pack_channels (&pack);
}

static void
pack_run (const KomaCpuStep *step,
          gsize              unit)
{
  pack_filter (step);
}

static void
use_scratch (const Depthwise      *depthwise,
             gsize                 unit,
             KomaCpuDepthwiseLine *line)
{
  const gsize kernel_h = line->window->kernel_h;
  guint8     *scratch = depthwise->scratch + unit * depthwise->scratch_bytes;

  line->lines = (const float **) scratch;
  line->taps = line->lines + kernel_h;
}

/* Finds the input lines under the window of output line @index of the batch. */
static void
find_lines (const KomaCpuStep    *step,
            gsize                 index,
            KomaCpuDepthwiseLine *line)
{
  const Depthwise    *depthwise = step->data;
  const KomaWindow2D *window = line->window;
  const gssize        top = (gssize) (index % depthwise->out_h * window->stride_h) -
                     (gssize) window->padding.top;
  const gsize  line_elems = line->in_w * line->channels;
  const float *picture = (const float *) step->in[0] +
                         index / depthwise->out_h * depthwise->in_h * line_elems;

  for (guint i = 0; i < window->kernel_h; i++) {
    const gssize   row = top + (gssize) i * window->dilation_h;
    const gboolean is_inside = row >= 0 && row < (gssize) depthwise->in_h;

    line->lines[i] = is_inside ? picture + row * line_elems : NULL;
  }
  line->out = (float *) step->out[0] +
              index * line->out_w * line->channels * depthwise->multiplier;
}

static void
depthwise_run (const KomaCpuStep *step,
               gsize              unit)
{
  const Depthwise     *depthwise = step->data;
  const gsize          begin = unit * depthwise->n_lines / step->n_units;
  const gsize          end = (unit + 1) * depthwise->n_lines / step->n_units;
  KomaCpuDepthwiseLine line = depthwise->line;

  use_scratch (depthwise, unit, &line);
  for (gsize i = begin; i < end; i++) {
    find_lines (step, i, &line);
    depthwise->kernels->depthwise_line (&line);
  }
}

/**
 * koma_cpu_depthwise_conv_2d_get_line:
 * @step: prepared, of float32, with weights that are constants and no multiplier
 *
 * Returns: the template of a line, which borrows from the step
 */
KomaCpuDepthwiseLine
koma_cpu_depthwise_conv_2d_get_line (const KomaCpuStep *step)
{
  const Depthwise *depthwise = step->data;

  return depthwise->line;
}

/* Output channel @out_c of pixel @x, with a multiplier. */
static float
sum_taps (const KomaCpuDepthwiseLine *line,
          const float                *filter,
          gsize                       x,
          gsize                       out_c,
          gsize                       multiplier)
{
  const KomaWindow2D *window = line->window;
  const gssize        left = (gssize) (x * window->stride_w) - (gssize) window->padding.left;
  const gsize         out_channels = line->channels * multiplier;
  float               sum = 0;

  for (guint i = 0; i < window->kernel_h; i++)
    for (guint j = 0; j < window->kernel_w; j++) {
      const gssize column = left + (gssize) j * window->dilation_w;

      if (line->lines[i] != NULL && column >= 0 && column < (gssize) line->in_w)
        sum += line->lines[i][column * line->channels + out_c / multiplier] *
               filter[(i * window->kernel_w + j) * out_channels + out_c];
    }
  return sum;
}

/* With a multiplier, which is rare: plain loops. */
static void
multiplied_run (const KomaCpuStep *step,
                gsize              unit)
{
  const Depthwise     *depthwise = step->data;
  const gsize          begin = unit * depthwise->n_lines / step->n_units;
  const gsize          end = (unit + 1) * depthwise->n_lines / step->n_units;
  const gsize          out_channels = depthwise->line.channels * depthwise->multiplier;
  const float         *bias = koma_cpu_pack_get_bias (step, KOMA_CPU_BIAS, 0);
  const KomaClamp      clamp = step->node->clamp;
  KomaCpuDepthwiseLine line = depthwise->line;

  use_scratch (depthwise, unit, &line);
  for (gsize i = begin; i < end; i++) {
    find_lines (step, i, &line);
    for (gsize x = 0; x < line.out_w; x++)
      for (gsize c = 0; c < out_channels; c++) {
        const float sum = (bias != NULL ? bias[c] : 0) +
                          sum_taps (&line, step->in[1], x, c, depthwise->multiplier);

        line.out[x * out_channels + c] = koma_cpu_clamp (sum, clamp);
      }
  }
}

static void
set_shapes (Depthwise         *depthwise,
            const KomaCpuStep *step)
{
  const KomaShape *in = koma_cpu_step_in_shape (step, 0);
  const KomaShape *out = koma_cpu_step_out_shape (step, 0);

  depthwise->in_h = in->dims[1];
  depthwise->out_h = out->dims[1];
  depthwise->n_lines = out->dims[0] * out->dims[1];
  depthwise->multiplier = in->dims[3] > 0 ? out->dims[3] / in->dims[3] : 1;
  depthwise->is_packed_ahead =
    depthwise->multiplier == 1 && koma_cpu_pack_is_ahead (step, KOMA_CPU_WEIGHTS, KOMA_CPU_BIAS);
  depthwise->line = (KomaCpuDepthwiseLine){
    .in_w = in->dims[2],
    .out_w = out->dims[2],
    .channels = in->dims[3],
    .window = &step->node->params.window,
    .clamp = step->node->clamp,
  };
}

static void
set_units (Depthwise   *depthwise,
           KomaCpuStep *step)
{
  const KomaWindow2D *window = depthwise->line.window;
  const double        madds = (double) depthwise->n_lines * depthwise->line.out_w *
                       depthwise->line.channels * depthwise->multiplier *
                       window->kernel_h * window->kernel_w;
  const guint    n_threads = step->spec->n_threads;
  const gboolean is_one = n_threads == 1 || madds < MIN_PARALLEL_MADDS;

  step->n_units = MIN (is_one ? 1 : n_threads * UNITS_PER_THREAD, depthwise->n_lines);
}

static gboolean
alloc_buffers (Depthwise         *depthwise,
               const KomaCpuStep *step,
               GError           **error)
{
  const KomaWindow2D *window = depthwise->line.window;
  const gsize         n_taps = (gsize) window->kernel_h * window->kernel_w;
  gsize               count = 0;
  gsize               size = 0;

  /* The filter has been allocated, so its size does not overflow. */
  depthwise->scratch_bytes = (window->kernel_h + n_taps) * sizeof (gsize);
  depthwise->scratch_bytes = (depthwise->scratch_bytes + 127) / 128 * 128;
  if (!koma_cpu_pack_count (depthwise->kernels, n_taps, depthwise->line.channels, &count) ||
      !g_size_checked_mul (&count, count, sizeof (float)) ||
      !g_size_checked_mul (&size, depthwise->scratch_bytes, MAX (step->n_units, 1)))
    return koma_fail (error, KOMA_ERROR_MEMORY,
                      "%" G_GSIZE_FORMAT " taps of %" G_GSIZE_FORMAT " channels are too many",
                      n_taps, depthwise->line.channels);
  depthwise->scratch = koma_arena_alloc (step->arena, size, error);
  if (depthwise->scratch == NULL)
    return FALSE;
  depthwise->zeros =
    koma_arena_alloc (step->arena, depthwise->line.channels * sizeof (float), error);
  if (depthwise->zeros == NULL)
    return FALSE;
  depthwise->line.zeros = depthwise->zeros;
  if (depthwise->multiplier > 1)
    return TRUE;
  depthwise->packed = koma_arena_alloc (step->arena, count, error);
  depthwise->line.weights = depthwise->packed;
  return depthwise->packed != NULL;
}

gboolean
koma_cpu_depthwise_conv_2d_prepare (KomaCpuStep *step,
                                    GError     **error)
{
  Depthwise *depthwise = NULL;

  if (koma_cpu_step_is_8_bit (step))
    return koma_cpu_depthwise_conv_2d_8_prepare (step, error);
  depthwise = g_new0 (Depthwise, 1);
  step->data = depthwise;
  step->free_data = g_free;
  depthwise->kernels = koma_cpu_kernels_choose (step->spec->cpu_level, error);
  if (depthwise->kernels == NULL)
    return FALSE;
  set_shapes (depthwise, step);
  set_units (depthwise, step);
  if (!alloc_buffers (depthwise, step, error))
    return FALSE;
  step->run = depthwise->multiplier > 1 ? multiplied_run : depthwise_run;
  if (depthwise->is_packed_ahead) {
    pack_filter (step);
  } else if (depthwise->multiplier == 1) {
    step->run_first = pack_run;
    step->n_first_units = 1;
  }
  return TRUE;
}
