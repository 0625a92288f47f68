/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "model-folder.h"

#include <string.h>

#include "file.h"

#define ONNX_FOLDER "onnx"
#define ONNX_ENDING ".onnx"
/* Its own, the one above, the one of the other half. */
#define MAX_FOLDERS 3

static gboolean
is_of_onnx (const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  return g_str_has_suffix (lower, ONNX_ENDING);
}

/**
 * koma_model_folder_get_other_half:
 * @folder: a name
 *
 * Thread: any.
 *
 * Returns: (nullable): the folder of the other half of a model, if @folder is called as that of one
 */
const char *
koma_model_folder_get_other_half (const char *folder)
{
  if (g_str_equal (folder, KOMA_PICTURES_FOLDER))
    return KOMA_WORDS_FOLDER;
  return g_str_equal (folder, KOMA_WORDS_FOLDER) ? KOMA_PICTURES_FOLDER : NULL;
}

/* A process that can open no file does not know where it is, and needs not. */
static char *
get_folder (const char *path)
{
  g_autofree char *full = koma_file_has_opener () ? g_strdup (path)
                                                  : g_canonicalize_filename (path, NULL);

  return g_path_get_dirname (full);
}

/**
 * koma_model_folder_find_above:
 * @path: of a model file
 *
 * Thread: any.
 *
 * Returns: (transfer full) (nullable): the folder above that of the model, if some of its files may
 *   lie there
 */
char *
koma_model_folder_find_above (const char *path)
{
  g_autofree char *folder = get_folder (path);
  g_autofree char *name = g_path_get_basename (folder);

  if (!is_of_onnx (path) ||
      (!g_str_equal (name, ONNX_FOLDER) && koma_model_folder_get_other_half (name) == NULL))
    return NULL;
  return g_path_get_dirname (folder);
}

/**
 * koma_model_folder_get_below:
 *
 * Thread: any.
 *
 * Returns: (transfer full): the path of a folder, of whose models koma_model_folder_find_above() is
 *   @folder
 */
char *
koma_model_folder_get_below (const char *folder)
{
  return g_build_filename (folder, ONNX_FOLDER, NULL);
}

/**
 * koma_model_folder_list:
 * @path: of a model file
 *
 * Thread: any.
 *
 * Returns: (transfer full) (element-type filename): the folders that its files may lie in, that of
 *   @path first
 */
GPtrArray *
koma_model_folder_list (const char *path)
{
  GPtrArray       *folders = g_ptr_array_new_full (MAX_FOLDERS, g_free);
  g_autofree char *above = koma_model_folder_find_above (path);
  g_autofree char *own = get_folder (path);
  g_autofree char *name = g_path_get_basename (own);
  const char      *other = above != NULL ? koma_model_folder_get_other_half (name) : NULL;

  g_ptr_array_add (folders, g_path_get_dirname (path));
  if (other != NULL)
    g_ptr_array_add (folders, g_build_filename (above, other, NULL));
  if (above != NULL)
    g_ptr_array_add (folders, g_steal_pointer (&above));
  return folders;
}

/**
 * koma_model_folder_find:
 * @path: of a model file
 * @name: of a file that belongs to it
 *
 * Thread: any; asks the disk.
 *
 * Returns: (transfer full) (nullable): the path of that file, if it is there
 */
char *
koma_model_folder_find (const char *path,
                        const char *name)
{
  g_autoptr (GPtrArray) folders = koma_model_folder_list (path);

  for (guint i = 0; i < folders->len; i++) {
    g_autofree char *file = g_build_filename (folders->pdata[i], name, NULL);

    if (koma_file_is_there (file))
      return g_steal_pointer (&file);
  }
  return NULL;
}

/**
 * koma_model_folder_get_root:
 * @path: of a model file
 * @ret_name: (out) (transfer full): its path in that folder
 *
 * Thread: any.
 *
 * Returns: (transfer full): the folder that a model's files are in: its own, or the one above
 */
char *
koma_model_folder_get_root (const char *path,
                            char      **ret_name)
{
  g_autofree char *above = koma_model_folder_find_above (path);
  g_autofree char *own = get_folder (path);
  g_autofree char *own_name = g_path_get_basename (own);
  g_autofree char *name = g_path_get_basename (path);

  *ret_name = above != NULL ? g_build_filename (own_name, name, NULL) : g_strdup (name);
  return above != NULL ? g_steal_pointer (&above) : g_path_get_dirname (path);
}

/* Whether @name is in a folder that is called so. */
static gboolean
is_in (const char *name,
       const char *folder) /* (nullable) */
{
  const gsize length = folder != NULL ? strlen (folder) : 0;

  return length > 0 && strncmp (name, folder, length) == 0 && name[length] == '/';
}

/**
 * koma_model_folder_may_open:
 * @model: of koma_model_folder_get_root()
 * @name: of another file, by its path in that folder
 *
 * Thread: any.
 *
 * Returns: whether it is in the model's own folder or that of its other half, or one of those above
 *   that a model may have
 */
gboolean
koma_model_folder_may_open (const char *model,
                            const char *name)
{
  static const char *const above[] = { KOMA_CONFIG_FILE,
                                       KOMA_PREPROCESSOR_FILE,
                                       KOMA_OPEN_CLIP_CONFIG_FILE,
                                       KOMA_OPEN_CLIP_FILE,
                                       KOMA_TOKENIZER_JSON_FILE,
                                       KOMA_VOCAB_FILE,
                                       KOMA_MERGES_FILE,
                                       KOMA_SENTENCE_PIECE_FILE,
                                       KOMA_SPECIAL_TOKENS_FILE,
                                       KOMA_TOKENIZER_CONFIG_FILE,
                                       NULL };
  g_autofree char         *own = g_path_get_dirname (model);

  return koma_file_is_inside (name) &&
         (strchr (model, '/') == NULL || is_in (name, own) ||
          is_in (name, koma_model_folder_get_other_half (own)) || g_strv_contains (above, name));
}
