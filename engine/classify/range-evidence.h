/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/runtime/progress.h"
#include "classifier.h"

G_BEGIN_DECLS

#define KOMA_MAX_RANGE_CANDIDATES 5
/* More pictures hardly change the answer, and fewer give none. */
#define KOMA_MAX_RANGE_PICTURES 40
#define KOMA_MIN_RANGE_PICTURES 10

/* A range that a network may have been trained with. */
typedef struct
{
  const char *range;     /* static: for koma_recipe_set_range () */
  double      mean_best; /* mean over pictures of the best class's score, 0 … 1 */
  double      told;      /* what an answer tells of which picture it is of, in bits */
  double      swayed;    /* how much of that a mirror takes away, in bits */
} KomaRangeCandidate;

typedef enum {
  KOMA_RANGE_UNTOLD,    /* the pictures do not tell: the guess stays */
  KOMA_RANGE_CONFIRMED, /* the guess is the best */
  KOMA_RANGE_FOUND,     /* another one is */
} KomaRangeVerdict;

/* A comparison of ranges, and what came of it. */
typedef struct
{
  guint              n_pictures;
  guint              n_candidates;
  KomaRangeCandidate candidates[KOMA_MAX_RANGE_CANDIDATES]; /* the best first */
  KomaRangeVerdict   verdict;
} KomaRangeTrial;

/* What is to be compared. */
typedef struct
{
  KomaClassifier     *classifier; /* the model, for any batch; not spread */
  const KomaRecipe   *recipe;     /* of @inputs; has the guess */
  const float *const *inputs;     /* [n_inputs] pictures as koma_preprocess () gives them */
  guint               n_inputs;
  const KomaProgress *progress; /* (nullable) may stop it */
} KomaRangeComparison;

/* Which range makes a classifier's answers tell most of its pictures. */
gboolean    koma_range_evidence (const KomaRangeComparison *what,
                                 KomaRangeTrial            *ret_trial,
                                 GError                   **error);
void        koma_range_trial_judge (KomaRangeTrial   *trial,
                                    guint             n_classes,
                                    const KomaRecipe *guess);
const char *koma_range_candidate_get_range (guint index); /* < KOMA_MAX_RANGE_CANDIDATES */
/* For programs: "found". */
const char *koma_range_verdict_get_name (KomaRangeVerdict verdict);

G_END_DECLS
