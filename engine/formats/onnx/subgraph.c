/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "subgraph.h"

#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"

typedef Koma__Onnx__AttributeProto AttributeProto;
typedef Koma__Onnx__GraphProto     GraphProto;
typedef Koma__Onnx__NodeProto      NodeProto;

/* A node of a graph in a graph is looked at once for each that it lies in; a function's for each
 * call. */
#define MAX_SEEN (guint64) (KOMA_ONNX_MAX_DEPTH * KOMA_MAX_NODES)

static void
graph_free (gpointer graph)
{
  koma__onnx__graph_proto__free_unpacked (graph, NULL);
}

/**
 * koma_onnx_subgraphs_init:
 *
 * Thread: any.
 */
void
koma_onnx_subgraphs_init (KomaOnnxSubgraphs *self)
{
  *self = (KomaOnnxSubgraphs){
    .graphs = g_hash_table_new_full (g_direct_hash, g_direct_equal, NULL, graph_free),
  };
}

/**
 * koma_onnx_subgraphs_clear:
 *
 * Frees what @self holds. Thread: any.
 */
void
koma_onnx_subgraphs_clear (KomaOnnxSubgraphs *self)
{
  g_clear_pointer (&self->graphs, g_hash_table_unref);
}

static gboolean
is_text (char **texts,
         gsize  n_texts)
{
  for (gsize i = 0; i < n_texts; i++)
    if (!g_utf8_validate (texts[i], -1, NULL))
      return FALSE;
  return TRUE;
}

/**
 * koma_onnx_check_node_names:
 *
 * Errors: %KOMA_ERROR_MODEL if a name is no text. Thread: any.
 */
gboolean
koma_onnx_check_node_names (NodeProto *const *nodes,
                            gsize             n_nodes,
                            GError          **error)
{
  for (gsize i = 0; i < n_nodes; i++) {
    const NodeProto *node = nodes[i];

    if (!g_utf8_validate (node->name, -1, NULL) || !g_utf8_validate (node->op_type, -1, NULL) ||
        !g_utf8_validate (node->domain, -1, NULL) || !is_text (node->input, node->n_input) ||
        !is_text (node->output, node->n_output))
      return koma_fail (error, KOMA_ERROR_MODEL, "node %zu has a name that is no text", i);
  }
  return TRUE;
}

/**
 * koma_onnx_check_names:
 *
 * Errors: %KOMA_ERROR_MODEL if the name of a node, a value, an input or an output is no text.
 * Thread: any.
 */
gboolean
koma_onnx_check_names (const GraphProto *graph,
                       GError          **error)
{
  if (!koma_onnx_check_node_names (graph->node, graph->n_node, error))
    return FALSE;
  for (gsize i = 0; i < graph->n_input; i++)
    if (!g_utf8_validate (graph->input[i]->name, -1, NULL))
      return koma_fail (error, KOMA_ERROR_MODEL, "input %zu has a name that is no text", i);
  for (gsize i = 0; i < graph->n_output; i++)
    if (!g_utf8_validate (graph->output[i]->name, -1, NULL))
      return koma_fail (error, KOMA_ERROR_MODEL, "output %zu has a name that is no text", i);
  return TRUE;
}

/**
 * koma_onnx_subgraphs_read:
 * @attr: its bytes outlive @self
 *
 * Errors: %KOMA_ERROR_MODEL if the bytes are no graph. Thread: any.
 *
 * Returns: (transfer none) (nullable): the graph that an attribute holds
 */
const GraphProto *
koma_onnx_subgraphs_read (KomaOnnxSubgraphs    *self,
                          const AttributeProto *attr,
                          GError              **error)
{
  GraphProto *graph = NULL;

  if (attr->g.len > 0)
    graph = g_hash_table_lookup (self->graphs, attr->g.data);
  if (graph != NULL)
    return graph;
  graph = koma__onnx__graph_proto__unpack (NULL, attr->g.len, attr->g.data);
  if (graph == NULL) {
    (void) koma_fail (error, KOMA_ERROR_MODEL, "the graph in it is damaged");
    return NULL;
  }
  if (attr->g.len == 0 || !koma_onnx_check_names (graph, error)) {
    graph_free (graph);
    if (attr->g.len == 0)
      (void) koma_fail (error, KOMA_ERROR_MODEL, "the graph in it is empty");
    return NULL;
  }
  g_hash_table_insert (self->graphs, attr->g.data, graph);
  return graph;
}

static gboolean collect (KomaOnnxSubgraphs *self,
                         const NodeProto   *node,
                         guint              depth,
                         GPtrArray         *names,
                         GError           **error);

/* What the nodes of @graph need and nothing in it makes. */
static gboolean
collect_outer (KomaOnnxSubgraphs *self,
               const GraphProto  *graph,
               guint              depth,
               GPtrArray         *names,
               GError           **error)
{
  g_autoptr (GHashTable) own = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) needed = g_ptr_array_new ();

  self->n_seen += graph->n_node;
  if (depth > KOMA_ONNX_MAX_DEPTH || self->n_seen > MAX_SEEN)
    return koma_fail (error, KOMA_ERROR_MEMORY, "too many graphs lie in graphs");
  for (gsize i = 0; i < graph->n_input; i++)
    g_hash_table_add (own, graph->input[i]->name);
  for (gsize i = 0; i < graph->n_initializer; i++)
    g_hash_table_add (own, graph->initializer[i]->name);
  for (gsize i = 0; i < graph->n_node; i++) {
    for (gsize j = 0; j < graph->node[i]->n_output; j++)
      g_hash_table_add (own, graph->node[i]->output[j]);
    if (!collect (self, graph->node[i], depth, needed, error))
      return FALSE;
  }
  for (gsize i = 0; i < graph->n_output; i++)
    g_ptr_array_add (needed, graph->output[i]->name);
  for (guint i = 0; i < needed->len; i++)
    if (!g_hash_table_contains (own, needed->pdata[i]))
      g_ptr_array_add (names, needed->pdata[i]);
  return TRUE;
}

static gboolean
collect (KomaOnnxSubgraphs *self,
         const NodeProto   *node,
         guint              depth,
         GPtrArray         *names,
         GError           **error)
{
  for (gsize i = 0; i < node->n_input; i++)
    if (*node->input[i] != '\0')
      g_ptr_array_add (names, node->input[i]);
  for (gsize i = 0; i < node->n_attribute; i++) {
    const GraphProto *graph = NULL;

    if (node->attribute[i]->g.len == 0)
      continue;
    graph = koma_onnx_subgraphs_read (self, node->attribute[i], error);
    if (graph == NULL || !collect_outer (self, graph, depth + 1, names, error))
      return FALSE;
  }
  return TRUE;
}

/**
 * koma_onnx_subgraphs_collect:
 * @names: (element-type utf8): borrowed from @node and @self
 *
 * Errors: %KOMA_ERROR_MODEL if a graph in the node is damaged; %KOMA_ERROR_MEMORY if graphs lie
 * too deep in each other. Thread: any.
 */
gboolean
koma_onnx_subgraphs_collect (KomaOnnxSubgraphs *self,
                             const NodeProto   *node,
                             GPtrArray         *names,
                             GError           **error)
{
  return collect (self, node, 0, names, error);
}
