/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-gathered-files.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <unistd.h>

#define PREFIX "koma-model-"
/* The model may lie among downloads. */
#define MAX_SIBLINGS 4096

static gboolean
fail (const char *path,
      GError    **error)
{
  const int code = errno;

  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code), "%s: %s", path,
               g_strerror (code));
  return FALSE;
}

/* A link that is there stays as it is. */
static gboolean
add_link (const char *folder,
          const char *path,
          GError    **error)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *target = g_canonicalize_filename (path, NULL);
  g_autofree char *link_path = g_build_filename (folder, name, NULL);

  return symlink (target, link_path) == 0 || errno == EEXIST || fail (link_path, error);
}

static gboolean
is_list (const char *name)
{
  return g_str_has_suffix (name, ".txt") || g_str_has_suffix (name, ".csv");
}

/* What lies beside the model stays beside it, but for other lists of labels where one was given. */
static void
link_siblings (const char      *folder,
               const char      *model,
               const GPtrArray *parts)
{
  g_autofree char *own_folder = g_path_get_dirname (model);
  g_autoptr (GDir) dir = g_dir_open (own_folder, 0, NULL);
  const char *name = NULL;
  gboolean    has_list = FALSE;

  for (guint i = 0; i < parts->len; i++)
    has_list = has_list || is_list (parts->pdata[i]);
  for (guint i = 0; dir != NULL && i < MAX_SIBLINGS && (name = g_dir_read_name (dir)) != NULL;
       i++) {
    g_autofree char *path = g_build_filename (own_folder, name, NULL);

    if (!has_list || !is_list (name))
      (void) add_link (folder, path, NULL);
  }
}

/**
 * koma_gathered_files_make:
 * @model: path of a model file
 * @parts: (element-type filename): files that belong to it, with names of their own
 * @error: return location
 *
 * Puts links to the model, its parts and the other files of its folder into a new folder, which is
 * called as the model's is: that is the name of some models.
 *
 * Errors: #GFileError. Thread: any; writes to the disk.
 *
 * Returns: (transfer full): the path of the model among them
 */
char *
koma_gathered_files_make (const char      *model,
                          const GPtrArray *parts,
                          GError         **error)
{
  g_autofree char *own_folder = g_path_get_dirname (model);
  g_autofree char *own_name = g_path_get_basename (own_folder);
  g_autofree char *model_name = g_path_get_basename (model);
  g_autofree char *top = g_dir_make_tmp (PREFIX "XXXXXX", error);
  g_autofree char *folder = NULL;
  g_autofree char *path = NULL;
  gboolean         is_made = FALSE;

  if (top == NULL)
    return NULL;
  folder = g_build_filename (top, g_str_equal (own_name, "/") ? "model" : own_name, NULL);
  path = g_build_filename (folder, model_name, NULL);
  is_made = g_mkdir (folder, 0700) == 0 ? add_link (folder, model, error) : fail (folder, error);
  for (guint i = 0; is_made && i < parts->len; i++)
    is_made = add_link (folder, parts->pdata[i], error);
  if (!is_made) {
    koma_gathered_files_remove (path);
    return NULL;
  }
  link_siblings (folder, model, parts);
  return g_steal_pointer (&path);
}

/**
 * koma_gathered_files_is:
 * @path: of a model
 *
 * Thread: any.
 *
 * Returns: whether it comes from koma_gathered_files_make(): it is gone once the program has ended
 */
gboolean
koma_gathered_files_is (const char *path)
{
  g_autofree char *prefix = g_build_filename (g_get_tmp_dir (), PREFIX, NULL);

  return g_str_has_prefix (path, prefix);
}

/**
 * koma_gathered_files_remove:
 * @path: of koma_gathered_files_make()
 *
 * Removes the folder with its links, not what they lead to. Thread: any; writes to the disk.
 */
void
koma_gathered_files_remove (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *top = g_path_get_dirname (folder);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = NULL;

  g_return_if_fail (koma_gathered_files_is (path));

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *link_path = g_build_filename (folder, name, NULL);

    (void) g_unlink (link_path);
  }
  (void) g_rmdir (folder);
  (void) g_rmdir (top);
}
