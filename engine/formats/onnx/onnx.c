/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* ONNX, as PyTorch and others export it: one file, a protocol buffer, with graph and weights; or
 * weights in files beside it. */

#include "onnx.h"

#include "engine/formats/file.h"
#include "engine/formats/protobuf-file.h"
#include "engine/koma-limits.h"
#include "lower.h"

typedef Koma__Onnx__ModelProto ModelProto;

static void
model_proto_free (ModelProto *model)
{
  koma__onnx__model_proto__free_unpacked (model, NULL);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelProto, model_proto_free)

static gboolean
matches (const char   *path,
         const guint8 *head,
         gsize         head_length)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  return g_str_has_suffix (lower, ".onnx");
}

static gboolean
read_model (const KomaModelFile *file,
            KomaRawModel        *raw,
            GError             **error)
{
  g_autoptr (ModelProto) model =
    koma_protobuf_file_read (file->path, KOMA_MAX_TENSOR_BYTES,
                             &koma__onnx__model_proto__descriptor, "an ONNX model",
                             file->checksum, error);
  g_autofree char *folder = g_path_get_dirname (file->path);
  KomaOnnxSource   source = {
      .folder = folder,
      .checksum = file->checksum,
      .bytes_left = KOMA_MAX_WEIGHT_BYTES,
      .shapes = file->shapes,
      .n_shapes = file->n_shapes,
      .inputs = file->inputs,
      .n_inputs = file->n_inputs,
  };

  if (model == NULL)
    return FALSE;
  if (file->progress != NULL)
    file->progress (0.5, file->user_data);
  raw->format = g_strdup ("ONNX");
  raw->label_lines = koma_onnx_read_label_lines (model);
  koma_onnx_read_picture (model, raw, source.side);
  return koma_onnx_lower (model, &source, raw, error) || koma_file_prefix_error (file->path, error);
}

const KomaFormat koma_format_onnx = {
  .name = "ONNX",
  .endings = (const char *const[]){ ".onnx", NULL },
  .usual_names = (const char *const[]){ "model.onnx", NULL },
  .matches = matches,
  .read = read_model,
};
