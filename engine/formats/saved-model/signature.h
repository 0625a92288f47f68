/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/graphdef/graphdef.h"

G_BEGIN_DECLS

/* The graph that serves, among those of a SavedModel. */
Koma__Tf__MetaGraphDef *koma_saved_find_graph (const Koma__Tf__SavedModel *model,
                                               GError                    **error);
/* Fills the inputs and outputs of @graph from a signature, under the names that it gives them. */
gboolean koma_saved_add_signature (KomaTfGraph                  *graph,
                                   const Koma__Tf__MetaGraphDef *meta_graph,
                                   GError                      **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
