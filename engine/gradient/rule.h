/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The rules: how the gradient of an op's inputs is made of that of its outputs; and what they
 * share. Private to engine/gradient/.
 *
 * A gradient that is the same along some dimensions is a BroadcastTo; the functions here that take
 * a dy compute with what that repeats where they can, and the BroadcastTo is dead then. */
#pragma once

#include "engine/graph/builder.h"

G_BEGIN_DECLS

typedef struct
{
  KomaBuilder builder;
  gboolean   *is_wanted; /* [n_values] of the values that were there before */
  GHashTable *sources;   /* KomaValueId of a BroadcastTo → that of its input */
} KomaGradient;

/* Sets the gradients of inputs that are wanted; others may be set as well. @ret_dx is
 * KOMA_VALUE_NONE before the call, which stands for zeros. At least one dy is there. */
typedef void (*KomaGradientRule) (KomaGradient      *self,
                                  const KomaNode    *node,
                                  const KomaValueId *dy, /* [n_outputs] */
                                  KomaValueId       *ret_dx);  /* [n_inputs] */

#define KOMA_GRADIENT(ID, rule)                          \
  void koma_gradient_of_##rule (KomaGradient      *self, \
                                const KomaNode    *node, \
                                const KomaValueId *dy,   \
                                KomaValueId       *ret_dx);
#define KOMA_GRADIENT_ZERO(ID, reason)
#define KOMA_GRADIENT_NONE(ID, reason)
#include "rules.inc"
#undef KOMA_GRADIENT
#undef KOMA_GRADIENT_ZERO
#undef KOMA_GRADIENT_NONE

gboolean koma_gradient_wants (const KomaGradient *self, const KomaNode *node, guint input);

/* dy · b, dy / b, dy · @factor; b is broadcast to dy, not the other way round. */
KomaValueId koma_gradient_mul (KomaGradient *self, KomaValueId dy, KomaValueId b);
KomaValueId koma_gradient_div (KomaGradient *self, KomaValueId dy, KomaValueId b);
KomaValueId koma_gradient_scale (KomaGradient *self, KomaValueId dy, double factor);
/* dy where @condition is true, and 0 elsewhere; or the other way round. */
KomaValueId koma_gradient_where (KomaGradient *self, KomaValueId condition, KomaValueId dy);
KomaValueId koma_gradient_where_not (KomaGradient *self, KomaValueId condition, KomaValueId dy);

/* Repeats. */
KomaValueId koma_gradient_broadcast (KomaGradient *self, KomaValueId x, KomaShape shape);
/* For the gradient of an input: adds up what was repeated, to its shape. */
KomaValueId koma_gradient_fit (KomaGradient *self, KomaValueId dx, KomaValueId input);

KomaValueId koma_gradient_add_up (KomaGradient *self, const KomaValueId *parts, guint n_parts);
KomaValueId koma_gradient_zeros (KomaGradient *self, KomaShape shape);

G_END_DECLS
