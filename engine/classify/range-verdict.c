/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a comparison of ranges says. Ranges that differ little are all right for a network that
 * normalises what it computes: then the pictures do not tell, and a guess stays. Of 0 … 255 and
 * Caffe's range, whose values are as far apart, the one that a mirror sways less is taken where
 * they tell nearly the same: it was the true one in 21 of 21 tries of MLPerf Tiny's ResNet and of
 * SqueezeNet, where the one that tells more was so in 19. */
#include "range-evidence.h"

#include <math.h>
#include <stdlib.h>

/* Times the other's, for a range to be better: where the true one is known, a wrong one led by up
 * to 1.14 times. */
#define CLEAR_LEAD 1.25
/* Of what answers to so many pictures could tell: where it is less, the pictures are none that the
 * model was made for, and wrong ranges led by up to 1.8 times. */
#define MIN_TOLD 0.3
/* Of what the answers tell, the part that a mirror may take: with true ranges it takes up to 0.12,
 * with values that are too large from 0.11 on, mostly 0.13. */
#define MAX_SWAYED 0.12
/* Of a network that is surer than this of its pictures, on the mean, a mirror may take half of
 * that: with values that are too large it took 0.113 from one that was sure of all. */
#define SURE 0.98

static double
get_worth (const KomaRangeCandidate *candidate)
{
  return candidate->told - candidate->swayed;
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const double x = get_worth (a);
  const double y = get_worth (b);

  return (x < y) - (x > y);
}

static gboolean
is_same_range (const KomaRecipe *recipe,
               const char       *range)
{
  KomaRecipe       upright = *recipe;
  g_autofree char *own = NULL;

  koma_recipe_set_inverted (&upright, FALSE);
  own = koma_recipe_dup_range (&upright);
  return g_str_equal (own, range);
}

/* Whether two ranges are as wide as each other, as 0 … 255 and Caffe's are. */
static gboolean
are_as_wide (const KomaRangeCandidate *a,
             const KomaRangeCandidate *b)
{
  KomaRecipe of_a = { 0 };
  KomaRecipe of_b = { 0 };

  return koma_recipe_set_range (&of_a, a->range, NULL) &&
         koma_recipe_set_range (&of_b, b->range, NULL) && of_a.scale[0] == of_b.scale[0];
}

/* Where colours lie a little apart, or in another order, answers tell nearly as much as they do
 * with the true range; but a mirror takes more of it. */
static void
settle_first (KomaRangeTrial *trial)
{
  KomaRangeCandidate *candidates = trial->candidates;

  if (get_worth (&candidates[0]) < CLEAR_LEAD * get_worth (&candidates[1]) &&
      candidates[1].swayed * candidates[0].told < candidates[0].swayed * candidates[1].told &&
      are_as_wide (&candidates[0], &candidates[1])) {
    const KomaRangeCandidate first = candidates[0];

    candidates[0] = candidates[1];
    candidates[1] = first;
  }
}

static KomaRangeVerdict
judge (const KomaRangeTrial *trial,
       guint                 n_classes,
       const KomaRecipe     *guess)
{
  const double              most = log2 (MIN (n_classes, trial->n_pictures));
  const KomaRangeCandidate *best = &trial->candidates[0];
  const double              max_swayed = MAX_SWAYED / (best->mean_best > SURE ? 2 : 1);
  double                    of_guess = 0;

  if (trial->n_pictures < KOMA_MIN_RANGE_PICTURES || get_worth (best) < MIN_TOLD * most ||
      best->swayed > max_swayed * best->told)
    return KOMA_RANGE_UNTOLD;
  if (is_same_range (guess, best->range))
    return get_worth (best) >= CLEAR_LEAD * get_worth (&trial->candidates[1])
             ? KOMA_RANGE_CONFIRMED
             : KOMA_RANGE_UNTOLD;
  for (guint i = 1; i < trial->n_candidates; i++)
    if (is_same_range (guess, trial->candidates[i].range))
      of_guess = get_worth (&trial->candidates[i]);
  return get_worth (best) >= CLEAR_LEAD * of_guess ? KOMA_RANGE_FOUND : KOMA_RANGE_UNTOLD;
}

/**
 * koma_range_trial_judge:
 * @trial: (inout): its pictures and candidates; they are put in order, and the verdict is set
 * @guess: the range that stays where the pictures do not tell
 *
 * Thread: any.
 */
void
koma_range_trial_judge (KomaRangeTrial   *trial,
                        guint             n_classes,
                        const KomaRecipe *guess)
{
  qsort (trial->candidates, trial->n_candidates, sizeof *trial->candidates, compare);
  settle_first (trial);
  trial->verdict = judge (trial, n_classes, guess);
}

/**
 * koma_range_verdict_get_name:
 *
 * Returns: (transfer none): for programs: "found", "confirmed", "untold". Thread: any.
 */
const char *
koma_range_verdict_get_name (KomaRangeVerdict verdict)
{
  static const char *const names[] = { [KOMA_RANGE_UNTOLD] = "untold",
                                       [KOMA_RANGE_CONFIRMED] = "confirmed",
                                       [KOMA_RANGE_FOUND] = "found" };

  return names[verdict];
}
