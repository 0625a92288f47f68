/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tuned-weights.h"

G_BEGIN_DECLS

/* The end of a graph of features: what follows a place where one value alone goes on, and may
 * learn. Its weights are those of convolutions and dense layers, with batch norms in them, biases
 * and factors of channels. What stands before is the stem. Immutable, any thread. */
typedef struct _KomaTail KomaTail;

/* @features: koma_features_graph_new () */
KomaTail *koma_tail_new (const KomaGraph *features, GError **error);
void      koma_tail_free (KomaTail *self);

gsize       koma_tail_get_n_values (const KomaTail *self);   /* at the cut, of one picture */
guint       koma_tail_get_n_features (const KomaTail *self); /* of one picture */
const char *koma_tail_get_node (const KomaTail *self);       /* name of the first */
gsize       koma_tail_get_n_numbers (const KomaTail *self);  /* of all weights */

/* Borrowed: as they are in @features. */
KomaTunedWeights *koma_tail_get_weights (const KomaTail *self);
KomaTunedWeights *koma_tail_read_weights (const KomaTail *self, GBytes *bytes, GError **error);

/* For one picture each. Input to cut; cut to features; input to features, with other weights. */
KomaGraph *koma_tail_make_stem (const KomaTail *self);
KomaGraph *koma_tail_make_graph (const KomaTail   *self,
                                 KomaTunedWeights *weights,
                                 GError          **error);
KomaGraph *koma_tail_apply (const KomaTail *self, KomaTunedWeights *weights);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTail, koma_tail_free)

G_END_DECLS
