/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "imagenet-names.h"

#include <string.h>

#include "engine/formats/file.h"
#include "engine/koma-limits.h"
#include "localized.h"

#define PREFIX  "names-"
#define SUFFIX  ".txt"
#define N_LINES 1001 /* of the background, of each class */

/* Of one language. */
typedef struct
{
  char  *language;
  char **lines; /* [N_LINES] or more */
} Names;

static void
names_clear (gpointer data)
{
  Names *names = data;

  g_free (names->language);
  g_strfreev (names->lines);
}

static void
read_language (const char *folder,
               const char *language,
               GArray     *all) /* Names */
{
  g_autofree char *name = g_strconcat (PREFIX, language, SUFFIX, NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = NULL;
  gsize            length = 0;
  Names            names = { 0 };

  if (strchr (language, G_DIR_SEPARATOR) != NULL ||
      !koma_file_read (path, KOMA_MAX_NAMES_BYTES, &text, &length, NULL) ||
      !g_utf8_validate_len (text, length, NULL))
    return;
  names = (Names){ g_strdup (language), g_strsplit (text, "\n", -1) };
  if (g_strv_length (names.lines) >= N_LINES)
    g_array_append_val (all, names);
  else
    names_clear (&names);
}

static gint
compare_texts (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* In an order that no file system chooses. */
static char **
list_languages (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) languages = g_ptr_array_new ();
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, PREFIX) && g_str_has_suffix (name, SUFFIX))
      g_ptr_array_add (languages, g_strndup (name + strlen (PREFIX),
                                             strlen (name) - strlen (PREFIX) - strlen (SUFFIX)));
  g_ptr_array_sort (languages, compare_texts);
  g_ptr_array_add (languages, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&languages), FALSE);
}

static GArray *
read_all (const char        *folder,
          const char *const *languages)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Names));

  g_array_set_clear_func (all, names_clear);
  for (; *languages != NULL; languages++)
    read_language (folder, *languages, all);
  return all;
}

static const char *
choose_name (const GArray      *all,
             const char *const *languages,
             guint              line,
             const char        *fallback)
{
  for (; *languages != NULL; languages++)
    for (guint i = 0; i < all->len; i++) {
      const Names *names = &g_array_index (all, Names, i);

      if (g_str_equal (names->language, *languages) && names->lines[line][0] != '\0')
        return names->lines[line];
    }
  return fallback;
}

/* One a line. */
static char *
join_names (const GArray *all,
            guint         line)
{
  GString *joined = g_string_new (NULL);

  for (guint i = 0; i < all->len; i++) {
    const char *name = g_array_index (all, Names, i).lines[line];

    if (*name != '\0')
      g_string_append_printf (joined, "%s\n", name);
  }
  return g_string_free (joined, FALSE);
}

/**
 * koma_imagenet_names_apply:
 * @labels: ImageNet's 1,000, or 1,001 with a background class first
 * @folder: with names-de.txt and the like
 * @wanted: NULL-terminated: languages
 * @is_one_language: nobody asks for names in others
 *
 * Names are chosen once, here, in the first of the languages that has one.
 *
 * Thread: any; reads files.
 *
 * Returns: (transfer full): @labels with names
 */
KomaLabels *
koma_imagenet_names_apply (KomaLabels        *labels,
                           const char        *folder,
                           const char *const *wanted,
                           gboolean           is_one_language)
{
  const guint n = koma_labels_get_n (labels);
  g_auto (GStrv) languages = is_one_language ? NULL : list_languages (folder);
  g_autoptr (GArray) all =
    read_all (folder, is_one_language ? wanted : (const char *const *) languages);
  char **names = g_new0 (char *, (gsize) n + 1);
  char **others = g_new0 (char *, (gsize) n + 1);

  g_assert (n == N_LINES || n == N_LINES - 1);
  for (guint i = 0; i < n; i++) {
    const guint line = N_LINES - n + i;

    names[i] = g_strdup (choose_name (all, wanted, line, koma_labels_get (labels, i)));
    others[i] = join_names (all, line);
  }
  return koma_labels_new_named (labels, names, others);
}
