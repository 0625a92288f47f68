/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/emit.h"

G_BEGIN_DECLS

/* Along the last dimension of @x, which has one at least; it is gone from the result. */
KomaValueId koma_emit_mean_last (KomaEmit *emit, KomaValueId x);
KomaValueId koma_emit_sum_last (KomaEmit *emit, KomaValueId x);
/* The same, with any reduction, and whether the dimension stays, as 1. */
KomaValueId koma_emit_reduce_last (KomaEmit   *emit,
                                   KomaOp      op,
                                   KomaValueId x,
                                   gboolean    keep_dims);
/* Over all elements: a scalar. */
KomaValueId koma_emit_reduce_all (KomaEmit *emit, KomaOp op, KomaValueId x);
/* ClipByValue */
KomaValueId koma_emit_clip (KomaEmit *emit, KomaValueId x, double min, double max);
/* Rows of 0 with a 1 at a class' place, in the shape of @like: [.., n]. @classes: [..] or [.., 1],
 * whole numbers as float32, 0 to n - 1, of which a fraction is cut off; another fails the run. */
KomaValueId koma_emit_one_hot (KomaEmit *emit, KomaValueId classes, KomaValueId like);

G_END_DECLS
