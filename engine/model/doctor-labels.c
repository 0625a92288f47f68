/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Whether each class has a name, and whether it is its own. */

#include "doctor-private.h"

static void
examine_count (const KomaModel *model,
               GPtrArray       *findings)
{
  const guint      n_classes = koma_labels_get_n (model->labels);
  const guint      n = model->n_labels_found;
  const char      *source = model->labels_source;
  g_autofree char *advice =
    g_strdup_printf (_ ("Choose a file with the %u names of its classes, one a line."), n_classes);

  if (source == NULL)
    koma_findings_add (findings, "labels-missing", KOMA_FINDING_DOUBT, KOMA_REMEDY_LABELS,
                       g_strdup (_ ("No names of the classes were found; answers are numbers.")),
                       advice);
  else if (g_strcmp0 (koma_labels_get_source (model->labels), source) != 0)
    koma_findings_add (findings, "labels-count", KOMA_FINDING_DOUBT, KOMA_REMEDY_LABELS,
                       g_strdup_printf (_ ("%s has %u names, and the model has %u classes; answers "
                                           "are numbers."),
                                        source, n, n_classes),
                       advice);
  else if (n + 1 == n_classes)
    koma_findings_add (
      findings, "labels-background", KOMA_FINDING_DOUBT, KOMA_REMEDY_LABELS,
      g_strdup_printf (
        _ ("%s lacks one name; Koma takes the first class for the background."), source),
      advice);
  else if (model->is_labels_guess)
    koma_findings_add (findings, "labels-guess", KOMA_FINDING_DOUBT, KOMA_REMEDY_LABELS,
                       g_strdup_printf (_ ("The names of the classes are a guess, from %s."),
                                        source),
                       advice);
}

static void
examine_duplicates (const KomaLabels *labels,
                    GPtrArray        *findings)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  const char *first = NULL;
  guint       n = 0;

  for (guint i = 0; i < koma_labels_get_n (labels); i++) {
    const char *name = koma_labels_get (labels, i);

    if (g_hash_table_add (seen, (char *) name))
      continue;
    first = first != NULL ? first : name;
    n++;
  }
  if (n > 0)
    koma_findings_add (
      findings, "labels-duplicate", KOMA_FINDING_NOTE, KOMA_REMEDY_NONE,
      /* Translators: how many names, and one of them */
      g_strdup_printf (ngettext ("%u class has the name of another, such as “%s”.",
                                 "%u classes have the name of another, such as “%s”.", n),
                       n, first),
      _ ("Give each class a name of its own in the file of labels to tell them apart."));
}

/* Control characters, the mark of bytes that were no text, and space around or nothing at all. */
static gboolean
is_odd (const char *name)
{
  if (*name == '\0' || g_ascii_isspace (*name) || g_ascii_isspace (name[strlen (name) - 1]))
    return TRUE;
  for (const char *c = name; *c != '\0'; c = g_utf8_next_char (c)) {
    const gunichar code = g_utf8_get_char (c);

    if (g_unichar_iscntrl (code) || code == 0xFFFD || code == 0xFEFF)
      return TRUE;
  }
  return FALSE;
}

static void
examine_characters (const KomaLabels *labels,
                    GPtrArray        *findings)
{
  for (guint i = 0; i < koma_labels_get_n (labels); i++) {
    const char      *name = koma_labels_get (labels, i);
    g_autofree char *shown = NULL;

    if (!is_odd (name))
      continue;
    shown = g_strescape (name, NULL);
    koma_findings_add (findings, "labels-characters", KOMA_FINDING_DOUBT, KOMA_REMEDY_LABELS,
                       g_strdup_printf (_ ("The name of class %u has odd characters: “%s”."), i,
                                        shown),
                       _ ("Save the file of labels as text in UTF-8, a name on each line."));
    return;
  }
}

/*< private >
 * koma_doctor_examine_labels:
 */
void
koma_doctor_examine_labels (const KomaModel *model,
                            GPtrArray       *findings)
{
  if (model->labels == NULL)
    return;
  examine_count (model, findings);
  examine_duplicates (model->labels, findings);
  examine_characters (model->labels, findings);
}
