/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/builder.h"
#include "tail.h"

G_BEGIN_DECLS

/* A constant that learns. */
typedef struct
{
  guint node;
  guint input;
} KomaTailPlace;

struct _KomaTail
{
  KomaGraph  *graph; /* simple, of one picture */
  guint       first; /* node behind the cut */
  KomaValueId cut;
  gsize       n_values;
  gsize       n_numbers;

  GArray           *places;  /* of KomaTailPlace */
  KomaTunedWeights *weights; /* of them */
};

/* Whether an input of a node is a constant that learns, wherever the node stands. */
gboolean koma_tail_is_weight (const KomaGraph *graph, const KomaNode *node, guint input);

KomaShape koma_tail_get_shape (const KomaTail *self, guint batch); /* at the cut */
/* Its nodes for any batch. @x: of koma_tail_get_shape (); @weights: in their order, of their
 * shapes. Returns the features, [batch, n_features]. */
KomaValueId koma_tail_emit (const KomaTail    *self,
                            KomaBuilder       *builder,
                            KomaValueId        x,
                            const KomaValueId *weights);

G_END_DECLS
