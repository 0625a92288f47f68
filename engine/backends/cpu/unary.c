/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Elementwise ops of one operand: a loop each, from an expression over x. */
#include "refuse.h"
#include "step.h"
#include "units.h"
#include "vector-math.h"

/* The cost of an element, for sharing out the work; copying it is 1. */
#define ARITHMETIC 1
#define POLYNOMIAL 8
#define LIBM       40

/* Klambauer et al., Self-Normalizing Neural Networks, 2017; the numbers of TensorFlow. */
#define SELU_SCALE       1.0507009873554805f
#define SELU_SCALE_ALPHA 1.7580993408473768f

typedef void (*Run) (const KomaCpuStep *step,
                     gsize              unit);

static gboolean
prepare (KomaCpuStep *step,
         Run          run_float,
         Run          run_int, /* (nullable): not computed for int32 */
         double       elem_cost,
         GError     **error)
{
  const KomaDType dtype = koma_cpu_step_in_dtype (step, 0);
  const gsize     count = koma_shape_count (koma_cpu_step_out_shape (step, 0));
  KomaCpuUnits   *units = NULL;

  step->run = dtype == KOMA_DTYPE_FLOAT32 ? run_float : dtype == KOMA_DTYPE_INT32 ? run_int
                                                                                  : NULL;
  if (step->run == NULL)
    return koma_cpu_refuse_dtype (step, run_int != NULL ? "float32 or int32" : "float32", error);

  units = g_new (KomaCpuUnits, 1);
  *units = koma_cpu_units_make (count, elem_cost);
  step->data = units;
  step->free_data = g_free;
  step->n_units = koma_cpu_units_get_n (units);
  return TRUE;
}

#define LOOP(function, type, expression)                                                  \
  static void                                                                             \
  function (const KomaCpuStep *step,                                                      \
            gsize              unit)                                                      \
  {                                                                                       \
    const KomaCpuRange               range = koma_cpu_units_get_range (step->data, unit); \
    G_GNUC_UNUSED const KomaOpParams params = step->node->params;                         \
    const type *restrict in = step->in[0];                                                \
    type *restrict out = step->out[0];                                                    \
                                                                                          \
    for (gsize i = range.begin; i < range.end; i++) {                                     \
      const type x = in[i];                                                               \
                                                                                          \
      out[i] = (expression);                                                              \
    }                                                                                     \
  }

#define PREPARE(symbol, run_int, elem_cost)                           \
  gboolean                                                            \
    koma_cpu_##symbol##_prepare (KomaCpuStep *step,                   \
                                 GError     **error)                  \
  {                                                                   \
    return prepare (step, symbol##_float, run_int, elem_cost, error); \
  }

#define UNARY(symbol, elem_cost, expression) \
  LOOP (symbol##_float, float, expression)   \
  PREPARE (symbol, NULL, elem_cost)

/* Of integers too, as unsigned ones, which wrap around. */
#define UNARY_INT(symbol, elem_cost, expression, int_expression) \
  LOOP (symbol##_float, float, expression)                       \
  LOOP (symbol##_int, guint32, int_expression)                   \
  PREPARE (symbol, symbol##_int, elem_cost)

/* The least int32 has no positive counterpart and stays what it is. */
UNARY_INT (abs, ARITHMETIC, fabsf (x), (gint32) x < 0 ? 0u - x : x)
UNARY (ceil, ARITHMETIC, ceilf (x))
UNARY (clip, ARITHMETIC, koma_cpu_clamp (x, params.clip))
UNARY (elu, POLYNOMIAL, x >= 0.0f ? x : params.alpha * koma_cpu_expm1 (x))
UNARY (exp, POLYNOMIAL, koma_cpu_exp (x))
UNARY (floor, ARITHMETIC, floorf (x))
UNARY (leaky_relu, ARITHMETIC, x >= 0.0f ? x : params.alpha * x)
UNARY (log, LIBM, logf (x))
UNARY_INT (neg, ARITHMETIC, -x, 0u - x)
UNARY (relu, ARITHMETIC, koma_cpu_relu (x))
UNARY (relu6, ARITHMETIC, koma_cpu_clamp (x, (KomaClamp){ 0.0f, 6.0f }))
/* Halves go to the even neighbour, as in TensorFlow: that is the rounding mode at start. */
UNARY (round, ARITHMETIC, rintf (x))
UNARY (rsqrt, ARITHMETIC, 1.0f / sqrtf (x))
UNARY (selu, POLYNOMIAL, x >= 0.0f ? SELU_SCALE * x : SELU_SCALE_ALPHA * koma_cpu_expm1 (x))
UNARY (sigmoid, POLYNOMIAL, koma_cpu_sigmoid (x))
/* log (1 + exp (x)), without an overflow of a large x and without losing a small result. */
UNARY (softplus, LIBM, koma_cpu_relu (x) + log1pf (koma_cpu_exp (-fabsf (x))))
UNARY (sqrt, ARITHMETIC, sqrtf (x))
UNARY_INT (square, ARITHMETIC, x *x, x *x)
UNARY (tanh, POLYNOMIAL, koma_cpu_tanh (x))
