/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/runtime/session.h"
#include "recipe.h"

G_BEGIN_DECLS

#define KOMA_N_RANGE_CANDIDATES 3
/* More pictures hardly change the answer. */
#define KOMA_MAX_RANGE_PICTURES 40

/* A range that a network may have been trained with. */
typedef struct
{
  const char *range;     /* static: for koma_recipe_set_range () */
  double      mean_best; /* mean over pictures of the best class's score, 0 … 1 */
} KomaRangeCandidate;

/* Which range makes a classifier surest of its answers: the best comes first. */
gboolean koma_range_evidence (KomaSession        *session, /* of its thread */
                              guint               output,  /* index of the scores */
                              const KomaRecipe   *recipe,  /* that made @inputs */
                              const float *const *inputs,  /* [n_inputs] */
                              guint               n_inputs,
                              KomaRangeCandidate *ret_candidates, /* [KOMA_N_RANGE_CANDIDATES] */
                              GError            **error);

G_END_DECLS
