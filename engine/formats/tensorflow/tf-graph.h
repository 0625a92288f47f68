/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph.h"

G_BEGIN_DECLS

/**
 * KomaTfNode:
 *
 * A node as TensorFlow describes it, whether in JSON or in a protocol
 * buffer. Attributes keep their names. A boolean is 0 or 1, a type is
 * "DT_FLOAT", a list of strings is one string with commas between, a list of
 * types is one of their numbers.
 */
typedef struct
{
  char      *name;
  char      *op;
  GPtrArray *inputs; /* char *: "conv", "split:1", "^control" */
  KomaAttrs *attrs;
  KomaShape  shape;  /* attribute "shape"; else its rank is KOMA_RANK_UNKNOWN */
  KomaArray *value;  /* (nullable) attribute "value", where it has contents */
  GPtrArray *texts;  /* (nullable) char *: the same where it holds texts */
  GArray    *shapes; /* (nullable) KomaShape: attribute "output_shapes" or "shapes" */
} KomaTfNode;

KomaTfNode *koma_tf_node_new (const char *name, const char *op);
void        koma_tf_node_free (KomaTfNode *node);
gboolean    koma_tf_node_is (const KomaTfNode *node, const char *op);
void        koma_tf_node_become_identity (KomaTfNode *node, const char *reference);
void        koma_tf_node_become_const (KomaTfNode *node, KomaArray *value); /* takes a reference */

/**
 * KomaTfGraph:
 *
 * The nodes of a file, in its order, and what stands beside them.
 */
typedef struct
{
  GPtrArray  *nodes;   /* KomaTfNode; names are unique */
  GHashTable *indices; /* char * (borrowed) → GUINT_TO_POINTER */
  GHashTable *weights; /* (nullable) char * → KomaArray: contents of Consts */
  GPtrArray  *inputs;  /* char *: "x:0", the signature's order; may be empty */
  GPtrArray  *outputs; /* the same of results */
} KomaTfGraph;

KomaTfGraph *koma_tf_graph_new (void);
void         koma_tf_graph_free (KomaTfGraph *graph);
gboolean     koma_tf_graph_add (KomaTfGraph *graph,
                                KomaTfNode  *node, /* (transfer full) */
                                GError     **error) G_GNUC_WARN_UNUSED_RESULT;

guint             koma_tf_graph_get_n_nodes (const KomaTfGraph *graph);
const KomaTfNode *koma_tf_graph_get_node (const KomaTfGraph *graph, guint index);
/* What a reference like "split:1" names; FALSE where there is no such node. */
gboolean koma_tf_graph_resolve (const KomaTfGraph *graph,
                                const char        *reference,
                                guint             *ret_node,
                                guint             *ret_output);
/* (nullable) The node that makes an input; NULL where there is none. */
KomaTfNode *koma_tf_graph_find_input (const KomaTfGraph *graph,
                                      const KomaTfNode  *node,
                                      guint              input);
gboolean    koma_tf_reference_is_control (const char *reference);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTfNode, koma_tf_node_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTfGraph, koma_tf_graph_free)

G_END_DECLS
