/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph.h"

G_BEGIN_DECLS

/* Whether each element of the output is made of one element of each input, or of one that is
 * repeated (broadcasting). None of 8 bits is. Thread: any. */
gboolean koma_node_is_elementwise (const KomaGraph *graph, const KomaNode *node);

G_END_DECLS
