/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/json.h"
#include "engine/formats/model-file.h"

G_BEGIN_DECLS

/* What Hugging Face keeps beside files of ONNX: config.json and preprocessor_config.json; and what
 * Immich does: open_clip's settings, in a config.json and a preprocess_cfg.json. Each may be
 * missing. */
typedef struct
{
  JsonNode   *roots[3];
  JsonObject *config;       /* (nullable) (borrowed) */
  JsonObject *preprocessor; /* (nullable) (borrowed) */
  JsonObject *open_clip;    /* (nullable) (borrowed) how pictures are made ready */
} KomaOnnxHubFiles;

/* The product of two unit vectors becomes a score. */
typedef struct
{
  double   scale;
  double   bias; /* 0: there is none */
  gboolean is_guess;
} KomaOnnxComparison;

gboolean koma_onnx_hub_files_read (const KomaModelFile *file,
                                   KomaOnnxHubFiles    *ret_files,
                                   GError             **error) G_GNUC_WARN_UNUSED_RESULT;
void     koma_onnx_hub_files_clear (KomaOnnxHubFiles *self);
/* Of a classifier, which may have a config.json of another kind beside it: what can not be read, or
 * is not Hugging Face's or timm's, is left out; @raw gets a warning of what is damaged. */
void koma_onnx_hub_files_try (const KomaModelFile *file,
                              KomaOnnxHubFiles    *ret_files,
                              KomaRawModel        *raw);

/* What a model that compares pictures with words is trained with, where its graph leaves it open:
 * ids of a text, and the comparison. */
gint64             koma_onnx_hub_files_get_n_rows (const KomaOnnxHubFiles *self);
KomaOnnxComparison koma_onnx_hub_files_get_comparison (const KomaOnnxHubFiles *self);
gboolean           koma_onnx_hub_files_is_siglip (const KomaOnnxHubFiles *self);
/* Whether the vectors are those of “image_embeds”, behind a projection, and nothing before it. */
gboolean koma_onnx_hub_files_has_projection (const KomaOnnxHubFiles *self);

/* How a picture becomes the input of @raw; its rows and columns, where a file says them. */
gboolean koma_onnx_hub_files_read_picture (const KomaOnnxHubFiles *self,
                                           KomaRawModel           *raw,
                                           gint64                 *side, /* [2] */
                                           GError                **error)
  G_GNUC_WARN_UNUSED_RESULT;

/* Fills what pictures and classes of a classifier are, where the files say it. */
void koma_onnx_hub_files_apply (const KomaOnnxHubFiles *self, KomaRawModel *raw, gint64 *side);
/* Of a model of pictures and words, with its graph: what is usual, where nothing is said. */
void koma_onnx_hub_files_guess_picture (const KomaOnnxHubFiles *self, KomaRawModel *raw);
/* Drops how to get to a size that is not what the graph takes. */
void koma_onnx_hub_files_check_fit (KomaRawModel *raw, const gint64 *side);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaOnnxHubFiles, koma_onnx_hub_files_clear)

G_END_DECLS
