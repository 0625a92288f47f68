/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph.h"

static gboolean *
find_needed (const KomaGraph   *graph,
             const KomaValueId *values,
             guint              n_values)
{
  gboolean *is_needed = g_new0 (gboolean, koma_graph_get_n_values (graph) + 1);

  for (guint i = 0; i < n_values; i++)
    is_needed[values[i]] = TRUE;
  for (guint i = koma_graph_get_n_nodes (graph); i-- > 0;) {
    const KomaNode *node = koma_graph_get_node (graph, i);
    gboolean        is_read = FALSE;

    for (guint k = 0; k < node->n_outputs; k++)
      is_read = is_read || is_needed[node->outputs[k]];
    for (guint k = 0; k < node->n_outputs && is_read; k++)
      is_needed[node->outputs[k]] = TRUE;
    for (guint k = 0; k < node->n_inputs && is_read; k++)
      is_needed[node->inputs[k]] = TRUE;
  }
  return is_needed;
}

static void
copy_sources (const KomaGraph *graph,
              const gboolean  *is_needed,
              KomaGraph       *ret_graph,
              KomaValueId     *ret_ids,
              GArray          *ret_inputs)
{
  for (guint i = 0; i < koma_graph_get_n_inputs (graph); i++) {
    const KomaValueId id = koma_graph_get_input (graph, i);
    const KomaValue  *value = koma_graph_get_value (graph, id);

    if (!is_needed[id])
      continue;
    ret_ids[id] = koma_graph_add_input (ret_graph, value->name, value->dtype, &value->shape);
    g_array_append_val (ret_inputs, i);
  }
  for (KomaValueId id = 0; id < koma_graph_get_n_values (graph); id++) {
    const KomaValue *value = koma_graph_get_value (graph, id);

    if (is_needed[id] && value->constant != NULL)
      ret_ids[id] = koma_graph_add_constant (ret_graph, value->name, value->constant);
  }
}

static void
copy_node (const KomaNode *node,
           KomaGraph      *ret_graph,
           KomaValueId    *ret_ids)
{
  g_autofree KomaValueId *inputs = g_new (KomaValueId, node->n_inputs + 1);
  const KomaNode         *copy = NULL;

  for (guint k = 0; k < node->n_inputs; k++)
    inputs[k] = ret_ids[node->inputs[k]];
  /* The same number of inputs and outputs as before: it can not fail. */
  copy = koma_graph_add_node (ret_graph, node->op, node->name, inputs, node->n_inputs,
                              koma_attrs_copy (node->attrs), NULL);
  for (guint k = 0; k < node->n_outputs; k++)
    ret_ids[node->outputs[k]] = copy->outputs[k];
}

/**
 * koma_graph_extract_into:
 * @graph: sorted; no pass has run over it
 * @values: (array length=n_values): any values of it
 * @to: another graph, which what they need is added to
 * @ret_inputs: (element-type guint): which inputs of @graph were added, in order
 * @ret_values: (out caller-allocates): [@n_values] what @values are in @to
 *
 * Outputs of @to stay as they are. Thread: any, while neither is changed elsewhere.
 */
void
koma_graph_extract_into (const KomaGraph   *graph,
                         const KomaValueId *values,
                         guint              n_values,
                         KomaGraph         *to,
                         GArray            *ret_inputs,
                         KomaValueId       *ret_values)
{
  g_autofree gboolean    *is_needed = find_needed (graph, values, n_values);
  g_autofree KomaValueId *ids = g_new0 (KomaValueId, koma_graph_get_n_values (graph) + 1);

  copy_sources (graph, is_needed, to, ids, ret_inputs);
  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++) {
    const KomaNode *node = koma_graph_get_node (graph, i);

    if (is_needed[node->outputs[0]])
      copy_node (node, to, ids);
  }
  for (guint i = 0; i < n_values; i++)
    ret_values[i] = ids[values[i]];
}

/**
 * koma_graph_extract:
 * @graph: sorted; no pass has run over it
 * @values: (array length=n_values): any values of it
 * @ret_inputs: (element-type guint): which of its inputs the result has, in order
 *
 * What some values need, and nothing else. What is needed alike is numbered alike, wherever it
 * stood in @graph. Thread: any, while @graph is not changed.
 *
 * Returns: (transfer full): a graph, not inferred, whose outputs are @values
 */
KomaGraph *
koma_graph_extract (const KomaGraph   *graph,
                    const KomaValueId *values,
                    guint              n_values,
                    GArray            *ret_inputs)
{
  g_autofree KomaValueId *outputs = g_new (KomaValueId, n_values + 1);
  KomaGraph              *extract = koma_graph_new ();

  koma_graph_extract_into (graph, values, n_values, extract, ret_inputs, outputs);
  for (guint i = 0; i < n_values; i++)
    koma_graph_add_output (extract, "y", outputs[i]);
  return extract;
}

/**
 * koma_graph_extract_output:
 * @graph: that no pass has run over; need not be sorted
 * @name: of an output
 *
 * What one output needs, and nothing else; constants are shared. Thread: any, while @graph is not
 * changed. Errors: %KOMA_ERROR_MODEL where there is no such output; those of koma_graph_sort().
 *
 * Returns: (transfer full): a graph, not inferred, whose one output has the same name
 */
KomaGraph *
koma_graph_extract_output (const KomaGraph *graph,
                           const char      *name,
                           GError         **error)
{
  KomaValueId value = koma_graph_find_output (graph, name);
  g_autoptr (GArray) inputs = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (KomaGraph) sorted = NULL;
  KomaGraph *extract = NULL;

  if (value == KOMA_VALUE_NONE) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "no output is called “%s”", name);
    return NULL;
  }
  sorted = koma_graph_copy (graph);
  if (!koma_graph_sort (sorted, error))
    return NULL;
  extract = koma_graph_extract (sorted, &value, 1, inputs);
  value = koma_graph_get_output (extract, 0);
  koma_graph_clear_outputs (extract);
  koma_graph_add_output (extract, name, value);
  return extract;
}
