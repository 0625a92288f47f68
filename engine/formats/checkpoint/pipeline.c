/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Training takes its examples from a queue or an iterator, with a result for the pictures and one
 * for the labels:
 *
 *   QueueDequeueManyV2 (queue, n) ─ :0 ─ Conv2D …        batch   = Placeholder ─ Conv2D …
 *                                 └ :1 ─ …           →    batch_1 = Placeholder ─ … */

#include "pipeline.h"

#include "engine/formats/tensorflow/tf-dtype.h"

/* The input was one of these; an attribute that nothing else reads. */
#define MARK "koma_pipeline"

static const char *const iterators[] = { "IteratorGetNext", "IteratorGetNextSync", "Unstage",
                                         NULL };
static const char *const single[] = { "QueueDequeue", "QueueDequeueV2", NULL };
static const char *const many[] = { "QueueDequeueMany", "QueueDequeueManyV2", "QueueDequeueUpTo",
                                    "QueueDequeueUpToV2", NULL };

static gboolean
is_pipeline (const KomaTfNode *node)
{
  return g_strv_contains (iterators, node->op) || g_strv_contains (single, node->op) ||
         g_strv_contains (many, node->op);
}

static const char *
get_dtype (const KomaTfNode *node,
           guint             output)
{
  gsize              n_types = 0;
  const gint64      *types = koma_attrs_get_ints (node->attrs, "output_types", &n_types);
  const KomaTfDType *dtype = NULL;

  if (n_types == 0)
    types = koma_attrs_get_ints (node->attrs, "component_types", &n_types);
  if (n_types == 0)
    types = koma_attrs_get_ints (node->attrs, "dtypes", &n_types);
  if (output >= n_types)
    return "DT_FLOAT";
  dtype = koma_tf_dtype_from_number (types[output]);
  return dtype != NULL ? dtype->name : "DT_INVALID";
}

/* However many pictures training took at a time, one is enough. */
static KomaShape
open_batch (KomaShape shape)
{
  if (shape.rank != KOMA_RANK_UNKNOWN && shape.rank > 0)
    shape.dims[0] = KOMA_DIM_UNKNOWN;
  return shape;
}

static KomaShape
add_batch (KomaShape shape)
{
  gint64 dims[KOMA_MAX_RANK] = { KOMA_DIM_UNKNOWN };

  if (shape.rank == KOMA_RANK_UNKNOWN || shape.rank >= KOMA_MAX_RANK)
    return (KomaShape){ .rank = KOMA_RANK_UNKNOWN };
  for (guint i = 0; i < (guint) shape.rank; i++)
    dims[i + 1] = shape.dims[i];
  return koma_shape_make ((guint) shape.rank + 1, dims);
}

/* An iterator knows its shapes; of a queue, the queue does. */
static KomaShape
get_shape (const KomaTfGraph *graph,
           const KomaTfNode  *node,
           guint              output)
{
  const KomaTfNode *from = node;

  if (!g_strv_contains (iterators, node->op))
    from = koma_tf_graph_find_input (graph, node, 0);
  if (from == NULL || from->shapes == NULL || output >= from->shapes->len)
    return (KomaShape){ .rank = KOMA_RANK_UNKNOWN };
  if (g_strv_contains (many, node->op))
    return add_batch (g_array_index (from->shapes, KomaShape, output));
  return open_batch (g_array_index (from->shapes, KomaShape, output));
}

/* "batch" is that of result 0, since references to it may lack the number. */
static char *
make_name (const KomaTfNode *node,
           guint             output)
{
  return output == 0 ? g_strdup (node->name) : g_strdup_printf ("%s_output_%u", node->name, output);
}

static void
become_input (KomaTfNode      *input,
              const char      *dtype,
              const KomaShape *shape)
{
  g_free (input->op);
  input->op = g_strdup ("Placeholder");
  g_ptr_array_set_size (input->inputs, 0);
  input->shape = *shape;
  koma_attrs_set_string (input->attrs, "dtype", dtype);
  koma_attrs_set_int (input->attrs, MARK, TRUE);
}

/* The input in place of a result; it is made when it is first read. */
static gboolean
ensure_input (KomaTfGraph      *graph,
              const KomaTfNode *node,
              guint             output,
              const char       *name,
              GError          **error)
{
  const KomaShape shape = get_shape (graph, node, output);
  g_autoptr (KomaTfNode) input = NULL;

  if (g_hash_table_contains (graph->indices, name))
    return TRUE;
  input = koma_tf_node_new (name, "Placeholder");
  become_input (input, get_dtype (node, output), &shape);
  return koma_tf_graph_add (graph, g_steal_pointer (&input), error);
}

static gboolean
cut_inputs (KomaTfGraph *graph,
            KomaTfNode  *node,
            GError     **error)
{
  for (guint i = 0; i < node->inputs->len; i++) {
    const char       *reference = node->inputs->pdata[i];
    guint             index = 0;
    guint             output = 0;
    const KomaTfNode *from = NULL;
    char             *name = NULL;

    if (koma_tf_reference_is_control (reference) ||
        !koma_tf_graph_resolve (graph, reference, &index, &output) || output == 0)
      continue;
    from = koma_tf_graph_get_node (graph, index);
    if (!is_pipeline (from))
      continue;
    name = make_name (from, output);
    g_free (node->inputs->pdata[i]);
    node->inputs->pdata[i] = name;
    if (!ensure_input (graph, from, output, name, error))
      return FALSE;
  }
  return TRUE;
}

/**
 * koma_checkpoint_cut_pipelines:
 * @graph: a graph as it was trained
 * @error: return location
 *
 * Puts an input of the graph in place of each result of a queue or an iterator, with its type and,
 * where it is known, its shape.
 *
 * Thread: any. Errors: those of koma_tf_graph_add().
 *
 * Returns: whether there was room for them
 */
gboolean
koma_checkpoint_cut_pipelines (KomaTfGraph *graph,
                               GError     **error)
{
  const guint n_nodes = koma_tf_graph_get_n_nodes (graph);

  for (guint i = 0; i < n_nodes; i++)
    if (!cut_inputs (graph, graph->nodes->pdata[i], error))
      return FALSE;
  /* Result 0 of each is the node itself. */
  for (guint i = 0; i < n_nodes; i++) {
    KomaTfNode     *node = graph->nodes->pdata[i];
    const KomaShape shape = get_shape (graph, node, 0);

    if (is_pipeline (node))
      become_input (node, get_dtype (node, 0), &shape);
  }
  return TRUE;
}

gboolean
koma_checkpoint_is_cut (const KomaTfNode *node)
{
  return koma_attrs_get_int (node->attrs, MARK, FALSE) != 0;
}
