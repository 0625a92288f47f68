/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-evaluated.h"

#include <string.h>

#include <glib/gi18n.h>

#include "koma-scores.h"

#include "engine/evaluation/temperature.h"
#include "engine/koma/koma-error.h"
#include "engine/model/label-aliases.h"

static void
unreadable_clear (gpointer data)
{
  g_free (((KomaUnreadable *) data)->message);
}

static void
count_uncounted (KomaEvaluated *self,
                 const char    *label,
                 gboolean       is_ambiguous)
{
  const KomaUncounted one = { label, is_ambiguous, 1 };

  for (guint i = 0; i < self->uncounted->len; i++) {
    KomaUncounted *uncounted = &g_array_index (self->uncounted, KomaUncounted, i);

    if (uncounted->label == label) {
      uncounted->n++;
      return;
    }
  }
  g_array_append_val (self->uncounted, one);
}

static int
compare_uncounted (gconstpointer a,
                   gconstpointer b)
{
  const KomaUncounted *x = a, *y = b;

  return x->n != y->n ? (x->n < y->n ? 1 : -1) : strcmp (x->label, y->label);
}

/* A picture may have several labels, of which one is to be a class. */
static KomaAliasMatch
find_class (const KomaLabelAliases *aliases,
            const char             *label,
            guint                  *ret_index)
{
  g_auto (GStrv) words = g_strsplit (label, KOMA_TRUTH_SEPARATOR, -1);
  KomaAliasMatch match = koma_label_aliases_find (aliases, label, ret_index);

  for (guint i = 0; match == KOMA_ALIAS_UNKNOWN && words[i] != NULL; i++)
    match = koma_label_aliases_find (aliases, words[i], ret_index);
  for (guint i = 0; match == KOMA_ALIAS_FOUND && words[i] != NULL; i++) {
    guint other = 0;

    if (koma_label_aliases_find (aliases, words[i], &other) == KOMA_ALIAS_FOUND &&
        other != *ret_index)
      match = KOMA_ALIAS_AMBIGUOUS;
  }
  return match;
}

/* Which pictures count, and what the model calls what they show. */
static void
match (KomaEvaluated *self)
{
  g_autoptr (KomaLabelAliases) aliases = koma_label_aliases_new (self->labels);
  const GPtrArray *pictures = self->truth->pictures;

  self->pictures = g_new (guint, pictures->len);
  self->classes = g_new (guint, pictures->len);
  for (guint i = 0; i < pictures->len; i++) {
    const KomaTruthPicture *picture = pictures->pdata[i];
    const KomaAliasMatch    found =
      find_class (aliases, picture->label, &self->classes[self->n]);

    if (found == KOMA_ALIAS_FOUND)
      self->pictures[self->n++] = i;
    else
      count_uncounted (self, picture->label, found == KOMA_ALIAS_AMBIGUOUS);
  }
  g_array_sort (self->uncounted, compare_uncounted);
}

static gboolean
check_match (const KomaEvaluated *self,
             GError             **error)
{
  if (self->n > 0)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
               /* Translators: a label, a model */
               _ ("“%s” is no class of %s, nor is any other label of the pictures"),
               g_array_index (self->uncounted, KomaUncounted, 0).label, self->model);
  return FALSE;
}

/* Those that could not be read move out of the rows. */
static void
drop_unreadable (KomaEvaluated *self,
                 char         **failures) /* [n] (transfer full) (nullable) */
{
  guint n = 0;

  for (guint i = 0; i < self->n; i++) {
    if (failures[i] != NULL) {
      const KomaUnreadable unreadable = { koma_evaluated_get_path (self, i), failures[i] };

      g_array_append_val (self->unreadable, unreadable);
      continue;
    }
    self->pictures[n] = self->pictures[i];
    self->classes[n] = self->classes[i];
    memmove (self->scores + (gsize) n * self->n_classes, self->scores + (gsize) i * self->n_classes,
             self->n_classes * sizeof (float));
    n++;
  }
  self->n = n;
}

/* The error of calibration at the temperature that was fitted. */
static double
measure_fitted (const KomaEvaluated *self,
                double               factor)
{
  const gsize       n = (gsize) self->n * self->n_classes;
  g_autofree float *softer = g_memdup2 (self->scores, n * sizeof (float));
  g_autoptr (KomaEvaluation) evaluation = NULL;

  for (guint i = 0; i < self->n; i++)
    koma_temperature_apply (factor, softer + (gsize) i * self->n_classes, self->n_classes);
  evaluation = koma_evaluation_new (self->classes, softer, self->n, self->n_classes);
  return evaluation->calibration_error;
}

static void
find_thresholds (KomaEvaluated *self)
{
  static const double precisions[KOMA_N_PRECISIONS] = { 0.8, 0.9, 0.95, 0.98, 0.99, 1 };

  for (guint i = 0; i < KOMA_N_PRECISIONS; i++)
    self->thresholds[i] = koma_evaluated_find_threshold (self, precisions[i]);
}

static void
judge (KomaEvaluated *self)
{
  const double factor =
    koma_temperature_fit (self->classes, self->scores, self->n, self->n_classes, FALSE);

  find_thresholds (self);
  self->answers = g_new (guint, self->n);
  for (guint i = 0; i < self->n; i++)
    self->answers[i] =
      koma_evaluation_find_best (self->scores + (gsize) i * self->n_classes, self->n_classes);
  self->evaluation = koma_evaluation_new (self->classes, self->scores, self->n, self->n_classes);
  self->loss =
    koma_temperature_measure (self->classes, self->scores, self->n, self->n_classes, 1);
  self->fitted_temperature =
    CLAMP (self->temperature * factor, KOMA_MIN_TEMPERATURE, KOMA_MAX_TEMPERATURE);
  self->fitted_loss = koma_temperature_measure (self->classes, self->scores, self->n,
                                                self->n_classes,
                                                self->fitted_temperature / self->temperature);
  self->fitted_calibration_error =
    measure_fitted (self, self->fitted_temperature / self->temperature);
}

static KomaEvaluated *
create (KomaModel        *model,
        const KomaRecipe *recipe,
        KomaTruth        *truth)
{
  KomaEvaluated *self = g_new0 (KomaEvaluated, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->truth = koma_truth_ref (truth);
  self->labels = koma_labels_ref (koma_model_get_labels (model));
  self->model = g_strdup (koma_model_get_name (model));
  self->hash = g_strdup (koma_model_get_hash (model));
  self->recipe = koma_recipe_to_string (recipe);
  self->temperature = recipe->temperature != 0 ? recipe->temperature : 1;
  self->n_classes = koma_labels_get_n (self->labels);
  self->uncounted = g_array_new (FALSE, FALSE, sizeof (KomaUncounted));
  self->unreadable = g_array_new (FALSE, FALSE, sizeof (KomaUnreadable));
  g_array_set_clear_func (self->unreadable, unreadable_clear);
  return self;
}

static gboolean
compute (KomaEvaluated            *self,
         KomaModel                *model,
         const KomaSessionOptions *options,
         GError                  **error)
{
  const gsize             n_scores = (gsize) self->n * self->n_classes;
  g_autofree char       **failures = g_new0 (char *, self->n);
  g_autofree const char **paths = g_new (const char *, self->n);
  const KomaScoresParts   parts = { model, options, paths, self->n };
  gboolean                is_done = FALSE;

  self->scores = g_try_new (float, n_scores);
  if (self->scores == NULL) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY,
                 "No memory for %" G_GSIZE_FORMAT " scores", n_scores);
    return FALSE;
  }
  for (guint i = 0; i < self->n; i++)
    paths[i] = koma_evaluated_get_path (self, i);
  is_done = koma_scores_compute (&parts, self->scores, failures, &self->backend, error);
  drop_unreadable (self, failures);
  return is_done;
}

/**
 * koma_evaluated_new:
 * @model: a classifier
 * @options: how it is compiled; its progress is told, and stops it
 * @truth: read first, if it was not yet
 *
 * Computes the scores of all pictures whose label is a class of @model, by its label, its name in
 * any language, or either without case, and what follows from them.
 *
 * Errors: those of koma_truth_read(), koma_model_get_recipe() and koma_scores_compute();
 * %G_IO_ERROR_NOT_FOUND if no label is a class; %G_IO_ERROR_CANCELLED.
 *
 * Thread: any but the window's; it makes threads of its own.
 *
 * Returns: (transfer full): the answers
 */
KomaEvaluated *
koma_evaluated_new (KomaModel                *model,
                    const KomaSessionOptions *options,
                    KomaTruth                *truth,
                    GError                  **error)
{
  const KomaRecipe *recipe = koma_model_get_recipe (model, error);
  g_autoptr (KomaEvaluated) self = NULL;

  if (recipe == NULL || !koma_truth_read (truth, error))
    return NULL;
  self = create (model, recipe, truth);
  match (self);
  if (!check_match (self, error) || !compute (self, model, options, error))
    return NULL;
  judge (self);
  return g_steal_pointer (&self);
}

KomaEvaluated *
koma_evaluated_ref (KomaEvaluated *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
koma_evaluated_unref (KomaEvaluated *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  koma_truth_unref (self->truth);
  koma_labels_unref (self->labels);
  g_free (self->model);
  g_free (self->hash);
  g_free (self->recipe);
  g_free (self->backend);
  g_free (self->pictures);
  g_free (self->classes);
  g_free (self->answers);
  g_free (self->scores);
  g_array_unref (self->uncounted);
  g_array_unref (self->unreadable);
  koma_evaluation_free (self->evaluation);
  g_free (self);
}

const char *
koma_evaluated_get_path (const KomaEvaluated *self,
                         guint                i)
{
  return ((const KomaTruthPicture *) self->truth->pictures->pdata[self->pictures[i]])->path;
}

/**
 * koma_evaluated_find_threshold:
 * @precision: that is wanted, 0 … 1
 *
 * Thread: any.
 */
KomaThreshold
koma_evaluated_find_threshold (const KomaEvaluated *self,
                               double               precision)
{
  return koma_threshold_find (self->classes, self->scores, self->n, self->n_classes, precision);
}

static gboolean
is_right (const KomaEvaluated *self,
          guint                i)
{
  return self->answers[i] == self->classes[i];
}

/**
 * koma_evaluated_compare:
 * @first: answers
 * @second: to the pictures of the same truth
 *
 * Compares both on the pictures that count with both. Thread: any.
 */
KomaMcnemar
koma_evaluated_compare (const KomaEvaluated *first,
                        const KomaEvaluated *second)
{
  g_autofree gboolean *a = g_new (gboolean, first->n);
  g_autofree gboolean *b = g_new (gboolean, first->n);
  guint                n = 0;

  for (guint i = 0, j = 0; i < first->n && j < second->n;) {
    if (first->pictures[i] == second->pictures[j]) {
      a[n] = is_right (first, i++);
      b[n++] = is_right (second, j++);
    } else if (first->pictures[i] < second->pictures[j])
      i++;
    else
      j++;
  }
  return koma_mcnemar_test (a, b, n);
}
