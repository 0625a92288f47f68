/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "class-names.h"

#include "engine/formats/json.h"
#include "engine/koma-limits.h"

/* A name is one line, whatever stands in it. */
static void
append_line (GString    *lines,
             const char *name)
{
  g_autofree char *line = g_strdelimit (g_strdup (name), "\r\n", ' ');

  g_string_append (lines, line);
  g_string_append_c (lines, '\n');
}

/* Classes of which nobody gave a name are called so. */
static gboolean
is_made_up (const char *name,
            guint       number)
{
  g_autofree char *made = g_strdup_printf ("LABEL_%u", number);

  return g_str_equal (name, made);
}

/**
 * koma_hub_class_names_read:
 * @config: config.json
 *
 * Keys of "id2label" are numbers as texts; the file may have them in any order. Thread: any.
 *
 * Returns: (transfer full) (nullable): the names; %NULL where one is missing, or all are made up
 */
char *
koma_hub_class_names_read (JsonObject *config)
{
  JsonObject *names = koma_json_get_object (config, "id2label");
  const guint n = names != NULL ? json_object_get_size (names) : 0;
  g_autoptr (GString) lines = g_string_new (NULL);
  gboolean are_made_up = TRUE;

  if (n == 0 || n > KOMA_MAX_CLASSES)
    return NULL;
  for (guint i = 0; i < n; i++) {
    g_autofree char *key = g_strdup_printf ("%u", i);
    const char      *name = koma_json_get_string (names, key);

    if (name == NULL)
      return NULL;
    are_made_up = are_made_up && is_made_up (name, i);
    append_line (lines, name);
  }
  return are_made_up ? NULL : g_string_free (g_steal_pointer (&lines), FALSE);
}

/**
 * koma_hub_class_names_read_timm:
 * @config: config.json
 *
 * Thread: any.
 *
 * Returns: (transfer full) (nullable): the names; %NULL where there are none
 */
char *
koma_hub_class_names_read_timm (JsonObject *config)
{
  JsonArray  *names = koma_json_get_array (config, "label_names");
  JsonObject *texts = koma_json_get_object (config, "label_descriptions");
  const guint n = koma_json_array_length (names);
  g_autoptr (GString) lines = g_string_new (NULL);

  if (n == 0 || n > KOMA_MAX_CLASSES)
    return NULL;
  for (guint i = 0; i < n; i++) {
    const char *name = koma_json_node_string (koma_json_element (names, i));
    const char *text = name != NULL ? koma_json_get_string (texts, name) : NULL;

    if (name == NULL)
      return NULL;
    append_line (lines, text != NULL ? text : name);
  }
  return g_string_free (g_steal_pointer (&lines), FALSE);
}
