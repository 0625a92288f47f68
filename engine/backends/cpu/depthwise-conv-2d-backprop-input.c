/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Each line of the result is the sum of the lines of dy whose windows reach it, times the
 * filter. A unit is a range of lines, which are numbered across the whole batch. */
#include <string.h>

#include "step.h"
#include "units.h"

/* Inputs as TensorFlow orders them; input 0 holds the sizes of the result. */
enum {
  FILTER = 1,
  GRADIENT = 2,
};

typedef struct
{
  KomaCpuUnits        units;
  const KomaWindow2D *window;
  gsize               in_h;
  gsize               in_w;
  gsize               in_c;
  gsize               multiplier;
  gsize               out_h; /* of dy */
  gsize               out_w;
} Backprop;

static void
add_pixel (const float *restrict gradient, /* [in_c][multiplier] */
           const float *restrict filter,   /* likewise */
           const Backprop *backprop,
           float *restrict to) /* [in_c] */
{
  const gsize multiplier = backprop->multiplier;

  if (multiplier == 1) {
    for (gsize c = 0; c < backprop->in_c; c++)
      to[c] += gradient[c] * filter[c];
    return;
  }
  for (gsize c = 0; c < backprop->in_c; c++)
    for (gsize m = 0; m < multiplier; m++)
      to[c] += gradient[c * multiplier + m] * filter[c * multiplier + m];
}

/* Adds a line of dy through a row of the filter. */
static void
add_line (const Backprop *backprop,
          const float    *gradient, /* [out_w][in_c][multiplier] */
          const float    *filter,   /* [kernel_w][in_c][multiplier] */
          float          *line)              /* [in_w][in_c] */
{
  const KomaWindow2D *window = backprop->window;
  const gsize         n = backprop->in_c * backprop->multiplier;

  for (guint j = 0; j < window->kernel_w; j++)
    for (gsize x = 0; x < backprop->out_w; x++) {
      const gssize to = (gssize) (x * window->stride_w + (gsize) j * window->dilation_w) -
                        window->padding.left;

      if (to >= 0 && to < (gssize) backprop->in_w)
        add_pixel (gradient + x * n, filter + j * n, backprop, line + to * backprop->in_c);
    }
}

static void
make_line (const KomaCpuStep *step,
           gsize              index)
{
  const Backprop     *backprop = step->data;
  const KomaWindow2D *window = backprop->window;
  const gsize         n = backprop->in_c * backprop->multiplier;
  const gsize         picture = index / backprop->in_h;
  const gsize         line_elems = backprop->in_w * backprop->in_c;
  float              *line = (float *) step->out[0] + index * line_elems;

  memset (line, 0, line_elems * sizeof (float));
  for (guint i = 0; i < window->kernel_h; i++) {
    const gssize position = (gssize) (index % backprop->in_h + window->padding.top) -
                            (gssize) ((gsize) i * window->dilation_h);
    const gssize y = position / (gssize) window->stride_h;

    if (position >= 0 && position % window->stride_h == 0 && y < (gssize) backprop->out_h)
      add_line (backprop,
                (const float *) step->in[GRADIENT] +
                  (picture * backprop->out_h + y) * backprop->out_w * n,
                (const float *) step->in[FILTER] + i * window->kernel_w * n, line);
  }
}

static void
backprop_run (const KomaCpuStep *step,
              gsize              unit)
{
  const Backprop    *backprop = step->data;
  const KomaCpuRange range = koma_cpu_units_get_range (&backprop->units, unit);

  for (gsize i = range.begin; i < range.end; i++)
    make_line (step, i);
}

gboolean
koma_cpu_depthwise_conv_2d_backprop_input_prepare (KomaCpuStep *step,
                                                   GError     **error)
{
  const KomaShape *in = koma_cpu_step_out_shape (step, 0);
  const KomaShape *gradient = koma_cpu_step_in_shape (step, GRADIENT);
  Backprop        *backprop = g_new (Backprop, 1);

  *backprop = (Backprop){
    .window = &step->node->params.window,
    .in_h = in->dims[1],
    .in_w = in->dims[2],
    .in_c = in->dims[3],
    .multiplier = gradient->dims[3] / in->dims[3],
    .out_h = gradient->dims[1],
    .out_w = gradient->dims[2],
  };
  backprop->units = koma_cpu_units_make (in->dims[0] * in->dims[1],
                                         (double) in->dims[2] * gradient->dims[3] *
                                           backprop->window->kernel_h *
                                           backprop->window->kernel_w);
  step->data = backprop;
  step->free_data = g_free;
  step->run = backprop_run;
  step->n_units = koma_shape_count (in) == 0 ? 0 : koma_cpu_units_get_n (&backprop->units);
  return TRUE;
}
