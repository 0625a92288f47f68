/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/model/recipe.h"

G_BEGIN_DECLS

/* Pixels that the shorter side of a picture keeps when it is decoded smaller than it is. */
guint koma_preprocess_get_min_side (const KomaRecipe *recipe);

/* RGB8 → float [height, width, channels] of the recipe. Thread: any. */
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

/* Mirrors the result of koma_preprocess(), left to right. Thread: any. */
void koma_preprocess_mirror (const KomaRecipe *recipe,
                             float            *input); /* [height, width, channels] */

G_END_DECLS
