/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Places that a graph computes, as GatherNd and ScatterNd want them.
 * Private to engine/gradient/. */
#pragma once

#include "rule.h"

G_BEGIN_DECLS

/* An int32 constant: of each element of @shape, which it is along @axis. */
KomaValueId koma_gradient_count_along (KomaGradient *self, KomaShape shape, guint axis);
KomaValueId koma_gradient_join_places (KomaGradient *self, const KomaValueId *parts, guint n);

/* @wraps: negative indices count from the end */
KomaValueId koma_gradient_gather_nd (KomaGradient *self,
                                     gboolean      wraps,
                                     KomaValueId   x,
                                     KomaValueId   places);
KomaValueId koma_gradient_scatter_nd (KomaGradient *self,
                                      gboolean      wraps,
                                      KomaValueId   places,
                                      KomaValueId   updates,
                                      KomaShape     shape);

G_END_DECLS
