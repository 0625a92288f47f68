/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/model/recipe.h"
#include "program.h"

G_BEGIN_DECLS

/* How well float16 can store some numbers. */
typedef struct
{
  double greatest; /* absolute, of those that are finite */
  double lost;     /* error of rounding, as a fraction of the sum of absolute values, 0 … 1 */
} KomaHalfSpan;

KomaHalfSpan koma_half_span_of (const float *numbers,
                                gsize        count);

typedef struct
{
  const KomaBackendClass *backend; /* stores as float16 the values that it computes */
  KomaThreads            *threads; /* of n_threads */
  guint                   n_threads;
  const KomaShape        *input_shapes; /* (nullable) [n_input_shapes], for open sizes */
  guint                   n_input_shapes;
  const KomaRecipe       *recipe; /* (nullable) of the first input; NULL: values in [-1, 1] */
} KomaHalfRangeOptions;

/* Whether a backend can store what it computes of @graph as float16. */
gboolean koma_half_range_check (const KomaGraph            *graph,
                                const KomaHalfRangeOptions *options,
                                GError                    **error);

G_END_DECLS
