/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The names of a model's classes: given, found or guessed, and fitted to its scores. */

#include "model-private.h"

#include "imagenet.h"
#include "label-names.h"
#include "labels-find.h"

/**
 * koma_model_find_own_labels:
 * @warnings: gets what could not be read
 *
 * Returns: (transfer full) (nullable): those of koma.json, else those in or beside the file
 */
KomaLabels *
koma_model_find_own_labels (KomaModel                *self,
                            const KomaModelOverrides *overrides,
                            GPtrArray                *warnings)
{
  if (overrides->labels != NULL)
    return koma_labels_ref (overrides->labels);
  return koma_labels_find (self->path, &self->raw, warnings);
}

/**
 * koma_model_find_labels:
 *
 * Finds the labels that the options name, else the model's own.
 *
 * Errors: those of koma_labels_new_from_file(), unless the options say that theirs are optional.
 *
 * Returns: (transfer full) (nullable): labels; %NULL without an error if there are none
 */
KomaLabels *
koma_model_find_labels (KomaModel                *self,
                        const KomaModelOverrides *overrides,
                        const KomaModelOptions   *options,
                        GError                  **error)
{
  g_autoptr (GError) reason = NULL;
  KomaLabels *labels = NULL;

  self->labels_path = g_strdup (options->labels_path);
  if (options->labels_path != NULL)
    labels = koma_labels_new_from_file (options->labels_path, &reason);
  self->has_given_labels = labels != NULL;
  if (reason != NULL && !options->are_labels_optional) {
    g_propagate_error (error, g_steal_pointer (&reason));
    return NULL;
  }
  if (reason != NULL)
    g_ptr_array_add (self->warnings, g_strdup (reason->message));
  return labels != NULL ? labels : koma_model_find_own_labels (self, overrides, self->warnings);
}

/**
 * koma_model_check_labels:
 * @labels: (transfer full): of the options, which may be for another model
 *
 * Returns: (transfer full) (nullable): @labels if they fit, else the model's own, with a warning
 */
KomaLabels *
koma_model_check_labels (KomaModel                *self,
                         const KomaModelOverrides *overrides,
                         guint                     n_classes,
                         KomaLabels               *labels) /* (transfer full) */
{
  if (koma_labels_fits (labels, n_classes))
    return labels;
  g_ptr_array_add (self->warnings,
                   g_strdup_printf ("%s has %u class names for %u outputs: not used",
                                    koma_labels_get_source (labels), koma_labels_get_n (labels),
                                    n_classes));
  koma_labels_unref (labels);
  self->has_given_labels = FALSE;
  return koma_model_find_own_labels (self, overrides, self->warnings);
}

/**
 * koma_model_guess_labels:
 * @imagenet_folder: (nullable): with the names of its classes
 *
 * Guesses the labels where nothing names the classes, with a warning.
 *
 * Returns: (transfer full) (nullable): those of a lone list beside the file, or ImageNet's
 */
KomaLabels *
koma_model_guess_labels (KomaModel  *self,
                         guint       n_classes,
                         const char *imagenet_folder) /* (nullable) */
{
  KomaLabels *labels = koma_labels_find_lone (self->path, n_classes);

  if (labels != NULL) {
    g_ptr_array_add (self->warnings,
                     g_strdup_printf ("%s has as many lines as the model has classes: "
                                      "taken for its labels",
                                      koma_labels_get_source (labels)));
    self->is_labels_guess = TRUE;
    return labels;
  }
  labels = koma_imagenet_guess (imagenet_folder, n_classes);
  self->is_labels_guess = labels != NULL;
  if (labels != NULL)
    g_ptr_array_add (self->warnings,
                     g_strdup_printf ("%u,%03u classes: taken for ImageNet's", n_classes / 1000,
                                      n_classes % 1000));
  return labels;
}

/**
 * koma_model_fit_labels:
 * @labels: (nullable): as they were found
 * @imagenet_folder: (nullable): with the names of its classes
 *
 * Sets the labels of the model, one for each class, with the names for people; those that the
 * caller gives are what he wants to read.
 */
void
koma_model_fit_labels (KomaModel  *self,
                       guint       n_classes,
                       KomaLabels *labels,          /* (nullable) */
                       const char *imagenet_folder) /* (nullable) */
{
  g_autofree char *folder = g_path_get_dirname (self->path);
  g_autoptr (KomaLabels) fitted = NULL;
  g_autoptr (KomaLabels) named = NULL;
  char *warning = NULL;

  if (labels != NULL) {
    self->labels_source = g_strdup (koma_labels_get_source (labels));
    self->n_labels_found = koma_labels_get_n (labels);
  }
  fitted = koma_labels_fit (labels, n_classes, &warning);
  if (warning != NULL)
    g_ptr_array_add (self->warnings, warning);
  named = koma_imagenet_name (fitted, imagenet_folder);
  self->labels = self->has_given_labels
                   ? koma_labels_ref (fitted)
                   : koma_label_names_apply (named, folder, self->warnings);
}
