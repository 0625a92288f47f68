/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A function of one number between a Dequantize and a Quantize has 256 results. They are computed
 * ahead, by the nodes themselves. HardSwish, for one, is a handful of nodes that read one value. */

#include "integer-ops.h"
#include "passes.h"

#define N_LEVELS  256
#define MAX_NODES 16

typedef struct
{
  const KomaIntegerRewrite *rewrite;
  const KomaNode           *source; /* (nullable) the Dequantize */
  const KomaNode           *nodes[MAX_NODES];
  guint                     n_nodes;
} Function;

static gboolean
is_element_wise (KomaOp op)
{
  const KomaOpClass *klass = koma_op_get_class (op);

  return klass == &koma_op_unary || klass == &koma_op_binary || klass == &koma_op_clip ||
         klass == &koma_op_gelu;
}

static gboolean
contains (const Function *function,
          const KomaNode *node)
{
  for (guint i = 0; i < function->n_nodes; i++)
    if (function->nodes[i] == node)
      return TRUE;
  return FALSE;
}

/* Adds the nodes that @value is computed by, in their order. FALSE if it is not a function of one
 * value of integers. */
static gboolean
collect (Function   *function,
         KomaValueId value,
         guint       depth)
{
  const KomaArray *constant = koma_graph_get_value (function->rewrite->graph, value)->constant;
  const KomaNode  *node = NULL;

  if (constant != NULL)
    return constant->count == 1;
  node = koma_integer_find_producer (function->rewrite, value);
  if (node == NULL || depth == MAX_NODES)
    return FALSE;
  if (node->op == KOMA_OP_DEQUANTIZE) {
    const gboolean is_first = function->source == NULL;

    function->source = is_first ? node : function->source;
    return function->source == node;
  }
  if (contains (function, node))
    return TRUE;
  if (!is_element_wise (node->op))
    return FALSE;
  for (guint i = 0; i < node->n_inputs; i++)
    if (!collect (function, node->inputs[i], depth + 1))
      return FALSE;
  if (function->n_nodes == MAX_NODES)
    return FALSE;
  function->nodes[function->n_nodes++] = node;
  return TRUE;
}

/* @to: what stands in @graph for the values of the function's graph. */
static gboolean
copy_node (const Function *function,
           const KomaNode *node,
           KomaGraph      *graph,
           GHashTable     *to,
           GError        **error)
{
  KomaValueId inputs[KOMA_MAX_NODE_ARITY];
  KomaNode   *copy = NULL;

  for (guint i = 0; i < node->n_inputs; i++) {
    const KomaValue *value = koma_node_input (function->rewrite->graph, node, i);

    inputs[i] = value->constant != NULL
                  ? koma_graph_add_constant (graph, value->name, value->constant)
                  : GPOINTER_TO_UINT (
                      g_hash_table_lookup (to, GUINT_TO_POINTER (node->inputs[i])));
  }
  copy = koma_graph_add_node (graph, node->op, node->name, inputs, node->n_inputs,
                              koma_attrs_copy (node->attrs), error);
  if (copy == NULL)
    return FALSE;
  copy->clamp = node->clamp;
  g_hash_table_insert (to, GUINT_TO_POINTER (node->outputs[0]),
                       GUINT_TO_POINTER (copy->outputs[0]));
  return TRUE;
}

static KomaArray *
make_levels (KomaDType dtype,
             GError  **error)
{
  const KomaShape shape = KOMA_SHAPE (N_LEVELS);
  KomaArray      *levels = koma_array_new (dtype, &shape, error);

  for (guint i = 0; levels != NULL && i < N_LEVELS; i++)
    ((guint8 *) levels->data)[i] = (guint8) i;
  return levels;
}

static KomaArray *
compute (const Function *function,
         KomaValueId     real,
         const KomaNode *quantize,
         GError        **error)
{
  const KomaGraph *original = function->rewrite->graph;
  const KomaDType  dtype = koma_node_input (original, function->source, 0)->dtype;
  const KomaShape  shape = KOMA_SHAPE (N_LEVELS);
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GHashTable) to = g_hash_table_new (NULL, NULL);
  g_autoptr (KomaArray) levels = make_levels (dtype, error);
  g_autoptr (KomaArray) table = NULL;
  KomaValueId result = KOMA_VALUE_NONE;

  if (levels == NULL)
    return NULL;
  g_hash_table_insert (to, GUINT_TO_POINTER (function->source->inputs[0]),
                       GUINT_TO_POINTER (koma_graph_add_constant (graph, "levels", levels)));
  if (!copy_node (function, function->source, graph, to, error))
    return NULL;
  for (guint i = 0; i < function->n_nodes; i++)
    if (!copy_node (function, function->nodes[i], graph, to, error))
      return NULL;
  /* The Quantize may read another value in its own graph. */
  g_hash_table_insert (to, GUINT_TO_POINTER (quantize->inputs[0]),
                       g_hash_table_lookup (to, GUINT_TO_POINTER (real)));
  if (!copy_node (function, quantize, graph, to, error))
    return NULL;
  result = GPOINTER_TO_UINT (g_hash_table_lookup (to, GUINT_TO_POINTER (quantize->outputs[0])));
  if (!koma_pass_infer (graph, error))
    return NULL;
  table = koma_array_ref (koma_graph_get_value (graph, result)->constant);
  return koma_array_reshape (table, &shape, error);
}

/**
 * koma_integer_make_table:
 * @real: a value of float32
 * @quantize: how it is rounded
 * @ret_source: (out): the value of integers that @real follows from, to be cleared
 * @ret_table: (out) (transfer full) (nullable): [256], the integer for each of these; %NULL if
 *   @real is no function of one value
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_integer_make_table (const KomaIntegerRewrite *rewrite,
                         KomaValueId               real,
                         const KomaNode           *quantize,
                         KomaIntegers             *ret_source,
                         KomaArray               **ret_table,
                         GError                  **error)
{
  Function function = { .rewrite = rewrite };

  *ret_table = NULL;
  if (!collect (&function, real, 0) || function.source == NULL ||
      !koma_integer_find_input (rewrite, function.source->outputs[0], ret_source))
    return TRUE;
  *ret_table = compute (&function, real, quantize, error);
  return *ret_table != NULL;
}
