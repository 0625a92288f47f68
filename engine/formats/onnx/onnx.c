/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* ONNX, as PyTorch and others export it: one file, a protocol buffer, with graph and weights; or
 * weights in files beside it. */

#include "onnx.h"

#include "engine/formats/hashed-file.h"
#include "engine/koma/koma-error.h"
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

static ModelProto *
load (const char      *path,
      KomaContentHash *checksum,
      GError         **error)
{
  g_autofree char *data = NULL;
  gsize            length = 0;
  ModelProto      *model = NULL;

  if (!koma_hashed_file_read (path, KOMA_MAX_TENSOR_BYTES, checksum, &data, &length, error))
    return NULL;
  model = koma__onnx__model_proto__unpack (NULL, length, (const guint8 *) data);
  if (model == NULL) {
    g_autofree char *name = g_filename_display_basename (path);

    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                 "%s: expected an ONNX model, found damaged or other data", name);
  }
  return model;
}

static gboolean
read_with_shapes (const char       *path,
                  const KomaShape  *shapes,
                  guint             n_shapes,
                  KomaModelProgress progress,
                  gpointer          user_data,
                  KomaRawModel     *ret_raw,
                  GError          **error)
{
  g_autoptr (KomaContentHash) checksum = koma_content_hash_new ();
  g_autoptr (ModelProto) model = load (path, checksum, error);
  g_autofree char *folder = g_path_get_dirname (path);
  KomaOnnxSource   source = { folder, checksum, KOMA_MAX_WEIGHT_BYTES, shapes, n_shapes };
  KomaRawModel     raw = { 0 };

  if (model == NULL)
    return FALSE;
  if (progress != NULL)
    progress (0.5, user_data);
  if (!koma_onnx_lower (model, &source, &raw, error)) {
    g_autofree char *name = g_filename_display_basename (path);

    g_prefix_error (error, "%s: ", name);
    koma_raw_model_clear (&raw);
    return FALSE;
  }
  raw.format = g_strdup ("ONNX");
  raw.hash = koma_content_hash_to_string (checksum);
  raw.label_lines = koma_onnx_read_label_lines (model);
  *ret_raw = raw;
  return TRUE;
}

static gboolean
read_model (const char       *path,
            KomaModelProgress progress,
            gpointer          user_data,
            KomaRawModel     *ret_raw,
            GError          **error)
{
  return read_with_shapes (path, NULL, 0, progress, user_data, ret_raw, error);
}

const KomaFormat koma_format_onnx = {
  .name = "ONNX",
  .matches = matches,
  .read = read_model,
  .read_with_shapes = read_with_shapes,
};
