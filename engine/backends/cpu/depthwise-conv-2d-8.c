/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* DepthwiseConv2dNative of quantised values. A unit is a range of output lines,
 * which are numbered across the whole batch. It computes a block of channels at
 * a time, of which the input lines under the window are kept as pairs. */
#include "engine/runtime/memory.h"
#include "kernels/pack-8.h"
#include "kernels/pack.h"
#include "product-8.h"

/* As in depthwise-conv-2d.c. */
#define UNITS_PER_THREAD   4
#define MIN_PARALLEL_MADDS 100000.0
/* Of pairs, which should stay in the first-level cache. */
#define BLOCK_BYTES (32 * 1024)

typedef struct
{
  KomaCpuProduct8       product;
  const KomaCpuKernels *kernels;
  KomaCpuDepthwise8     kernel;
  gsize                 in_h;
  gsize                 out_h;
  gsize                 out_c;
  gsize                 n_lines; /* of output, all pictures */
  gsize                 multiplier;
  gboolean              is_plain; /* runs without the kernels */
  gboolean              is_packed_ahead;
  gint32               *packed; /* see #KomaCpuDepthwiseLine8; unless it is plain */
  gsize                 block_channels;
  gsize                 line_words;    /* pairs of one line, of a block */
  gint32               *zeros;         /* [line_words] */
  gsize                 n_kept;        /* lines from the first to the last under a window */
  gsize                 scratch_bytes; /* of a unit */
  guint8               *scratch;       /* [n_units][scratch_bytes] */
} Depthwise8;

/* A unit's part of the scratch. */
typedef struct
{
  const gint32 **lines;   /* [kernel_h] under the window */
  gsize         *sources; /* [n_kept] which line of the batch is kept in each place, or G_MAXSIZE */
  gint32        *kept;    /* [n_kept][line_words] */
} Scratch;

static void
depthwise_conv_2d_8_free (gpointer data)
{
  Depthwise8 *depthwise = data;

  koma_cpu_product_8_clear (&depthwise->product);
  koma_memory_free (depthwise->packed);
  koma_memory_free (depthwise->zeros);
  koma_memory_free (depthwise->scratch);
  g_free (depthwise);
}

static void
pack_filter (const KomaCpuStep *step)
{
  const Depthwise8   *depthwise = step->data;
  const KomaWindow2D *window = &step->node->params.window;
  const KomaCpuPack8  pack = {
     .kernels = depthwise->kernels,
     .b = step->in[KOMA_CPU_WEIGHTS],
     .flip = depthwise->product.weights.flip,
     .zero_point = depthwise->product.weights.zero,
     .k_stride = depthwise->out_c,
     .n_stride = 1,
     .bias = depthwise->product.bias,
     .multipliers = depthwise->product.multipliers,
     .k = (gsize) window->kernel_h * window->kernel_w,
     .n = depthwise->out_c,
     .packed = depthwise->packed,
  };

  koma_cpu_pack_8_channels (&pack, &depthwise->kernel, window->kernel_w);
}

/* The pairs of line @row of picture @picture, made if they are not kept yet. */
static const gint32 *
find_pairs (const KomaCpuStep *step,
            const Scratch     *scratch,
            gsize              picture,
            gssize             row,
            gsize              first_channel,
            gsize              n_channels)
{
  const Depthwise8 *depthwise = step->data;
  const gsize       line_bytes = depthwise->kernel.in_w * depthwise->kernel.channels;
  const guint8     *in = (const guint8 *) step->in[0] + first_channel;
  const gsize       source = picture * depthwise->in_h + (gsize) row;
  const gsize       place = (gsize) row % depthwise->n_kept;
  gint32           *pairs = scratch->kept + place * depthwise->line_words;

  if (row < 0 || row >= (gssize) depthwise->in_h)
    return depthwise->zeros;
  if (scratch->sources[place] != source) {
    scratch->sources[place] = source;
    depthwise->kernels->make_pairs (&depthwise->kernel, in + source * line_bytes, n_channels,
                                    pairs);
  }
  return pairs;
}

static void
run_line (const KomaCpuStep *step,
          const Scratch     *scratch,
          gsize              index,
          gsize              first_channel,
          gsize              n_channels)
{
  const Depthwise8   *depthwise = step->data;
  const KomaWindow2D *window = &step->node->params.window;
  const gsize         line_bytes = depthwise->kernel.out_w * depthwise->out_c;
  const gssize        top = (gssize) (index % depthwise->out_h * window->stride_h) -
                     (gssize) window->padding.top;
  const gsize weight_rows = 2 + (gsize) window->kernel_h * depthwise->kernel.row_pairs;

  const KomaCpuDepthwiseLine8 line = {
    .lines = scratch->lines,
    .weights = depthwise->packed + first_channel * weight_rows,
    .out = (guint8 *) step->out[0] + index * line_bytes + first_channel,
    .n_channels = n_channels,
  };

  for (guint i = 0; i < window->kernel_h; i++)
    scratch->lines[i] =
      find_pairs (step, scratch, index / depthwise->out_h,
                  top + (gssize) i * window->dilation_h, first_channel, n_channels);
  depthwise->kernels->depthwise_line_8 (&depthwise->kernel, &line);
}

static Scratch
get_scratch (const Depthwise8 *depthwise,
             gsize             unit)
{
  guint8 *scratch = depthwise->scratch + unit * depthwise->scratch_bytes;
  gint32 *kept = (gint32 *) scratch;
  gsize  *sources = (gsize *) (kept + depthwise->n_kept * depthwise->line_words);

  return (Scratch){
    .kept = kept,
    .sources = sources,
    .lines = (const gint32 **) (sources + depthwise->n_kept),
  };
}

static void
depthwise_conv_2d_8_run (const KomaCpuStep *step,
                         gsize              unit)
{
  const Depthwise8 *depthwise = step->data;
  const gsize       begin = unit * depthwise->n_lines / step->n_units;
  const gsize       end = (unit + 1) * depthwise->n_lines / step->n_units;
  const Scratch     scratch = get_scratch (depthwise, unit);

  if (!depthwise->is_packed_ahead)
    pack_filter (step);
  for (gsize c = 0; c < depthwise->out_c; c += depthwise->block_channels) {
    for (gsize i = 0; i < depthwise->n_kept; i++)
      scratch.sources[i] = G_MAXSIZE;
    for (gsize i = begin; i < end; i++)
      run_line (step, &scratch, i, c, MIN (depthwise->block_channels, depthwise->out_c - c));
  }
}

static gint32
sum_window (const KomaCpuStep *step,
            const guint8      *image,
            gsize              y,
            gsize              x,
            gsize              out_c)
{
  const Depthwise8   *depthwise = step->data;
  const KomaWindow2D *window = &step->node->params.window;
  const gsize         in_w = depthwise->kernel.in_w;
  const gsize         c = out_c / depthwise->multiplier;
  const guint8       *filter = (const guint8 *) step->in[1] + out_c;
  gint32              sum = 0;

  for (guint i = 0; i < window->kernel_h; i++)
    for (guint j = 0; j < window->kernel_w; j++) {
      const gssize row = (gssize) (y * window->stride_h + i * window->dilation_h) -
                         (gssize) window->padding.top;
      const gssize column =
        (gssize) (x * window->stride_w + j * window->dilation_w) - (gssize) window->padding.left;
      guint8 x_byte = 0;
      guint8 tap = 0;

      if (row < 0 || row >= (gssize) depthwise->in_h || column < 0 ||
          column >= (gssize) in_w)
        continue;
      x_byte = image[((gsize) row * in_w + column) * depthwise->kernel.channels + c];
      tap = filter[(i * window->kernel_w + j) * depthwise->out_c];
      sum += koma_cpu_grid_load (&depthwise->product.x, x_byte) *
             koma_cpu_grid_load (&depthwise->product.weights, tap);
    }
  return sum;
}

/* What is rare: several filters for each channel, or taps further apart than the
 * picture is wide. A unit is a line. */
static void
run_plain (const KomaCpuStep *step,
           gsize              unit)
{
  const Depthwise8 *depthwise = step->data;
  const gsize       out_w = depthwise->kernel.out_w;
  const gsize       line_elems = depthwise->kernel.in_w * depthwise->kernel.channels;
  const guint8     *image = (const guint8 *) step->in[0] +
                        unit / depthwise->out_h * depthwise->in_h * line_elems;
  guint8 *out = (guint8 *) step->out[0] + unit * out_w * depthwise->out_c;

  for (gsize x = 0; x < out_w; x++)
    for (gsize c = 0; c < depthwise->out_c; c++)
      out[x * depthwise->out_c + c] = koma_cpu_product_8_finish (
        &depthwise->product, c, sum_window (step, image, unit % depthwise->out_h, x, c));
}

static void
set_shapes (Depthwise8        *depthwise,
            const KomaCpuStep *step)
{
  const KomaWindow2D *window = &step->node->params.window;
  const KomaShape    *in = koma_cpu_step_in_shape (step, 0);
  const KomaShape    *out = koma_cpu_step_out_shape (step, 0);

  depthwise->in_h = in->dims[1];
  depthwise->out_h = out->dims[1];
  depthwise->out_c = out->dims[3];
  depthwise->n_lines = out->dims[0] * out->dims[1];
  depthwise->multiplier = in->dims[3] > 0 ? out->dims[3] / in->dims[3] : 1;
  depthwise->is_plain =
    depthwise->multiplier > 1 || window->dilation_w > MAX ((gsize) in->dims[2], 1);
  depthwise->is_packed_ahead = koma_cpu_pack_is_ahead (step, KOMA_CPU_WEIGHTS, KOMA_CPU_BIAS);
  depthwise->n_kept = ((gsize) window->kernel_h - 1) * window->dilation_h + 1;
  depthwise->n_kept = MIN (depthwise->n_kept, MAX (depthwise->in_h, 1));
  depthwise->kernel = (KomaCpuDepthwise8){
    .in_w = in->dims[2],
    .out_w = out->dims[2],
    .channels = in->dims[3],
    .in_zero_point = depthwise->product.x.zero,
    .flip = depthwise->product.x.flip,
    .clamp = { depthwise->product.out.low, depthwise->product.out.high },
    .zero_point = depthwise->product.out.grid.zero - depthwise->product.out.grid.flip,
  };
  koma_cpu_depthwise_8_init (&depthwise->kernel, window);
}

static void
set_units (const Depthwise8 *depthwise,
           KomaCpuStep      *step)
{
  const KomaWindow2D *window = &step->node->params.window;
  const double        madds = (double) depthwise->n_lines * depthwise->kernel.out_w *
                       depthwise->out_c * window->kernel_h * window->kernel_w;
  const guint    n_threads = step->spec->n_threads;
  const gboolean is_one =
    n_threads == 1 || madds < MIN_PARALLEL_MADDS || !depthwise->is_packed_ahead;

  step->n_units = MIN (is_one ? 1 : n_threads * UNITS_PER_THREAD, depthwise->n_lines);
}

/* A block has as many vectors of channels as stay in the cache, one at least. */
static gboolean
alloc_buffers (Depthwise8        *depthwise,
               const KomaCpuStep *step,
               GError           **error)
{
  const KomaCpuDepthwise8 *kernel = &depthwise->kernel;
  const gsize              vector = depthwise->kernels->vector_elems;
  const gsize              n_channels = (kernel->channels + vector - 1) / vector * vector;
  const gsize              weight_rows = 2 + (gsize) kernel->kernel_h * kernel->row_pairs;
  const gsize              vector_words = depthwise->n_kept * kernel->line_pairs * vector;
  const gsize              vector_bytes = vector_words * sizeof (gint32);
  gsize                    n_block = BLOCK_BYTES / vector_bytes;

  n_block = CLAMP (n_block, 1, MAX (n_channels / vector, 1));
  depthwise->block_channels = n_block * vector;
  depthwise->line_words = depthwise->block_channels * kernel->line_pairs;
  depthwise->scratch_bytes = n_block * vector_bytes + depthwise->n_kept * sizeof (gsize) +
                             kernel->kernel_h * sizeof (gpointer);
  depthwise->scratch_bytes = (depthwise->scratch_bytes + 127) / 128 * 128;
  depthwise->packed = koma_memory_alloc (n_channels * weight_rows * sizeof (gint32), error);
  if (depthwise->packed == NULL)
    return FALSE;
  depthwise->zeros = koma_memory_alloc (depthwise->line_words * sizeof (gint32), error);
  if (depthwise->zeros == NULL)
    return FALSE;
  depthwise->scratch = koma_memory_alloc (depthwise->scratch_bytes * step->n_units, error);
  return depthwise->scratch != NULL;
}

/**
 * koma_cpu_depthwise_conv_2d_8_prepare:
 *
 * Prepares a depthwise convolution of 8 bits, whose types inference has checked. Errors: those of
 * koma_cpu_kernels_choose(); %KOMA_ERROR_MEMORY.
 */
gboolean
koma_cpu_depthwise_conv_2d_8_prepare (KomaCpuStep *step,
                                      GError     **error)
{
  Depthwise8 *depthwise = g_new0 (Depthwise8, 1);

  step->data = depthwise;
  step->free_data = depthwise_conv_2d_8_free;
  depthwise->kernels = koma_cpu_kernels_choose (step->spec->cpu_level, error);
  if (depthwise->kernels == NULL)
    return FALSE;
  koma_cpu_product_8_init (&depthwise->product, step, koma_cpu_step_out_shape (step, 0)->dims[3]);
  set_shapes (depthwise, step);
  if (depthwise->is_plain) {
    step->run = run_plain;
    step->n_units = depthwise->n_lines;
    return TRUE;
  }
  step->run = depthwise_conv_2d_8_run;
  set_units (depthwise, step);
  if (!alloc_buffers (depthwise, step, error))
    return FALSE;
  if (depthwise->is_packed_ahead)
    pack_filter (step);
  return TRUE;
}
