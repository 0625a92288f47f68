/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Backwards from the scores, through what only changes their form or scale, to the first node that
 * multiplies by a matrix of weights: a MatMul, or a Conv2D that sees the whole picture at once. A
 * 1×1 Conv2D whose places are averaged afterwards, as in SqueezeNet, counts too: its features are
 * averaged before it instead. */
#include "features.h"

#include "engine/graph/builder.h"
#include "engine/model/purpose.h"
#include "engine/passes/passes.h"
#include "unround.h"

typedef struct
{
  /* A copy, bound to one picture and inferred; values are numbered as in the base. */
  KomaGraph *graph;
  guint     *producers;

  const KomaNode *dense; /* (nullable) */
  KomaValueId     value; /* what @dense reads */
  gboolean        is_pooled_after;
  gboolean        is_pooled; /* the features are the mean of all places of @value */
  gsize           n;
} Search;

static void
search_clear (Search *self)
{
  g_clear_pointer (&self->producers, g_free);
  g_clear_pointer (&self->graph, koma_graph_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

static gboolean
search_init (Search          *self,
             const KomaGraph *base,
             guint            output,
             GError         **error)
{
  self->value = koma_graph_get_output (base, output);
  self->graph = koma_passes_copy_output (base, output, error);
  if (self->graph == NULL)
    return FALSE;
  self->producers = koma_graph_find_producers (self->graph);
  return TRUE;
}

static gboolean
passes_through (KomaOp op)
{
  switch ((int) op) {
  case KOMA_OP_ADD:
  case KOMA_OP_AVG_POOL:
  case KOMA_OP_CAST:
  case KOMA_OP_CLIP:
  case KOMA_OP_DEQUANTIZE:
  case KOMA_OP_DIV:
  case KOMA_OP_EXPAND_DIMS:
  case KOMA_OP_FAKE_QUANTIZE:
  case KOMA_OP_IDENTITY:
  case KOMA_OP_LOG_SOFTMAX:
  case KOMA_OP_MEAN:
  case KOMA_OP_MUL:
  case KOMA_OP_QUANTIZE:
  case KOMA_OP_RELU:
  case KOMA_OP_RELU6:
  case KOMA_OP_RESHAPE:
  case KOMA_OP_SIGMOID:
  case KOMA_OP_SOFTMAX:
  case KOMA_OP_SQUEEZE:
  case KOMA_OP_STOP_GRADIENT:
  case KOMA_OP_SUB:
  case KOMA_OP_TRANSPOSE:
    return TRUE;
  default:
    return FALSE;
  }
}

static gboolean
is_dense (const Search   *self,
          const KomaNode *node)
{
  return (node->op == KOMA_OP_MAT_MUL || node->op == KOMA_OP_CONV_2D) &&
         koma_node_input (self->graph, node, 0)->constant == NULL &&
         koma_node_input (self->graph, node, 1)->constant != NULL;
}

/* The one input that is no constant. */
static gboolean
step_back (Search         *self,
           const KomaNode *node,
           GError        **error)
{
  guint       n = 0;
  KomaValueId before = KOMA_VALUE_NONE;

  for (guint i = 0; i < node->n_inputs; i++)
    if (koma_node_input (self->graph, node, i)->constant == NULL) {
      before = node->inputs[i];
      n++;
    }
  if (!passes_through (node->op) || n != 1)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "%s “%s” stands between the scores and the last dense layer",
                      koma_node_get_op_name (node), node->name);
  self->is_pooled_after = self->is_pooled_after || node->op == KOMA_OP_MEAN ||
                          node->op == KOMA_OP_AVG_POOL;
  self->value = before;
  return TRUE;
}

static gboolean
find_dense (Search  *self,
            GError **error)
{
  while (self->dense == NULL) {
    const guint     producer = self->producers[self->value];
    const KomaNode *node = NULL;

    if (producer >= koma_graph_get_n_nodes (self->graph))
      return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "The model has no dense layer");
    node = koma_graph_get_node (self->graph, producer);
    if (is_dense (self, node))
      self->dense = node;
    else if (!step_back (self, node, error))
      return FALSE;
  }
  self->value = self->dense->inputs[0];
  return TRUE;
}

/* How many values the layer multiplies for each of its outputs. */
static gsize
count_weights (const Search *self)
{
  const KomaArray *weights = koma_node_input (self->graph, self->dense, 1)->constant;
  const KomaShape *shape = &weights->shape;

  if (self->dense->op == KOMA_OP_CONV_2D)
    return weights->count / (gsize) MAX (shape->dims[shape->rank - 1], 1);
  return self->dense->params.mat_mul.is_b_transposed ? shape->dims[shape->rank - 1]
                                                     : shape->dims[shape->rank - 2];
}

/* [n, rows, columns, channels], and the layer looks at each place alone. */
static gboolean
is_place_by_place (const Search *self)
{
  const KomaWindow2D *window = &self->dense->params.window;

  return self->dense->op == KOMA_OP_CONV_2D && window->groups == 1 && window->kernel_h == 1 &&
         window->kernel_w == 1;
}

static gboolean
measure (Search  *self,
         GError **error)
{
  const gsize      n = count_weights (self);
  const KomaShape *shape = &koma_graph_get_value (self->graph, self->value)->shape;
  const gsize      n_values = koma_shape_count (shape);

  self->is_pooled = n_values != n && self->is_pooled_after && is_place_by_place (self);
  self->n = n;
  if (n_values != n && !self->is_pooled)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "%s “%s”, the last dense layer, reads %u values of %u at a time: it does not "
                      "answer for the whole picture",
                      koma_node_get_op_name (self->dense), self->dense->name, (guint) n,
                      (guint) n_values);
  if (n > G_MAXINT32 / sizeof (float))
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "“%s” reads too many values",
                      self->dense->name);
  return TRUE;
}

static gboolean
append_pool (KomaGraph *graph,
             GError   **error)
{
  const KomaValueId y = koma_graph_get_output (graph, 0);
  const KomaShape   two = KOMA_SHAPE (2);
  g_autoptr (KomaArray) axes =
    koma_array_new_from_data (KOMA_DTYPE_INT32, &two, (const gint32[]){ 1, 2 }, error);
  const KomaNode *mean = NULL;
  KomaValueId     inputs[2] = { y };

  if (axes == NULL)
    return FALSE;
  inputs[1] = koma_graph_add_constant (graph, "features/axes", axes);
  mean = koma_graph_add_node (graph, KOMA_OP_MEAN, "features", inputs, 2, NULL, error);
  if (mean == NULL)
    return FALSE;
  koma_graph_set_output (graph, 0, mean->outputs[0]);
  return TRUE;
}

/* @sorted: is sorted, and keeps its values */
static gboolean
search_features (Search    *self,
                 KomaGraph *sorted,
                 guint      output,
                 GError   **error)
{
  return koma_graph_sort (sorted, error) && search_init (self, sorted, output, error) &&
         find_dense (self, error) && measure (self, error);
}

/**
 * koma_features_clear:
 *
 * Frees what koma_features_graph_new() filled in. Thread: any.
 */
void
koma_features_clear (KomaFeatures *features)
{
  g_clear_pointer (&features->node, g_free);
}

/**
 * koma_features_graph_new:
 * @base: as koma_model_get_graph() gives it; its sizes, but for the batch, are known
 * @output: index of the output with the scores
 * @ret_features: (out) (optional): koma_features_clear()
 *
 * Finds the last dense layer before the scores, and cuts the graph there. A quantised model
 * computes its features in float32. The result is not
 * inferred: it is for koma_session_new(), at any batch. Thread: any, while @base is not changed.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if there is no such layer, naming the node that is in the way;
 * those of koma_session_new() for shapes.
 *
 * Returns: (transfer full): the graph, with one output
 */
KomaGraph *
koma_features_graph_new (const KomaGraph *base,
                         guint            output,
                         KomaFeatures    *ret_features,
                         GError         **error)
{
  g_auto (Search) search = { 0 };
  g_autoptr (KomaGraph) sorted = koma_graph_copy (base);
  g_autoptr (KomaGraph) graph = NULL;
  g_autoptr (GArray) inputs = g_array_new (FALSE, FALSE, sizeof (guint));

  if (!search_features (&search, sorted, output, error))
    return NULL;
  graph = koma_graph_extract (sorted, &search.value, 1, inputs);
  if (!koma_unround (graph, error) || (search.is_pooled && !append_pool (graph, error)))
    return NULL;
  if (ret_features != NULL) {
    ret_features->node = g_strdup (search.dense->name);
    ret_features->n_features = (guint) search.n;
  }
  return g_steal_pointer (&graph);
}

static KomaValueId
add_vectors (const Search *search,
             KomaBuilder  *nodes)
{
  KomaValueId x = search->value;

  if (search->is_pooled)
    x = koma_builder_reduce (nodes, KOMA_OP_MEAN, x, 1u << 1 | 1u << 2, FALSE);
  return koma_builder_reshape (nodes, x, KOMA_SHAPE (-1, (gint64) search->n));
}

/**
 * koma_features_graph_with_vectors:
 * @base: as above
 * @output: as above
 *
 * Two pictures are as alike as the cosine of their features says. Thread: any, while @base is not
 * changed.
 *
 * Errors: those of koma_features_graph_new(); %KOMA_ERROR_UNSUPPORTED where the last dense layer
 * reads other numbers than float32.
 *
 * Returns: (transfer full): the graph
 */
KomaGraph *
koma_features_graph_with_vectors (const KomaGraph *base,
                                  guint            output,
                                  GError         **error)
{
  g_auto (Search) search = { 0 };
  g_autoptr (KomaGraph) graph = koma_graph_copy (base);
  KomaBuilder nodes = { 0 };
  KomaValueId vectors = KOMA_VALUE_NONE;
  gboolean    is_made = FALSE;

  if (!search_features (&search, graph, output, error))
    return NULL;
  if (koma_graph_get_value (search.graph, search.value)->dtype != KOMA_DTYPE_FLOAT32) {
    koma_fail (error, KOMA_ERROR_UNSUPPORTED, "“%s” does not read float32", search.dense->name);
    return NULL;
  }
  koma_builder_init_open (&nodes, graph, KOMA_VECTOR_OUTPUT);
  vectors = add_vectors (&search, &nodes);
  is_made = koma_builder_finish (&nodes, error);
  koma_builder_clear (&nodes);
  if (!is_made)
    return NULL;
  koma_graph_add_output (graph, KOMA_VECTOR_OUTPUT, vectors);
  return g_steal_pointer (&graph);
}
