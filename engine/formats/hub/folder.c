/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A folder of a hub: weights by their names, and beside them config.json, which says of which
 * architecture they are. There is no graph in it: the architecture's file makes one.
 *
 * open_clip has open_clip_config.json in its place. Folders often have the same model twice, for
 * open_clip and for Hugging Face: then the name of the weights tells whose they are. */

#include "folder.h"

#include <string.h>

#include "engine/formats/file.h"
#include "engine/formats/json.h"
#include "engine/formats/model-folder.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "class-names.h"
#include "mobileclip-names.h"
#include "model.h"
#include "picture.h"
#include "safetensors-file.h"
#include "shard-index.h"

#define PREPROCESSOR "preprocessor_config.json"
#define OPEN_CLIP    "open_clip_"
#define ENDING       ".safetensors"
#define INDEX_ENDING ".safetensors.index.json"

static gboolean
matches (const char   *path,
         const guint8 *head,
         gsize         head_length)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  return g_str_has_suffix (lower, ENDING) || g_str_has_suffix (lower, INDEX_ENDING);
}

static char *
find_beside (const KomaModelFile *file,
             const char          *name)
{
  g_autofree char *folder = g_path_get_dirname (file->path);

  return g_build_filename (folder, name, NULL);
}

static gboolean
has_beside (const KomaModelFile *file,
            const char          *name)
{
  g_autofree char *path = find_beside (file, name);

  return koma_file_is_there (path);
}

/* (nullable) */
static const char *
find_config (const KomaModelFile *file)
{
  g_autofree char *name = g_path_get_basename (file->path);
  const gboolean   is_open_clip = has_beside (file, KOMA_OPEN_CLIP_CONFIG_FILE);

  if (is_open_clip && g_str_has_prefix (name, OPEN_CLIP))
    return KOMA_OPEN_CLIP_CONFIG_FILE;
  if (has_beside (file, KOMA_HUB_CONFIG))
    return KOMA_HUB_CONFIG;
  return is_open_clip ? KOMA_OPEN_CLIP_CONFIG_FILE : NULL;
}

/**
 * koma_hub_folder_knows:
 * @weights: of the file
 *
 * Thread: any; asks the disk.
 *
 * Returns: whether it is said which architecture they are of, beside the file or by their names
 */
gboolean
koma_hub_folder_knows (const KomaModelFile  *file,
                       const KomaHubWeights *weights)
{
  return koma_hub_mobileclip_is (weights) || find_config (file) != NULL;
}

/* (nullable) */
static JsonNode *
read_config (const KomaModelFile *file,
             GError             **error)
{
  const char      *config = find_config (file);
  g_autofree char *name = g_filename_display_basename (file->path);
  g_autofree char *path = config != NULL ? find_beside (file, config) : NULL;

  if (config != NULL)
    return koma_hub_config_read (path, file->checksum, error);
  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
               "%s: there are weights in it, and no model. " KOMA_HUB_CONFIG
               " belongs beside it, which says of which architecture they are",
               name);
  return NULL;
}

/* Many folders have none. */
static gboolean
read_preprocessor (const KomaModelFile *file,
                   JsonNode           **ret_root, /* NULL: there is none */
                   GError             **error)
{
  g_autofree char *path = find_beside (file, PREPROCESSOR);

  *ret_root = NULL;
  if (!koma_file_is_there (path))
    return TRUE;
  *ret_root = koma_json_load (path, KOMA_MAX_NAMES_BYTES, file->checksum, error);
  return *ret_root != NULL;
}

/* @size: rows and columns */
static gboolean
build_for_size (KomaHubModel   *model,
                const gint64   *size,
                KomaHubWeights *weights,
                KomaRawModel   *raw,
                GError        **error)
{
  model->height = (guint) size[0];
  model->width = (guint) size[1];
  return koma_hub_model_build (model, weights, raw, error);
}

static gboolean
read_timm (KomaHubModel   *model,
           JsonObject     *config,
           KomaHubWeights *weights,
           KomaRawModel   *raw,
           GError        **error)
{
  gint64 size[2] = { 0 };

  raw->label_lines = koma_hub_class_names_read_timm (config);
  if (!koma_hub_picture_read_timm (koma_json_get_object (config, "pretrained_cfg"), raw, size,
                                   error))
    return FALSE;
  return build_for_size (model, size, weights, raw, error);
}

static gboolean
read_open_clip (KomaHubModel   *model,
                JsonObject     *config,
                KomaHubWeights *weights,
                KomaRawModel   *raw,
                GError        **error)
{
  gint64 size[2] = { 0 };

  if (!koma_hub_picture_read_open_clip (koma_json_get_object (config, "preprocess_cfg"),
                                        koma_json_get_object (model->settings, "vision_cfg"), raw,
                                        size, error))
    return FALSE;
  return build_for_size (model, size, weights, raw, error);
}

static gboolean
read_hugging_face (const KomaModelFile *file,
                   KomaHubModel        *model,
                   JsonObject          *config,
                   KomaHubWeights      *weights,
                   KomaRawModel        *raw,
                   GError             **error)
{
  gint64 size[2] = { 0 };
  g_autoptr (JsonNode) preprocessor = NULL;
  JsonObject *tower = koma_json_get_object (config, "vision_config");

  raw->label_lines = koma_hub_class_names_read (config);
  raw->is_multi_label = g_strcmp0 (koma_json_get_string (config, "problem_type"),
                                   "multi_label_classification") == 0;
  if (!read_preprocessor (file, &preprocessor, error) ||
      !koma_hub_picture_read (koma_json_node_object (preprocessor),
                              tower != NULL ? tower : config, raw, size, error))
    return FALSE;
  return build_for_size (model, size, weights, raw, error);
}

/**
 * koma_hub_folder_read:
 * @file: the weights' file
 * @weights: that were read of it; those that are used are taken
 * @raw: is filled but for the hash
 *
 * Thread: any; reads files. Errors: %KOMA_ERROR_UNSUPPORTED where no file beside it says which
 * architecture it is, or Koma does not have it; those of koma_hub_model_build() and
 * koma_json_load().
 *
 * Returns: whether it was read
 */
gboolean
koma_hub_folder_read (const KomaModelFile *file,
                      KomaHubWeights      *weights,
                      KomaRawModel        *raw,
                      GError             **error)
{
  g_autoptr (JsonNode) root = koma_hub_mobileclip_is (weights)
                                ? koma_hub_mobileclip_rename (weights, error)
                                : read_config (file, error);
  JsonObject  *config = koma_json_node_object (root);
  KomaHubModel model;

  if (config == NULL || !koma_hub_model_identify (&model, config, error))
    return FALSE;
  switch (model.source) {
  case KOMA_HUB_OPEN_CLIP:
    return read_open_clip (&model, config, weights, raw, error);
  case KOMA_HUB_TIMM:
    return read_timm (&model, config, weights, raw, error);
  default:
    return read_hugging_face (file, &model, config, weights, raw, error);
  }
}

static gboolean
read_model (const KomaModelFile *file,
            KomaRawModel        *raw,
            GError             **error)
{
  g_auto (KomaHubWeights) weights = { 0 };

  koma_hub_weights_init (&weights);
  return koma_hub_shard_index_read_weights (file, INDEX_ENDING, koma_safetensors_file_read,
                                            &weights, error) &&
         koma_hub_folder_read (file, &weights, raw, error);
}

const KomaFormat koma_format_hub = {
  .name = "safetensors",
  .endings = (const char *const[]){ ".safetensors", NULL },
  .usual_names = (const char *const[]){ "model.safetensors", "model.safetensors.index.json",
                                        OPEN_CLIP "model.safetensors", NULL },
  .matches = matches,
  .read = read_model,
};
