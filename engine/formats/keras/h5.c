/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Models that Keras saved. A .h5 file has the model as JSON among its attributes, and the weights
 * of a layer in a group of that layer's name. A .keras file of Keras 3 is an archive of config.json
 * and model.weights.h5, which are read here as they lie beside each other once it is unpacked. */

#include "h5.h"

#include <string.h>

#include "engine/formats/file.h"
#include "engine/formats/hashed-file.h"
#include "engine/formats/hdf5/content.h"
#include "engine/formats/json.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "keras.h"
#include "plain.h"
#include "var-names.h"

#define CONFIG_NAME "config.json"

static gboolean
matches (const char   *path,
         const guint8 *head,
         gsize         head_length)
{
  return koma_hdf5_is (head, head_length);
}

static gboolean
is_unpacked (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  return strcmp (name, KOMA_KERAS_WEIGHTS_NAME) == 0;
}

/* (nullable) (transfer full) The first of some names, beside @path, that is a file: with %s for how
 * @path is called without its ending. */
static char *
find_beside (const char        *path,
             const char *const *names)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *base = g_path_get_basename (path);

  *strchrnul (base, '.') = '\0';
  for (; *names != NULL; names++) {
    g_auto (GStrv) parts = g_strsplit (*names, "%s", 2);
    g_autofree char *name = g_strjoinv (base, parts);
    g_autofree char *found = g_build_filename (folder, name, NULL);

    if (strcmp (found, path) != 0 && koma_file_is_there (found))
      return g_steal_pointer (&found);
  }
  return NULL;
}

/* (nullable) What to_json () gave, beside weights that save_weights () did. */
static JsonNode *
read_architecture (const char      *path,
                   KomaContentHash *checksum)
{
  static const char *const names[] = { "%s.json", "model.json", "architecture.json",
                                       "model_architecture.json", "config.json", NULL };
  g_autofree char         *found = find_beside (path, names);

  return found != NULL ? koma_keras_make_plain (
                           koma_json_load (found, KOMA_MAX_TOPOLOGY_BYTES, checksum, NULL))
                       : NULL;
}

static JsonNode *
read_config (KomaHdf5        *file,
             const char      *path,
             KomaContentHash *checksum,
             GError         **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *beside = g_build_filename (folder, CONFIG_NAME, NULL);
  g_autoptr (GError) text_error = NULL;
  g_autofree char *text = NULL;
  JsonNode        *architecture = NULL;

  if (is_unpacked (path))
    return koma_keras_make_plain (
      koma_json_load (beside, KOMA_MAX_TOPOLOGY_BYTES, checksum, error));
  text = koma_hdf5_read_text (file, "model_config", &text_error);
  if (text != NULL)
    return koma_keras_make_plain (
      koma_json_parse_python (text, strlen (text), "model_config", error));
  if (text_error != NULL)
    g_propagate_error (error, g_steal_pointer (&text_error));
  else if ((architecture = read_architecture (path, checksum)) != NULL)
    return architecture;
  else
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
                 "there are weights in it, and no model. Save the whole model in Keras, with "
                 "model.save ()");
  return NULL;
}

/* "conv1/conv1/kernel:0" without the number that TensorFlow gave it. */
static GHashTable *
cut_numbers (GHashTable *tensors) /* (transfer full) */
{
  GHashTable    *cut = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                              (GDestroyNotify) koma_array_unref);
  GHashTableIter iter;
  gpointer       key = NULL;
  gpointer       tensor = NULL;

  g_hash_table_iter_init (&iter, tensors);
  while (g_hash_table_iter_next (&iter, &key, &tensor)) {
    const char *colon = strrchr (key, ':');
    const gsize length = colon != NULL ? (gsize) (colon - (const char *) key) : strlen (key);

    g_hash_table_insert (cut, g_strndup (key, length), koma_array_ref (tensor));
  }
  g_hash_table_unref (tensors);
  return cut;
}

static GHashTable *
read_weights (KomaHdf5   *file,
              JsonObject *model,
              GError    **error)
{
  GHashTable *tensors = NULL;

  tensors = koma_hdf5_read_tensors (file, "model_weights", error);
  if (tensors == NULL || g_hash_table_size (tensors) > 0)
    return tensors != NULL ? cut_numbers (tensors) : NULL;
  for (const char *const *name = koma_keras_var_containers; *name != NULL; name++) {
    g_clear_pointer (&tensors, g_hash_table_unref);
    tensors = koma_hdf5_read_tensors (file, *name, error);
    if (tensors == NULL)
      return NULL;
    if (g_hash_table_size (tensors) > 0)
      return koma_keras_name_vars (model, *name, tensors);
  }
  /* As save_weights () of Keras 2 leaves them: a group for each layer. */
  g_hash_table_unref (tensors);
  tensors = koma_hdf5_read_tensors (file, "", error);
  return tensors != NULL ? cut_numbers (tensors) : NULL;
}

static gboolean
read_parts (KomaHdf5        *content,
            const char      *path,
            KomaContentHash *checksum,
            JsonNode       **ret_config,
            GHashTable     **ret_weights,
            GError         **error)
{
  g_autoptr (JsonNode) config = read_config (content, path, checksum, error);

  if (config == NULL)
    return FALSE;
  *ret_weights = read_weights (content, koma_json_node_object (config), error);
  if (*ret_weights == NULL)
    return FALSE;
  *ret_config = g_steal_pointer (&config);
  return TRUE;
}

/**
 * koma_keras_h5_read:
 * @checksum: is fed the files
 * @ret_config: (out) (transfer full): an object that holds the model
 * @ret_weights: (out) (transfer full): char * → #KomaArray
 *
 * Reads a file that Keras saved. Thread: any; blocks on the disk.
 *
 * Errors: %KOMA_ERROR_MODEL if it is damaged; %KOMA_ERROR_UNSUPPORTED if it holds no model, or what
 * is not read; %KOMA_ERROR_MEMORY; #GFileError. They name the file.
 */
gboolean
koma_keras_h5_read (const char      *path,
                    KomaContentHash *checksum,
                    JsonNode       **ret_config,
                    GHashTable     **ret_weights,
                    GError         **error)
{
  g_autofree char *data = NULL;
  gsize            length = 0;
  KomaHdf5         content = { 0 };

  if (!koma_hashed_file_read (path, KOMA_MAX_WEIGHT_BYTES, checksum, &data, &length, error))
    return FALSE;
  return (koma_hdf5_open (&content, (const guint8 *) data, length, error) &&
          read_parts (&content, path, checksum, ret_config, ret_weights, error)) ||
         koma_file_prefix_error (path, error);
}

/**
 * koma_keras_read_architecture:
 * @path: of @root, what to_json () gave
 *
 * Reads the weights that lie beside it, and lowers the model. Thread: any; blocks on the disk.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if there are none; those of koma_keras_h5_read() and
 * koma_keras_lower_model().
 */
gboolean
koma_keras_read_architecture (const char      *path,
                              JsonObject      *root,
                              KomaContentHash *checksum,
                              KomaRawModel    *raw,
                              GError         **error)
{
  static const char *const names[] = { "%s.h5", "%s.weights.h5", "%s_weights.h5",
                                       "model.h5", "weights.h5", "model.weights.h5",
                                       "model_weights.h5", NULL };
  g_autofree char         *found = find_beside (path, names);
  g_autofree char         *data = NULL;
  gsize                    length = 0;
  KomaHdf5                 content = { 0 };
  GHashTable              *weights = NULL;

  if (found == NULL)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "it is the architecture of a Keras model; put the file of its weights "
                      "beside it, under the same name and with the ending .h5");
  if (!koma_hashed_file_read (found, KOMA_MAX_WEIGHT_BYTES, checksum, &data, &length, error) ||
      !koma_hdf5_open (&content, (const guint8 *) data, length, error))
    return FALSE;
  weights = read_weights (&content, root, error);
  raw->format = g_strdup ("Keras model");
  return weights != NULL && koma_keras_lower_model (root, weights, raw, error);
}

static gboolean
read_model (const KomaModelFile *file,
            KomaRawModel        *raw,
            GError             **error)
{
  g_autoptr (JsonNode) config = NULL;
  GHashTable *weights = NULL;

  raw->format = g_strdup ("Keras model");
  return koma_keras_h5_read (file->path, file->checksum, &config, &weights, error) &&
         (koma_keras_lower_model (koma_json_node_object (config), weights, raw, error) ||
          koma_file_prefix_error (file->path, error));
}

const KomaFormat koma_format_keras = {
  .name = "Keras",
  .endings = (const char *const[]){ ".keras", ".h5", ".hdf5", NULL },
  .usual_names = (const char *const[]){ "model.weights.h5", NULL },
  .matches = matches,
  .read = read_model,
};
