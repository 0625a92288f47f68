/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What files of Hugging Face and timm beside a file of ONNX say of its pictures and its classes. */

#include <string.h>

#include "engine/formats/format.h"
#include "engine/formats/hashed-file.h"
#include "engine/formats/hub/class-names.h"
#include "engine/formats/hub/picture.h"
#include "engine/formats/model-folder.h"
#include "engine/koma-limits.h"
#include "hub-files.h"

/* ---- Which files ---- */

static gboolean
is_of_hub (JsonObject *config) /* (nullable) */
{
  return koma_json_get_string (config, "model_type") != NULL ||
         koma_json_get_array (config, "architectures") != NULL ||
         koma_json_get_object (config, "pretrained_cfg") != NULL;
}

/* Its bytes belong to the model, now that it is known what they are. */
static gboolean
feed (const KomaModelFile *file,
      const char          *name)
{
  g_autofree char *path = koma_model_folder_find (file->path, name);
  g_autofree char *data = NULL;
  gsize            length = 0;

  return path != NULL && koma_hashed_file_read (path, KOMA_MAX_NAMES_BYTES, file->checksum, &data,
                                                &length, NULL);
}

/**
 * koma_onnx_hub_files_try:
 * @ret_files: (out caller-allocates): to be cleared
 * @raw: its warning is set where a file is damaged
 *
 * Thread: any; reads files.
 */
void
koma_onnx_hub_files_try (const KomaModelFile *file,
                         KomaOnnxHubFiles    *ret_files,
                         KomaRawModel        *raw)
{
  KomaModelFile unhashed = *file;
  g_autoptr (GError) failure = NULL;

  unhashed.checksum = NULL;
  if (!koma_onnx_hub_files_read (&unhashed, ret_files, &failure))
    raw->warning = g_strdup (failure->message);
  ret_files->open_clip = NULL;
  if (!is_of_hub (ret_files->config) || !feed (file, KOMA_CONFIG_FILE))
    ret_files->config = NULL;
  if (ret_files->preprocessor != NULL && !feed (file, KOMA_PREPROCESSOR_FILE))
    ret_files->preprocessor = NULL;
}

/* ---- What they say ---- */

/**
 * koma_onnx_hub_files_read_picture:
 *
 * preprocessor_config.json goes before preprocess_cfg.json, that before what timm has in its
 * config.json, and that before the mere size of others. Thread: any. Errors: those of
 * koma_hub_picture_read().
 */
gboolean
koma_onnx_hub_files_read_picture (const KomaOnnxHubFiles *self,
                                  KomaRawModel           *raw,
                                  gint64                 *side,
                                  GError                **error)
{
  JsonObject *tower = koma_json_get_object (self->config, "vision_config");
  JsonObject *timm = koma_json_get_object (self->config, "pretrained_cfg");
  gint64      size[2] = { 0 };

  if (self->open_clip != NULL && self->preprocessor == NULL)
    return koma_hub_picture_read_open_clip (
      self->open_clip, koma_json_get_object (self->config, "vision_cfg"), raw, side, error);
  if (timm != NULL && self->preprocessor == NULL)
    return koma_hub_picture_read_timm (timm, raw, side, error);
  if (!koma_hub_picture_read (self->preprocessor, tower != NULL ? tower : self->config, raw, size,
                              error))
    return FALSE;
  if (!raw->is_size_guess)
    memcpy (side, size, sizeof size);
  raw->is_size_guess = FALSE;
  return TRUE;
}

/* A file whose graph says something else of pictures is right. */
static void
drop_picture (KomaRawModel *raw)
{
  raw->has_normalization = FALSE;
  raw->has_channels = FALSE;
  raw->has_fit = FALSE;
}

/**
 * koma_onnx_hub_files_apply:
 * @raw: a warning says what of the files can not be
 * @side: [2] rows and columns, where a file says them
 *
 * Thread: any.
 */
void
koma_onnx_hub_files_apply (const KomaOnnxHubFiles *self,
                           KomaRawModel           *raw,
                           gint64                 *side)
{
  const char *problem = koma_json_get_string (self->config, "problem_type");
  g_autoptr (GError) failure = NULL;

  if (!koma_onnx_hub_files_read_picture (self, raw, side, &failure)) {
    drop_picture (raw);
    side[0] = side[1] = 0;
    if (raw->warning == NULL)
      raw->warning = g_strdup_printf ("%s: %s", KOMA_PREPROCESSOR_FILE, failure->message);
  }
  raw->is_multi_label = g_strcmp0 (problem, "multi_label_classification") == 0;
  if (self->config != NULL)
    raw->label_lines = koma_json_get_object (self->config, "pretrained_cfg") != NULL
                         ? koma_hub_class_names_read_timm (self->config)
                         : koma_hub_class_names_read (self->config);
}

/* (nullable) Of the picture among the inputs of a graph. */
static const KomaShape *
find_picture (const KomaRawModel *raw)
{
  for (guint i = 0; i < koma_graph_get_n_inputs (raw->graph); i++) {
    const KomaValue *value =
      koma_graph_get_value (raw->graph, koma_graph_get_input (raw->graph, i));

    if (value->shape.rank == 4)
      return &value->shape;
  }
  return NULL;
}

static guint
find_rows (const KomaShape *shape)
{
  return shape->dims[3] == 1 || shape->dims[3] == 3 ? 1 : 2;
}

/**
 * koma_onnx_hub_files_check_fit:
 * @raw: with its graph, as a reader leaves it
 * @side: [2] rows and columns that files say; 0: none
 *
 * Thread: any.
 */
void
koma_onnx_hub_files_check_fit (KomaRawModel *raw,
                               const gint64 *side)
{
  const KomaShape *shape = find_picture (raw);
  const guint      rows = shape != NULL ? find_rows (shape) : 0;

  if (shape != NULL && side[0] > 0 &&
      (shape->dims[rows] != side[0] || shape->dims[rows + 1] != side[1]))
    raw->has_fit = FALSE;
}

/* A preprocessor_config.json that leaves all but the size to its class. */
static JsonObject *
make_usual (const char *processor,
            gint64      side)
{
  JsonObject *usual = json_object_new ();

  json_object_set_string_member (usual, "image_processor_type", processor);
  json_object_set_int_member (usual, "size", side);
  json_object_set_int_member (usual, "crop_size", side);
  return usual;
}

/**
 * koma_onnx_hub_files_guess_picture:
 * @raw: with its graph, and what files say of its pictures
 *
 * Pictures become the input of CLIP in one way in nearly all published models, and in another one
 * that of SigLIP. Thread: any.
 */
void
koma_onnx_hub_files_guess_picture (const KomaOnnxHubFiles *self,
                                   KomaRawModel           *raw)
{
  const KomaShape *shape = find_picture (raw);
  const guint      rows = shape != NULL ? find_rows (shape) : 0;
  const char      *processor =
    koma_onnx_hub_files_is_siglip (self) ? "SiglipImageProcessor" : "CLIPImageProcessor";
  gint64 size[2] = { 0 };
  g_autoptr (JsonObject) usual = NULL;

  if (raw->has_normalization || shape == NULL || shape->dims[rows] != shape->dims[rows + 1])
    return;
  usual = make_usual (processor, shape->dims[rows]);
  if (!koma_hub_picture_read (usual, NULL, raw, size, NULL)) {
    drop_picture (raw);
    return;
  }
  raw->has_channels = FALSE;
  raw->fit.is_guess = TRUE;
  raw->is_normalization_guess = TRUE;
}
