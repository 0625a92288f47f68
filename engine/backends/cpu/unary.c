/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Elementwise ops of one operand: a loop each, from an expression over x. functions.c has those of
 * which networks have many and that take long. */
#include "kernels/kernels.h"
#include "loops.h"

/* The cost of an element, for sharing out the work; copying it is 1. */
#define ARITHMETIC 1
#define ROUNDING   4
#define POLYNOMIAL 8
#define LIBM       40

/* Klambauer et al., Self-Normalizing Neural Networks, 2017; the numbers of TensorFlow. */
#define SELU_SCALE       1.0507009873554805f
#define SELU_SCALE_ALPHA 1.7580993408473768f

/* The nearest of scale * low, …, scale * high. */
static inline float
round_to_grid (float               x,
               const KomaOpParams *params)
{
  const KomaClamp ends = { params->fake_quantize.low, params->fake_quantize.high };

  return params->fake_quantize.scale *
         koma_cpu_clamp (rintf (x / params->fake_quantize.scale), ends);
}

#define LOOP(function, type, out_type, expression) \
  static KOMA_CPU_UNARY_LOOP (function, type, out_type, expression)

#define PREPARE(symbol, run_float, run_int, run_bool, elem_cost)      \
  gboolean                                                            \
    koma_cpu_##symbol##_prepare (KomaCpuStep *step,                   \
                                 GError     **error)                  \
  {                                                                   \
    static const KomaCpuElementsFunc funcs[KOMA_N_DTYPES] = {         \
      [KOMA_DTYPE_FLOAT32] = run_float,                               \
      [KOMA_DTYPE_INT32] = run_int,                                   \
      [KOMA_DTYPE_BOOL] = run_bool,                                   \
    };                                                                \
                                                                      \
    return koma_cpu_elements_prepare (step, funcs, elem_cost, error); \
  }

#define UNARY(symbol, elem_cost, expression)      \
  LOOP (symbol##_float, float, float, expression) \
  PREPARE (symbol, symbol##_float, NULL, NULL, elem_cost)

/* Of integers too, as unsigned ones, which wrap around. */
#define UNARY_INT(symbol, elem_cost, expression, int_expression) \
  LOOP (symbol##_float, float, float, expression)                \
  LOOP (symbol##_int, guint32, guint32, int_expression)          \
  PREPARE (symbol, symbol##_float, symbol##_int, NULL, elem_cost)

/* Those whose loops of floats are kernels: kernels/arithmetic.inc. */
static gboolean
prepare_kernel (KomaCpuStep        *step,
                KomaCpuUnaryId      id,
                KomaCpuElementsFunc run_int, /* (nullable) */
                GError            **error)
{
  const KomaCpuKernels *kernels = koma_cpu_kernels_choose (step->spec->cpu_level, error);
  KomaCpuElementsFunc   funcs[KOMA_N_DTYPES] = { NULL };

  if (kernels == NULL)
    return FALSE;
  funcs[KOMA_DTYPE_FLOAT32] = kernels->unaries[id];
  funcs[KOMA_DTYPE_INT32] = run_int;
  return koma_cpu_elements_prepare (step, funcs, ARITHMETIC, error);
}

#define KERNEL(symbol, ID)                                          \
  gboolean                                                          \
    koma_cpu_##symbol##_prepare (KomaCpuStep *step,                 \
                                 GError     **error)                \
  {                                                                 \
    return prepare_kernel (step, KOMA_CPU_UNARY_##ID, NULL, error); \
  }

#define KERNEL_INT(symbol, ID, int_expression)                              \
  LOOP (symbol##_int, guint32, guint32, int_expression)                     \
  gboolean                                                                  \
    koma_cpu_##symbol##_prepare (KomaCpuStep *step,                         \
                                 GError     **error)                        \
  {                                                                         \
    return prepare_kernel (step, KOMA_CPU_UNARY_##ID, symbol##_int, error); \
  }

/* Of floats, to booleans. */
#define UNARY_TEST(symbol, expression)             \
  LOOP (symbol##_float, float, guint8, expression) \
  PREPARE (symbol, symbol##_float, NULL, NULL, ARITHMETIC)

/* Of booleans. */
#define UNARY_BOOL(symbol, expression)             \
  LOOP (symbol##_bool, guint8, guint8, expression) \
  PREPARE (symbol, NULL, NULL, symbol##_bool, ARITHMETIC)

static inline float
sign_of_float (float x)
{
  return koma_cpu_nan_unless_ordered (x, x, (float) ((x > 0.0f) - (x < 0.0f)));
}

/* The least int32 has no positive counterpart and stays what it is. */
KERNEL_INT (abs, ABS, (gint32) x < 0 ? 0u - x : x)
UNARY (acos, LIBM, acosf (x))
UNARY (acosh, LIBM, acoshf (x))
UNARY (asin, LIBM, asinf (x))
UNARY (asinh, LIBM, asinhf (x))
UNARY (atan, LIBM, atanf (x))
UNARY (atanh, LIBM, atanhf (x))
UNARY (ceil, ARITHMETIC, ceilf (x))
KERNEL (clip, CLIP)
UNARY (cos, LIBM, cosf (x))
UNARY (cosh, LIBM, coshf (x))
UNARY (elu, POLYNOMIAL, x >= 0.0f ? x : params.alpha * koma_cpu_expm1 (x))
UNARY (expm1, LIBM, expm1f (x))
UNARY (fake_quantize, ROUNDING, round_to_grid (x, &params))
UNARY (floor, ARITHMETIC, floorf (x))
UNARY_TEST (is_finite, isfinite (x) != 0)
UNARY_TEST (is_inf, isinf (x) != 0)
UNARY_TEST (is_nan, isnan (x) != 0)
KERNEL (leaky_relu, LEAKY_RELU)
UNARY (log, LIBM, logf (x))
UNARY (log1p, LIBM, log1pf (x))
UNARY_BOOL (logical_not, x == 0)
KERNEL_INT (neg, NEG, 0u - x)
KERNEL (reciprocal, RECIPROCAL)
KERNEL (relu, RELU)
KERNEL (relu6, RELU6)
/* Halves go to the even neighbour, as in TensorFlow: that is the rounding mode at start. */
UNARY (round, ARITHMETIC, rintf (x))
KERNEL (rsqrt, RSQRT)
UNARY (selu, POLYNOMIAL, x >= 0.0f ? SELU_SCALE * x : SELU_SCALE_ALPHA * koma_cpu_expm1 (x))
UNARY_INT (sign, ARITHMETIC, sign_of_float (x), (guint32) (((gint32) x > 0) - ((gint32) x < 0)))
UNARY (sin, LIBM, sinf (x))
UNARY (sinh, LIBM, sinhf (x))
/* log (1 + exp (x)), without an overflow of a large x and without losing a small result. */
UNARY (softplus, LIBM, koma_cpu_relu (x) + log1pf (koma_cpu_exp (-fabsf (x))))
UNARY (softsign, ARITHMETIC, x / (1.0f + fabsf (x)))
KERNEL (sqrt, SQRT)
KERNEL_INT (square, SQUARE, x *x)
UNARY (tan, LIBM, tanf (x))
