/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* PadV2: the padding has no gradient. */
#include "rule.h"

void
koma_gradient_of_pad (KomaGradient      *self,
                      const KomaNode    *node,
                      const KomaValueId *dy,
                      KomaValueId       *ret_dx)
{
  KomaBuilder *builder = &self->builder;
  KomaShape    size = koma_builder_get_shape (builder, node->inputs[0]);
  KomaShape    first = { .rank = size.rank };

  for (guint d = 0; d < size.rank; d++)
    first.dims[d] = node->params.pad.before[d];
  ret_dx[0] =
    KOMA_BUILDER_NODE (builder, KOMA_OP_SLICE, NULL, dy[0], koma_builder_shape (builder, first),
                       koma_builder_shape (builder, size));
}
