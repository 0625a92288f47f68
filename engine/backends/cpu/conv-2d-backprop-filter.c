/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The filter as [kernel_h * kernel_w * in_c, out_c] is the sum over all output pixels of the
 * inputs under the window of one, times the gradient of that pixel: patchesᵀ · dy. For 1×1
 * filters the patches are the picture itself. */
#include "kernels/outer-product.h"
#include "step.h"

/* Inputs as TensorFlow orders them; input 1 holds the sizes of the result. */
enum {
  INPUT = 0,
  GRADIENT = 2,
};

typedef struct
{
  KomaCpuOuterProduct product; /* one for each group */
  KomaCpuPatches      patches; /* @in is set at run */
  gsize               out_c;
} Backprop;

static void
backprop_free (gpointer data)
{
  Backprop *backprop = data;

  koma_cpu_outer_product_clear (&backprop->product);
  g_free (backprop);
}

static void
make_rows (const KomaCpuStep *step,
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

static void
find_operands (const KomaCpuStep *step,
               gsize              group,
               KomaCpuOuter      *outer)
{
  const Backprop *backprop = step->data;

  if (backprop->product.make_rows == NULL) {
    outer->a = (const float *) step->in[INPUT] + group * backprop->product.m;
    outer->a_stride = backprop->patches.pixel_bytes / sizeof (float);
  }
  outer->b = (const float *) step->in[GRADIENT] + group * backprop->product.n;
  outer->b_stride = backprop->out_c;
  outer->c = (float *) step->out[0] + group * backprop->product.n;
  outer->c_stride = backprop->out_c;
}

static void
set_shapes (Backprop          *backprop,
            const KomaCpuStep *step)
{
  const KomaWindow2D *window = &step->node->params.window;
  const KomaShape    *in = koma_cpu_step_in_shape (step, INPUT);
  const KomaShape    *gradient = koma_cpu_step_in_shape (step, GRADIENT);
  const gsize         group_c = in->dims[3] / window->groups;

  backprop->out_c = gradient->dims[3];
  backprop->patches = (KomaCpuPatches){
    .in_h = in->dims[1],
    .in_w = in->dims[2],
    .pixel_bytes = in->dims[3] * sizeof (float),
    .out_h = gradient->dims[1],
    .out_w = gradient->dims[2],
    .patch_bytes = group_c * sizeof (float),
    .window = window,
  };
  backprop->product = (KomaCpuOuterProduct){
    .n_products = window->groups,
    .m = group_c * window->kernel_h * window->kernel_w,
    .n = backprop->out_c / window->groups,
    .k = gradient->dims[0] * gradient->dims[1] * gradient->dims[2],
    .find_operands = find_operands,
    .make_rows = koma_cpu_patches_are_pixels (window) ? NULL : make_rows,
  };
}

gboolean
koma_cpu_conv_2d_backprop_filter_prepare (KomaCpuStep *step,
                                          GError     **error)
{
  Backprop *backprop = g_new0 (Backprop, 1);

  step->data = backprop;
  step->free_data = backprop_free;
  set_shapes (backprop, step);
  return koma_cpu_outer_product_prepare (&backprop->product, step, error);
}
