/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph.h"
#include "quantization.h"

static gboolean
reads (const KomaNode *node,
       KomaValueId     id)
{
  return node->op == KOMA_OP_DEQUANTIZE && node->inputs[0] == id;
}

static gboolean
makes (const KomaNode *node,
       KomaValueId     id)
{
  return node->op == KOMA_OP_QUANTIZE && node->outputs[0] == id;
}

/**
 * koma_graph_find_quantization:
 * @id: a value
 *
 * Finds what a value's integers stand for: the scale and the zero point of the Quantize that
 * makes it or of a Dequantize that reads it. Thread: any.
 *
 * Returns: (transfer full) (nullable): %NULL where there is none, or one for each channel
 */
KomaQuantization *
koma_graph_find_quantization (const KomaGraph *graph,
                              KomaValueId      id)
{
  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++) {
    const KomaNode  *node = koma_graph_get_node (graph, i);
    const KomaArray *scale = NULL;
    const KomaArray *zero_point = NULL;

    if (!reads (node, id) && !makes (node, id))
      continue;
    scale = koma_node_input (graph, node, 1)->constant;
    zero_point = koma_node_input (graph, node, 2)->constant;
    if (scale == NULL || zero_point == NULL || scale->dtype != KOMA_DTYPE_FLOAT32 ||
        scale->count != 1 || zero_point->count != 1)
      continue;
    return koma_quantization_new_single (zero_point->dtype,
                                         (gint32) koma_array_get_int (zero_point, 0),
                                         *(const float *) scale->data);
  }
  return NULL;
}
