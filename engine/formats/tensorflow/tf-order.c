/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tf-order.h"

/* How many nodes of a cycle an error names. */
#define MAX_NAMED 6

typedef enum {
  UNSEEN = 0,
  OPEN, /* on the stack: what it needs is being visited */
  DONE,
} State;

typedef struct
{
  guint node;
  guint next_input;
} Frame;

typedef struct
{
  const KomaTfGraph *graph;
  guint8            *states; /* [n_nodes] State */
  GArray            *stack;  /* Frame */
  GArray            *order;  /* guint */
  char              *cycle;  /* (nullable) */
} Walk;

static void
walk_clear (Walk *walk)
{
  g_clear_pointer (&walk->states, g_free);
  g_clear_pointer (&walk->stack, g_array_unref);
  g_clear_pointer (&walk->order, g_array_unref);
  g_clear_pointer (&walk->cycle, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Walk, walk_clear)

static const char *
get_name (const Walk *walk,
          guint       node)
{
  return koma_tf_graph_get_node (walk->graph, node)->name;
}

/* The nodes from @node up the stack wait for @node. */
static void
note_cycle (Walk *walk,
            guint node)
{
  g_autoptr (GString) text = NULL;
  guint first = 0;

  if (walk->cycle != NULL)
    return;

  while (g_array_index (walk->stack, Frame, first).node != node)
    first++;

  text = g_string_new (NULL);
  for (guint i = first; i < walk->stack->len && i < first + MAX_NAMED; i++) {
    const Frame *frame = &g_array_index (walk->stack, Frame, i);

    g_string_append_printf (text, "'%s' → ", get_name (walk, frame->node));
  }
  if (walk->stack->len > first + MAX_NAMED)
    g_string_append (text, "… → ");
  g_string_append_printf (text, "'%s'", get_name (walk, node));
  walk->cycle = g_string_free (g_steal_pointer (&text), FALSE);
}

static void
push (Walk *walk,
      guint node)
{
  const Frame frame = { .node = node };

  walk->states[node] = OPEN;
  g_array_append_val (walk->stack, frame);
}

static gboolean
visit_input (Walk             *walk,
             const KomaTfNode *node,
             const char       *reference,
             GError          **error)
{
  guint index = 0;
  guint output = 0;

  if (koma_tf_reference_is_control (reference))
    return TRUE;

  if (!koma_tf_graph_resolve (walk->graph, reference, &index, &output))
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "%s '%s': its input '%s' is not in the graph",
                      node->op, node->name, reference);

  if (walk->states[index] == UNSEEN)
    push (walk, index);
  else if (walk->states[index] == OPEN)
    note_cycle (walk, index);

  return TRUE;
}

static gboolean
walk_from (Walk    *walk,
           guint    root,
           GError **error)
{
  if (walk->states[root] != UNSEEN)
    return TRUE;

  push (walk, root);
  while (walk->stack->len > 0) {
    Frame            *top = &g_array_index (walk->stack, Frame, walk->stack->len - 1);
    const KomaTfNode *node = koma_tf_graph_get_node (walk->graph, top->node);

    if (top->next_input < node->inputs->len) {
      const char *reference = node->inputs->pdata[top->next_input++];

      if (!visit_input (walk, node, reference, error))
        return FALSE;
    } else {
      walk->states[top->node] = DONE;
      g_array_append_val (walk->order, top->node);
      g_array_set_size (walk->stack, walk->stack->len - 1);
    }
  }

  return TRUE;
}

/**
 * koma_tf_find_roots:
 * @graph: a graph
 * @outputs: (element-type utf8): references to results: "scores", "split:1"
 * @error: return location
 *
 * Finds the nodes that a graph is there for.
 *
 * Errors: %KOMA_ERROR_MODEL where one is not there, or @outputs is empty.
 *
 * Returns: (transfer full) (element-type guint): indices, or %NULL
 */
GArray *
koma_tf_find_roots (const KomaTfGraph *graph,
                    const GPtrArray   *outputs,
                    GError           **error)
{
  g_autoptr (GArray) roots = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < outputs->len; i++) {
    guint index = 0;
    guint output = 0;

    if (!koma_tf_graph_resolve (graph, outputs->pdata[i], &index, &output)) {
      g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                   "Output '%s' of the signature is not in the graph", (char *) outputs->pdata[i]);
      return NULL;
    }
    g_array_append_val (roots, index);
  }

  if (roots->len == 0) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                 "The graph computes nothing: none of its %u nodes has a result",
                 koma_tf_graph_get_n_nodes (graph));
    return NULL;
  }

  return g_steal_pointer (&roots);
}

/**
 * koma_tf_order:
 * @graph: a graph, nodes in any order
 * @roots: (element-type guint): indices of nodes whose results are wanted
 * @ret_cycle: (out) (transfer full) (nullable): the nodes of one cycle,
 *   in words; their order in the result is then as good as it can be
 * @error: return location
 *
 * Finds the nodes that @roots need, each behind those whose results it
 * reads. Control inputs are not followed. A depth-first walk with a stack of
 * its own: a chain of 100 000 nodes must not use up the thread's.
 *
 * Errors: %KOMA_ERROR_MODEL where a node reads what is not there.
 *
 * Returns: (transfer full) (element-type guint): indices, or %NULL
 */
GArray *
koma_tf_order (const KomaTfGraph *graph,
               const GArray      *roots,
               char             **ret_cycle,
               GError           **error)
{
  g_auto (Walk) walk = {
    .graph = graph,
    .states = g_new0 (guint8, koma_tf_graph_get_n_nodes (graph)),
    .stack = g_array_new (FALSE, FALSE, sizeof (Frame)),
    .order = g_array_new (FALSE, FALSE, sizeof (guint)),
  };

  for (guint i = 0; i < roots->len; i++) {
    if (!walk_from (&walk, g_array_index (roots, guint, i), error))
      return NULL;
  }

  *ret_cycle = g_steal_pointer (&walk.cycle);
  return g_steal_pointer (&walk.order);
}
