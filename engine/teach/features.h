/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph-info.h"

G_BEGIN_DECLS

/* Where the features of a model come from. */
typedef struct
{
  char *node;       /* name of the last dense layer, which reads them */
  guint n_features; /* of one picture */
} KomaFeatures;

void koma_features_clear (KomaFeatures *features);

/* The graph of a model up to its last dense layer. Its output is float32, dense, of n_features for
 * each picture, and its input is that of the model. */
KomaGraph *koma_features_graph_new (const KomaGraph *base,
                                    guint            output, /* koma_model_get_output () */
                                    KomaFeatures    *ret_features,
                                    GError         **error);

/* The same graph with an output more, KOMA_VECTOR_OUTPUT: the features, float32 [n, n_features]. */
KomaGraph *koma_features_graph_with_vectors (const KomaGraph *base,
                                             guint            output, /* as above */
                                             GError         **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaFeatures, koma_features_clear)

G_END_DECLS
