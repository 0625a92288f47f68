/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Graphs of one value after the other, for tests of what is guessed from them. */
#pragma once

#include "engine/model/recipe-infer.h"

G_BEGIN_DECLS

typedef struct
{
  KomaGraph  *graph;
  KomaValueId value;
} Chain;

void chain_init (Chain *self, const char *shape);
void chain_clear (Chain *self);
/* @other: or KOMA_VALUE_NONE; @attrs: (transfer full) (nullable) */
void chain_add (Chain *self, KomaOp op, const KomaValueId other, KomaAttrs *attrs);
void chain_add_number (Chain *self, KomaOp op, double number);
void chain_add_pad (Chain *self, gint32 before, gint32 after);
/* 3×3, stride 2, 8 channels */
void chain_add_conv (Chain *self, const char *padding, gint64 in_c);
/* The mean of each channel: [1, 8]. */
void chain_add_mean (Chain *self);
/* Constants; @tensor: (transfer full) */
KomaValueId chain_take (Chain *self, KomaArray *tensor);
KomaValueId chain_add_ints (Chain *self, const KomaShape *shape, const gint32 *values);
/* @hints: (nullable) */
gboolean chain_infer (Chain                 *self,
                      const KomaRecipeHints *hints,
                      KomaRecipe            *ret_recipe,
                      GError               **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Chain, chain_clear)

G_END_DECLS
