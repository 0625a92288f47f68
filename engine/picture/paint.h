/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/model/recipe.h"

G_BEGIN_DECLS

/* What is to be said beside a picture that was painted from an input. */
typedef struct
{
  float least; /* of all values */
  float greatest;
  gsize n_outside; /* values beyond the range of the recipe */
} KomaPainted;

/* The picture that a model sees: input → RGB8. Thread: any. */
void koma_paint (const KomaRecipe *recipe,
                 const float      *input,   /* [height, width, channels] */
                 guint8           *ret_rgb, /* [height, width, 3] */
                 KomaPainted      *ret_painted);

G_END_DECLS
