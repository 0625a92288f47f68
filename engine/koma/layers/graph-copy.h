/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/builder.h"

G_BEGIN_DECLS

/* KOMA_VALUE_NONE for each value of a graph. */
KomaValueId *koma_graph_copy_new_ids (const KomaGraph *graph);
/* Adds constants, and the nodes from the @first on, to what a builder writes. @ids: [values of
 * @graph]: what its values are there, its inputs to begin with. */
void koma_graph_copy_nodes (const KomaGraph *graph,
                            guint            first,
                            KomaBuilder     *builder,
                            KomaValueId     *ids);

G_END_DECLS
