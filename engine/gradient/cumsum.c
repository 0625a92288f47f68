/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Sums and products so far: what each element is part of lies on its other side. */
#include "rule.h"

static KomaValueId
cumulate (KomaGradient   *self,
          const KomaNode *node,
          KomaOp          op,
          KomaValueId     x,
          gboolean        is_reversed)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "exclusive", node->params.axis.is_exclusive);
  koma_attrs_set_int (attrs, "reverse", is_reversed);
  return KOMA_BUILDER_NODE (&self->builder, op, attrs, x, node->inputs[1]);
}

void
koma_gradient_of_cumsum (KomaGradient      *self,
                         const KomaNode    *node,
                         const KomaValueId *dy,
                         KomaValueId       *ret_dx)
{
  ret_dx[0] = cumulate (self, node, KOMA_OP_CUMSUM, dy[0], !node->params.axis.is_reversed);
}

/* Σ dy · y of the products that x is part of, without x. NaN where x is 0. */
void
koma_gradient_of_cumprod (KomaGradient      *self,
                          const KomaNode    *node,
                          const KomaValueId *dy,
                          KomaValueId       *ret_dx)
{
  KomaValueId parts = cumulate (self, node, KOMA_OP_CUMSUM,
                                koma_gradient_mul (self, dy[0], node->outputs[0]),
                                !node->params.axis.is_reversed);

  ret_dx[0] = koma_builder_binary (&self->builder, KOMA_OP_DIV, parts, node->inputs[0]);
}
