/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/builder.h"

G_BEGIN_DECLS

/* What the size of a weight adds to the loss; zeros: nothing. */
typedef struct
{
  double l1; /* · sum (|w|) */
  double l2; /* · sum (w²) */
} KomaRegularizer;

KomaValueId koma_regularizer_build (KomaBuilder           *builder,
                                    const KomaRegularizer *regularizer,
                                    KomaValueId            weight,
                                    KomaValueId            loss /* a scalar */);

G_END_DECLS
