/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* A map of one class over the model's input, seen as the picture is. Above 0: what speaks
 * for it. */
typedef struct
{
  guint  rows;
  guint  columns;
  float *values; /* [rows, columns] */
} KomaExplanationMap;

/* What a part of a map says, both at least 0. */
typedef struct
{
  double for_it;
  double against;
} KomaEvidence;

/* All points and parts: 0 … 1 over the map, from its upper left corner. */
double       koma_explanation_map_sample (const KomaExplanationMap *map, double x, double y);
double       koma_explanation_map_find_greatest (const KomaExplanationMap *map);
KomaEvidence koma_explanation_map_sum (const KomaExplanationMap   *map,
                                       const KomaPreprocessRegion *part);
/* The place there, or of many places those of a part that one can point at. */
KomaPreprocessRegion koma_explanation_map_find_cell (const KomaExplanationMap *map,
                                                     double                    x,
                                                     double                    y);
/* [3, 3]: of what speaks for the class in @part, the share of each of its ninths. */
void koma_explanation_map_share (const KomaExplanationMap   *map,
                                 const KomaPreprocessRegion *part,
                                 double                     *ret_shares);
void koma_explanation_map_clear (KomaExplanationMap *map);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaExplanationMap, koma_explanation_map_clear)

G_END_DECLS
