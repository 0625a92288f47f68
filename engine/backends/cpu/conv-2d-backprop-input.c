/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Transposed convolution. For an output pixel it is a convolution too: tap
 * (i, j) of the filter [kernel_h, kernel_w, out_c, in_c] reads the input pixel
 * for which
 *   in_y * stride_h + i * dilation_h - top = out_y
 * if there is one. So it is a matrix product of rows of kernel_h * kernel_w *
 * in_c inputs and the filter as [kernel_h * kernel_w * in_c, out_c]; of groups
 * each has a product of its own channels. */
#include "step.h"

#include <string.h>

#include "kernels/product.h"

/* Inputs as TensorFlow orders them; input 0 holds the sizes of the result. */
enum {
  FILTER = 1,
  INPUT = 2,
  BIAS = 3,
};

typedef struct
{
  KomaCpuProduct      product; /* one for each group */
  const KomaWindow2D *window;
  gsize               in_h;
  gsize               in_w;
  gsize               in_c;
  gsize               group_c; /* in_c / groups */
  gsize               out_h;
  gsize               out_w;
  gsize               out_c;

  /* With strides of 1 it is a plain convolution, of the filter turned round. */
  gboolean       is_convolution;
  KomaWindow2D   turned;
  KomaCpuPatches patches; /* @in is set at run */
} Backprop;

static void
backprop_free (gpointer data)
{
  Backprop *backprop = data;

  koma_cpu_product_clear (&backprop->product);
  g_free (backprop);
}

/* The input position that tap @tap of output position @out reads, or -1. */
static gssize
find_source (gssize out,
             gssize tap,
             gssize stride,
             gssize in_size)
{
  const gssize position = out - tap;

  if (position < 0 || position % stride != 0 || position / stride >= in_size)
    return -1;
  return position / stride;
}

static void
make_row (const Backprop *backprop,
          const float    *picture,
          gsize           y,
          gsize           x,
          float          *to)
{
  const KomaWindow2D *window = backprop->window;

  for (guint i = 0; i < window->kernel_h; i++) {
    const gssize in_y = find_source (y + window->padding.top, (gssize) i * window->dilation_h,
                                     window->stride_h, backprop->in_h);

    for (guint j = 0; j < window->kernel_w; j++, to += backprop->group_c) {
      const gssize in_x = find_source (x + window->padding.left, (gssize) j * window->dilation_w,
                                       window->stride_w, backprop->in_w);

      if (in_y < 0 || in_x < 0)
        memset (to, 0, backprop->group_c * sizeof (float));
      else
        memcpy (to, picture + (in_y * backprop->in_w + in_x) * backprop->in_c,
                backprop->group_c * sizeof (float));
    }
  }
}

static void
make_rows (const KomaCpuStep *step,
           gsize              group,
           gsize              first_row,
           gsize              n_rows,
           gpointer           ret_rows)
{
  const Backprop *backprop = step->data;
  float          *rows = ret_rows;
  const gsize     picture_elems = backprop->in_h * backprop->in_w * backprop->in_c;
  const float    *in = (const float *) step->in[INPUT] + group * backprop->group_c;

  for (gsize row = first_row; row < first_row + n_rows; row++) {
    const gsize y = row / backprop->out_w;

    make_row (backprop, in + y / backprop->out_h * picture_elems, y % backprop->out_h,
              row % backprop->out_w, rows);
    rows += backprop->product.split.k;
  }
}

static void
copy_rows (const KomaCpuStep *step,
           gsize              group,
           gsize              first_row,
           gsize              n_rows,
           gpointer           ret_rows)
{
  const Backprop *backprop = step->data;
  KomaCpuPatches  patches = backprop->patches;

  patches.in = (const guint8 *) step->in[INPUT] + group * patches.patch_bytes;
  backprop->product.kernels->copy_patches (&patches, first_row, n_rows, ret_rows);
}

/* Returns: whether there is such a convolution */
static gboolean
set_patches (Backprop *backprop)
{
  const KomaWindow2D *window = backprop->window;
  const guint         reach_h = (window->kernel_h - 1) * window->dilation_h;
  const guint         reach_w = (window->kernel_w - 1) * window->dilation_w;

  if (window->stride_h != 1 || window->stride_w != 1 || window->padding.top > reach_h ||
      window->padding.left > reach_w)
    return FALSE;
  backprop->turned = *window;
  backprop->turned.padding.top = reach_h - window->padding.top;
  backprop->turned.padding.left = reach_w - window->padding.left;
  backprop->patches = (KomaCpuPatches){
    .in_h = backprop->in_h,
    .in_w = backprop->in_w,
    .pixel_bytes = backprop->in_c * sizeof (float),
    .out_h = backprop->out_h,
    .out_w = backprop->out_w,
    .patch_bytes = backprop->group_c * sizeof (float),
    .window = &backprop->turned,
  };
  return TRUE;
}

/* Swaps the filter's out_c and in_c, one tap at a time. */
static void
pack_filter (const KomaCpuStep *step,
             gsize              group,
             gsize              first_column,
             gsize              n_columns)
{
  const Backprop     *backprop = step->data;
  const KomaWindow2D *window = backprop->window;
  const gsize         n_taps = (gsize) window->kernel_h * window->kernel_w;
  const gsize         n = backprop->product.split.n;

  KomaCpuPack pack = {
    .k_stride = 1,
    .n_stride = backprop->in_c,
    .bias = koma_cpu_pack_get_bias (step, BIAS, group * n),
    .n_rows = backprop->group_c,
  };

  for (gsize tap = 0; tap < n_taps; tap++) {
    const gsize from = backprop->is_convolution ? n_taps - 1 - tap : tap;

    pack.b = (const float *) step->in[FILTER] + from * backprop->in_c * n +
             group * backprop->group_c;
    pack.first_row = tap * backprop->group_c;
    koma_cpu_product_pack (&backprop->product, group, &pack, first_column, n_columns);
  }
}

static void
backprop_run (const KomaCpuStep *step,
              gsize              index)
{
  const Backprop          *backprop = step->data;
  const KomaCpuProductUnit unit = koma_cpu_product_get_unit (&backprop->product, index);

  const KomaCpuGemm gemm = {
    .c = (float *) step->out[0] + unit.product * backprop->product.split.n,
    .c_stride = backprop->out_c * sizeof (float),
    .clamp = step->node->clamp,
  };

  koma_cpu_product_run (&backprop->product, &unit, &gemm, step);
}

static void
set_shapes (Backprop          *backprop,
            const KomaCpuStep *step)
{
  const KomaShape *in = koma_cpu_step_in_shape (step, INPUT);
  const KomaShape *out = koma_cpu_step_out_shape (step, 0);
  const gsize      groups = MAX (step->node->params.window.groups, 1);

  backprop->window = &step->node->params.window;
  backprop->in_h = in->dims[1];
  backprop->in_w = in->dims[2];
  backprop->in_c = in->dims[3];
  backprop->group_c = backprop->in_c / groups;
  backprop->out_h = out->dims[1];
  backprop->out_w = out->dims[2];
  backprop->out_c = out->dims[3];
  backprop->product.split.m = out->dims[0] * out->dims[1] * out->dims[2];
  backprop->product.split.n = backprop->out_c / groups;
  backprop->product.split.k =
    backprop->group_c * backprop->window->kernel_h * backprop->window->kernel_w;
  backprop->product.n_products = groups;
  backprop->product.n_packed = groups;
  backprop->product.is_packed_ahead = koma_cpu_pack_is_ahead (step, FILTER, BIAS);
  backprop->product.pack_columns = pack_filter;
  backprop->is_convolution = set_patches (backprop);
  backprop->product.make_rows = backprop->is_convolution ? copy_rows : make_rows;
}

gboolean
koma_cpu_conv_2d_backprop_input_prepare (KomaCpuStep *step,
                                         GError     **error)
{
  Backprop *backprop = g_new0 (Backprop, 1);

  step->data = backprop;
  step->free_data = backprop_free;
  step->run = backprop_run;
  set_shapes (backprop, step);
  return koma_cpu_product_init (&backprop->product, step, KOMA_CPU_SPLIT_ROWS, error);
}
