/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "label-names.h"

#include "engine/formats/json.h"
#include "engine/koma-limits.h"
#include "localized.h"

static gboolean
is_name (const char *name) /* (nullable) */
{
  return name != NULL && *name != '\0' && strlen (name) <= KOMA_MAX_LABEL_BYTES;
}

/* One name for each label; the label itself where the table has none, which
 * is told in @warnings. */
static char **
choose_names (KomaLabels        *labels,
              JsonObject        *table,
              const char *const *languages,
              GPtrArray         *warnings)
{
  const guint n = koma_labels_get_n (labels);
  char      **names = g_new0 (char *, (gsize) n + 1);
  const char *first_missing = NULL;
  guint       n_missing = 0;

  for (guint i = 0; i < n; i++) {
    const char *label = koma_labels_get (labels, i);
    const char *name = koma_localized_choose (koma_json_get (table, label), languages);

    if (!is_name (name) && n_missing++ == 0)
      first_missing = label;
    names[i] = g_strdup (is_name (name) ? name : label);
  }
  if (n_missing > 0)
    g_ptr_array_add (warnings, g_strdup_printf ("%s has no name for %u of %u classes, “%s” for "
                                                "one: they are shown as the model has them",
                                                KOMA_LABEL_NAMES_FILE, n_missing, n,
                                                first_missing));
  return names;
}

/* For each label its names in all languages. */
static char **
list_all_names (KomaLabels *labels,
                JsonObject *table)
{
  const guint n = koma_labels_get_n (labels);
  char      **others = g_new0 (char *, (gsize) n + 1);

  for (guint i = 0; i < n; i++)
    others[i] = koma_localized_list (koma_json_get (table, koma_labels_get (labels, i)));
  return others;
}

/**
 * koma_label_names_apply:
 * @labels: one for each class
 * @folder: that holds the model, and perhaps label-names.json
 * @languages: NULL-terminated: of names, the first one first; see koma_localized_choose()
 * @warnings: (element-type utf8): gets what is wrong with the table; the
 *   classes concerned are called by their labels
 *
 * Names are chosen once, here; those in all languages are kept to be searched.
 *
 * Thread: any; reads a file.
 *
 * Returns: (transfer full): @labels with names, or just as they are where
 *   there is no table
 */
KomaLabels *
koma_label_names_apply (KomaLabels        *labels,
                        const char        *folder,
                        const char *const *languages,
                        GPtrArray         *warnings)
{
  g_autofree char *path = g_build_filename (folder, KOMA_LABEL_NAMES_FILE, NULL);
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return koma_labels_ref (labels);
  root = koma_json_load (path, KOMA_MAX_NAMES_BYTES, NULL, &error);
  if (koma_json_node_object (root) != NULL)
    return koma_labels_new_named (
      labels, choose_names (labels, koma_json_node_object (root), languages, warnings),
      list_all_names (labels, koma_json_node_object (root)));
  g_ptr_array_add (warnings, g_strdup_printf ("Classes are shown as the model has them: %s",
                                              error != NULL ? error->message
                                                            : KOMA_LABEL_NAMES_FILE
                                                " holds no object"));
  return koma_labels_ref (labels);
}
