/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "examples.h"

G_BEGIN_DECLS

/* Examples by whose likeness a picture is judged: the cosine between their features. Each votes for
 * its class with exp (40 · cosine), so that the nearest ones decide. Immutable, an atomic
 * reference counted box. */
typedef struct
{
  GPtrArray *vectors;       /* KomaFeatureVector */
  guint     *classes;       /* [n] */
  float     *inverse_norms; /* [n] 0 where all features are 0 */
  char     **names;         /* [n_classes], NULL-terminated */
  guint      n_classes;
  guint      n_features;
} KomaNeighbours;

KomaNeighbours *koma_neighbours_new (const KomaExamples *examples); /* that were checked */
void            koma_neighbours_unref (KomaNeighbours *self);

/* Writes the logarithm of the votes, and returns the cosine with the nearest example. */
double koma_neighbours_vote (const KomaNeighbours *self,
                             const float          *features, /* [n_features] */
                             float                *ret_logits /* (nullable) [n_classes] */);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaNeighbours, koma_neighbours_unref)

G_END_DECLS
