/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-evaluated-private.h"

#include <string.h>

#include "engine/koma-app.h"

static void
unreadable_clear (gpointer data)
{
  g_free (((KomaUnreadable *) data)->message);
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
create (const KomaEvaluatedParts *parts,
        const KomaRecipe         *recipe,
        KomaGroundTruth          *truth)
{
  KomaEvaluated *self = g_new0 (KomaEvaluated, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->truth = koma_ground_truth_ref (truth);
  self->labels = koma_labels_ref (koma_model_get_labels (parts->model));
  self->model = g_strdup (koma_model_get_name (parts->model));
  self->hash = g_strdup (koma_model_get_hash (parts->model));
  self->recipe = koma_recipe_to_string (recipe);
  self->values = *recipe;
  self->temperature = recipe->temperature != 0 ? recipe->temperature : 1;
  self->n_classes = koma_labels_get_n (self->labels);
  self->uncounted = g_array_new (FALSE, FALSE, sizeof (KomaUncounted));
  self->unreadable = g_array_new (FALSE, FALSE, sizeof (KomaUnreadable));
  g_array_set_clear_func (self->unreadable, unreadable_clear);
  return self;
}

static gboolean
compute (KomaEvaluated            *self,
         const KomaEvaluatedParts *parts,
         const KomaSessionOptions *options,
         GError                  **error)
{
  const gsize       n_scores = (gsize) self->n * self->n_classes;
  g_autofree char **failures = g_new0 (char *, self->n);
  gboolean          is_done = FALSE;

  self->scores = g_try_new (float, n_scores);
  if (self->scores == NULL) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY,
                 "No memory for %" G_GSIZE_FORMAT " scores", n_scores);
    return FALSE;
  }
  is_done = koma_evaluated_compute (self, parts, options, failures, error);
  drop_unreadable (self, failures);
  return is_done;
}

/**
 * koma_evaluated_begin:
 *
 * Reads @truth, if it was not yet, and finds the pictures whose label is a class of the model.
 * Errors: see koma_evaluated_new(). Thread: any but the window's.
 *
 * Returns: (transfer full): without answers, for koma_evaluated_complete()
 */
KomaEvaluated *
koma_evaluated_begin (const KomaEvaluatedParts *parts,
                      KomaGroundTruth          *truth,
                      GError                  **error)
{
  const KomaRecipe *recipe = koma_model_get_recipe (parts->model, error);
  g_autoptr (KomaEvaluated) self = NULL;

  if (recipe == NULL || !koma_ground_truth_read (truth, error))
    return NULL;
  self = create (parts, recipe, truth);
  return koma_evaluated_match (self, error) ? g_steal_pointer (&self) : NULL;
}

/**
 * koma_evaluated_complete:
 * @progress: (nullable): in place of that of the options
 *
 * Computes the scores, and what follows from them. Errors: those of koma_evaluated_compute().
 * Thread: any but the window's.
 */
gboolean
koma_evaluated_complete (KomaEvaluated            *self,
                         const KomaEvaluatedParts *parts,
                         const KomaProgress       *progress,
                         GError                  **error)
{
  KomaSessionOptions options = *parts->options;

  options.progress = progress;
  if (!compute (self, parts, &options, error))
    return FALSE;
  judge (self);
  return TRUE;
}

/**
 * koma_evaluated_new:
 * @parts: the model and how it is evaluated; the progress of its options is told, and stops it
 * @truth: read first, if it was not yet
 *
 * Computes the scores of all pictures whose label is a class of the model, by its label, its name
 * in any language, or either without case, and what follows from them.
 *
 * Errors: those of koma_ground_truth_read(), koma_model_get_recipe() and koma_evaluated_compute();
 * %G_IO_ERROR_NOT_FOUND if no label is a class; %G_IO_ERROR_CANCELLED.
 *
 * Thread: any but the window's; it makes threads of its own.
 *
 * Returns: (transfer full): the answers
 */
KomaEvaluated *
koma_evaluated_new (const KomaEvaluatedParts *parts,
                    KomaGroundTruth          *truth,
                    GError                  **error)
{
  g_autoptr (KomaEvaluated) self = koma_evaluated_begin (parts, truth, error);

  return self != NULL && koma_evaluated_complete (self, parts, parts->options->progress, error)
           ? g_steal_pointer (&self)
           : NULL;
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
  koma_ground_truth_unref (self->truth);
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
  return ((const KomaGroundTruthPicture *) self->truth->pictures->pdata[self->pictures[i]])->path;
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

gboolean
koma_evaluated_is_right (const KomaEvaluated *self,
                         guint                i)
{
  return self->answers[i] == self->classes[i];
}

/**
 * koma_evaluated_find_common:
 * @first: answers
 * @second: to the pictures of the same truth, whether or not they are there yet
 * @ret_first_rows: (out caller-allocates): rows of @first with a picture that counts with both …
 * @ret_second_rows: (out caller-allocates): … and those of @second with the same picture
 *
 * Thread: any.
 *
 * Returns: how many these are
 */
guint
koma_evaluated_find_common (const KomaEvaluated *first,
                            const KomaEvaluated *second,
                            guint               *ret_first_rows,
                            guint               *ret_second_rows)
{
  guint n = 0;

  for (guint i = 0, j = 0; i < first->n && j < second->n;) {
    if (first->pictures[i] == second->pictures[j]) {
      ret_first_rows[n] = i++;
      ret_second_rows[n++] = j++;
    } else if (first->pictures[i] < second->pictures[j]) {
      i++;
    } else {
      j++;
    }
  }
  return n;
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
  g_autofree guint    *first_rows = g_new (guint, first->n);
  g_autofree guint    *second_rows = g_new (guint, first->n);
  const guint          n = koma_evaluated_find_common (first, second, first_rows, second_rows);
  g_autofree gboolean *a = g_new (gboolean, n);
  g_autofree gboolean *b = g_new (gboolean, n);

  for (guint i = 0; i < n; i++) {
    a[i] = koma_evaluated_is_right (first, first_rows[i]);
    b[i] = koma_evaluated_is_right (second, second_rows[i]);
  }
  return koma_mcnemar_test (a, b, n);
}
