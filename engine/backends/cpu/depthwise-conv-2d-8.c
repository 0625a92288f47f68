/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* DepthwiseConv2dNative of quantised values. */
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
} Depthwise8;

static void
depthwise_conv_2d_8_free (gpointer data)
{
  Depthwise8 *depthwise = data;

  koma_cpu_product_8_clear (&depthwise->product);
  g_free (depthwise);
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
  const gsize         c = out_c / (depthwise->out_c / depthwise->in_c);
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
          column >= (gssize) depthwise->in_w)
        continue;
      x_byte = image[((gsize) row * depthwise->in_w + column) * depthwise->in_c + c];
      tap = filter[(i * window->kernel_w + j) * depthwise->out_c];
      sum += koma_cpu_grid_load (&depthwise->product.x, x_byte) *
             koma_cpu_grid_load (&depthwise->product.weights, tap);
    }
  return sum;
}

/* A unit is an output line of the batch. */
static void
depthwise_conv_2d_8_run (const KomaCpuStep *step,
                         gsize              unit)
{
  const Depthwise8 *depthwise = step->data;
  const gsize       image_elems = depthwise->in_h * depthwise->in_w * depthwise->in_c;
  const guint8     *image = (const guint8 *) step->in[0] + unit / depthwise->out_h * image_elems;
  guint8           *out = (guint8 *) step->out[0] + unit * depthwise->out_w * depthwise->out_c;

  for (gsize x = 0; x < depthwise->out_w; x++)
    for (gsize c = 0; c < depthwise->out_c; c++)
      out[x * depthwise->out_c + c] = koma_cpu_product_8_finish (
        &depthwise->product, c, sum_window (step, image, unit % depthwise->out_h, x, c));
}

/**
 * koma_cpu_depthwise_conv_2d_8_prepare:
 *
 * Prepares a depthwise convolution of 8 bits, whose types inference has checked. Errors: none.
 */
gboolean
koma_cpu_depthwise_conv_2d_8_prepare (KomaCpuStep *step,
                                      GError     **error)
{
  const KomaShape *in = koma_cpu_step_in_shape (step, 0);
  const KomaShape *out = koma_cpu_step_out_shape (step, 0);
  Depthwise8      *depthwise = g_new0 (Depthwise8, 1);

  step->data = depthwise;
  step->free_data = depthwise_conv_2d_8_free;
  step->run = depthwise_conv_2d_8_run;
  step->n_units = out->dims[0] * out->dims[1];
  depthwise->in_h = in->dims[1];
  depthwise->in_w = in->dims[2];
  depthwise->in_c = in->dims[3];
  depthwise->out_h = out->dims[1];
  depthwise->out_w = out->dims[2];
  depthwise->out_c = out->dims[3];
  koma_cpu_product_8_init (&depthwise->product, step, depthwise->out_c);
  return TRUE;
}
