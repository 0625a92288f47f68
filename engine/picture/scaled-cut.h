/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/model/recipe.h"

G_BEGIN_DECLS

/* Where a model's pixels lie on a picture that is scaled first. Thread: any. */
typedef struct
{
  guint width; /* of the scaled picture */
  guint height;
  int   left; /* of the cut on it; below 0 where the picture is smaller than the cut */
  int   top;
} KomaScaledCut;

KomaScaledCut koma_scaled_cut_find (const KomaRecipe *recipe, /* has scaled_width and _height */
                                    guint             width,  /* of the picture */
                                    guint             height);
/* Beyond the picture is what the model sees as black. */
void koma_scaled_cut_copy (const KomaScaledCut *self,
                           const KomaRecipe    *recipe,
                           const guint8        *scaled, /* [height, width, n_channels] of @self */
                           guint                n_channels,
                           guint8              *ret_pixels); /* of the recipe's size */

G_END_DECLS
