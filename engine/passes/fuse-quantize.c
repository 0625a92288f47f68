/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Quantize and the Dequantize that reads it become one op that stays in float, so every backend
 * runs a quantised model. What only moves elements of a grid leaves them on that grid: a second
 * rounding to the same is dropped. */

#include "passes.h"

#include <string.h>

enum {
  INPUT_X,
  INPUT_SCALE,
  INPUT_ZERO_POINT,
};

typedef struct
{
  KomaGraph   *graph;
  const guint *producers;
} Fusion;

static gboolean
are_equal (const KomaArray *a,
           const KomaArray *b)
{
  return a->dtype == b->dtype && a->count == b->count &&
         memcmp (a->data, b->data, koma_array_get_size_bytes (a)) == 0;
}

static const KomaArray *
get_constant (const Fusion   *fusion,
              const KomaNode *node,
              guint           index)
{
  return koma_node_input (fusion->graph, node, index)->constant;
}

/* The node that makes what another reads. */
static KomaNode *
find_source (const Fusion   *fusion,
             const KomaNode *node)
{
  const guint producer = fusion->producers[node->inputs[INPUT_X]];

  return producer != G_MAXUINT ? koma_graph_get_node (fusion->graph, producer) : NULL;
}

/* Both with the same scale, one for all elements. */
static gboolean
is_pair (const Fusion   *fusion,
         const KomaNode *quantize,
         const KomaNode *dequantize)
{
  if (quantize == NULL || quantize->op != KOMA_OP_QUANTIZE ||
      dequantize->op != KOMA_OP_DEQUANTIZE ||
      get_constant (fusion, quantize, INPUT_SCALE)->count != 1)
    return FALSE;
  return are_equal (get_constant (fusion, quantize, INPUT_SCALE),
                    get_constant (fusion, dequantize, INPUT_SCALE)) &&
         are_equal (get_constant (fusion, quantize, INPUT_ZERO_POINT),
                    get_constant (fusion, dequantize, INPUT_ZERO_POINT));
}

static KomaAttrs *
make_attrs (const KomaArray *scale,
            const KomaArray *zero_point)
{
  const gint64 least = zero_point->dtype == KOMA_DTYPE_INT8 ? G_MININT8 : 0;
  const gint64 zero = koma_array_get_int (zero_point, 0);
  KomaAttrs   *attrs = koma_attrs_new ();

  koma_attrs_set_float (attrs, "scale", *(const float *) scale->data);
  koma_attrs_set_int (attrs, "low", least - zero);
  koma_attrs_set_int (attrs, "high", least + G_MAXUINT8 - zero);
  return attrs;
}

static gboolean
fuse (const Fusion   *fusion,
      KomaNode       *dequantize,
      const KomaNode *quantize,
      GError        **error)
{
  KomaAttrs *attrs = make_attrs (get_constant (fusion, quantize, INPUT_SCALE),
                                 get_constant (fusion, quantize, INPUT_ZERO_POINT));

  koma_attrs_free (dequantize->attrs);
  dequantize->attrs = attrs;
  dequantize->op = KOMA_OP_FAKE_QUANTIZE;
  koma_node_set_inputs (dequantize, &quantize->inputs[INPUT_X], 1);
  return koma_node_infer (fusion->graph, dequantize, error);
}

/* Ops whose result has elements of their first input only. */
static gboolean
moves_elements (const KomaNode *node)
{
  if (node->clamp.min != -INFINITY || node->clamp.max != INFINITY)
    return FALSE;
  switch ((int) node->op) {
  case KOMA_OP_DEPTH_TO_SPACE:
  case KOMA_OP_EXPAND_DIMS:
  case KOMA_OP_IDENTITY:
  case KOMA_OP_MAX:
  case KOMA_OP_MAX_POOL:
  case KOMA_OP_MIN:
  case KOMA_OP_MIRROR_PAD:
  case KOMA_OP_RESHAPE:
  case KOMA_OP_RESIZE_NEAREST:
  case KOMA_OP_SLICE:
  case KOMA_OP_SPLIT:
  case KOMA_OP_SQUEEZE:
  case KOMA_OP_STRIDED_SLICE:
  case KOMA_OP_TILE:
  case KOMA_OP_TRANSPOSE:
  case KOMA_OP_UNPACK:
    return TRUE;
  default:
    return FALSE;
  }
}

static gboolean
is_on_grid (const Fusion   *fusion,
            const KomaNode *fake)
{
  const KomaNode *source = find_source (fusion, fake);

  while (source != NULL && moves_elements (source))
    source = find_source (fusion, source);
  return source != NULL && source->op == KOMA_OP_FAKE_QUANTIZE &&
         source->params.fake_quantize.scale == fake->params.fake_quantize.scale &&
         source->params.fake_quantize.low == fake->params.fake_quantize.low &&
         source->params.fake_quantize.high == fake->params.fake_quantize.high;
}

/**
 * koma_pass_fuse_quantize:
 *
 * A Dequantize that reads a Quantize with the same scale and zero point becomes FakeQuantize, which
 * reads what the Quantize does. A FakeQuantize of what is on its grid already is dropped. The
 * Quantize is left to koma_pass_remove_dead(), for others may read it. The graph must be inferred.
 *
 * Errors: none for an inferred graph.
 */
gboolean
koma_pass_fuse_quantize (KomaGraph *graph,
                         GError   **error)
{
  guint                   n_nodes = koma_graph_get_n_nodes (graph);
  guint                   n_values = koma_graph_get_n_values (graph);
  g_autofree guint       *producers = koma_graph_find_producers (graph);
  g_autofree gboolean    *is_removed = g_new0 (gboolean, n_nodes + 1);
  g_autofree KomaValueId *to = g_new (KomaValueId, n_values + 1); /* read in place of each */
  const Fusion            fusion = { graph, producers };

  for (guint i = 0; i < n_values; i++)
    to[i] = i;
  for (guint i = 0; i < n_nodes; i++) {
    KomaNode       *node = koma_graph_get_node (graph, i);
    const KomaNode *source = node->op == KOMA_OP_DEQUANTIZE ? find_source (&fusion, node) : NULL;

    if (source == NULL || !is_pair (&fusion, source, node))
      continue;
    if (!fuse (&fusion, node, source, error))
      return FALSE;
    is_removed[i] = is_on_grid (&fusion, node);
    if (is_removed[i])
      to[node->outputs[0]] = to[node->inputs[INPUT_X]];
  }
  koma_graph_replace_uses (graph, to);
  koma_graph_remove_nodes (graph, is_removed);
  return TRUE;
}
