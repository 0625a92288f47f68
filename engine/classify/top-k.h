/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/model/recipe.h"

G_BEGIN_DECLS

typedef struct
{
  guint index;
  float score; /* 0 … 1 */
} KomaClassScore;

void  koma_scores_normalize (KomaScores kind,
                             float     *scores, /* in place, to probabilities */
                             guint      n_classes);
void  koma_recipe_read_scores (const KomaRecipe *recipe,
                               float            *scores, /* in place, to probabilities */
                               guint             n_classes);
guint koma_top_k (const float    *scores,
                  guint           n_classes,
                  guint           k,
                  KomaClassScore *ret_top); /* [k]; ties: lower index first */

G_END_DECLS
