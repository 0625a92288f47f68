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
  if (!is_of_hub (ret_files->config) || !feed (file, KOMA_CONFIG_FILE))
    ret_files->config = NULL;
  if (ret_files->preprocessor != NULL && !feed (file, KOMA_PREPROCESSOR_FILE))
    ret_files->preprocessor = NULL;
}

/* ---- What they say ---- */

/**
 * koma_onnx_hub_files_read_picture:
 *
 * preprocessor_config.json goes before what timm has in its config.json, and that before the mere
 * size of others. Thread: any. Errors: those of koma_hub_picture_read().
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
  const KomaShape *shape = NULL;
  guint            first = 0;

  if (koma_graph_get_n_inputs (raw->graph) == 0)
    return;
  shape = &koma_graph_get_value (raw->graph, koma_graph_get_input (raw->graph, 0))->shape;
  if (shape->rank != 4)
    return;
  first = shape->dims[3] == 1 || shape->dims[3] == 3 ? 1 : 2;
  if (side[0] > 0 && (shape->dims[first] != side[0] || shape->dims[first + 1] != side[1]))
    raw->has_fit = FALSE;
}
