/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Elementwise ops of one operand: a loop each, from an expression over x. functions.c has those of
 * which networks have many and that take long. */
#include "refuse.h"
#include "step.h"
#include "units.h"
#include "vector-math.h"

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

typedef void (*Run) (const KomaCpuStep *step,
                     gsize              unit);

static gboolean
prepare (KomaCpuStep *step,
         const Run   *runs, /* [KOMA_N_DTYPES] NULL where not computed */
         double       elem_cost,
         GError     **error)
{
  const gsize   count = koma_shape_count (koma_cpu_step_out_shape (step, 0));
  KomaCpuUnits *units = NULL;

  step->run = runs[koma_cpu_step_in_dtype (step, 0)];
  if (step->run == NULL)
    return koma_cpu_refuse_dtype (step, "a type that this op takes", error);

  units = g_new (KomaCpuUnits, 1);
  *units = koma_cpu_units_make (count, elem_cost);
  step->data = units;
  step->free_data = g_free;
  step->n_units = koma_cpu_units_get_n (units);
  return TRUE;
}

#define LOOP(function, type, out_type, expression)                                        \
  static void                                                                             \
  function (const KomaCpuStep *step,                                                      \
            gsize              unit)                                                      \
  {                                                                                       \
    const KomaCpuRange               range = koma_cpu_units_get_range (step->data, unit); \
    G_GNUC_UNUSED const KomaOpParams params = step->node->params;                         \
    const type *restrict in = step->in[0];                                                \
    out_type *restrict out = step->out[0];                                                \
                                                                                          \
    for (gsize i = range.begin; i < range.end; i++) {                                     \
      const type x = in[i];                                                               \
                                                                                          \
      out[i] = (expression);                                                              \
    }                                                                                     \
  }

#define PREPARE(symbol, run_float, run_int, run_bool, elem_cost) \
  gboolean                                                       \
    koma_cpu_##symbol##_prepare (KomaCpuStep *step,              \
                                 GError     **error)             \
  {                                                              \
    static const Run runs[KOMA_N_DTYPES] = {                     \
      [KOMA_DTYPE_FLOAT32] = run_float,                          \
      [KOMA_DTYPE_INT32] = run_int,                              \
      [KOMA_DTYPE_BOOL] = run_bool,                              \
    };                                                           \
                                                                 \
    return prepare (step, runs, elem_cost, error);               \
  }

#define UNARY(symbol, elem_cost, expression)      \
  LOOP (symbol##_float, float, float, expression) \
  PREPARE (symbol, symbol##_float, NULL, NULL, elem_cost)

/* Of integers too, as unsigned ones, which wrap around. */
#define UNARY_INT(symbol, elem_cost, expression, int_expression) \
  LOOP (symbol##_float, float, float, expression)                \
  LOOP (symbol##_int, guint32, guint32, int_expression)          \
  PREPARE (symbol, symbol##_float, symbol##_int, NULL, elem_cost)

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
UNARY_INT (abs, ARITHMETIC, fabsf (x), (gint32) x < 0 ? 0u - x : x)
UNARY (acos, LIBM, acosf (x))
UNARY (acosh, LIBM, acoshf (x))
UNARY (asin, LIBM, asinf (x))
UNARY (asinh, LIBM, asinhf (x))
UNARY (atan, LIBM, atanf (x))
UNARY (atanh, LIBM, atanhf (x))
UNARY (ceil, ARITHMETIC, ceilf (x))
UNARY (clip, ARITHMETIC, koma_cpu_clamp (x, params.clip))
UNARY (cos, LIBM, cosf (x))
UNARY (cosh, LIBM, coshf (x))
UNARY (elu, POLYNOMIAL, x >= 0.0f ? x : params.alpha * koma_cpu_expm1 (x))
UNARY (expm1, LIBM, expm1f (x))
UNARY (fake_quantize, ROUNDING, round_to_grid (x, &params))
UNARY (floor, ARITHMETIC, floorf (x))
UNARY_TEST (is_finite, isfinite (x) != 0)
UNARY_TEST (is_inf, isinf (x) != 0)
UNARY_TEST (is_nan, isnan (x) != 0)
UNARY (leaky_relu, ARITHMETIC, x >= 0.0f ? x : params.alpha * x)
UNARY (log, LIBM, logf (x))
UNARY (log1p, LIBM, log1pf (x))
UNARY_BOOL (logical_not, x == 0)
UNARY_INT (neg, ARITHMETIC, -x, 0u - x)
UNARY (reciprocal, ARITHMETIC, 1.0f / x)
UNARY (relu, ARITHMETIC, koma_cpu_relu (x))
UNARY (relu6, ARITHMETIC, koma_cpu_clamp (x, (KomaClamp){ 0.0f, 6.0f }))
/* Halves go to the even neighbour, as in TensorFlow: that is the rounding mode at start. */
UNARY (round, ARITHMETIC, rintf (x))
UNARY (rsqrt, ARITHMETIC, 1.0f / sqrtf (x))
UNARY (selu, POLYNOMIAL, x >= 0.0f ? SELU_SCALE * x : SELU_SCALE_ALPHA * koma_cpu_expm1 (x))
UNARY_INT (sign, ARITHMETIC, sign_of_float (x), (guint32) (((gint32) x > 0) - ((gint32) x < 0)))
UNARY (sin, LIBM, sinf (x))
UNARY (sinh, LIBM, sinhf (x))
/* log (1 + exp (x)), without an overflow of a large x and without losing a small result. */
UNARY (softplus, LIBM, koma_cpu_relu (x) + log1pf (koma_cpu_exp (-fabsf (x))))
UNARY (softsign, ARITHMETIC, x / (1.0f + fabsf (x)))
UNARY (sqrt, ARITHMETIC, sqrtf (x))
UNARY_INT (square, ARITHMETIC, x *x, x *x)
UNARY (tan, LIBM, tanf (x))
