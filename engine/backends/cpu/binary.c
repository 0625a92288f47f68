/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Elementwise ops of two operands, broadcast: loops from an expression over a and b. */
#include "broadcast-binary.h"
#include "vector-math.h"

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

#define LOOPS(function, type, expression)               \
  static void                                           \
  function (const KomaCpuBinaryBlock *block)            \
  {                                                     \
    G_GNUC_UNUSED const KomaClamp clamp = block->clamp; \
    const gsize                   n = block->n_columns; \
    type *restrict out = block->out;                    \
    const type *a_row = block->a;                       \
    const type *b_row = block->b;                       \
                                                        \
    for (gsize row = 0; row < block->n_rows; row++) {   \
      if (block->is_a_repeated) {                       \
        const type a = a_row[0];                        \
                                                        \
        for (gsize i = 0; i < n; i++) {                 \
          const type b = b_row[i];                      \
                                                        \
          out[i] = (expression);                        \
        }                                               \
      } else if (block->is_b_repeated) {                \
        const type b = b_row[0];                        \
                                                        \
        for (gsize i = 0; i < n; i++) {                 \
          const type a = a_row[i];                      \
                                                        \
          out[i] = (expression);                        \
        }                                               \
      } else {                                          \
        for (gsize i = 0; i < n; i++) {                 \
          const type a = a_row[i];                      \
          const type b = b_row[i];                      \
                                                        \
          out[i] = (expression);                        \
        }                                               \
      }                                                 \
      out += n;                                         \
      a_row += block->a_row_stride;                     \
      b_row += block->b_row_stride;                     \
    }                                                   \
  }

#define PREPARE(symbol, run_int, elem_cost)                                           \
  gboolean                                                                            \
    koma_cpu_##symbol##_prepare (KomaCpuStep *step,                                   \
                                 GError     **error)                                  \
  {                                                                                   \
    return koma_cpu_binary_prepare (step, symbol##_float, run_int, elem_cost, error); \
  }

#define BINARY(symbol, elem_cost, expression) \
  LOOPS (symbol##_float, float, expression)   \
  PREPARE (symbol, NULL, elem_cost)

#define BINARY_INT(symbol, elem_cost, expression, type, int_expression) \
  LOOPS (symbol##_float, float, expression)                             \
  LOOPS (symbol##_int, type, int_expression)                            \
  PREPARE (symbol, symbol##_int, elem_cost)

/* Sums and products of integers are unsigned, so that they wrap around. TensorFlow has no RealDiv
 * of int32; TensorFlow.js rounds down. A Prelu's b is the slope of the negative part of a. */
BINARY_INT (add, 1, koma_cpu_clamp (a + b, clamp), guint32, a + b)
BINARY_INT (div, 2, koma_cpu_clamp (a / b, clamp), gint32, floor_div (a, b))
BINARY_INT (floor_div, 4, floorf (a / b), gint32, floor_div (a, b))
BINARY_INT (maximum, 1, koma_cpu_max (a, b), gint32, MAX (a, b))
BINARY_INT (minimum, 1, koma_cpu_min (a, b), gint32, MIN (a, b))
BINARY_INT (mul, 1, koma_cpu_clamp (a *b, clamp), guint32, a *b)
BINARY (pow, 40, powf (a, b))
BINARY (prelu, 1, a >= 0.0f ? a : a * b)
BINARY (squared_difference, 1, (a - b) * (a - b))
BINARY_INT (sub, 1, koma_cpu_clamp (a - b, clamp), guint32, a - b)
