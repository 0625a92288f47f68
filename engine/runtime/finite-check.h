/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph.h"

G_BEGIN_DECLS

/* No infinity and no NaN in what a node computed. Thread: any. */
gboolean koma_finite_check (const KomaGraph *graph,
                            const KomaNode  *node,
                            void *const     *buffers,
                            GError         **error);

G_END_DECLS
