/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Conv2D of quantised values: each output is a sum of products of integers. */
#include "product-8.h"

typedef struct
{
  KomaCpuProduct8 product;
  gsize           in_h;
  gsize           in_w;
  gsize           in_c;
  gsize           out_h;
  gsize           out_w;
  gsize           out_c;
  gsize           groups;
} Conv2D8;

static void
conv_2d_8_free (gpointer data)
{
  Conv2D8 *conv = data;

  koma_cpu_product_8_clear (&conv->product);
  g_free (conv);
}

static gint32
sum_window (const KomaCpuStep *step,
            const guint8      *image,
            gsize              y,
            gsize              x,
            gsize              out_c)
{
  const Conv2D8      *conv = step->data;
  const KomaWindow2D *window = &step->node->params.window;
  const gsize         filter_c = conv->in_c / conv->groups;
  const gsize         first_c = out_c / (conv->out_c / conv->groups) * filter_c;
  const guint8       *filter = step->in[1];
  gint32              sum = 0;

  for (guint i = 0; i < window->kernel_h; i++)
    for (guint j = 0; j < window->kernel_w; j++) {
      const gssize row = (gssize) (y * window->stride_h + i * window->dilation_h) -
                         (gssize) window->padding.top;
      const gssize column = (gssize) (x * window->stride_w + j * window->dilation_w) -
                            (gssize) window->padding.left;
      const guint8 *taps = filter + (i * window->kernel_w + j) * filter_c * conv->out_c + out_c;
      const guint8 *pixel = NULL;

      if (row < 0 || row >= (gssize) conv->in_h || column < 0 || column >= (gssize) conv->in_w)
        continue;
      pixel = image + ((gsize) row * conv->in_w + column) * conv->in_c;
      for (gsize c = 0; c < filter_c; c++)
        sum += koma_cpu_grid_load (&conv->product.x, pixel[first_c + c]) *
               koma_cpu_grid_load (&conv->product.weights, taps[c * conv->out_c]);
    }
  return sum;
}

/* A unit is an output line of the batch. */
static void
conv_2d_8_run (const KomaCpuStep *step,
               gsize              unit)
{
  const Conv2D8 *conv = step->data;
  const gsize    image_elems = conv->in_h * conv->in_w * conv->in_c;
  const guint8  *image = (const guint8 *) step->in[0] + unit / conv->out_h * image_elems;
  guint8        *out = (guint8 *) step->out[0] + unit * conv->out_w * conv->out_c;

  for (gsize x = 0; x < conv->out_w; x++)
    for (gsize c = 0; c < conv->out_c; c++)
      out[x * conv->out_c + c] = koma_cpu_product_8_finish (
        &conv->product, c, sum_window (step, image, unit % conv->out_h, x, c));
}

/**
 * koma_cpu_conv_2d_8_prepare:
 *
 * Prepares a convolution of 8 bits, whose types inference has checked. Errors: none.
 */
gboolean
koma_cpu_conv_2d_8_prepare (KomaCpuStep *step,
                            GError     **error)
{
  const KomaShape *in = koma_cpu_step_in_shape (step, 0);
  const KomaShape *out = koma_cpu_step_out_shape (step, 0);
  Conv2D8         *conv = g_new0 (Conv2D8, 1);

  step->data = conv;
  step->free_data = conv_2d_8_free;
  step->run = conv_2d_8_run;
  step->n_units = out->dims[0] * out->dims[1];
  conv->in_h = in->dims[1];
  conv->in_w = in->dims[2];
  conv->in_c = in->dims[3];
  conv->out_h = out->dims[1];
  conv->out_w = out->dims[2];
  conv->out_c = out->dims[3];
  conv->groups = MAX (step->node->params.window.groups, 1);
  koma_cpu_product_8_init (&conv->product, step, conv->out_c);
  return TRUE;
}
