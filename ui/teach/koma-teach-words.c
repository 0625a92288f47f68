/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-words.h"

#include <glib/gi18n-lib.h>

/* With fewer examples a class is guessed rather than known. */
#define ENOUGH_EXAMPLES 5
/* A class with this many times the examples of another one is answered too often. */
#define UNBALANCED 4

/* Classes that are named where a project has no name. */
#define MAX_NAMES 3

/* ---- A project ---- */

char *
koma_teach_words_for_classes (char *const *names)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint i = 0;

  for (; names[i] != NULL && i < MAX_NAMES; i++) {
    /* Translators: between two names in a list */
    g_string_append (text, i > 0 ? _ (", ") : "");
    g_string_append (text, names[i]);
  }
  if (names[i] != NULL)
    g_string_append (text, "…");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
koma_teach_words_for_project (guint    n_classes,
                              guint    n_examples,
                              gint64   changed_us,
                              gboolean is_open)
{
  g_autoptr (GDateTime) changed =
    g_date_time_new_from_unix_local (changed_us / G_USEC_PER_SEC);
  g_autofree char *date = changed != NULL ? g_date_time_format (changed, "%x") : g_strdup ("");
  g_autofree char *pictures = koma_teach_words_for_count (n_examples);
  g_autofree char *classes =
    g_strdup_printf (ngettext ("%'u class", "%'u classes", n_classes), n_classes);

  if (is_open)
    /* Translators: of a project: “3 classes, 120 pictures, open now” */
    return g_strdup_printf (_ ("%s, %s, open now"), classes, pictures);
  /* Translators: of a project: “3 classes, 120 pictures, changed on 11/22/26” */
  return g_strdup_printf (_ ("%s, %s, changed on %s"), classes, pictures, date);
}

/* ---- A class ---- */

char *
koma_teach_words_for_count (guint n_examples)
{
  return g_strdup_printf (ngettext ("%'u picture", "%'u pictures", n_examples), n_examples);
}

char *
koma_teach_words_for_advice (guint       n_examples,
                             guint       n_twins,
                             guint       n_most,
                             const char *most)
{
  if (n_examples == 0)
    return g_strdup ("");
  if (n_examples < ENOUGH_EXAMPLES)
    return g_strdup_printf (ngettext ("Add %'u more picture or so, from other sides and places.",
                                      "Add %'u more pictures or so, from other sides and places.",
                                      ENOUGH_EXAMPLES - n_examples),
                            ENOUGH_EXAMPLES - n_examples);
  if (n_examples * UNBALANCED < n_most)
    /* Translators: the name of another class */
    return g_strdup_printf (_ ("“%s” has many more pictures: add some here, or it will be answered "
                               "too often."),
                            most);
  if (n_twins * 2 > n_examples)
    return g_strdup_printf (ngettext ("%'u picture is nearly the same as another: vary the view.",
                                      "%'u pictures are nearly the same as others: vary the view.",
                                      n_twins),
                            n_twins);
  return g_strdup ("");
}

/* In a label an underline marks the key to press. */
GMenuItem *
koma_teach_words_create_menu_item (KomaTeachClass *klass)
{
  g_autoptr (GString) label = g_string_new (koma_teach_class_get_name (klass));

  g_string_replace (label, "_", "__", 0);
  return g_menu_item_new (label->str, NULL);
}

const char *
koma_teach_words_for_colour (guint colour)
{
  static const char *const names[KOMA_TEACH_N_COLOURS] = {
    NC_ ("colour", "Blue"),
    NC_ ("colour", "Orange"),
    NC_ ("colour", "Green"),
    NC_ ("colour", "Purple"),
    NC_ ("colour", "Red"),
    NC_ ("colour", "Yellow"),
    NC_ ("colour", "Brown"),
    NC_ ("colour", "Grey"),
  };

  return g_dpgettext2 (GETTEXT_PACKAGE, "colour", names[colour % KOMA_TEACH_N_COLOURS]);
}

/* ---- An example ---- */

static const char *
name_source (KomaTeachExample *example)
{
  const char *source = koma_teach_example_get_source (example);

  if (source != NULL)
    return source;
  return koma_teach_example_is_from_camera (example) ? _ ("From the camera") : _ ("A picture");
}

char *
koma_teach_words_for_example (KomaTeachExample *example)
{
  KomaTeachExample *twin = koma_teach_example_get_twin (example);
  const char       *name = name_source (example);

  if (koma_teach_example_get_state (example) == KOMA_TEACH_EXAMPLE_FAILED)
    /* Translators: the name of a picture */
    return g_strdup_printf (_ ("%s\nDamaged, and not learned from"), name);
  if (twin != NULL)
    /* Translators: the names of two pictures */
    return g_strdup_printf (_ ("%s\nNearly the same as: %s"), name, name_source (twin));
  return g_strdup (name);
}

/* ---- What was done ---- */

static char *
describe_examples (const KomaTeachUndo *undo)
{
  const guint n = undo->n_examples;

  if (undo->kind == KOMA_TEACH_REMOVE_EXAMPLES)
    return g_strdup_printf (ngettext ("%'u picture removed", "%'u pictures removed", n), n);
  if (undo->kind == KOMA_TEACH_MOVE_EXAMPLES)
    return g_strdup_printf (ngettext ("%'u picture moved", "%'u pictures moved", n), n);
  return g_strdup_printf (ngettext ("%'u picture added", "%'u pictures added", n), n);
}

/**
 * koma_teach_words_for_undo:
 * @undo: a step
 *
 * Returns: (transfer full): the step as it was done, for a toast that offers to undo it
 */
char *
koma_teach_words_for_undo (const KomaTeachUndo *undo)
{
  switch (undo->kind) {
  case KOMA_TEACH_REMOVE_CLASS:
    /* Translators: the name of a class */
    return g_strdup_printf (_ ("“%s” removed"), undo->name);
  case KOMA_TEACH_ADD_EXAMPLES:
  case KOMA_TEACH_REMOVE_EXAMPLES:
  case KOMA_TEACH_MOVE_EXAMPLES:
    return describe_examples (undo);
  case KOMA_TEACH_FINE_TUNE:
    return g_strdup (_ ("Fine-tuned"));
  default:
    return g_strdup (_ ("Changed"));
  }
}

/**
 * koma_teach_words_for_added:
 * @added: how adding ended
 * @name: (nullable): of the class; %NULL: several, by their folders
 *
 * Returns: (transfer full): one sentence about what came of it
 */
char *
koma_teach_words_for_added (const KomaTeachAdded *added,
                            const char           *name)
{
  const guint n = added->n_added;

  if (n == 0 && added->n_failed == 0)
    return g_strdup (_ ("There are no pictures in that"));
  if (added->n_failed > 0)
    return g_strdup_printf (ngettext ("%'u picture added; %'u could not be read",
                                      "%'u pictures added; %'u could not be read", n),
                            n, added->n_failed);
  if (added->n_twins > 0)
    return g_strdup_printf (ngettext ("%'u picture added; %'u is nearly the same as another",
                                      "%'u pictures added; %'u are nearly the same as others", n),
                            n, added->n_twins);
  if (name == NULL)
    return g_strdup_printf (ngettext ("%'u picture added", "%'u pictures added", n), n);
  /* Translators: the name of a class */
  return g_strdup_printf (ngettext ("%'u picture added to “%s”", "%'u pictures added to “%s”", n),
                          n, name);
}
