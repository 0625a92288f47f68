/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A taught model has float32 layers, whatever its base has, and its head must learn from what those
 * compute. So values are not rounded to steps of 8 bits between layers. Only what belongs to the
 * network stays: where the steps begin at 0, they are its relu, and where they end, the 6 of a
 * relu6. Weights are what their integers stand for. */
#include "unround.h"

enum {
  INPUT_X,
  INPUT_SCALE,
  INPUT_ZERO_POINT,
};

/* The Quantize that makes what a Dequantize reads, if both have one scale and the same. */
static const KomaNode *
find_quantize (const KomaGraph *graph,
               const guint     *producers,
               const KomaNode  *dequantize)
{
  const guint     producer = producers[dequantize->inputs[INPUT_X]];
  const KomaNode *node =
    producer != G_MAXUINT ? koma_graph_get_node (graph, producer) : NULL;

  if (node == NULL || node->op != KOMA_OP_QUANTIZE)
    return NULL;
  for (guint i = INPUT_SCALE; i <= INPUT_ZERO_POINT; i++) {
    const KomaArray *a = koma_node_input (graph, node, i)->constant;
    const KomaArray *b = koma_node_input (graph, dequantize, i)->constant;

    if (a == NULL || b == NULL || a->dtype != b->dtype || a->count != 1 || b->count != 1 ||
        memcmp (a->data, b->data, koma_array_get_size_bytes (a)) != 0)
      return NULL;
  }
  return node;
}

static KomaValueId
add_scalar (KomaGraph *graph,
            double     value,
            GError   **error)
{
  g_autoptr (KomaArray) array = koma_array_new_scalar (KOMA_DTYPE_FLOAT32, value, error);

  return array != NULL ? koma_graph_add_constant (graph, "bound", array) : KOMA_VALUE_NONE;
}

/* The Dequantize becomes a clip, or nothing. */
static gboolean
rewrite (KomaGraph      *graph,
         KomaNode       *dequantize,
         const KomaNode *quantize,
         GError        **error)
{
  const KomaArray *scale = koma_node_input (graph, quantize, INPUT_SCALE)->constant;
  const KomaArray *zero_point = koma_node_input (graph, quantize, INPUT_ZERO_POINT)->constant;
  const gint64     least = zero_point->dtype == KOMA_DTYPE_INT8 ? G_MININT8 : 0;
  const gboolean   is_clip = koma_array_get_int (zero_point, 0) == least;
  KomaValueId      inputs[3] = { quantize->inputs[INPUT_X] };

  if (is_clip) {
    inputs[1] = add_scalar (graph, 0, error);
    inputs[2] = add_scalar (graph, (double) *(const float *) scale->data * G_MAXUINT8, error);
    if (inputs[1] == KOMA_VALUE_NONE || inputs[2] == KOMA_VALUE_NONE)
      return FALSE;
  }
  koma_attrs_free (dequantize->attrs);
  dequantize->attrs = koma_attrs_new ();
  dequantize->op = is_clip ? KOMA_OP_CLIP : KOMA_OP_IDENTITY;
  koma_node_set_inputs (dequantize, inputs, is_clip ? 3 : 1);
  return TRUE;
}

/**
 * koma_unround:
 *
 * Errors: %KOMA_ERROR_MEMORY. Thread: any.
 */
gboolean
koma_unround (KomaGraph *graph,
              GError   **error)
{
  g_autofree guint *producers = koma_graph_find_producers (graph);

  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++) {
    KomaNode       *node = koma_graph_get_node (graph, i);
    const KomaNode *quantize =
      node->op == KOMA_OP_DEQUANTIZE ? find_quantize (graph, producers, node) : NULL;

    if (quantize != NULL && !rewrite (graph, node, quantize, error))
      return FALSE;
  }
  return TRUE;
}
