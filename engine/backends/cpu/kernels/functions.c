/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Functions of one float that take tens of operations an element, and the softmax of a line. The
 * wider the vectors, the faster: nothing here waits for memory. */
#include "engine/backends/cpu/vector-erf.h"
#include "vector.h"

#define N_LANES 16

static inline float
compute_gelu (float x)
{
  return 0.5f * x * (1.0f + koma_cpu_erf (x * 0.70710678f));
}

/* ½ x (1 + tanh u) with u = √(2 / π) · (x + 0.044715 x³), which is x / (1 + exp (−2u)): where u is
 * far below 0, the sum of 1 and tanh u would lose its digits. */
static inline float
compute_gelu_tanh (float x)
{
  return x * koma_cpu_sigmoid (1.5957691f * (x + 0.044715f * x * x * x));
}

/* A prototype, and the head of the definition. */
#define KERNEL_FUNCTION(symbol)                                                  \
  void KERNEL (symbol) (const float *restrict in, float *restrict out, gsize n); \
  void KERNEL (symbol) (const float *restrict in, float *restrict out, gsize n)

#define FUNCTION(symbol, compute) \
  KERNEL_FUNCTION (symbol)        \
  {                               \
    for (gsize i = 0; i < n; i++) \
      out[i] = compute (in[i]);   \
  }

FUNCTION (koma_cpu_erf_line, koma_cpu_erf)
FUNCTION (koma_cpu_exp_line, koma_cpu_exp)
FUNCTION (koma_cpu_gelu_line, compute_gelu)
FUNCTION (koma_cpu_gelu_tanh_line, compute_gelu_tanh)
FUNCTION (koma_cpu_sigmoid_line, koma_cpu_sigmoid)
FUNCTION (koma_cpu_tanh_line, koma_cpu_tanh)

/* In several lanes, so that the loop vectorises. */
static float
find_max (const float *elems,
          gsize        n)
{
  float lanes[N_LANES];
  float max = -INFINITY;
  gsize i = 0;

  for (gsize lane = 0; lane < N_LANES; lane++)
    lanes[lane] = -INFINITY;
  for (; i + N_LANES <= n; i += N_LANES)
    for (gsize lane = 0; lane < N_LANES; lane++)
      lanes[lane] = elems[i + lane] > lanes[lane] ? elems[i + lane] : lanes[lane];
  for (; i < n; i++)
    max = elems[i] > max ? elems[i] : max;
  for (gsize lane = 0; lane < N_LANES; lane++)
    max = lanes[lane] > max ? lanes[lane] : max;
  return max;
}

/* float is enough for it, because its terms are positive and at most 1. */
static float
sum_line (const float *elems,
          gsize        n)
{
  float  lanes[N_LANES] = { 0 };
  double sum = 0.0;
  gsize  i = 0;

  for (; i + N_LANES <= n; i += N_LANES)
    for (gsize lane = 0; lane < N_LANES; lane++)
      lanes[lane] += elems[i + lane];
  for (; i < n; i++)
    sum += elems[i];
  for (gsize lane = 0; lane < N_LANES; lane++)
    sum += lanes[lane];
  return (float) sum;
}

KERNEL_FUNCTION (koma_cpu_softmax_line)
{
  const float max = find_max (in, n);
  float       scale = 0.0f;

  for (gsize i = 0; i < n; i++)
    out[i] = koma_cpu_exp (in[i] - max);
  scale = 1.0f / sum_line (out, n);
  for (gsize i = 0; i < n; i++)
    out[i] *= scale;
}
