/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* ONNX, as PyTorch and others export it: one file, a protocol buffer, with graph and weights; or
 * weights in files beside it. */

#include "onnx.h"

#include "engine/formats/file.h"
#include "halves.h"
#include "hub-files.h"
#include "lower.h"
#include "model-proto.h"
#include "pair.h"

static gboolean
matches (const char   *path,
         const guint8 *head,
         gsize         head_length)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  return g_str_has_suffix (lower, ".onnx");
}

/* What the file says of itself goes before what lies beside it. */
static gboolean
read_alone (const KomaModelFile          *file,
            const Koma__Onnx__ModelProto *model,
            KomaRawModel                 *raw,
            GError                      **error)
{
  g_autofree char *folder = g_path_get_dirname (file->path);
  KomaOnnxSource   source = koma_onnx_source_of_file (file, folder);
  char            *label_lines = koma_onnx_read_label_lines (model);
  g_auto (KomaOnnxHubFiles) files = { 0 };

  raw->format = g_strdup ("ONNX");
  koma_onnx_hub_files_try (file, &files, raw);
  koma_onnx_hub_files_apply (&files, raw, source.side);
  if (label_lines != NULL) {
    g_free (raw->label_lines);
    raw->label_lines = label_lines;
  }
  koma_onnx_read_picture (model, raw, source.side);
  if (!koma_onnx_lower (model, &source, raw, error))
    return koma_file_prefix_error (file->path, error);
  koma_onnx_hub_files_check_fit (raw, source.side);
  return TRUE;
}

static gboolean
read_model (const KomaModelFile *file,
            KomaRawModel        *raw,
            GError             **error)
{
  g_autoptr (KomaOnnxModelProto) model = NULL;
  gboolean is_pair = FALSE;

  if (!koma_onnx_pair_read (file, raw, &is_pair, error))
    return FALSE;
  if (is_pair)
    return TRUE;
  model = koma_onnx_model_proto_read (file->path, file->checksum, error);
  if (model == NULL)
    return FALSE;
  if (file->progress != NULL)
    file->progress (0.5, file->user_data);
  return koma_onnx_takes_both (model) ? koma_onnx_both_read (file, model, raw, error)
                                      : read_alone (file, model, raw, error);
}

const KomaFormat koma_format_onnx = {
  .name = "ONNX",
  .endings = (const char *const[]){ ".onnx", NULL },
  .usual_names = (const char *const[]){ "model.onnx", NULL },
  .matches = matches,
  .read = read_model,
};
