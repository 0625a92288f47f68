/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Functions of one float, without branches and without tables, so that a loop
 * over them vectorises at every CPU level; libm's do not.
 *
 *   exp (x) = 2^n · exp (r),   n = round (x / ln 2),   |r| <= ln 2 / 2
 *
 * with ln 2 in two parts (Cody and Waite) and the polynomial of Cephes' expf
 * (https://www.netlib.org/cephes/, single/expf.c). Largest relative error
 * measured against float64, over every 97th float of the range
 * (tests/engine/backends/test-cpu-vector-math.c holds them to little more):
 *
 *   exp 8.0e-8   expm1 1.1e-7   sigmoid 1.5e-7   tanh 1.7e-7
 *
 * A NaN stays a NaN. */
#pragma once

#include <math.h>

#include "engine/graph/nan.h"
#include "engine/graph/op-params.h"

G_BEGIN_DECLS

typedef union
{
  float   f;
  guint32 u;
} KomaCpuFloatBits;

/* x86's MAX and MIN return the second operand if one is NaN. The comparisons
 * are this way round so that @x is the second, which costs nothing. */
static inline float
koma_cpu_relu (float x)
{
  return 0.0f > x ? 0.0f : x;
}

static inline float
koma_cpu_clamp (float     x,
                KomaClamp clamp)
{
  x = clamp.min > x ? clamp.min : x;
  return clamp.max < x ? clamp.max : x;
}

/* Or the NaN of graph/nan.h. Masks are what comparisons of vectors write: no branch. */
static inline float
koma_cpu_nan_unless_ordered (float x,
                             float y,
                             float otherwise)
{
  KomaCpuFloatBits bits = { .f = otherwise };
  const guint32    mask = isunordered (x, y) ? 0xffffffffu : 0u;

  bits.u = (bits.u & ~mask) | (KOMA_NAN_BITS & mask);
  return bits.f;
}

/* NaN if one of the two is, as in TensorFlow. */
static inline float
koma_cpu_max (float x,
              float y)
{
  return koma_cpu_nan_unless_ordered (x, y, y > x ? y : x);
}

static inline float
koma_cpu_min (float x,
              float y)
{
  return koma_cpu_nan_unless_ordered (x, y, y < x ? y : x);
}

/* 2^n for -126 <= n <= 127 */
static inline float
koma_cpu_power_of_2 (gint32 n)
{
  const KomaCpuFloatBits bits = { .u = (guint32) (n + 127) << 23 };

  return bits.f;
}

/* Sets @ret_n; returns exp (r) - 1. Adding 1.5 · 2^23 rounds to a whole
 * number, which then stands in the low bits. */
static inline float
koma_cpu_exp_reduce (float   x,
                     gint32 *ret_n)
{
  const float            magic = 12582912.0f;
  const KomaCpuFloatBits rounded = { .f = x * 1.44269504f + magic };
  const KomaCpuFloatBits zero = { .f = magic };
  const float            n = rounded.f - magic;
  const float            r = (x - n * 0.693359375f) + n * 2.12194440e-4f;
  float                  q = 1.9875691500e-4f;

  q = q * r + 1.3981999507e-3f;
  q = q * r + 8.3334519073e-3f;
  q = q * r + 4.1665795894e-2f;
  q = q * r + 1.6666665459e-1f;
  q = q * r + 5.0000001201e-1f;
  *ret_n = (gint32) (rounded.u - zero.u);
  return r + r * r * q;
}

/* Infinite above 88.7, 0 below -104; in between subnormal below -87.3: the
 * power is multiplied in two halves, since 2^-149 and 2^128 have no bits. */
static inline float
koma_cpu_exp (float x)
{
  gint32 n = 0;
  float  y = 1.0f + koma_cpu_exp_reduce (koma_cpu_clamp (x, (KomaClamp){ -104.0f, 89.0f }), &n);

  /* The n of a NaN is meaningless, but it must stay an exponent. */
  n = n < -150 ? -150 : n;
  n = n > 128 ? 128 : n;
  return y * koma_cpu_power_of_2 (n >> 1) * koma_cpu_power_of_2 (n - (n >> 1));
}

/* exp (x) - 1 without cancellation, for x <= 88 (above, as of 88). */
static inline float
koma_cpu_expm1 (float x)
{
  gint32 n = 0;
  float  p = koma_cpu_exp_reduce (koma_cpu_clamp (x, (KomaClamp){ -30.0f, 88.0f }), &n);
  float  power = 0.0f;

  n = n < -126 ? -126 : n;
  n = n > 127 ? 127 : n;
  power = koma_cpu_power_of_2 (n);
  return power * p + (power - 1.0f);
}

static inline float
koma_cpu_sigmoid (float x)
{
  return 1.0f / (1.0f + koma_cpu_exp (-x));
}

/* 1 in float from 9.01 on. */
static inline float
koma_cpu_tanh (float x)
{
  const float e = koma_cpu_expm1 (2.0f * koma_cpu_clamp (x, (KomaClamp){ -10.0f, 10.0f }));

  return e / (e + 2.0f);
}

G_END_DECLS
