/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph-info.h"

G_BEGIN_DECLS

/* How a model that pools makes classes of the values at each place of the picture. */
typedef struct
{
  /* Of what is pooled: [rows, columns, n_features] … */
  guint    rows;
  guint    columns;
  guint    n_features;
  gboolean is_channels_first; /* … or [n_features, rows, columns] */

  guint n_classes;

  float *weights; /* (nullable) [n_features, n_classes]; NULL: the features are the classes */
} KomaClassActivation;

/* The graph of a model, with two outputs: what it pools, and the scores. */
KomaGraph *koma_class_activation_graph_new (const KomaGraph     *base,
                                            guint                output, /* of the scores */
                                            KomaClassActivation *ret_activation,
                                            GError             **error);
void       koma_class_activation_clear (KomaClassActivation *activation);

float *koma_class_activation_new_places (const KomaClassActivation *activation,
                                         const float               *features);
void   koma_class_activation_make_map (const float *places, /* [n_places, n_classes] */
                                       guint        n_places,
                                       const float *scores, /* [n_classes] */
                                       guint        n_classes,
                                       guint        class_index,
                                       float       *ret_map); /* [n_places] */

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaClassActivation, koma_class_activation_clear)

G_END_DECLS
