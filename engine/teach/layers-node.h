/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph.h"
#include "layers-writer.h"

G_BEGIN_DECLS

/* Private: a node of a graph while it is written as a layer. */
typedef struct
{
  KomaLayersWriter *writer;
  KomaGraph        *graph;
  const KomaNode   *node;
  char            **names; /* [n_values] (nullable) the layer that makes a value */
} KomaLayersNode;

/* The layer that makes the first input that is no constant, or an input by its number. */
const char *koma_layers_node_get_input (const KomaLayersNode *self);
const char *koma_layers_node_get_input_at (const KomaLayersNode *self,
                                           guint                 index); /* (nullable) */

/* A layer of one input; returns its name. */
char *koma_layers_node_write (const KomaLayersNode *self,
                              const char           *class_name,
                              JsonObject           *config); /* (transfer full) (nullable) */
char *koma_layers_node_write_reshape (KomaLayersWriter *writer,
                                      const char       *input,
                                      const KomaShape  *shape); /* with a batch of 1 */
/* NULL, and an error that names the node and says why there is no layer for it. */
char *koma_layers_node_refuse (const KomaLayersNode *self, const char *why, GError **error);

G_END_DECLS
