/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "labels.h"
#include "recipe.h"

G_BEGIN_DECLS

/* Test-time augmentation: a picture whose best score is below the recipe's tta_below is computed
 * upside down too, and both results are averaged. This says how half a turn changes the classes. In
 * koma.json:
 *
 *   "halfTurn": {"swap": ["_up", "_down"], "below": 0.9}
 *
 * swaps each class that ends in "_up" with the one that ends in "_down"; a
 * list of pairs, [["6", "9"], …], names them one by one. All other classes
 * stay what they are. Immutable. */
typedef struct
{
  guint  n_classes;
  guint *swap; /* [n_classes] the class after half a turn */
} KomaTta;

KomaTta *koma_tta_new_from_json (JsonNode         *node,
                                 const KomaLabels *labels,
                                 double           *ret_below,
                                 GError          **error);
void     koma_tta_free (KomaTta *tta); /* (nullable) */

gboolean koma_tta_is_unsure (const KomaTta    *tta,
                             const KomaRecipe *recipe,
                             const float      *scores); /* [n_classes] probabilities */
void     koma_tta_average (const KomaTta *tta,
                           float         *scores, /* [n_classes] becomes the mean */
                           const float   *turned);  /* of the turned picture */
void     koma_tta_turn_input (const KomaRecipe *recipe,
                              float            *input); /* [height, width, channels] */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTta, koma_tta_free)

G_END_DECLS
