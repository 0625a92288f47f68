/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-class-folders.h"

#include <glib/gi18n.h>

#include "engine/koma-app.h"

static void
class_free (gpointer data)
{
  KomaClassFolder *class = data;

  g_free (class->name);
  g_ptr_array_unref (class->paths);
  g_free (class);
}

static int
compare_strings (gconstpointer a,
                 gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Names in a folder, sorted. */
static GPtrArray *
list (const char *folder,
      GError    **error)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, error);
  GPtrArray  *names = NULL;
  const char *name = NULL;

  if (dir == NULL)
    return NULL;
  names = g_ptr_array_new_with_free_func (g_free);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (name[0] != '.')
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_strings);
  return names;
}

static void
find_pictures (const char *folder,
               guint       depth,
               GPtrArray  *paths,
               GPtrArray  *problems)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) names = list (folder, &error);

  if (names == NULL)
    g_ptr_array_add (problems, g_strdup (error->message));
  for (guint i = 0; names != NULL && i < names->len; i++) {
    const char      *name = names->pdata[i];
    g_autofree char *path = g_build_filename (folder, name, NULL);

    if (g_file_test (path, G_FILE_TEST_IS_DIR)) {
      if (depth < KOMA_MAX_FOLDER_DEPTH)
        find_pictures (path, depth + 1, paths, problems);
    } else if (koma_picture_name_is_picture (name))
      g_ptr_array_add (paths, g_steal_pointer (&path));
  }
}

/**
 * koma_class_folders_find:
 * @ret_problems: (element-type utf8): gets sentences: a folder that can not be read, or that has no
 *   pictures
 *
 * Errors: #GFileError if @folder can not be read. Thread: any but the window's.
 */
GPtrArray *
koma_class_folders_find (const char *folder,
                         GPtrArray  *ret_problems,
                         GError    **error)
{
  g_autoptr (GPtrArray) names = list (folder, error);
  GPtrArray *classes = NULL;

  if (names == NULL)
    return NULL;
  classes = g_ptr_array_new_with_free_func (class_free);
  for (guint i = 0; i < names->len; i++) {
    g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL);
    KomaClassFolder *class = NULL;

    if (!g_file_test (path, G_FILE_TEST_IS_DIR))
      continue;
    class = g_new0 (KomaClassFolder, 1);
    class->name = g_filename_display_name (names->pdata[i]);
    class->paths = g_ptr_array_new_with_free_func (g_free);
    find_pictures (path, 0, class->paths, ret_problems);
    if (class->paths->len > 0)
      g_ptr_array_add (classes, class);
    else {
      g_ptr_array_add (ret_problems, g_strdup_printf (_ ("%s: there are no pictures in it"), path));
      class_free (class);
    }
  }
  return classes;
}

/**
 * koma_class_folders_find_pictures:
 * @ret_problems: (element-type utf8): gets sentences: a folder that can not be read
 *
 * Errors: #GFileError if @folder can not be read. Thread: any but the window's.
 *
 * Returns: (transfer full): paths, those of a folder sorted
 */
GPtrArray *
koma_class_folders_find_pictures (const char *folder,
                                  GPtrArray  *ret_problems,
                                  GError    **error)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, error);
  GPtrArray *paths = NULL;

  if (dir == NULL)
    return NULL;
  paths = g_ptr_array_new_with_free_func (g_free);
  find_pictures (folder, 0, paths, ret_problems);
  return paths;
}

guint
koma_class_folders_count (const GPtrArray *classes)
{
  guint n = 0;

  for (guint i = 0; i < classes->len; i++)
    n += ((const KomaClassFolder *) classes->pdata[i])->paths->len;
  return n;
}
