/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/array.h"
#include "engine/model/recipe.h"

G_BEGIN_DECLS

/* Whether so many bytes are a picture, as rows of red, green and blue. */
gboolean koma_graph_model_check_pixels (gsize    n_bytes,
                                        guint    width,
                                        guint    height,
                                        gsize    stride,
                                        GError **error);

/* Pictures as the input of a model: float32 [1, height, width, channels] by its recipe, (transfer
 * full) (nullable). Thread: any. */
KomaArray *koma_graph_model_input_from_file (const KomaRecipe *recipe,
                                             const char       *path,
                                             GError          **error);
KomaArray *koma_graph_model_input_from_pixels (const KomaRecipe *recipe,
                                               const guint8     *rgb,
                                               guint             width,
                                               guint             height,
                                               gsize             stride,
                                               GError          **error);

G_END_DECLS
