/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The names of a model's classes: given, found or guessed, and fitted to its scores. */

#include "model-private.h"

#include "imagenet.h"
#include "label-names.h"
#include "labels-find.h"
#include "localized.h"

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

  self->labels_path = g_strdup (options->parts[KOMA_PART_LABELS]);
  if (self->labels_path != NULL)
    labels = koma_labels_new_from_file (self->labels_path, &reason);
  self->has_given_labels = labels != NULL;
  if (reason != NULL && !options->are_parts_optional) {
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

/* Of names of classes. @list is room for the caller's choice. */
static const char *const *
get_languages (const KomaModelOptions *options,
               const char             *list[2])
{
  list[0] = options->class_language;
  list[1] = NULL;
  return list[0] != NULL ? list : koma_localized_get_languages ();
}

/**
 * koma_model_guess_labels:
 * @options: have the folder of ImageNet's names
 *
 * Guesses the labels where nothing names the classes, with a warning.
 *
 * Returns: (transfer full) (nullable): those of a lone list beside the file, or ImageNet's
 */
KomaLabels *
koma_model_guess_labels (KomaModel              *self,
                         guint                   n_classes,
                         const KomaModelOptions *options)
{
  KomaLabels *labels = koma_labels_find_lone (self->path, n_classes);
  const char *list[2];

  if (labels != NULL) {
    g_ptr_array_add (self->warnings,
                     g_strdup_printf ("%s has as many lines as the model has classes: "
                                      "taken for its labels",
                                      koma_labels_get_source (labels)));
    self->is_labels_guess = TRUE;
    return labels;
  }
  labels = koma_imagenet_guess (options->imagenet_folder, n_classes,
                                get_languages (options, list), options->is_one_language);
  self->is_labels_guess = labels != NULL;
  if (labels != NULL)
    g_ptr_array_add (self->warnings,
                     g_strdup_printf ("%u,%03u classes: taken for ImageNet's", n_classes / 1000,
                                      n_classes % 1000));
  return labels;
}

/* As koma.json or the caller say of the first class. */
static KomaLabels *
settle_background (KomaModel  *self,
                   KomaLabels *labels, /* (nullable) */
                   guint       n_classes)
{
  const guint n = labels != NULL ? koma_labels_get_n (labels) : 0;

  if (n == 0 || self->recipe.sources[KOMA_PART_BACKGROUND] == KOMA_SOURCE_GUESS)
    return labels != NULL ? koma_labels_ref (labels) : NULL;
  if (self->recipe.has_background && (n == n_classes || n + 1 == n_classes))
    return koma_labels_with_background (labels, n_classes);
  if (self->recipe.has_background || n + 1 != n_classes)
    return koma_labels_ref (labels);
  g_ptr_array_add (self->warnings,
                   g_strdup_printf ("%s has one class name less than the model has outputs, and no "
                                    "class means nothing: not used",
                                    koma_labels_get_source (labels)));
  return NULL;
}

/* Who names the classes, and with that what the first one means. */
static void
note_sources (KomaModel        *self,
              gboolean          is_own,
              const KomaLabels *labels, /* (nullable) as they were found */
              const KomaLabels *fitted)
{
  KomaRecipeSource *sources = self->recipe.sources;

  if (self->has_given_labels)
    sources[KOMA_PART_LABELS] = KOMA_SOURCE_OPTION;
  else if (sources[KOMA_PART_LABELS] != KOMA_SOURCE_KOMA_JSON)
    sources[KOMA_PART_LABELS] = is_own ? KOMA_SOURCE_METADATA : KOMA_SOURCE_GUESS;
  if (sources[KOMA_PART_BACKGROUND] != KOMA_SOURCE_GUESS)
    return;
  self->recipe.has_background = koma_labels_is_background (fitted, 0);
  if (labels != NULL && koma_labels_get_n (labels) >= koma_labels_get_n (fitted))
    sources[KOMA_PART_BACKGROUND] = sources[KOMA_PART_LABELS];
}

/* That lie beside the model. */
static void
read_kinds (KomaModel              *self,
            const char             *folder,
            const KomaModelOptions *options)
{
  g_autofree char *path = g_build_filename (folder, KOMA_KINDS_FILE, NULL);
  KomaKinds       *kinds = NULL;
  const char      *list[2];

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return;
  kinds = koma_kinds_read (folder, koma_labels_get_n (self->labels), get_languages (options, list),
                           options->is_one_language);
  if (kinds != NULL)
    koma_labels_take_kinds (self->labels, kinds, 0);
  else
    g_ptr_array_add (self->warnings, g_strdup (KOMA_KINDS_FILE " is damaged, or speaks of classes "
                                                               "that there are not: not used"));
}

/**
 * koma_model_fit_labels:
 * @labels: (nullable): as they were found
 * @is_own: whether the model brings them, not a guess
 * @options: have the folder of ImageNet's names
 *
 * Sets the labels of the model, one for each class, with the names for people; those that the
 * caller gives are what he wants to read.
 */
void
koma_model_fit_labels (KomaModel              *self,
                       guint                   n_classes,
                       KomaLabels             *labels, /* (nullable) */
                       gboolean                is_own,
                       const KomaModelOptions *options)
{
  g_autofree char *folder = g_path_get_dirname (self->path);
  g_autoptr (KomaLabels) settled = settle_background (self, labels, n_classes);
  g_autoptr (KomaLabels) fitted = NULL;
  g_autoptr (KomaLabels) named = NULL;
  const char        *remark = labels != NULL ? koma_labels_get_remark (labels) : NULL;
  const char        *list[2];
  const char *const *languages = get_languages (options, list);
  char              *warning = NULL;

  if (remark != NULL)
    g_ptr_array_add (self->warnings, g_strdup (remark));
  if (labels != NULL) {
    self->labels_source = g_strdup (koma_labels_get_source (labels));
    self->n_labels_found = koma_labels_get_n (labels);
  }
  fitted = koma_labels_fit (settled, n_classes, &warning);
  note_sources (self, is_own, labels, fitted);
  if (warning != NULL)
    g_ptr_array_add (self->warnings, warning);
  named = koma_imagenet_name (fitted, options->imagenet_folder, languages,
                              options->is_one_language);
  self->labels = self->has_given_labels
                   ? koma_labels_ref (fitted)
                   : koma_label_names_apply (named, folder, languages, self->warnings);
  if (!self->has_given_labels)
    read_kinds (self, folder, options);
}
