/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "model-find.h"

#include <glib/gstdio.h>

#include "engine/formats/archive.h"
#include "engine/formats/checkpoint/names.h"
#include "engine/formats/format.h"
#include "engine/formats/json.h"
#include "engine/formats/model-folder.h"
#include "engine/formats/model-names.h"
#include "engine/formats/onnx/half-names.h"
#include "join-files.h"
#include "localized.h"
#include "model-overrides.h"

/* The files of a checkpoint mostly begin so. */
#define CHECKPOINT_STEM "model.ckpt"

/* That all models of a format are called. */
static gboolean
is_name_of_all (const char *name)
{
  return koma_model_names_is_usual (name) || g_str_equal (name, KOMA_CHECKPOINT_STATE) ||
         g_str_equal (name, KOMA_CHECKPOINT_GRAPH) || g_str_has_prefix (name, CHECKPOINT_STEM) ||
         koma_half_names_is_usual (name);
}

/* Of which the folder says whether it is for pictures or for words. */
static gboolean
is_half_by_folder (const char *path,
                   const char *name)
{
  return koma_half_names_find (path) != KOMA_HALF_NONE &&
         koma_half_names_find (name) == KOMA_HALF_NONE;
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static GPtrArray *
list_models (const char *folder,
             GError    **error)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, error);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name = NULL;

  if (dir == NULL)
    return NULL;
  while ((name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, name, NULL);

    if (name[0] != '.' && g_file_test (path, G_FILE_TEST_IS_REGULAR) &&
        koma_formats_find (path, NULL) != NULL)
      g_ptr_array_add (names, g_strdup (name));
  }
  g_ptr_array_sort (names, compare_names);
  return g_steal_pointer (&names);
}

static char *
find_usual (const char *folder)
{
  const char *usual = NULL;

  for (guint i = 0; (usual = koma_model_names_get_usual (i)) != NULL; i++) {
    g_autofree char *path = g_build_filename (folder, usual, NULL);

    if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
      return g_steal_pointer (&path);
  }
  return NULL;
}

/* Whether a half for words that belongs to @path is there. */
static gboolean
has_words (const char *path)
{
  for (guint v = 0; v < koma_half_names_get_n_variants (); v++) {
    g_autoptr (GPtrArray) others = koma_half_names_list_others (path, v);

    for (guint i = 0; i < others->len; i++)
      if (g_file_test (others->pdata[i], G_FILE_TEST_IS_REGULAR))
        return TRUE;
  }
  return FALSE;
}

/* A half for pictures under the names that transformers.js, open_clip's exporters and Immich give
 * it. */
static char *
find_pair (const char *folder)
{
  static const char *const names[] = { "vision_model.onnx", "visual.onnx", "visual/model.onnx" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint v = 0; v < koma_half_names_get_n_variants (); v++) {
      g_autofree char *name = koma_half_names_set_variant (names[i], v);
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR) && has_words (path))
        return g_steal_pointer (&path);
    }
  return NULL;
}

/* Of files of ONNX in @folder, or in the folder for them that is in it. */
static char *
find_usual_onnx (const char *folder)
{
  g_autofree char *below = koma_model_folder_get_below (folder);
  char            *found = find_pair (folder);

  if (found == NULL)
    found = find_usual (below);
  return found != NULL ? found : find_pair (below);
}

/**
 * koma_model_find_usual:
 * @folder: a folder, or none
 *
 * Returns: (transfer full) (nullable): the path of the file in it, or in its folder “onnx”, that
 *   has one of the names under which writers save models
 *
 * Thread: any; asks the disk whether it is there.
 */
char *
koma_model_find_usual (const char *folder)
{
  g_autofree char *usual = find_usual (folder);
  g_autofree char *state = g_build_filename (folder, KOMA_CHECKPOINT_STATE, NULL);

  if (usual == NULL && koma_formats_find (state, NULL) != NULL)
    return g_steal_pointer (&state);
  return usual != NULL ? g_steal_pointer (&usual) : find_usual_onnx (folder);
}

static char *
find_here (const char *folder,
           GError    **error)
{
  g_autoptr (GPtrArray) names = NULL;
  g_autofree char *usual = find_usual (folder);
  g_autofree char *all = NULL;

  if (usual != NULL)
    return g_steal_pointer (&usual);
  names = list_models (folder, error);
  if (names == NULL)
    return NULL;
  koma_model_join_files (names);
  if (names->len == 1)
    return g_build_filename (folder, names->pdata[0], NULL);
  if (names->len == 0) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_NO_MODEL, "%s: there is no model in this folder",
                 folder);
    return NULL;
  }
  g_ptr_array_add (names, NULL);
  all = g_strjoinv (", ", (char **) names->pdata);
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_SEVERAL_MODELS,
               "%s: there are several models in this folder: %s", folder, all);
  return NULL;
}

/* Where there is none, those of ONNX may be in a folder of their own, or each half in one. */
static char *
find_below (const char *folder,
            GError    **failure) /* (inout) of the folder itself */
{
  g_autofree char *below = koma_model_folder_get_below (folder);
  g_autoptr (GError) failure_below = NULL;
  char *found = find_pair (folder);

  if (found != NULL || !g_file_test (below, G_FILE_TEST_IS_DIR))
    return found;
  found = find_here (below, &failure_below);
  if (g_error_matches (failure_below, KOMA_ERROR, KOMA_ERROR_SEVERAL_MODELS)) {
    g_clear_error (failure);
    *failure = g_steal_pointer (&failure_below);
  }
  return found;
}

static char *
find_in_folder (const char *folder,
                GError    **error)
{
  g_autoptr (GError) failure = NULL;
  char *found = find_here (folder, &failure);

  if (found == NULL && g_error_matches (failure, KOMA_ERROR, KOMA_ERROR_NO_MODEL))
    found = find_below (folder, &failure);
  if (found == NULL)
    g_propagate_error (error, g_steal_pointer (&failure));
  return found;
}

/**
 * koma_model_find_file:
 * @path: a model file, or a folder that holds one
 *
 * Returns: (transfer full): the path of the file. That it is a model has
 *   not been checked.
 *
 * Errors: #GFileError where there is nothing, %KOMA_ERROR_NO_MODEL where a folder
 * holds no model, %KOMA_ERROR_SEVERAL_MODELS where it holds several. Thread: any.
 */
char *
koma_model_find_file (const char *path,
                      GError    **error)
{
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return find_in_folder (path, error);
  if (g_file_test (path, G_FILE_TEST_EXISTS))
    return g_strdup (path);
  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "%s: there is no such file or folder",
               path);
  return NULL;
}

/**
 * koma_model_find_among:
 * @paths: (element-type filename): files, in any folders
 *
 * Returns: (transfer none): the one that is a model. Among several, the first
 *   with one of the usual names.
 *
 * Errors: %KOMA_ERROR_NO_MODEL where there is none, %KOMA_ERROR_SEVERAL_MODELS where there are
 * several without such a name. Thread: any; reads a few bytes of each.
 */
const char *
koma_model_find_among (const GPtrArray *paths,
                       GError         **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i < paths->len; i++) {
    char            *path = paths->pdata[i];
    g_autofree char *name = g_filename_display_basename (path);

    if (koma_formats_find (path, NULL) == NULL)
      continue;
    if (koma_model_names_is_usual (name))
      return path;
    g_ptr_array_add (found, path);
  }
  koma_model_join_files (found);
  if (found->len == 1)
    return found->pdata[0];
  for (guint i = 0; i < found->len; i++) {
    g_autofree char *name = g_filename_display_basename (found->pdata[i]);

    g_string_append_printf (all, "%s%s", i > 0 ? ", " : "", name);
  }
  if (found->len == 0)
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_NO_MODEL, "there is no model in it");
  else
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_SEVERAL_MODELS, "there are several models in it: %s",
                 all->str);
  return NULL;
}

/**
 * koma_model_is_path:
 *
 * Whether a path looks like a model, a folder that holds one, or an archive. Reads a
 * few bytes. Thread: any, but not where waiting for a disk hurts.
 */
gboolean
koma_model_is_path (const char *path)
{
  g_autofree char *file = koma_model_find_file (path, NULL);

  return file != NULL && (koma_archive_is (file) || koma_formats_find (file, NULL) != NULL);
}

/**
 * koma_model_name_from_path:
 * @path: of a model file
 *
 * The file's name without its ending, or, where all models of the format are
 * called the same, the folder's; UTF-8, whatever the path is.
 */
char *
koma_model_name_from_path (const char *path)
{
  g_autofree char *base = g_filename_display_basename (path);
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *above = koma_model_folder_find_above (path);
  g_autofree char *folder = above != NULL ? g_strdup (above) : g_path_get_dirname (absolute);
  char            *dot = NULL;

  if (g_str_has_suffix (base, ".gz"))
    base[strlen (base) - strlen (".gz")] = '\0';
  dot = strrchr (base, '.');
  if (is_name_of_all (base) || is_half_by_folder (path, base))
    return g_filename_display_basename (folder);
  if (dot != NULL && dot != base)
    *dot = '\0';
  if (g_str_has_suffix (base, ".tar"))
    base[strlen (base) - strlen (".tar")] = '\0';
  return g_steal_pointer (&base);
}

/* (nullable) What koma.json in the folder calls it, in the user's language. */
static char *
find_given_name (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, KOMA_MODEL_OVERRIDES_FILE, NULL);
  g_autoptr (JsonNode) root = koma_json_load (path, KOMA_MAX_NAMES_BYTES, NULL, NULL);

  return g_strdup (koma_localized_get (koma_json_get (koma_json_node_object (root), "name")));
}

/**
 * koma_model_find_name:
 * @path: of a model file
 *
 * For listing models without reading them: as koma_model_get_name() will
 * call it, but for an archive, of which it does not know what koma.json in it
 * says.
 *
 * Thread: any but where waiting for a disk hurts; reads a file.
 *
 * Returns: (transfer full): the name
 */
char *
koma_model_find_name (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  char            *given = koma_archive_is (path) ? NULL : find_given_name (folder);

  return given != NULL ? given : koma_model_name_from_path (path);
}
