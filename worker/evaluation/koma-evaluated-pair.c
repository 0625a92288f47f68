/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-evaluated-pair.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

#include "koma-evaluated-private.h"

/* ---- Before the run ---- */

/* Both models are asked which pictures count before one of them computes for minutes. */
static gboolean
begin (KomaEvaluatedPair        *self,
       const KomaEvaluatedParts *parts,
       KomaGroundTruth          *truth,
       GError                  **error)
{
  for (guint side = 0; side < 2; side++) {
    self->sides[side] = koma_evaluated_begin (&parts[side], truth, error);
    if (self->sides[side] == NULL)
      return FALSE;
  }
  return TRUE;
}

static void
find_common (KomaEvaluatedPair *self)
{
  for (guint side = 0; side < 2; side++) {
    g_free (self->rows[side]);
    self->rows[side] = g_new (guint, self->sides[0]->n);
  }
  self->n = koma_evaluated_find_common (self->sides[0], self->sides[1], self->rows[0],
                                        self->rows[1]);
}

static gboolean
check_common (const KomaEvaluatedPair *self,
              GError                 **error)
{
  if (self->n > 0)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
               /* Translators: two models */
               _ ("No picture shows a class of both %s and %s"), self->sides[0]->model,
               self->sides[1]->model);
  return FALSE;
}

/* ---- After it ---- */

/* The figures of one side on the pictures of both. */
static KomaEvaluation *
judge_side (const KomaEvaluatedPair *self,
            guint                    side)
{
  const KomaEvaluated *evaluated = self->sides[side];
  const gsize          n_classes = evaluated->n_classes;
  const gsize          n_scores = n_classes * self->n;
  g_autofree guint    *classes = g_new (guint, self->n);
  g_autofree float    *scores = g_new (float, n_scores);

  for (guint i = 0; i < self->n; i++) {
    const guint row = self->rows[side][i];

    classes[i] = evaluated->classes[row];
    memcpy (scores + i * n_classes, evaluated->scores + row * n_classes,
            n_classes * sizeof (float));
  }
  return koma_evaluation_new (classes, scores, self->n, n_classes);
}

static int
compare_change (gconstpointer a,
                gconstpointer b)
{
  const KomaPairClass *x = a, *y = b;
  const int            x_change = abs ((int) x->n_right[1] - (int) x->n_right[0]);
  const int            y_change = abs ((int) y->n_right[1] - (int) y->n_right[0]);

  return x_change != y_change ? y_change - x_change : (x->index > y->index) - (x->index < y->index);
}

static gboolean
is_right (const KomaEvaluatedPair *self,
          guint                    side,
          guint                    i)
{
  return koma_evaluated_is_right (self->sides[side], self->rows[side][i]);
}

static GArray *
count_classes (const KomaEvaluatedPair *self)
{
  const KomaEvaluated      *first = self->sides[0];
  g_autofree KomaPairClass *all = g_new0 (KomaPairClass, first->n_classes);
  GArray                   *classes = g_array_new (FALSE, FALSE, sizeof (KomaPairClass));

  for (guint i = 0; i < self->n; i++) {
    KomaPairClass *class = &all[first->classes[self->rows[0][i]]];

    class->n++;
    for (guint side = 0; side < 2; side++)
      class->n_right[side] += is_right (self, side, i);
  }
  for (guint c = 0; c < first->n_classes; c++) {
    all[c].index = c;
    if (all[c].n > 0)
      g_array_append_val (classes, all[c]);
  }
  g_array_sort (classes, compare_change);
  return classes;
}

static void
judge (KomaEvaluatedPair *self)
{
  find_common (self);
  for (guint side = 0; side < 2; side++)
    self->evaluations[side] = judge_side (self, side);
  self->test = koma_evaluated_compare (self->sides[0], self->sides[1]);
  self->classes = count_classes (self);
}

/**
 * koma_evaluated_pair_new:
 * @parts: the models and how they are evaluated; the progress of their options is not used
 * @truth: read first, if it was not yet
 * @progress: (nullable): told, and stops it
 *
 * Evaluates both on the same pictures, one after the other.
 *
 * Errors: those of koma_evaluated_new(), for either; %G_IO_ERROR_NOT_FOUND if no picture shows a
 * class of both, too. Except for those of computing, they come before anything is computed.
 *
 * Thread: any but the window's; it makes threads of its own.
 *
 * Returns: (transfer full): the answers of both
 */
KomaEvaluatedPair *
koma_evaluated_pair_new (const KomaEvaluatedParts *parts,
                         KomaGroundTruth          *truth,
                         const KomaProgress       *progress,
                         GError                  **error)
{
  g_autoptr (KomaEvaluatedPair) self = g_new0 (KomaEvaluatedPair, 1);

  g_atomic_ref_count_init (&self->ref_count);
  if (!begin (self, parts, truth, error))
    return NULL;
  find_common (self);
  if (!check_common (self, error))
    return NULL;
  for (guint side = 0; side < 2; side++) {
    KomaProgressPart    part;
    const KomaProgress *share = koma_progress_part (progress, side * 0.5, side * 0.5 + 0.5, &part);

    if (!koma_evaluated_complete (self->sides[side], &parts[side], share, error))
      return NULL;
  }
  judge (self);
  return g_steal_pointer (&self);
}

KomaEvaluatedPair *
koma_evaluated_pair_ref (KomaEvaluatedPair *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
koma_evaluated_pair_unref (KomaEvaluatedPair *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint side = 0; side < 2; side++) {
    g_clear_pointer (&self->sides[side], koma_evaluated_unref);
    g_clear_pointer (&self->evaluations[side], koma_evaluation_free);
    g_free (self->rows[side]);
  }
  g_clear_pointer (&self->classes, g_array_unref);
  g_free (self);
}

GPtrArray *
koma_evaluated_pair_list (const KomaEvaluatedPair *self,
                          gboolean                 is_first_right,
                          gboolean                 is_second_right)
{
  GPtrArray *paths = g_ptr_array_new ();

  for (guint i = 0; i < self->n; i++)
    if (is_right (self, 0, i) == is_first_right && is_right (self, 1, i) == is_second_right)
      g_ptr_array_add (paths,
                       (char *) koma_evaluated_get_path (self->sides[0], self->rows[0][i]));
  return paths;
}
