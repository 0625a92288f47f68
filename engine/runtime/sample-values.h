/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph.h"
#include "engine/model/recipe.h"

G_BEGIN_DECLS

/* The same numbers in each call, somewhat like a picture: slow waves and grain,
 * in [-1, 1]. For measuring and comparing, where zeros would hide errors. Values
 * of other types than float32 are filled with zeros. */
void koma_sample_values_fill (const KomaValue *value,
                              gpointer         data); /* of its dtype and shape */
/* The input that this recipe makes of such a picture. */
void koma_sample_values_fill_picture (const KomaValue  *value,
                                      gpointer          data,
                                      const KomaRecipe *recipe); /* (nullable) [-1, 1] */

G_END_DECLS
