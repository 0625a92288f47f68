/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-score-average.h"

#include <math.h>

/* Below this a class is forgotten: it is far from any first three. */
#define FORGOTTEN 1e-3f

/* How it averages: a score s that is seen dt after the one before moves the
 * average a to a + (s - a) (1 - exp (-dt / tau)). By time, not by answers: it
 * is as steady, and follows as fast, with a slow model as with a fast one.
 *
 * The answers have the best classes only, and a class that they lack counts
 * as 0. That errs by less than the last score they have, which is at most
 * 1 / n for n classes; and not at all where the model has no more. */
struct _KomaScoreAverage
{
  double     time_constant_s;
  GPtrArray *classes; /* (element-type KomaResultClass) owns label and name; best first */
  gint64     captured_us;
};

static void
class_free (gpointer data)
{
  KomaResultClass *class = data;

  g_free ((char *) class->label);
  g_free ((char *) class->name);
  g_free (class);
}

/**
 * koma_score_average_new:
 * @time_constant_s: seconds after which a change is followed by 63 %; 0 is no
 *   average at all
 *
 * Returns: (transfer full): an average of nothing yet
 */
KomaScoreAverage *
koma_score_average_new (double time_constant_s)
{
  KomaScoreAverage *average = g_new0 (KomaScoreAverage, 1);

  average->time_constant_s = time_constant_s;
  average->classes = g_ptr_array_new_with_free_func (class_free);
  return average;
}

/**
 * koma_score_average_free:
 * @average: (nullable) (transfer full): an average
 */
void
koma_score_average_free (KomaScoreAverage *average)
{
  if (average == NULL)
    return;
  g_ptr_array_unref (average->classes);
  g_free (average);
}

static KomaResultClass *
find_class (KomaScoreAverage      *average,
            const KomaResultClass *wanted)
{
  for (guint i = 0; i < average->classes->len; i++) {
    KomaResultClass *class = g_ptr_array_index (average->classes, i);

    if (class->index == wanted->index && g_strcmp0 (class->label, wanted->label) == 0)
      return class;
  }
  return NULL;
}

static KomaResultClass *
ensure_class (KomaScoreAverage      *average,
              const KomaResultClass *wanted)
{
  KomaResultClass *class = find_class (average, wanted);

  if (class == NULL) {
    class = g_new (KomaResultClass, 1);
    *class = (KomaResultClass){ .label = g_strdup (wanted->label),
                                .name = g_strdup (wanted->name),
                                .index = wanted->index };
    g_ptr_array_add (average->classes, class);
  }
  return class;
}

/* Higher scores first, then lower indices, as koma_top_k() has it. */
static int
compare_classes (gconstpointer a,
                 gconstpointer b)
{
  const KomaResultClass *first = *(const KomaResultClass *const *) a;
  const KomaResultClass *second = *(const KomaResultClass *const *) b;

  if (first->score != second->score)
    return first->score > second->score ? -1 : 1;
  return first->index < second->index ? -1 : first->index > second->index;
}

static void
forget_the_least (KomaScoreAverage *average)
{
  while (average->classes->len > 0) {
    const KomaResultClass *last = g_ptr_array_index (average->classes, average->classes->len - 1);

    if (last->score >= FORGOTTEN)
      return;
    g_ptr_array_set_size (average->classes, average->classes->len - 1);
  }
}

/* How much the new answer counts. */
static double
choose_weight (const KomaScoreAverage *average,
               gint64                  captured_us)
{
  double passed_s = (double) (captured_us - average->captured_us) / G_USEC_PER_SEC;

  if (average->classes->len == 0 || average->time_constant_s <= 0)
    return 1;
  return 1 - exp (-MAX (passed_s, 0) / average->time_constant_s);
}

/**
 * koma_score_average_add:
 * @average: an average
 * @classes: (array length=n_classes): the best classes of a frame, or all
 * @n_classes: how many
 * @captured_us: when the frame was captured, by g_get_monotonic_time(); not
 *   before the one of the last call
 *
 * Moves the average towards an answer. The first counts in full.
 */
void
koma_score_average_add (KomaScoreAverage      *average,
                        const KomaResultClass *classes,
                        guint                  n_classes,
                        gint64                 captured_us)
{
  const double weight = choose_weight (average, captured_us);

  for (guint i = 0; i < average->classes->len; i++) {
    KomaResultClass *class = g_ptr_array_index (average->classes, i);

    class->score *= 1 - weight;
  }
  for (guint i = 0; i < n_classes; i++)
    ensure_class (average, &classes[i])->score += weight * classes[i].score;
  g_ptr_array_sort (average->classes, compare_classes);
  forget_the_least (average);
  average->captured_us = captured_us;
}

/**
 * koma_score_average_add_result:
 * @average: an average
 * @result: the answer to a frame
 * @captured_us: when that was captured
 *
 * koma_score_average_add() with the classes of @result.
 */
void
koma_score_average_add_result (KomaScoreAverage *average,
                               const KomaResult *result,
                               gint64            captured_us)
{
  const guint                 n_classes = result->n_classes;
  g_autofree KomaResultClass *classes = g_new (KomaResultClass, MAX (n_classes, 1));

  for (guint i = 0; i < n_classes; i++)
    classes[i] = koma_result_get_class (result, i);
  if (n_classes > 0)
    koma_score_average_add (average, classes, n_classes, captured_us);
}

/**
 * koma_score_average_get_n_classes:
 * @average: an average
 *
 * Returns: how many classes have a score worth telling
 */
guint
koma_score_average_get_n_classes (const KomaScoreAverage *average)
{
  return average->classes->len;
}

/**
 * koma_score_average_get_class:
 * @average: an average
 * @index: 0 is the most likely
 *
 * Returns: (transfer none): a class with its average score; until the average
 *   changes
 */
const KomaResultClass *
koma_score_average_get_class (const KomaScoreAverage *average,
                              guint                   index)
{
  g_return_val_if_fail (index < average->classes->len, NULL);

  return g_ptr_array_index (average->classes, index);
}
