/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Each weight is a sum of products over all pixels. The lines of dy, numbered across the whole
 * batch, are cut into chunks, each of which makes a filter of its own; then those are added up
 * in their order. How they are cut depends on nothing but their number, so the result is the
 * same for any number of threads. */
#include <string.h>

#include "engine/runtime/memory.h"
#include "step.h"
#include "units.h"

/* Inputs as TensorFlow orders them; input 1 holds the sizes of the result. */
enum {
  INPUT = 0,
  GRADIENT = 2,
};

#define MAX_CHUNKS 16
/* Multiply-adds that are worth a chunk. */
#define MIN_CHUNK_COST 100000.0

typedef struct
{
  KomaCpuUnits        sums; /* of weights */
  const KomaWindow2D *window;
  gsize               in_h;
  gsize               in_w;
  gsize               in_c;
  gsize               multiplier;
  gsize               out_h; /* of dy */
  gsize               out_w;
  gsize               n_lines; /* of dy, all pictures */
  gsize               n_weights;
  gsize               n_chunks;
  float              *partials; /* [n_chunks][n_weights] */
} Backprop;

static void
backprop_free (gpointer data)
{
  Backprop *backprop = data;

  koma_memory_free (backprop->partials);
  g_free (backprop);
}

static void
add_pixel (const float *restrict pixel,    /* [in_c] */
           const float *restrict gradient, /* [in_c][multiplier] */
           const Backprop *backprop,
           float *restrict sums) /* likewise */
{
  const gsize multiplier = backprop->multiplier;

  if (multiplier == 1) {
    for (gsize c = 0; c < backprop->in_c; c++)
      sums[c] += pixel[c] * gradient[c];
    return;
  }
  for (gsize c = 0; c < backprop->in_c; c++)
    for (gsize m = 0; m < multiplier; m++)
      sums[c * multiplier + m] += pixel[c] * gradient[c * multiplier + m];
}

/* What a line of dy gives to a row of the filter. */
static void
add_line (const Backprop *backprop,
          const float    *line,     /* [in_w][in_c] */
          const float    *gradient, /* [out_w][in_c][multiplier] */
          float          *filter)            /* [kernel_w][in_c][multiplier] */
{
  const KomaWindow2D *window = backprop->window;
  const gsize         n = backprop->in_c * backprop->multiplier;

  for (guint j = 0; j < window->kernel_w; j++)
    for (gsize x = 0; x < backprop->out_w; x++) {
      const gssize column = (gssize) (x * window->stride_w + (gsize) j * window->dilation_w) -
                            window->padding.left;

      if (column >= 0 && column < (gssize) backprop->in_w)
        add_pixel (line + column * backprop->in_c, gradient + x * n, backprop, filter + j * n);
    }
}

static void
chunk_run (const KomaCpuStep *step,
           gsize              chunk)
{
  const Backprop     *backprop = step->data;
  const KomaWindow2D *window = backprop->window;
  const gsize         n = backprop->in_c * backprop->multiplier;
  float              *filter = backprop->partials + chunk * backprop->n_weights;
  const gsize         end = (chunk + 1) * backprop->n_lines / backprop->n_chunks;

  memset (filter, 0, backprop->n_weights * sizeof (float));
  for (gsize line = chunk * backprop->n_lines / backprop->n_chunks; line < end; line++)
    for (guint i = 0; i < window->kernel_h; i++) {
      const gssize row = (gssize) (line % backprop->out_h * window->stride_h +
                                   (gsize) i * window->dilation_h) -
                         window->padding.top;
      const gsize in_line = line / backprop->out_h * backprop->in_h + row;

      if (row >= 0 && row < (gssize) backprop->in_h)
        add_line (backprop,
                  (const float *) step->in[INPUT] + in_line * backprop->in_w * backprop->in_c,
                  (const float *) step->in[GRADIENT] + line * backprop->out_w * n,
                  filter + i * window->kernel_w * n);
    }
}

static void
sum_run (const KomaCpuStep *step,
         gsize              unit)
{
  const Backprop    *backprop = step->data;
  const KomaCpuRange range = koma_cpu_units_get_range (&backprop->sums, unit);
  float *restrict filter = step->out[0];

  memcpy (filter + range.begin, backprop->partials + range.begin,
          (range.end - range.begin) * sizeof (float));
  for (gsize chunk = 1; chunk < backprop->n_chunks; chunk++) {
    const float *restrict partial = backprop->partials + chunk * backprop->n_weights;

    for (gsize i = range.begin; i < range.end; i++)
      filter[i] += partial[i];
  }
}

static void
set_shapes (Backprop          *backprop,
            const KomaCpuStep *step)
{
  const KomaShape *in = koma_cpu_step_in_shape (step, INPUT);
  const KomaShape *gradient = koma_cpu_step_in_shape (step, GRADIENT);
  double           cost = 0;

  backprop->window = &step->node->params.window;
  backprop->in_h = in->dims[1];
  backprop->in_w = in->dims[2];
  backprop->in_c = in->dims[3];
  backprop->multiplier = gradient->dims[3] / in->dims[3];
  backprop->out_h = gradient->dims[1];
  backprop->out_w = gradient->dims[2];
  backprop->n_lines = gradient->dims[0] * gradient->dims[1];
  backprop->n_weights = koma_shape_count (koma_cpu_step_out_shape (step, 0));
  cost = (double) backprop->n_lines * backprop->out_w * backprop->n_weights;
  backprop->n_chunks = CLAMP (cost / MIN_CHUNK_COST, 1, MIN (MAX_CHUNKS, backprop->n_lines));
  backprop->sums = koma_cpu_units_make (backprop->n_weights, backprop->n_chunks);
}

gboolean
koma_cpu_depthwise_conv_2d_backprop_filter_prepare (KomaCpuStep *step,
                                                    GError     **error)
{
  Backprop *backprop = g_new0 (Backprop, 1);
  gsize     size = 0;

  step->data = backprop;
  step->free_data = backprop_free;
  set_shapes (backprop, step);
  step->run_first = chunk_run;
  step->n_first_units = backprop->n_chunks;
  step->run = sum_run;
  step->n_units = koma_cpu_units_get_n (&backprop->sums);
  if (!g_size_checked_mul (&size, backprop->n_weights, backprop->n_chunks * sizeof (float)))
    return koma_fail (error, KOMA_ERROR_MEMORY,
                      "a filter of %" G_GSIZE_FORMAT " weights is too large", backprop->n_weights);
  backprop->partials = koma_memory_alloc (size, error);
  return backprop->partials != NULL;
}
