/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma/tensor/dtype.h"
#include "shape.h"

G_BEGIN_DECLS

/* The part of a graph that users of the engine see; graph.h has the rest. */
typedef struct _KomaGraph        KomaGraph;
typedef struct _KomaNode         KomaNode;
typedef struct _KomaArray        KomaArray;
typedef struct _KomaQuantization KomaQuantization;

typedef guint32 KomaValueId;

/* An edge: made by one node, or an input, or a constant. */
typedef struct
{
  char      *name;     /* "conv1" or, past a node's first output, "split:1" */
  KomaDType  dtype;    /* known after inference, and of inputs and constants */
  KomaShape  shape;    /* rank is KOMA_RANK_UNKNOWN before inference */
  KomaArray *constant; /* (nullable) (owned) */
  /* (nullable) (owned) What its integers stand for. Of a float32 constant: the integers that a
   * Dequantize made it from. */
  KomaQuantization *quantization;
} KomaValue;

KomaGraph *koma_graph_copy (const KomaGraph *graph); /* constants are shared */
void       koma_graph_free (KomaGraph *graph);

KomaValue  *koma_graph_get_value (const KomaGraph *graph, KomaValueId id);
guint       koma_graph_get_n_inputs (const KomaGraph *graph);
KomaValueId koma_graph_get_input (const KomaGraph *graph, guint index);
guint       koma_graph_get_n_outputs (const KomaGraph *graph);
KomaValueId koma_graph_get_output (const KomaGraph *graph, guint index);
const char *koma_graph_get_output_name (const KomaGraph *graph, guint index);
gsize       koma_value_get_bytes (const KomaValue *value);

const char *koma_node_get_name (const KomaNode *node);
const char *koma_node_get_op_name (const KomaNode *node); /* "Conv2D" */
guint       koma_node_get_n_outputs (const KomaNode *node);
KomaValue  *koma_node_output (const KomaGraph *graph, const KomaNode *node, guint index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaGraph, koma_graph_free)

G_END_DECLS
