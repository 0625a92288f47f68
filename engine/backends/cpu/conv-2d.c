/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A convolution is a matrix product: one row for each output pixel, holding
 * the inputs under its window, times the filter as [kernel_h * kernel_w *
 * in_c, out_c]. For 1×1 filters the rows are the picture itself. With few output channels the rows
 * inside the picture are read from it too, in pieces: one for each line of the window. */
#include "block-steps.h"

#include "kernels/inner-line.h"
#include "kernels/product.h"

typedef struct
{
  KomaCpuProduct product; /* one for each group */
  KomaCpuPatches patches; /* @in is set at run */
  gsize          elem_bytes;
  gsize          groups;
  gsize          out_c;
} Conv2D;

static void
conv_2d_free (gpointer data)
{
  Conv2D *conv = data;

  koma_cpu_product_clear (&conv->product);
  g_free (conv);
}

static void
make_rows (const KomaCpuStep *step,
           gsize              group,
           gsize              first_row,
           gsize              n_rows,
           gpointer           ret_rows)
{
  const Conv2D  *conv = step->data;
  KomaCpuPatches patches = conv->patches;

  patches.in = (const guint8 *) step->in[0] + group * patches.patch_bytes;
  if (conv->product.is_8_bit)
    patches.outside = conv->product.integers.x.zero ^ conv->product.integers.x.flip;
  conv->product.kernels->copy_patches (&patches, first_row, n_rows, ret_rows);
}

static gboolean
find_line (const KomaCpuStep *step,
           gsize              first_row,
           KomaCpuConvLine   *line)
{
  const Conv2D  *conv = step->data;
  KomaCpuPatches patches = conv->patches;

  patches.in = step->in[0];
  return koma_cpu_inner_line_find (&patches, first_row, line);
}

static void
pack_filter (const KomaCpuStep *step,
             gsize              group,
             gsize              first_column,
             gsize              n_columns)
{
  const Conv2D *conv = step->data;
  const gsize   n = conv->product.split.n;

  const KomaCpuPack pack = {
    .b = (const guint8 *) step->in[1] + group * n * conv->elem_bytes,
    .k_stride = conv->out_c,
    .n_stride = 1,
    .bias = koma_cpu_pack_get_bias (step, KOMA_CPU_BIAS, group * n),
    .n_rows = conv->product.split.k,
  };

  koma_cpu_product_pack (&conv->product, group, &pack, first_column, n_columns);
}

static void
conv_2d_run (const KomaCpuStep *step,
             gsize              index)
{
  const Conv2D            *conv = step->data;
  const KomaCpuProductUnit unit = koma_cpu_product_get_unit (&conv->product, index);

  const KomaCpuGemm gemm = {
    .a = (const guint8 *) step->in[0] + unit.product * conv->patches.patch_bytes,
    .a_stride = conv->patches.pixel_bytes,
    .c = (guint8 *) step->out[0] + unit.product * conv->product.split.n * conv->elem_bytes,
    .c_stride = conv->out_c * conv->elem_bytes,
    .clamp = step->node->clamp,
  };

  koma_cpu_product_run (&conv->product, &unit, &gemm, step);
}

/**
 * koma_cpu_conv_2d_run_rows:
 * @step: prepared, of float32, with one group and with weights that are constants
 * @rows: (nullable): [n_rows][in_c] the input of these pixels, if the filter is 1×1; %NULL: they
 *   are found in the input of the step
 * @first_row: the first pixel of output, counted through the batch
 * @n_rows: how many
 * @ret_out: (out): [n_rows][out_c]
 *
 * Computes some pixels of output. Thread: any; ranges are independent.
 */
void
koma_cpu_conv_2d_run_rows (const KomaCpuStep *step,
                           const float       *rows,
                           gsize              first_row,
                           gsize              n_rows,
                           float             *ret_out)
{
  const Conv2D *conv = step->data;

  const KomaCpuProductUnit unit = {
    .part = { .first_row = first_row, .n_rows = n_rows, .n_columns = conv->product.split.n },
    .packed = koma_cpu_product_get_packed (&conv->product, 0),
  };
  const KomaCpuGemm gemm = {
    .a = rows != NULL || conv->product.make_rows != NULL
           ? (gconstpointer) rows
           : (const guint8 *) step->in[0] + first_row * conv->patches.pixel_bytes,
    .a_stride = conv->patches.pixel_bytes,
    .c = ret_out,
    .c_stride = conv->out_c * conv->elem_bytes,
    .clamp = step->node->clamp,
  };

  koma_cpu_product_run_part (&conv->product, &unit, &gemm, step);
}

static void
set_shapes (Conv2D            *conv,
            const KomaCpuStep *step)
{
  const KomaWindow2D *window = &step->node->params.window;
  const KomaShape    *in = koma_cpu_step_in_shape (step, 0);
  const KomaShape    *out = koma_cpu_step_out_shape (step, 0);

  conv->elem_bytes = koma_dtype_size (koma_cpu_step_in_dtype (step, 0));
  conv->groups = MAX (window->groups, 1);
  conv->out_c = out->dims[3];
  conv->patches = (KomaCpuPatches){
    .in_h = in->dims[1],
    .in_w = in->dims[2],
    .pixel_bytes = in->dims[3] * conv->elem_bytes,
    .out_h = out->dims[1],
    .out_w = out->dims[2],
    .patch_bytes = in->dims[3] / conv->groups * conv->elem_bytes,
    .window = window,
  };
  conv->product.split.m = out->dims[0] * out->dims[1] * out->dims[2];
  conv->product.split.n = conv->out_c / conv->groups;
  conv->product.split.k = in->dims[3] / conv->groups * window->kernel_h * window->kernel_w;
  conv->product.n_products = conv->groups;
  conv->product.n_packed = conv->groups;
  conv->product.is_packed_ahead = koma_cpu_pack_is_ahead (step, KOMA_CPU_WEIGHTS, KOMA_CPU_BIAS);
  conv->product.pack_columns = pack_filter;
  conv->product.is_whole = TRUE;
  conv->product.make_rows = koma_cpu_patches_are_pixels (window) ? NULL : make_rows;
  if (conv->product.make_rows != NULL && koma_cpu_step_in_dtype (step, 0) == KOMA_DTYPE_FLOAT32 &&
      koma_cpu_inner_line_pays (&conv->patches, conv->out_c))
    conv->product.find_line = find_line;
}

gboolean
koma_cpu_conv_2d_prepare (KomaCpuStep *step,
                          GError     **error)
{
  Conv2D *conv = g_new0 (Conv2D, 1);

  step->data = conv;
  step->free_data = conv_2d_free;
  step->run = conv_2d_run;
  set_shapes (conv, step);
  return koma_cpu_product_init (&conv->product, step,
                                conv->product.make_rows != NULL ? KOMA_CPU_SPLIT_ROWS
                                                                : KOMA_CPU_SPLIT_FREELY,
                                error);
}
