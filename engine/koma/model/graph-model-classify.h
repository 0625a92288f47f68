/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "graph-model.h"
#include "prediction.h"
#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* What is in a picture, as the program tells it: by the model's own recipe. */
GPtrArray  *koma_graph_model_classify (KomaGraphModel *self,
                                       const char     *path,
                                       guint           n_best,
                                       GError        **error);
GPtrArray  *koma_graph_model_classify_pixels (KomaGraphModel *self,
                                              const guint8   *pixels, /* [height, width, 3] */
                                              gsize           n_bytes,
                                              guint           width,
                                              guint           height,
                                              gsize           stride,
                                              guint           n_best,
                                              GError        **error);
KomaTensor *koma_graph_model_read_picture (KomaGraphModel *self,
                                           const char     *path,
                                           GError        **error);

G_END_DECLS
