/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model.h"

G_BEGIN_DECLS

/* A classifier made from @model, with its path and its name. */
KomaModel *koma_model_new_with_scores (const KomaModel  *model,
                                       KomaGraph        *graph, /* (transfer full) */
                                       const KomaRecipe *recipe,
                                       KomaLabels       *labels, /* (transfer full) */
                                       const char       *hash,
                                       gpointer          maker, /* (transfer full) (nullable) */
                                       GDestroyNotify    free_maker);
/* (nullable) What made the model, for those who know what that is. */
gpointer koma_model_get_maker (const KomaModel *model);

G_END_DECLS
