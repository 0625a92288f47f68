/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/builder.h"

G_BEGIN_DECLS

/* Along the last dimension of @x, which has one at least; it is gone from the result. */
KomaValueId koma_builder_mean_last (KomaBuilder *builder, KomaValueId x);
KomaValueId koma_builder_sum_last (KomaBuilder *builder, KomaValueId x);
/* The same, with any reduction, and whether the dimension stays, as 1. */
KomaValueId koma_builder_reduce_last (KomaBuilder *builder,
                                      KomaOp       op,
                                      KomaValueId  x,
                                      gboolean     keep_dims);
/* Over all elements: a scalar. */
KomaValueId koma_builder_reduce_all (KomaBuilder *builder, KomaOp op, KomaValueId x);
/* ClipByValue */
KomaValueId koma_builder_clip (KomaBuilder *builder, KomaValueId x, double min, double max);
/* Rows of 0 with a 1 at a class' place, in the shape of @like: [.., n]. @classes: [..] or [.., 1],
 * whole numbers as float32, 0 to n - 1, of which a fraction is cut off; another fails the run. */
KomaValueId koma_builder_one_hot (KomaBuilder *builder, KomaValueId classes, KomaValueId like);

G_END_DECLS
