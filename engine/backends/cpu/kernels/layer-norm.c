/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Each line is read three times: for a mean; for the deviations from it, which also say by how much
 * rounding has made it wrong; and for the result. So a line of large numbers that hardly differ
 * keeps the digits in which they do. */
#include <math.h>

#include "vector.h"

/* Sums of vectors beside each other, since one waits for itself. */
#define N_CHAINS 2

/* Of x - origin. */
typedef struct
{
  double sum;
  double squares;
} Moments;

static double
add_lanes (Vector vector)
{
  double sum = 0.0;

  for (guint i = 0; i < VECTOR_ELEMS; i++)
    sum += vector[i];
  return sum;
}

static Moments
add_up (const float *in,
        gsize        n,
        float        origin)
{
  const Vector origins = vector_splat (origin);
  Vector       sums[N_CHAINS] = { 0 };
  Vector       squares[N_CHAINS] = { 0 };
  Moments      moments = { 0 };
  gsize        i = 0;

  for (; i + N_CHAINS * VECTOR_ELEMS <= n; i += N_CHAINS * VECTOR_ELEMS)
    for (guint chain = 0; chain < N_CHAINS; chain++) {
      const Vector x = vector_load (in + i + chain * VECTOR_ELEMS) - origins;

      sums[chain] += x;
      squares[chain] += x * x;
    }
  for (; i < n; i++) {
    const double x = (double) in[i] - origin;

    moments.sum += x;
    moments.squares += x * x;
  }
  moments.sum += add_lanes (sums[0] + sums[1]);
  moments.squares += add_lanes (squares[0] + squares[1]);
  return moments;
}

/* What each element is, but for scale and offset: (x - mean - rest) · inverse. */
typedef struct
{
  float mean;
  float rest;
  float inverse; /* 1 / sqrt (variance + epsilon) */
} Line;

static Line
look_at_line (const KomaCpuLayerNorm *norm,
              const float            *in)
{
  const double  n = (double) norm->n;
  const float   mean = (float) (add_up (in, norm->n, 0.0f).sum / n);
  const Moments moments = add_up (in, norm->n, mean);
  const double  rest = moments.sum / n;
  const double  variance = moments.squares / n - rest * rest;

  return (Line){
    .mean = mean,
    .rest = (float) rest,
    .inverse = (float) (1.0 / sqrt ((0.0 > variance ? 0.0 : variance) + norm->epsilon)),
  };
}

static void
write_line (const KomaCpuLayerNorm *norm,
            const Line             *line,
            const float *restrict in,
            float *restrict out)
{
  const float *restrict scale = norm->scale;
  const float *restrict offset = norm->offset;
  const Line  values = *line;
  const gsize n = norm->n;

  if (scale != NULL && offset != NULL)
    for (gsize i = 0; i < n; i++)
      out[i] = (in[i] - values.mean - values.rest) * values.inverse * scale[i] + offset[i];
  else if (scale != NULL)
    for (gsize i = 0; i < n; i++)
      out[i] = (in[i] - values.mean - values.rest) * values.inverse * scale[i];
  else
    for (gsize i = 0; i < n; i++)
      out[i] = (in[i] - values.mean - values.rest) * values.inverse;
}

void KERNEL (koma_cpu_layer_norm) (const KomaCpuLayerNorm *norm);

void
KERNEL (koma_cpu_layer_norm) (const KomaCpuLayerNorm *norm)
{
  for (gsize i = 0; i < norm->n_lines; i++) {
    const float *in = norm->in + i * norm->n;
    const Line   line = look_at_line (norm, in);

    write_line (norm, &line, in, norm->out + i * norm->n);
  }
}
