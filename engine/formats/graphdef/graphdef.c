/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "graphdef.h"

#include "engine/formats/file.h"
#include "engine/formats/protobuf-file.h"
#include "engine/koma/koma-error.h"
#include "pb-attrs.h"

typedef Koma__Tf__GraphDef GraphDef;
typedef Koma__Tf__NodeDef  NodeDef;

static void
graph_def_free (GraphDef *graph_def)
{
  koma__tf__graph_def__free_unpacked (graph_def, NULL);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GraphDef, graph_def_free)

/**
 * koma_graphdef_read_node:
 * @node_def: a node of a protocol buffer
 * @index: of it, for the error
 * @error: return location
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL where it has no name that is text; those of
 * koma_graphdef_attrs_read().
 *
 * Returns: (transfer full): the node, or %NULL
 */
KomaTfNode *
koma_graphdef_read_node (const Koma__Tf__NodeDef *node_def,
                         gsize                    index,
                         GError                 **error)
{
  g_autoptr (KomaTfNode) node = NULL;

  if (*node_def->name == '\0' || !g_utf8_validate (node_def->name, -1, NULL) ||
      !g_utf8_validate (node_def->op, -1, NULL)) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "node %zu has no name that is text", index);
    return NULL;
  }

  node = koma_tf_node_new (node_def->name, node_def->op);
  for (gsize i = 0; i < node_def->n_input; i++) {
    if (!g_utf8_validate (node_def->input[i], -1, NULL)) {
      g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                   "%s '%s': the name of input %zu is not text", node->op, node->name, i);
      return NULL;
    }
    g_ptr_array_add (node->inputs, g_strdup (node_def->input[i]));
  }

  if (!koma_graphdef_attrs_read (node_def, node, error))
    return NULL;

  return g_steal_pointer (&node);
}

/* So that the first can be taken from the end. */
static void
reverse (NodeDef **nodes,
         gsize     n_nodes)
{
  for (gsize i = 0; i < n_nodes / 2; i++) {
    NodeDef *first = nodes[i];

    nodes[i] = nodes[n_nodes - 1 - i];
    nodes[n_nodes - 1 - i] = first;
  }
}

/**
 * koma_graphdef_read_nodes:
 * @graph_def: a graph, whose nodes are taken out
 * @error: return location
 *
 * Reads the nodes of a graph. Each is freed when it is read: weights are then twice in memory one
 * node at a time.
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL where there is none, or one is damaged;
 * %KOMA_ERROR_SHAPE, %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer full): the nodes, or %NULL
 */
KomaTfGraph *
koma_graphdef_read_nodes (Koma__Tf__GraphDef *graph_def,
                          GError            **error)
{
  g_autoptr (KomaTfGraph) graph = koma_tf_graph_new ();

  if (graph_def->n_node == 0) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                 "expected a TensorFlow graph, found no node in it");
    return NULL;
  }

  reverse (graph_def->node, graph_def->n_node);
  for (gsize i = 0; graph_def->n_node > 0; i++) {
    NodeDef    *node_def = graph_def->node[graph_def->n_node - 1];
    KomaTfNode *node = koma_graphdef_read_node (node_def, i, error);

    graph_def->n_node--;
    koma__tf__node_def__free_unpacked (node_def, NULL);
    if (node == NULL || !koma_tf_graph_add (graph, node, error))
      return NULL;
  }

  return g_steal_pointer (&graph);
}

/**
 * koma_graphdef_load:
 * @path: a file that holds a GraphDef
 * @max_bytes: how large it may be
 * @checksum: is fed the file's bytes
 * @error: return location
 *
 * Reads the nodes of a file.
 *
 * Thread: any; blocks on the disk. Errors: those of koma_protobuf_file_read() and
 * koma_graphdef_read_nodes(). They name the file.
 *
 * Returns: (transfer full): the nodes, or %NULL
 */
KomaTfGraph *
koma_graphdef_load (const char      *path,
                    guint64          max_bytes,
                    KomaContentHash *checksum,
                    GError         **error)
{
  g_autoptr (GraphDef) graph_def =
    koma_protobuf_file_read (path, max_bytes, &koma__tf__graph_def__descriptor,
                             "a TensorFlow graph", checksum, error);
  KomaTfGraph *graph = NULL;

  if (graph_def == NULL)
    return NULL;
  graph = koma_graphdef_read_nodes (graph_def, error);
  if (graph == NULL)
    koma_file_prefix_error (path, error);
  return graph;
}
