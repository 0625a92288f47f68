/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which part of a training graph is which, by what its nodes read:
 *
 *   pictures ─ network ─┬─ Softmax              wanted: it reads pictures, and no labels
 *                       ├─ ArgMax ─ Equal …     a comparison, no longer the network's numbers
 *   labels ─────────────┴─ loss ─ gradients ─ ApplyAdam */

#include "role.h"

#include "engine/formats/tensorflow/tf-order.h"
#include "pipeline.h"

/* Their result is no function of the numbers that they read, or one that jumps. */
static const char *const without_numbers[] = {
  "Shape", "ShapeN", "Size", "Rank", "Equal", "NotEqual", "Less", "LessEqual", "Greater",
  "GreaterEqual", "ArgMax", "ArgMin", "InTopK", "InTopKV2", "IsNan", "IsInf", "IsFinite",
  "LogicalNot", "LogicalAnd", "LogicalOr", "ZerosLike", "OnesLike", NULL
};
static const char *const losses[] = { "SoftmaxCrossEntropyWithLogits",
                                      "SparseSoftmaxCrossEntropyWithLogits", NULL };
static const char *const layers[] = { "Conv2D", "DepthwiseConv2dNative", "MatMul", "BatchMatMul",
                                      "BatchMatMulV2", NULL };
static const char *const training_begins[] = { "Apply", "ResourceApply", "SparseApply",
                                               "ResourceSparseApply", "Assign", "Save", "Restore",
                                               "QueueEnqueue" };
static const char *const training_ends[] = { "Summary", "SummaryV2", "Grad", "GradV2", "GradV3" };

/* tf.gradients () puts its nodes into a scope "gradients" or "gradients_1". */
static gboolean
is_in_gradients (const char *name)
{
  const char *at = name;

  while (at != NULL && !g_str_has_prefix (at, "gradients")) {
    at = strchr (at, '/');
    if (at != NULL)
      at++;
  }
  return at != NULL && strchr (at, '/') != NULL;
}

gboolean
koma_checkpoint_is_training (const KomaTfNode *node)
{
  for (guint i = 0; i < G_N_ELEMENTS (training_begins); i++)
    if (g_str_has_prefix (node->op, training_begins[i]))
      return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (training_ends); i++)
    if (g_str_has_suffix (node->op, training_ends[i]))
      return TRUE;
  return is_in_gradients (node->name);
}

gboolean
koma_checkpoint_is_loss (const KomaTfNode *node)
{
  return g_strv_contains (losses, node->op);
}

gboolean
koma_checkpoint_is_layer (const KomaTfNode *node)
{
  return g_strv_contains (layers, node->op);
}

static gboolean
is_convolution (const KomaTfNode *node)
{
  return koma_tf_node_is (node, "Conv2D") || koma_tf_node_is (node, "DepthwiseConv2dNative");
}

static gboolean
is_source (const KomaTfNode *node)
{
  return koma_tf_node_is (node, "Placeholder") &&
         !g_str_equal (koma_attrs_get_string (node->attrs, "dtype", ""), "DT_BOOL");
}

/* The nodes that the first input of the layers comes from. */
static guint8 *
trace_back (const KomaTfGraph *graph,
            const GArray      *order,
            gboolean (*is_layer) (const KomaTfNode *node),
            guint *ret_n_sources)
{
  guint8 *is_read = g_new0 (guint8, koma_tf_graph_get_n_nodes (graph));

  *ret_n_sources = 0;
  for (guint i = order->len; i-- > 0;) {
    const guint       index = g_array_index (order, guint, i);
    const KomaTfNode *node = koma_tf_graph_get_node (graph, index);
    const gboolean    is_first = is_layer (node) && !koma_checkpoint_is_training (node);
    const guint       n_inputs = is_read[index] ? node->inputs->len : is_first ? 1
                                                                               : 0;

    *ret_n_sources += is_read[index] && is_source (node);
    for (guint k = 0; k < MIN (n_inputs, node->inputs->len); k++) {
      guint from = 0;
      guint output = 0;

      if (!koma_tf_reference_is_control (node->inputs->pdata[k]) &&
          koma_tf_graph_resolve (graph, node->inputs->pdata[k], &from, &output) &&
          !g_strv_contains (without_numbers, node->op))
        is_read[from] = TRUE;
    }
  }
  return is_read;
}

/* (nullable) A network for pictures convolves them, or multiplies them with a matrix. */
static guint8 *
find_network (const KomaTfGraph *graph,
              const GArray      *order)
{
  guint              n_sources = 0;
  g_autofree guint8 *convolved = trace_back (graph, order, is_convolution, &n_sources);
  g_autofree guint8 *multiplied = NULL;

  if (n_sources > 0)
    return g_steal_pointer (&convolved);
  multiplied = trace_back (graph, order, koma_checkpoint_is_layer, &n_sources);
  return n_sources > 0 ? g_steal_pointer (&multiplied) : NULL;
}

/* A single number that no layer reads is a setting, such as the rate of learning. */
static guint8
get_own_origin (const KomaTfNode *node,
                const guint8     *network) /* (nullable): whether it is read by one */
{
  const gboolean is_number = node->shape.rank == 0;
  const gboolean is_picture = network != NULL ? *network : !is_number;
  guint8         origin = 0;

  if (koma_checkpoint_is_loss (node) || koma_checkpoint_is_training (node))
    return KOMA_FROM_LABEL;
  if (!is_source (node) || (is_number && !is_picture))
    return 0;
  origin = KOMA_FROM_INPUT | (is_picture ? KOMA_FROM_PICTURE : KOMA_FROM_LABEL);
  return origin | (koma_checkpoint_is_cut (node) ? KOMA_FROM_PIPELINE : 0);
}

static guint8
join_origins (const KomaTfGraph *graph,
              const KomaTfNode  *node,
              const guint8      *origins)
{
  guint8 joined = 0;

  for (guint k = 0; k < node->inputs->len; k++) {
    guint from = 0;
    guint output = 0;

    if (!koma_tf_reference_is_control (node->inputs->pdata[k]) &&
        koma_tf_graph_resolve (graph, node->inputs->pdata[k], &from, &output))
      joined |= origins[from];
  }
  return g_strv_contains (without_numbers, node->op) ? joined & KOMA_FROM_LABEL : joined;
}

/**
 * koma_checkpoint_find_origins:
 * @graph: a graph as it was trained, without pipelines
 * @order: (element-type guint): of koma_checkpoint_order()
 *
 * Finds out what each node depends on. Where no layer reads an input, all of them are pictures.
 *
 * Thread: any.
 *
 * Returns: (transfer full): [n_nodes] #KomaTfOrigin
 */
guint8 *
koma_checkpoint_find_origins (const KomaTfGraph *graph,
                              const GArray      *order)
{
  g_autofree guint8 *network = find_network (graph, order);
  guint8            *origins = g_new0 (guint8, koma_tf_graph_get_n_nodes (graph));

  for (guint i = 0; i < order->len; i++) {
    const guint       index = g_array_index (order, guint, i);
    const KomaTfNode *node = koma_tf_graph_get_node (graph, index);

    origins[index] = get_own_origin (node, network != NULL ? &network[index] : NULL) |
                     join_origins (graph, node, origins);
  }
  return origins;
}

/**
 * koma_checkpoint_order:
 *
 * koma_tf_order() of all nodes; loops are in an order as good as can be.
 *
 * Thread: any. Errors: those of koma_tf_order().
 *
 * Returns: (transfer full) (element-type guint): indices, or %NULL
 */
GArray *
koma_checkpoint_order (const KomaTfGraph *graph,
                       GError           **error)
{
  g_autofree char *cycle = NULL;
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < koma_tf_graph_get_n_nodes (graph); i++)
    g_array_append_val (all, i);
  return koma_tf_order (graph, all, &cycle, error);
}
