/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/tensorflow/tf-graph.h"

G_BEGIN_DECLS

/* What a node computes its numbers from. */
typedef enum {
  KOMA_FROM_INPUT = 1 << 0,    /* any input of the graph */
  KOMA_FROM_PICTURE = 1 << 1,  /* the one that a network reads */
  KOMA_FROM_LABEL = 1 << 2,    /* what is compared with the network's answer, and what follows */
  KOMA_FROM_PIPELINE = 1 << 3, /* a queue or an iterator */
} KomaTfOrigin;

/* [n_nodes] KomaTfOrigin of each node. */
guint8 *koma_checkpoint_find_origins (const KomaTfGraph *graph,
                                      const GArray      *order); /* guint: of all nodes */
/* All nodes, each behind those that it reads. */
GArray *koma_checkpoint_order (const KomaTfGraph *graph,
                               GError           **error) G_GNUC_WARN_UNUSED_RESULT;

/* Whether a node is there for training, or to watch it. */
gboolean koma_checkpoint_is_training (const KomaTfNode *node);
gboolean koma_checkpoint_is_loss (const KomaTfNode *node); /* compares (scores, labels) */
gboolean koma_checkpoint_is_layer (const KomaTfNode *node);

G_END_DECLS
