/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph.h"
#include "layers-writer.h"

G_BEGIN_DECLS

/* Private: writes a graph with one input and one output as layers, node by node. */
gboolean koma_layers_from_graph (KomaLayersWriter *writer,
                                 KomaGraph        *simple,     /* koma_simplify (); not changed */
                                 char            **ret_input,  /* names of layers */
                                 char            **ret_output, /* [batch, n] */
                                 GError          **error);

G_END_DECLS
