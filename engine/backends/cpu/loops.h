/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Functions that compute an expression of each element: of a and b, or of x. Where they are static,
 * that word stands before them. */
#pragma once

#include "broadcast-binary.h"
#include "elements.h"
#include "vector-math.h"

#define KOMA_CPU_BINARY_LOOPS(function, type, out_type, expression) \
  void                                                              \
  function (const KomaCpuBinaryBlock *block)                        \
  {                                                                 \
    G_GNUC_UNUSED const KomaClamp clamp = block->clamp;             \
    const gsize                   n = block->n_columns;             \
    out_type *restrict out = block->out;                            \
    const type *a_row = block->a;                                   \
    const type *b_row = block->b;                                   \
                                                                    \
    for (gsize row = 0; row < block->n_rows; row++) {               \
      if (block->is_a_repeated) {                                   \
        const type a = a_row[0];                                    \
                                                                    \
        for (gsize i = 0; i < n; i++) {                             \
          const type b = b_row[i];                                  \
                                                                    \
          out[i] = (expression);                                    \
        }                                                           \
      } else if (block->is_b_repeated) {                            \
        const type b = b_row[0];                                    \
                                                                    \
        for (gsize i = 0; i < n; i++) {                             \
          const type a = a_row[i];                                  \
                                                                    \
          out[i] = (expression);                                    \
        }                                                           \
      } else {                                                      \
        for (gsize i = 0; i < n; i++) {                             \
          const type a = a_row[i];                                  \
          const type b = b_row[i];                                  \
                                                                    \
          out[i] = (expression);                                    \
        }                                                           \
      }                                                             \
      out += n;                                                     \
      a_row += block->a_row_stride;                                 \
      b_row += block->b_row_stride;                                 \
    }                                                               \
  }

#define KOMA_CPU_UNARY_LOOP(function, type, out_type, expression) \
  void                                                            \
  function (const KomaCpuStep *step,                              \
            const void        *in_data,                           \
            void              *out_data,                          \
            gsize              n)                                 \
  {                                                               \
    G_GNUC_UNUSED const KomaOpParams params = step->node->params; \
    const type *restrict in = in_data;                            \
    out_type *restrict out = out_data;                            \
                                                                  \
    for (gsize i = 0; i < n; i++) {                               \
      const type x = in[i];                                       \
                                                                  \
      out[i] = (expression);                                      \
    }                                                             \
  }
