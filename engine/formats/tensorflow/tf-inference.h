/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/format.h"
#include "tf-graph.h"

G_BEGIN_DECLS

/* Changes that turn a graph as it was trained into one that classifies. The
 * results that are wanted stand in @graph->outputs before. Nodes that are no
 * longer needed stay in the graph. */
gboolean koma_tf_resolve_switches (KomaTfGraph *graph,
                                   GError     **error) G_GNUC_WARN_UNUSED_RESULT;
void     koma_tf_remove_dropout (KomaTfGraph *graph);
void     koma_tf_replace_decoder (KomaTfGraph *graph);
void     koma_tf_settle_placeholders (KomaTfGraph *graph);
/* All of them, and then koma_tf_lower(). Names the results first. */
gboolean koma_tf_lower_inference (KomaTfGraph  *graph,
                                  KomaRawModel *raw,
                                  GError      **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
