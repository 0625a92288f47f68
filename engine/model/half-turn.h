/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "labels.h"
#include "recipe.h"

G_BEGIN_DECLS

/* How a half turn of the picture changes the classes. With it, a picture that
 * the model is unsure of can be computed upside down too, and the two results
 * averaged. In koma.json:
 *
 *   "halfTurn": {"swap": ["_up", "_down"], "below": 0.9}
 *
 * swaps each class that ends in "_up" with the one that ends in "_down"; a
 * list of pairs, [["6", "9"], …], names them one by one. All other classes
 * stay what they are. Immutable. */
typedef struct
{
  guint  n_classes;
  guint *swap;  /* [n_classes] the class after half a turn */
  double below; /* unsure: the best score is less than this; in (0, 1] */
} KomaHalfTurn;

KomaHalfTurn *koma_half_turn_new_from_json (JsonNode         *node,
                                            const KomaLabels *labels,
                                            GError          **error);
void          koma_half_turn_free (KomaHalfTurn *half_turn); /* (nullable) */

gboolean koma_half_turn_is_unsure (const KomaHalfTurn *half_turn,
                                   const float        *scores); /* [n_classes] probabilities */
void     koma_half_turn_average (const KomaHalfTurn *half_turn,
                                 float              *scores, /* [n_classes] becomes the mean */
                                 const float        *turned);       /* of the turned picture */
void     koma_half_turn_turn_input (const KomaRecipe *recipe,
                                    float            *input); /* [height, width, channels] */
char    *koma_half_turn_to_string (const KomaHalfTurn *half_turn, gboolean is_always);
/* A picture whose best score is less is computed upside down too; 0: none, INFINITY: all. */
double koma_half_turn_get_below (const KomaHalfTurn *half_turn, /* (nullable) */
                                 gboolean            is_always);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaHalfTurn, koma_half_turn_free)

G_END_DECLS
