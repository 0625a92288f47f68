/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph-info.h"
#include "engine/model/model.h"
#include "engine/model/recipe.h"

G_BEGIN_DECLS

/* A model that compares pictures with words, as its two halves: vectors of pictures and vectors of
 * texts, each computed once, are compared as often as one likes. Immutable, atomic reference count,
 * any thread. */
typedef struct _KomaTowers KomaTowers;

KomaTowers *koma_towers_new (const KomaModel *model,
                             GError         **error) G_GNUC_WARN_UNUSED_RESULT;
KomaTowers *koma_towers_ref (KomaTowers *self);
void        koma_towers_unref (KomaTowers *self);

/* Read only: koma_graph_copy () to change. Pictures [n,h,w,3] → [n,width] … */
const KomaGraph *koma_towers_get_pictures (const KomaTowers *self);
/* … and ids [texts,rows] int32 → [texts,width]. */
const KomaGraph *koma_towers_get_words (const KomaTowers *self);
guint            koma_towers_get_width (const KomaTowers *self);
guint            koma_towers_get_context_length (const KomaTowers *self); /* the rows of a text */
/* How pictures become the input of their half. */
const KomaRecipe *koma_towers_get_recipe (const KomaTowers *self);

/* A score is scale · picture · text + bias, of vectors of unit length. */
double koma_towers_get_scale (const KomaTowers *self); /* exp (logit_scale) */
double koma_towers_get_bias (const KomaTowers *self);
/* Whether the sigmoid of a score is the probability of a text by itself, as for SigLIP; else the
 * softmax over all texts are probabilities, as for CLIP. */
gboolean koma_towers_is_sigmoid (const KomaTowers *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTowers, koma_towers_unref)

G_END_DECLS
