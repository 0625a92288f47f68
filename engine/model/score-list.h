/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph.h"
#include "recipe.h"

G_BEGIN_DECLS

/* Whether an output that ends in no softmax can be scores of classes. */
gboolean koma_score_list_check (const KomaGraph *graph,
                                guint            n_labels, /* 0: none were found */
                                KomaRecipe      *recipe,   /* scores and their source are set */
                                const char     **reason,   /* (inout) of the scores */
                                GError         **error);

G_END_DECLS
