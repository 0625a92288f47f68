/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "graph-model.h"
#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* Vectors: what is alike, pictures and words, has vectors of a small angle. */
KomaTensor *koma_graph_model_embed_image (KomaGraphModel    *self,
                                          const char *const *paths,
                                          GError           **error);
KomaTensor *koma_graph_model_embed_pixels (KomaGraphModel *self,
                                           const guint8   *pixels, /* [height, width, 3] */
                                           gsize           n_bytes,
                                           guint           width,
                                           guint           height,
                                           gsize           stride,
                                           GError        **error);
KomaTensor *koma_graph_model_embed_text (KomaGraphModel    *self,
                                         const char *const *texts,
                                         GError           **error);

/* Models that compare pictures with words. */
gboolean        koma_graph_model_knows_words (KomaGraphModel *self);
KomaGraphModel *koma_graph_model_make_classifier (KomaGraphModel    *self,
                                                  const char *const *words,
                                                  const char *const *prompts, /* (nullable) */
                                                  GError           **error);

G_END_DECLS
