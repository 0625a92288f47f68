/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "passes.h"

/* Ops whose kernels clamp what they write. */
static gboolean
takes_clamp (KomaOp op)
{
  switch ((int) op) {
  case KOMA_OP_ADD:
  case KOMA_OP_AVG_POOL:
  case KOMA_OP_CONV_2D:
  case KOMA_OP_CONV_2D_BACKPROP_INPUT:
  case KOMA_OP_DEPTHWISE_CONV_2D:
  case KOMA_OP_DIV:
  case KOMA_OP_MAT_MUL:
  case KOMA_OP_MAX_POOL:
  case KOMA_OP_MUL:
  case KOMA_OP_SUB:
    return TRUE;
  default:
    return FALSE;
  }
}

/* What an activation clamps, and to which numbers. */
typedef struct
{
  KomaValueId source;
  KomaClamp   clamp;
} Activation;

/* Maximum and Minimum with one number are half a clip. NaN is no bound:
 * either op makes everything NaN with it. */
static gboolean
get_bound (const KomaGraph *graph,
           const KomaNode  *node,
           KomaValueId     *ret_source,
           float           *ret_bound)
{
  for (guint i = 0; i < 2; i++) {
    const KomaArray *bound = koma_node_input (graph, node, i)->constant;
    const KomaValue *other = koma_node_input (graph, node, 1 - i);

    if (bound == NULL || bound->count != 1 ||
        bound->shape.rank > other->shape.rank)
      continue;
    *ret_source = node->inputs[1 - i];
    *ret_bound = *(const float *) bound->data;
    return !isnan (*ret_bound);
  }
  return FALSE;
}

static gboolean
get_activation (const KomaGraph *graph,
                const KomaNode  *node,
                Activation      *ret_activation)
{
  *ret_activation = (Activation){ node->inputs[0], KOMA_CLAMP_NONE };
  if (koma_node_output (graph, node, 0)->dtype != KOMA_DTYPE_FLOAT32)
    return FALSE;
  switch ((int) node->op) {
  case KOMA_OP_RELU:
    ret_activation->clamp.min = 0;
    return TRUE;
  case KOMA_OP_RELU6:
    ret_activation->clamp = (KomaClamp){ 0, 6 };
    return TRUE;
  case KOMA_OP_CLIP:
    ret_activation->clamp = node->params.clip;
    return TRUE;
  case KOMA_OP_MAXIMUM:
    return get_bound (graph, node, &ret_activation->source, &ret_activation->clamp.min);
  case KOMA_OP_MINIMUM:
    return get_bound (graph, node, &ret_activation->source, &ret_activation->clamp.max);
  default:
    return FALSE;
  }
}

/* First @inner, then @outer. */
static KomaClamp
compose (KomaClamp inner,
         KomaClamp outer)
{
  return (KomaClamp){ CLAMP (inner.min, outer.min, outer.max),
                      CLAMP (inner.max, outer.min, outer.max) };
}

typedef struct
{
  KomaGraph   *graph;
  const guint *producers; /* [n_values] */
  const guint *uses;      /* [n_values] before anything was fused */
  KomaValueId *to;        /* [n_values] what stands for a value now */
} Fusion;

static gboolean
fuse (const Fusion   *fusion,
      const KomaNode *node)
{
  Activation  activation = { 0 };
  KomaValueId source = KOMA_VALUE_NONE;
  KomaNode   *before = NULL;

  if (!get_activation (fusion->graph, node, &activation) ||
      fusion->uses[activation.source] != 1)
    return FALSE;
  source = fusion->to[activation.source];
  if (fusion->producers[source] == G_MAXUINT)
    return FALSE;
  before = koma_graph_get_node (fusion->graph, fusion->producers[source]);
  if (!takes_clamp (before->op))
    return FALSE;
  before->clamp = compose (before->clamp, activation.clamp);
  fusion->to[node->outputs[0]] = source;
  return TRUE;
}

/**
 * koma_pass_fuse_clamp:
 *
 * An activation that clamps goes into the node before, if no other node reads
 * the output of that. The graph must be sorted and inferred.
 *
 * Errors: none.
 */
gboolean
koma_pass_fuse_clamp (KomaGraph *graph,
                      GError   **error)
{
  guint                   n_nodes = koma_graph_get_n_nodes (graph);
  guint                   n_values = koma_graph_get_n_values (graph);
  g_autofree guint       *producers = koma_graph_find_producers (graph);
  g_autofree guint       *uses = koma_graph_count_uses (graph);
  g_autofree gboolean    *is_removed = g_new0 (gboolean, n_nodes + 1);
  g_autofree KomaValueId *to = g_new (KomaValueId, n_values + 1);
  const Fusion            fusion = { graph, producers, uses, to };

  for (guint i = 0; i < n_values; i++)
    to[i] = i;
  for (guint i = 0; i < n_nodes; i++)
    is_removed[i] = fuse (&fusion, koma_graph_get_node (graph, i));
  koma_graph_replace_uses (graph, to);
  koma_graph_remove_nodes (graph, is_removed);
  return TRUE;
}
