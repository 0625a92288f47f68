/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "picture-folder.h"

#include <string.h>

#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"
#include "engine/picture/picture-name.h"

struct _KomaPictureFolder
{
  GObject parent_instance;

  /* Immutable after construction. */
  GPtrArray *class_names;   /* (owned) char *, NULL at the end */
  GPtrArray *paths;         /* (owned) char *, those of a class together */
  GArray    *class_indices; /* (owned) guint, of each path */
};

G_DEFINE_FINAL_TYPE (KomaPictureFolder, koma_picture_folder, G_TYPE_OBJECT)

static void
koma_picture_folder_finalize (GObject *object)
{
  KomaPictureFolder *self = KOMA_PICTURE_FOLDER (object);

  g_ptr_array_unref (self->class_names);
  g_ptr_array_unref (self->paths);
  g_array_unref (self->class_indices);
  G_OBJECT_CLASS (koma_picture_folder_parent_class)->finalize (object);
}

static void
koma_picture_folder_class_init (KomaPictureFolderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_picture_folder_finalize;
}

static void
koma_picture_folder_init (KomaPictureFolder *self)
{
  self->class_names = g_ptr_array_new_with_free_func (g_free);
  self->paths = g_ptr_array_new_with_free_func (g_free);
  self->class_indices = g_array_new (FALSE, FALSE, sizeof (guint));
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* What is not hidden in a folder, sorted by bytes: the same order on every machine. */
static GPtrArray *
list_names (const char *path,
            GError    **error)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, error);
  g_autoptr (GPtrArray) names = NULL;
  const char *name = NULL;

  if (dir == NULL)
    return NULL;
  names = g_ptr_array_new_with_free_func (g_free);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (name[0] != '.')
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  return g_steal_pointer (&names);
}

/* Of a class, also in folders within its own. Links to folders may lead back: they are left out. */
static gboolean
add_pictures (KomaPictureFolder *self,
              const char        *folder,
              guint              class_index,
              guint              depth,
              GError           **error)
{
  g_autoptr (GPtrArray) names = list_names (folder, error);

  for (guint i = 0; names != NULL && i < names->len; i++) {
    g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL);

    if (g_file_test (path, G_FILE_TEST_IS_DIR)) {
      if (depth < KOMA_MAX_FOLDER_DEPTH && !g_file_test (path, G_FILE_TEST_IS_SYMLINK) &&
          !add_pictures (self, path, class_index, depth + 1, error))
        return FALSE;
    } else if (koma_picture_name_is_picture (names->pdata[i])) {
      g_ptr_array_add (self->paths, g_steal_pointer (&path));
      g_array_append_val (self->class_indices, class_index);
    }
  }
  return names != NULL;
}

static gboolean
add_classes (KomaPictureFolder *self,
             const char        *folder,
             GError           **error)
{
  g_autoptr (GPtrArray) names = list_names (folder, error);

  for (guint i = 0; names != NULL && i < names->len; i++) {
    g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL);
    const guint      index = self->class_names->len;

    if (!g_file_test (path, G_FILE_TEST_IS_DIR))
      continue;
    g_ptr_array_add (self->class_names, g_filename_display_name (names->pdata[i]));
    if (!add_pictures (self, path, index, 0, error))
      return FALSE;
  }
  g_ptr_array_add (self->class_names, NULL);
  return names != NULL;
}

/**
 * koma_picture_folder_new:
 * @path: (type filename): a folder
 * @error: return location for an error
 *
 * Lists the pictures of each folder in @path, and of folders within it. Classes are those folders,
 * sorted by their names, as the pictures of a class are; one without pictures is a class, too. What
 * is hidden is left out, and so are files whose names do not end as a picture's. Thread: any;
 * blocks on the disk.
 *
 * Errors: #GFileError if a folder can not be read; %KOMA_ERROR_ARGUMENT if there is no picture in
 * any folder of it.
 *
 * Returns: (transfer full) (nullable): the names of its pictures
 */
KomaPictureFolder *
koma_picture_folder_new (const char *path,
                         GError    **error)
{
  g_autoptr (KomaPictureFolder) self = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  self = g_object_new (KOMA_TYPE_PICTURE_FOLDER, NULL);
  if (!add_classes (self, path, error))
    return NULL;
  if (self->paths->len == 0) {
    koma_fail (error, KOMA_ERROR_ARGUMENT,
               "%s: there is no picture in a folder of it, expected a folder for each class", path);
    return NULL;
  }
  return g_steal_pointer (&self);
}

/**
 * koma_picture_folder_get_class_names:
 * @self: a folder
 *
 * Thread: any.
 *
 * Returns: (transfer none) (array zero-terminated=1): the names of the classes, which are those of
 *   their folders, the first being that of class 0
 */
const char *const *
koma_picture_folder_get_class_names (KomaPictureFolder *self)
{
  g_return_val_if_fail (KOMA_IS_PICTURE_FOLDER (self), NULL);

  return (const char *const *) self->class_names->pdata;
}

/**
 * koma_picture_folder_get_n_pictures:
 * @self: a folder
 *
 * Thread: any.
 *
 * Returns: how many pictures there are, 1 or more
 */
guint
koma_picture_folder_get_n_pictures (KomaPictureFolder *self)
{
  g_return_val_if_fail (KOMA_IS_PICTURE_FOLDER (self), 0);

  return self->paths->len;
}

/**
 * koma_picture_folder_get_path:
 * @self: a folder
 * @index: of a picture, from 0
 *
 * Thread: any.
 *
 * Returns: (transfer none) (type filename): the picture's file
 */
const char *
koma_picture_folder_get_path (KomaPictureFolder *self,
                              guint              index)
{
  g_return_val_if_fail (KOMA_IS_PICTURE_FOLDER (self) && index < self->paths->len, NULL);

  return self->paths->pdata[index];
}

/**
 * koma_picture_folder_get_class_index:
 * @self: a folder
 * @index: of a picture, from 0
 *
 * Thread: any.
 *
 * Returns: the picture's class, from 0
 */
guint
koma_picture_folder_get_class_index (KomaPictureFolder *self,
                                     guint              index)
{
  g_return_val_if_fail (KOMA_IS_PICTURE_FOLDER (self) && index < self->paths->len, 0);

  return g_array_index (self->class_indices, guint, index);
}
