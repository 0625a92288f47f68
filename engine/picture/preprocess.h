/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/model/recipe.h"

G_BEGIN_DECLS

/* Pixels that the shorter side of a picture keeps when it is decoded smaller than it is. */
guint koma_preprocess_get_min_side (const KomaRecipe *recipe);

/* RGB8 → pixels of 8 bits, [height, width, channels] of the recipe. Thread: any. */
gboolean koma_preprocess_pixels (const KomaRecipe *recipe,
                                 const guint8     *rgb, /* [height, width, 3], rows @stride apart */
                                 guint             width,
                                 guint             height,
                                 gsize             stride,
                                 guint8           *ret_pixels,
                                 GError          **error);

/* Those pixels → float, in the recipe's range and order of colours. Thread: any. */
void koma_preprocess_numbers (const KomaRecipe *recipe,
                              const guint8     *pixels,
                              float            *ret_input);

/* Both. Thread: any. */
gboolean koma_preprocess (const KomaRecipe *recipe,
                          const guint8     *rgb, /* [height, width, 3], rows @stride bytes apart */
                          guint             width,
                          guint             height,
                          gsize             stride,
                          float            *ret_input, /* [recipe height, recipe width, channels] */
                          GError          **error);

/* The part of the picture that becomes the input, in parts of its width and height. With bars it is
 * more than the picture. Thread: any. */
typedef struct
{
  double x;
  double y;
  double width;
  double height;
} KomaPreprocessRegion;

KomaPreprocessRegion koma_preprocess_find_region (const KomaRecipe *recipe,
                                                  guint             width, /* of the picture */
                                                  guint             height);

/* Mirrors the result of koma_preprocess_pixels(), left to right. Thread: any. */
void koma_preprocess_mirror (const KomaRecipe *recipe,
                             guint8           *pixels);

G_END_DECLS
