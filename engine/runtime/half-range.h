/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "session.h"

G_BEGIN_DECLS

/* What float16 would make of some numbers. */
typedef struct
{
  double greatest; /* absolute, of those that are finite */
  double lost;     /* of the sum of absolute values, 0 … 1 */
} KomaHalfSpan;

KomaHalfSpan koma_half_span_of (const float *numbers,
                                gsize        count);

/* Whether @backend can store what it computes of @graph as float16. */
gboolean koma_half_range_check (const KomaGraph          *graph,
                                const KomaSessionOptions *options,
                                const KomaBackendClass   *backend,
                                GError                  **error);

G_END_DECLS
