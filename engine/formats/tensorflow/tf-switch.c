/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A graph that was saved as it was trained asks in many places whether it is
 * training: Switch (data, flag) sends the data to its result 0 or 1, and Merge
 * takes the one of its inputs that got there. Where the flag is known, both
 * become plain edges. */

#include "tf-inference.h"

#include "engine/koma/koma-error.h"
#include "tf-order.h"

/* Nodes between a flag and the Switch that asks for it. */
#define MAX_FLAG_DEPTH 32

typedef enum {
  FLAG_UNKNOWN = -1,
  FLAG_FALSE,
  FLAG_TRUE,
} Flag;

/* Which nodes can not be reached: they depend on the side of a Switch that
 * its flag closes. */
typedef struct
{
  KomaTfGraph *graph;
  Flag        *flags;   /* [n_nodes] of a Switch */
  guint8      *is_dead; /* [n_nodes] */
} Reach;

static KomaTfNode *
find_node (const KomaTfGraph *graph,
           const char        *reference,
           guint             *ret_index,
           guint             *ret_output)
{
  if (!koma_tf_graph_resolve (graph, reference, ret_index, ret_output))
    return NULL;

  return g_ptr_array_index (graph->nodes, *ret_index);
}

static gboolean
passes_on (const KomaTfNode *node)
{
  return koma_tf_node_is (node, "Identity") || koma_tf_node_is (node, "Switch") ||
         koma_tf_node_is (node, "PlaceholderWithDefault") || koma_tf_node_is (node, "StopGradient");
}

static Flag
negate (Flag flag)
{
  return flag == FLAG_UNKNOWN ? FLAG_UNKNOWN : (Flag) !flag;
}

/* A flag that the caller would feed says that this is no training. */
static Flag
read_flag (const KomaTfGraph *graph,
           const char        *reference,
           guint              depth)
{
  guint             index = 0;
  guint             output = 0;
  const KomaTfNode *node = find_node (graph, reference, &index, &output);

  if (node == NULL || depth > MAX_FLAG_DEPTH)
    return FLAG_UNKNOWN;
  if (koma_tf_node_is (node, "Placeholder"))
    return g_str_equal (koma_attrs_get_string (node->attrs, "dtype", ""), "DT_BOOL") ? FLAG_FALSE
                                                                                     : FLAG_UNKNOWN;
  if (node->value != NULL && node->value->dtype == KOMA_DTYPE_BOOL && node->value->count == 1)
    return *(const guint8 *) node->value->data != 0 ? FLAG_TRUE : FLAG_FALSE;
  if (node->inputs->len == 0)
    return FLAG_UNKNOWN;
  if (koma_tf_node_is (node, "LogicalNot"))
    return negate (read_flag (graph, node->inputs->pdata[0], depth + 1));
  if (passes_on (node))
    return read_flag (graph, node->inputs->pdata[0], depth + 1);

  return FLAG_UNKNOWN;
}

/* Is what @reference names behind a closed side? */
static gboolean
is_closed (const Reach *reach,
           const char  *reference)
{
  guint index = 0;
  guint output = 0;

  if (koma_tf_reference_is_control (reference) ||
      find_node (reach->graph, reference, &index, &output) == NULL)
    return FALSE;

  return reach->is_dead[index] ||
         (reach->flags[index] != FLAG_UNKNOWN && output != (guint) reach->flags[index]);
}

/* The data of a Switch in place of the Switch. Inputs come first in the order,
 * so that one step is enough. */
static void
bypass_switches (const Reach *reach,
                 KomaTfNode  *node)
{
  for (guint i = 0; i < node->inputs->len; i++) {
    const char *reference = node->inputs->pdata[i];
    guint       index = 0;
    guint       output = 0;
    KomaTfNode *from = find_node (reach->graph, reference, &index, &output);

    if (from == NULL || koma_tf_reference_is_control (reference) ||
        reach->flags[index] == FLAG_UNKNOWN || output != (guint) reach->flags[index])
      continue;
    g_free (node->inputs->pdata[i]);
    node->inputs->pdata[i] = g_strdup (from->inputs->pdata[0]);
  }
}

static void
resolve_merge (Reach      *reach,
               guint       index,
               KomaTfNode *node)
{
  guint n_open = 0;
  guint open = 0;

  for (guint i = 0; i < node->inputs->len; i++) {
    if (koma_tf_reference_is_control (node->inputs->pdata[i]) ||
        is_closed (reach, node->inputs->pdata[i]))
      continue;
    open = i;
    n_open++;
  }

  reach->is_dead[index] = n_open == 0;
  if (n_open == 1)
    koma_tf_node_become_identity (node, node->inputs->pdata[open]);
}

static void
resolve_node (Reach *reach,
              guint  index)
{
  KomaTfNode *node = g_ptr_array_index (reach->graph->nodes, index);

  if (koma_tf_node_is (node, "Merge")) {
    resolve_merge (reach, index, node);
  } else {
    for (guint i = 0; i < node->inputs->len; i++)
      reach->is_dead[index] = reach->is_dead[index] || is_closed (reach, node->inputs->pdata[i]);
    if (koma_tf_node_is (node, "Switch") && node->inputs->len >= 2)
      reach->flags[index] = read_flag (reach->graph, node->inputs->pdata[1], 0);
  }

  if (!reach->is_dead[index])
    bypass_switches (reach, node);
}

/**
 * koma_tf_resolve_switches:
 * @graph: a graph, whose results that are wanted stand in its list of outputs
 * @error: return location
 *
 * Takes the way through Switch and Merge that a graph goes when it is not
 * training. A flag is a constant, the default of a placeholder, or a
 * placeholder of booleans, which counts as false. Switches whose flag is
 * computed stay.
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL where an output, or a node that it
 * needs, is not in the graph.
 *
 * Returns: whether the nodes fit together
 */
gboolean
koma_tf_resolve_switches (KomaTfGraph *graph,
                          GError     **error)
{
  const guint        n_nodes = koma_tf_graph_get_n_nodes (graph);
  g_autofree char   *cycle = NULL;
  g_autofree Flag   *flags = g_new (Flag, n_nodes);
  g_autofree guint8 *is_dead = g_new0 (guint8, n_nodes);
  g_autoptr (GArray) roots = koma_tf_find_roots (graph, graph->outputs, error);
  g_autoptr (GArray) order = roots != NULL ? koma_tf_order (graph, roots, &cycle, error) : NULL;
  Reach reach = { .graph = graph, .flags = flags, .is_dead = is_dead };

  if (order == NULL)
    return FALSE;

  for (guint i = 0; i < n_nodes; i++)
    flags[i] = FLAG_UNKNOWN;
  for (guint i = 0; i < order->len; i++)
    resolve_node (&reach, g_array_index (order, guint, i));
  return TRUE;
}
