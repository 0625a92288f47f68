/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Private to passes: who writes and who reads each value of a graph that has not changed since. */
#pragma once

#include "engine/graph/graph.h"

G_BEGIN_DECLS

typedef struct
{
  KomaGraph *graph;     /* borrowed */
  guint     *producers; /* [n_values] as koma_graph_find_producers() */
  guint     *uses;      /* [n_values] as koma_graph_count_uses() */
  guint     *users;     /* [n_values] the only node that reads it, or G_MAXUINT */
} KomaSearch;

void koma_search_init (KomaSearch *self, KomaGraph *graph);
void koma_search_clear (KomaSearch *self);

/* (nullable) Without a clamp. */
KomaNode *koma_search_producer (const KomaSearch *self, KomaValueId value);
KomaNode *koma_search_only_user (const KomaSearch *self, KomaValueId value);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaSearch, koma_search_clear)

G_END_DECLS
