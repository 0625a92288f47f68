/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The name of a picture, and what is to be said of it. */

#include "koma-result-item-private.h"

#include <glib/gi18n-lib.h>

#include "ui/koma-spoken.h"
#include "ui/koma-error-words.h"
#include "ui/koma-words.h"
#include "worker/koma-thread.h"

/* Of a cell, or of a file without a path. */
static char *
dup_file_name (KomaResultItem *self)
{
  GFile           *file = self->more->file;
  g_autofree char *base = NULL;

  if (file == NULL)
    return g_strdup (koma_grid_picture_get_name (self->more->grid));
  if (g_file_peek_path (file) != NULL)
    return koma_file_names_dup (self->names, g_file_peek_path (file));
  base = g_file_get_basename (file);
  return g_filename_display_name (base);
}

char *
koma_result_item_dup_name (KomaResultItem *self)
{
  const KomaItemMore *more = self->more;
  g_autofree char    *name = NULL;
  guint               n_columns = 0;

  KOMA_ASSERT_MAIN_THREAD ();

  if (self->path != NULL)
    return koma_file_names_dup (self->names, self->path);
  if (more->name != NULL)
    return g_strdup (more->name);
  name = dup_file_name (self);
  if (more->grid == NULL)
    return g_steal_pointer (&name);
  n_columns = koma_grid_picture_get_n_columns (more->grid);
  /* Translators: a part of a picture: its file, and where it is in that */
  return g_strdup_printf (_ ("%s, row %u, column %u"), name, more->cell / n_columns + 1,
                          more->cell % n_columns + 1);
}

static char *
describe_class (const KomaResultClass *class)
{
  g_autofree char *percent = koma_words_for_score (class->score);

  /* Translators: the name of a class and its score, "tiger cat 12%" */
  return g_strdup_printf (C_ ("class and score", "%s %s"), class->name, percent);
}

static char *
describe_classes (KomaResult *result,
                  guint       n_results,
                  gboolean    is_spoken)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < MIN (result->n_classes, n_results); i++) {
    const KomaResultClass class = koma_result_get_class (result, i);
    g_autofree char *words = is_spoken ? koma_spoken_class (class.name, class.score)
                                       : describe_class (&class);

    if (i > 0)
      g_string_append (text, C_ ("between classes", ", "));
    g_string_append (text, words);
  }

  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* What a person says leads, and the answer follows. */
static char *
describe_answer (KomaResultItem *self,
                 guint           n_results,
                 gboolean        is_spoken)
{
  g_autofree char *classes = describe_classes (self->result, n_results, is_spoken);
  const char      *said = NULL;

  if (koma_result_item_get_correction (self) == NULL)
    return g_steal_pointer (&classes);
  if (koma_correction_confirms (koma_result_item_get_correction (self), self->result))
    /* Translators: classes with scores; a person says that the first one is right */
    return g_strdup_printf (_ ("%s (confirmed)"), classes);
  said = koma_correction_get_name (koma_result_item_get_correction (self), self->result);
  /* Translators: what a person says that a picture shows; then classes with scores */
  return g_strdup_printf (_ ("%s (corrected). Koma: %s"), said, classes);
}

static char *
describe (KomaResultItem *self,
          guint           n_results,
          gboolean        is_spoken)
{
  g_autofree char *name = koma_result_item_dup_name (self);
  g_autofree char *what = NULL;

  switch (self->state) {
  case KOMA_ITEM_DONE:
    what = describe_answer (self, n_results, is_spoken);
    break;
  case KOMA_ITEM_FAILED:
    what = g_strdup (koma_words_for_picture_error (koma_result_item_get_error (self)));
    break;
  case KOMA_ITEM_STOPPED:
    what = g_strdup (_ ("Stopped"));
    break;
  case KOMA_ITEM_WAITING:
    what = g_strdup (_ ("Waiting"));
    break;
  default:
    g_assert_not_reached ();
  }

  if (koma_result_item_get_stars (self) != KOMA_RATING_NONE) {
    g_autofree char *result = g_steal_pointer (&what);
    g_autofree char *rating = koma_rating_describe (koma_result_item_get_stars (self));

    /* Translators: what is in a picture, and how much a person likes it: “cat 80%; 3 stars” */
    what = g_strdup_printf (C_ ("result and rating", "%s; %s"), result, rating);
  }
  /* Translators: a file name, and what is to be said of the picture */
  return g_strdup_printf (C_ ("name and result", "%s: %s"), name, what);
}

/**
 * koma_result_item_describe:
 * @self: a picture
 * @n_results: how many classes at most
 *
 * Describes the picture in one line, for the clipboard:
 * “cat.jpg: Egyptian cat 80%, tiger cat 12%, tabby 8%”; where a person says something else,
 * “cat.jpg: tabby (corrected). Koma: Egyptian cat 80%, tiger cat 12%, tabby 8%”.
 *
 * Returns: (transfer full): UTF-8
 */
char *
koma_result_item_describe (KomaResultItem *self,
                           guint           n_results)
{
  KOMA_ASSERT_MAIN_THREAD ();

  return describe (self, n_results, FALSE);
}

/**
 * koma_result_item_speak:
 * @self: a picture
 * @n_results: how many classes at most
 *
 * Describes the picture in one line, for screen readers:
 * “cat.jpg: Egyptian cat, 80 percent, tiger cat, 12 percent”.
 *
 * Returns: (transfer full): UTF-8
 */
char *
koma_result_item_speak (KomaResultItem *self,
                        guint           n_results)
{
  KOMA_ASSERT_MAIN_THREAD ();

  return describe (self, n_results, TRUE);
}
