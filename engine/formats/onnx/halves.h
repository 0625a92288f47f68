/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/onnx/onnx.pb-c.h"
#include "engine/graph/graph.h"
#include "hub-files.h"

G_BEGIN_DECLS

#define KOMA_ONNX_PICTURE_VECTORS "image_embeds"
#define KOMA_ONNX_WORD_VECTORS    "text_embeds"

/* By the inputs of a file and the names of its outputs: whether it makes vectors of pictures, of
 * words, or of both. */
gboolean koma_onnx_takes_pictures (const Koma__Onnx__ModelProto *model);
gboolean koma_onnx_takes_words (const Koma__Onnx__ModelProto *model);
gboolean koma_onnx_takes_both (const Koma__Onnx__ModelProto *model);

gboolean koma_onnx_is_score_name (const char *name); /* as classifiers call what they answer */

/* Of a half: the output that is compared, [n,width]. */
typedef struct
{
  KomaValueId value;
  const char *name; /* (borrowed) of the graph */
  gint64      width;
} KomaOnnxVectors;

gboolean koma_onnx_vectors_find (const KomaGraph        *graph, /* not inferred */
                                 const char             *usual, /* what it is called best */
                                 const KomaOnnxHubFiles *files,
                                 KomaOnnxVectors        *ret_vectors,
                                 GError                **error) G_GNUC_WARN_UNUSED_RESULT;
/* Ids remain the only input for words: masks become ones, kinds of tokens zeros. */
gboolean koma_onnx_words_settle (KomaGraph *graph, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Adds outputs “logits”, “image_embeds” and “text_embeds” of vectors in @graph, of unit length. */
gboolean koma_onnx_compare (KomaGraph                *graph,
                            KomaValueId               pictures,
                            KomaValueId               words,
                            const KomaOnnxComparison *comparison,
                            GError                  **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
