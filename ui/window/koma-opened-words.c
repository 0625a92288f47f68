/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-opened-words.h"

#include <glib/gi18n-lib.h>

/**
 * koma_opened_words_for_trouble:
 *
 * Returns: (transfer full) (nullable): why files are no model together; %NULL if they are
 */
char *
koma_opened_words_for_trouble (const KomaOpenedFiles *opened)
{
  switch (opened->trouble) {
  case KOMA_OPENED_SEVERAL_MODELS:
    /* Translators: names of files */
    return g_strdup_printf (_ ("These are several models: %s. Open one of them."),
                            opened->trouble_names);
  case KOMA_OPENED_SAME_NAME:
    /* Translators: the name of files */
    return g_strdup_printf (_ ("Two files are called “%s”. Put the files of the model into one "
                               "folder, and open that."),
                            opened->trouble_names);
  case KOMA_OPENED_NO_SPACE:
    /* Translators: the name of a model */
    return g_strdup_printf (_ ("The files of “%s” could not be put together. Put them into one "
                               "folder, and open that."),
                            opened->trouble_names);
  case KOMA_OPENED_WELL:
  default:
    return NULL;
  }
}

/**
 * koma_opened_words_for_labels:
 * @opened: with a path of labels
 * @info: (nullable): the model in use, where it can take labels
 * @ret_text: (out): what to say of them
 *
 * Returns: whether the labels are for the model
 */
gboolean
koma_opened_words_for_labels (const KomaOpenedFiles *opened,
                              const KomaModelInfo   *info,
                              char                 **ret_text)
{
  g_autofree char *name = g_filename_display_basename (opened->labels_path);
  const guint      n = opened->labels != NULL ? koma_labels_get_n (opened->labels) : 0;

  if (opened->labels == NULL) {
    /* Translators: the name of a file */
    *ret_text = g_strdup_printf (_ ("The labels in “%s” can not be read"), name);
    return FALSE;
  }
  if (info == NULL) {
    *ret_text = g_strdup (_ ("Open a model first; then give it its labels"));
    return FALSE;
  }
  if (!koma_labels_fits (opened->labels, info->n_classes)) {
    /* Translators: the name of a file, its number of lines, and a number of classes */
    *ret_text = g_strdup_printf (ngettext ("“%s” has %'u line; the model has %'u classes",
                                           "“%s” has %'u lines; the model has %'u classes", n),
                                 name, n, info->n_classes);
    return FALSE;
  }
  /* Translators: the name of a file */
  *ret_text = g_strdup_printf (_ ("The classes are called as in “%s”"), name);
  return TRUE;
}

/**
 * koma_opened_words_for_search:
 * @n_unreadable: folders
 * @n_found: pictures
 * @n_added: those that were not in the list
 *
 * Returns: (transfer full) (nullable): what is to be said of a search for pictures
 */
char *
koma_opened_words_for_search (guint n_unreadable,
                              guint n_found,
                              guint n_added)
{
  if (n_unreadable > 0)
    return g_strdup_printf (ngettext ("%'u folder could not be read",
                                      "%'u folders could not be read", n_unreadable),
                            n_unreadable);
  if (n_found == 0)
    return g_strdup (_ ("No pictures in there"));
  return n_added == 0 ? g_strdup (_ ("All of these are in the list already")) : NULL;
}
