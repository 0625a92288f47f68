/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph-model-picture.h"

#include "engine/koma/koma-error.h"
#include "engine/picture/decoder.h"
#include "engine/picture/preprocess.h"

/**
 * koma_graph_model_check_pixels: (skip)
 *
 * Errors: %KOMA_ERROR_ARGUMENT.
 */
gboolean
koma_graph_model_check_pixels (gsize    n_bytes,
                               guint    width,
                               guint    height,
                               gsize    stride,
                               GError **error)
{
  const gsize row_bytes = (gsize) 3 * width;

  return (width > 0 && height > 0 && stride >= row_bytes && n_bytes >= row_bytes &&
          (n_bytes - row_bytes) / stride >= height - 1) ||
         koma_fail (error, KOMA_ERROR_ARGUMENT,
                    "%zu bytes are no picture of %u × %u pixels with rows of %zu bytes", n_bytes,
                    width, height, stride);
}

/**
 * koma_graph_model_input_from_pixels: (skip)
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
KomaArray *
koma_graph_model_input_from_pixels (const KomaRecipe *recipe,
                                    const guint8     *rgb,
                                    guint             width,
                                    guint             height,
                                    gsize             stride,
                                    GError          **error)
{
  const KomaShape shape =
    KOMA_SHAPE (1, recipe->height, recipe->width, koma_recipe_get_n_channels (recipe));
  g_autoptr (KomaArray) input = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, error);

  if (input == NULL ||
      !koma_preprocess (recipe, rgb, width, height, stride, input->data, error))
    return NULL;
  return g_steal_pointer (&input);
}

/**
 * koma_graph_model_input_from_file: (skip)
 *
 * Errors: those of koma_decoder_decode_file(); %KOMA_ERROR_MEMORY.
 */
KomaArray *
koma_graph_model_input_from_file (const KomaRecipe *recipe,
                                  const char       *path,
                                  GError          **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (KomaPicture) picture =
    koma_decoder_decode_file (file, koma_preprocess_get_min_side (recipe), NULL, error);

  return picture != NULL
           ? koma_graph_model_input_from_pixels (recipe, picture->rgb, picture->width,
                                                 picture->height, picture->stride, error)
           : NULL;
}
