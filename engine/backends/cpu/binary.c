/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Elementwise ops of two operands, broadcast: loops from an expression over a and b. */
#include "kernels/kernels.h"
#include "loops.h"

/* Rounded down. Division by zero is 0, as in TensorFlow.js: a shape that is
 * computed so is wrong, but nothing traps. */
static inline gint32
floor_div (gint32 a,
           gint32 b)
{
  gint64 quotient = 0;

  if (b == 0)
    return 0;
  quotient = (gint64) a / b;
  if ((gint64) a % b != 0 && (a < 0) != (b < 0))
    quotient--;
  return (gint32) quotient;
}

static inline gint32
mod (gint32 a,
     gint32 b)
{
  return b == 0 ? 0 : (gint32) ((gint64) a % b);
}

static inline gint32
floor_mod (gint32 a,
           gint32 b)
{
  const gint32 rest = mod (a, b);

  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

static inline float
floor_modf (float a,
            float b)
{
  const float rest = fmodf (a, b);

  return rest != 0.0f && (rest < 0.0f) != (b < 0.0f) ? rest + b : rest;
}

/* Wraps around. Of a negative b: 1 / a^-b, cut towards 0; 0 where a is 0. */
static inline gint32
int_pow (gint32 a,
         gint32 b)
{
  guint32 power = 1;
  guint32 square = (guint32) a;

  if (b < 0)
    return a == 1 ? 1 : a == -1 ? 1 - 2 * (b & 1)
                                : 0;
  for (; b > 0; b >>= 1, square *= square)
    if (b & 1)
      power *= square;
  return (gint32) power;
}

#define LOOPS(function, type, out_type, expression) \
  static KOMA_CPU_BINARY_LOOPS (function, type, out_type, expression)

#define PREPARE(symbol, run_float, run_int, run_bool, elem_cost)    \
  gboolean                                                          \
    koma_cpu_##symbol##_prepare (KomaCpuStep *step,                 \
                                 GError     **error)                \
  {                                                                 \
    static const KomaCpuBinaryFunc funcs[KOMA_N_DTYPES] = {         \
      [KOMA_DTYPE_FLOAT32] = run_float,                             \
      [KOMA_DTYPE_INT32] = run_int,                                 \
      [KOMA_DTYPE_BOOL] = run_bool,                                 \
    };                                                              \
                                                                    \
    if (koma_cpu_step_is_8_bit (step))                              \
      return koma_cpu_binary_8_prepare (step, error);               \
    return koma_cpu_binary_prepare (step, funcs, elem_cost, error); \
  }

#define BINARY(symbol, elem_cost, expression)      \
  LOOPS (symbol##_float, float, float, expression) \
  PREPARE (symbol, symbol##_float, NULL, NULL, elem_cost)

#define BINARY_INT(symbol, elem_cost, expression, type, int_expression) \
  LOOPS (symbol##_float, float, float, expression)                      \
  LOOPS (symbol##_int, type, type, int_expression)                      \
  PREPARE (symbol, symbol##_float, symbol##_int, NULL, elem_cost)

/* Those whose loops of floats are kernels: kernels/arithmetic.inc. */
static gboolean
prepare_kernel (KomaCpuStep      *step,
                KomaCpuBinaryId   id,
                KomaCpuBinaryFunc run_int, /* (nullable) */
                double            elem_cost,
                GError          **error)
{
  const KomaCpuKernels *kernels = koma_cpu_kernels_choose (step->spec->cpu_level, error);
  KomaCpuBinaryFunc     funcs[KOMA_N_DTYPES] = { NULL };

  if (kernels == NULL)
    return FALSE;
  if (koma_cpu_step_is_8_bit (step))
    return koma_cpu_binary_8_prepare (step, error);
  funcs[KOMA_DTYPE_FLOAT32] = kernels->binaries[id];
  funcs[KOMA_DTYPE_INT32] = run_int;
  return koma_cpu_binary_prepare (step, funcs, elem_cost, error);
}

#define KERNEL(symbol, ID, elem_cost)                                           \
  gboolean                                                                      \
    koma_cpu_##symbol##_prepare (KomaCpuStep *step,                             \
                                 GError     **error)                            \
  {                                                                             \
    return prepare_kernel (step, KOMA_CPU_BINARY_##ID, NULL, elem_cost, error); \
  }

#define KERNEL_INT(symbol, ID, elem_cost, type, int_expression)                         \
  LOOPS (symbol##_int, type, type, int_expression)                                      \
  gboolean                                                                              \
    koma_cpu_##symbol##_prepare (KomaCpuStep *step,                                     \
                                 GError     **error)                                    \
  {                                                                                     \
    return prepare_kernel (step, KOMA_CPU_BINARY_##ID, symbol##_int, elem_cost, error); \
  }

/* From numbers to booleans. */
#define COMPARE(symbol, expression)                 \
  LOOPS (symbol##_float, float, guint8, expression) \
  LOOPS (symbol##_int, gint32, guint8, expression)  \
  PREPARE (symbol, symbol##_float, symbol##_int, NULL, 1)

#define COMPARE_ANY(symbol, expression)             \
  LOOPS (symbol##_float, float, guint8, expression) \
  LOOPS (symbol##_int, gint32, guint8, expression)  \
  LOOPS (symbol##_bool, guint8, guint8, expression) \
  PREPARE (symbol, symbol##_float, symbol##_int, symbol##_bool, 1)

#define BINARY_BOOL(symbol, expression)             \
  LOOPS (symbol##_bool, guint8, guint8, expression) \
  PREPARE (symbol, NULL, NULL, symbol##_bool, 1)

/* Sums and products of integers are unsigned, so that they wrap around. TensorFlow has no RealDiv
 * of int32; TensorFlow.js rounds down. Prelu has kernels of its own. */
KERNEL_INT (add, ADD, 1, guint32, a + b)
BINARY (atan2, 40, atan2f (a, b))
KERNEL_INT (div, DIV, 2, gint32, floor_div (a, b))
BINARY_INT (div_no_nan, 2, b == 0.0f ? 0.0f : a / b, gint32, floor_div (a, b))
COMPARE_ANY (equal, a == b)
BINARY_INT (floor_div, 4, floorf (a / b), gint32, floor_div (a, b))
BINARY_INT (floor_mod, 40, floor_modf (a, b), gint32, floor_mod (a, b))
COMPARE (greater, a > b)
COMPARE (greater_equal, a >= b)
COMPARE (less, a < b)
COMPARE (less_equal, a <= b)
BINARY_BOOL (logical_and, a &b)
BINARY_BOOL (logical_or, a | b)
BINARY_BOOL (logical_xor, a ^ b)
KERNEL_INT (maximum, MAXIMUM, 1, gint32, MAX (a, b))
KERNEL_INT (minimum, MINIMUM, 1, gint32, MIN (a, b))
BINARY_INT (mod, 40, fmodf (a, b), gint32, mod (a, b))
KERNEL_INT (mul, MUL, 1, guint32, a *b)
COMPARE_ANY (not_equal, a != b)
BINARY_INT (pow, 40, powf (a, b), gint32, int_pow (a, b))
KERNEL (relu_grad, RELU_GRAD, 1)
KERNEL (sigmoid_grad, SIGMOID_GRAD, 1)
KERNEL_INT (squared_difference, SQUARED_DIFFERENCE, 1, guint32, (a - b) * (a - b))
KERNEL_INT (sub, SUB, 1, guint32, a - b)
KERNEL (tanh_grad, TANH_GRAD, 1)
