/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph.h"
#include "tfjs-weights.h"

G_BEGIN_DECLS

/* Private: writes a graph as a TensorFlow.js graph model. */
char *koma_graph_writer_to_json (const KomaGraph *graph,
                                 KomaTfjsWeights *weights, /* its constants are added */
                                 const char      *weights_file,
                                 GError         **error);

G_END_DECLS
