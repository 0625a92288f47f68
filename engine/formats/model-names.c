/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "model-names.h"

#include <string.h>

#include "archive.h"
#include "format.h"

#define COMPRESSED ".gz"

/* An ending that begins with a slash is a whole name. */
static gboolean
has_ending (const char        *path,
            const char *const *endings)
{
  for (guint i = 0; endings[i] != NULL; i++) {
    if (g_str_has_suffix (path, endings[i]) ||
        (endings[i][0] == '/' && g_str_equal (path, endings[i] + 1)))
      return TRUE;
  }
  return FALSE;
}

/**
 * koma_model_names_has_ending:
 * @path: a path or a name
 *
 * Thread: any.
 *
 * Returns: whether it ends as models do that Koma reads, or archives of them
 */
gboolean
koma_model_names_has_ending (const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  if (has_ending (lower, koma_archive_get_endings ()))
    return TRUE;
  if (g_str_has_suffix (lower, COMPRESSED))
    lower[strlen (lower) - strlen (COMPRESSED)] = '\0';
  for (guint i = 0; koma_formats_get (i) != NULL; i++) {
    if (has_ending (lower, koma_formats_get (i)->endings))
      return TRUE;
  }
  return FALSE;
}

/**
 * koma_model_names_get_usual:
 * @index: 0 and on
 *
 * Thread: any.
 *
 * Returns: (nullable): a name under which writers save each model, "model.json"; those that are
 *   meant where there are several come first
 */
const char *
koma_model_names_get_usual (guint index)
{
  for (guint i = 0; koma_formats_get (i) != NULL; i++) {
    const char *const *names = koma_formats_get (i)->usual_names;

    for (guint n = 0; names != NULL && names[n] != NULL; n++) {
      if (index-- == 0)
        return names[n];
    }
  }
  return NULL;
}

/**
 * koma_model_names_is_usual:
 * @name: of a file
 *
 * Thread: any.
 *
 * Returns: whether all models of a format are called so, and the name tells nothing of the model
 */
gboolean
koma_model_names_is_usual (const char *name)
{
  const char *usual = NULL;

  for (guint i = 0; (usual = koma_model_names_get_usual (i)) != NULL; i++) {
    if (g_str_equal (name, usual))
      return TRUE;
  }
  return FALSE;
}

static void
add_patterns (GPtrArray         *patterns,
              const char *const *endings)
{
  for (guint i = 0; endings[i] != NULL; i++) {
    g_autofree char *pattern = endings[i][0] == '/' ? g_strdup (endings[i] + 1)
                                                    : g_strconcat ("*", endings[i], NULL);

    if (!g_ptr_array_find_with_equal_func (patterns, pattern, g_str_equal, NULL))
      g_ptr_array_add (patterns, g_steal_pointer (&pattern));
  }
}

/**
 * koma_model_names_list_patterns:
 *
 * Thread: any.
 *
 * Returns: (transfer full): what a file dialog shows: "*.onnx", "checkpoint"; NULL-terminated
 */
GPtrArray *
koma_model_names_list_patterns (void)
{
  GPtrArray *patterns = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; koma_formats_get (i) != NULL; i++)
    add_patterns (patterns, koma_formats_get (i)->endings);
  add_patterns (patterns, koma_archive_get_endings ());
  add_patterns (patterns, (const char *const[]){ COMPRESSED, NULL });
  g_ptr_array_add (patterns, NULL);
  return patterns;
}
