/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Functions of TensorFlow 2. A node that calls one becomes an IdentityN of its results, and the
 * nodes of the function are put into the graph, under the name of that node:
 *
 *   call = PartitionedCall (x, w), f = dense        call//dot = MatMul (x, w)
 *   dense (a, b) = { dot = MatMul (a, b) }     →    call = IdentityN (call//dot:0)
 *
 * A function names results by the op's name for them, "split:output:1"; a graph by number alone. */

#include "functions.h"

#include <string.h>

#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"

typedef Koma__Tf__FunctionDef FunctionDef;
typedef Koma__Tf__NodeDef     NodeDef;

typedef struct
{
  KomaTfGraph *graph;
  GHashTable  *functions;  /* char * → FunctionDef (borrowed) */
  GByteArray  *depths;     /* [n_nodes] calls that a node lies in */
  GByteArray  *is_reached; /* [n_nodes] */
  GArray      *todo;       /* guint: reached, and not looked at */
  guint64      copied_bytes;
} Inlining;

typedef struct
{
  KomaTfNode        *node;
  const FunctionDef *function;
  GHashTable        *args; /* char * → char *: what is given for each (borrowed) */
  GHashTable        *ops;  /* char * → char *: of the nodes of the function (borrowed) */
  guint8             depth;
} Call;

/* Ops with several results, and their names in order. Others have one, which may be a list. */
static const struct
{
  const char *op;
  const char *results[5];
} results[] = {
  { "FusedBatchNorm", { "y", "batch_mean", "batch_variance" } },
  { "FusedBatchNormV2", { "y", "batch_mean", "batch_variance" } },
  { "FusedBatchNormV3", { "y", "batch_mean", "batch_variance" } },
  { "Merge", { "output", "value_index" } },
  { "Switch", { "output_false", "output_true" } },
  { "TopK", { "values", "indices" } },
  { "TopKV2", { "values", "indices" } },
};

static void
inlining_clear (Inlining *self)
{
  g_clear_pointer (&self->functions, g_hash_table_unref);
  g_clear_pointer (&self->depths, g_byte_array_unref);
  g_clear_pointer (&self->is_reached, g_byte_array_unref);
  g_clear_pointer (&self->todo, g_array_unref);
}

static void
call_clear (Call *call)
{
  g_clear_pointer (&call->args, g_hash_table_unref);
  g_clear_pointer (&call->ops, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Inlining, inlining_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Call, call_clear)

static gboolean
spend (Inlining *self,
       guint64   n_bytes,
       GError  **error)
{
  self->copied_bytes += n_bytes;
  return self->copied_bytes <= KOMA_MAX_TENSOR_BYTES ||
         koma_fail (error, KOMA_ERROR_MEMORY, "its functions are too large where they are called");
}

/* Where the nodes are not in the graph, koma_tf_order() will say so. */
static void
reach (Inlining   *self,
       const char *reference)
{
  guint index = 0;
  guint output = 0;

  if (!koma_tf_graph_resolve (self->graph, reference, &index, &output) ||
      self->is_reached->data[index])
    return;
  self->is_reached->data[index] = TRUE;
  g_array_append_val (self->todo, index);
}

static guint64
find_result (const Inlining *self,
             const char     *op,
             const char     *name)
{
  const FunctionDef *function = g_hash_table_lookup (self->functions, op);

  for (gsize i = 0; function != NULL && i < function->signature->n_output_arg; i++)
    if (strcmp (function->signature->output_arg[i]->name, name) == 0)
      return i;
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    for (guint j = 0; j < G_N_ELEMENTS (results[i].results); j++)
      if (strcmp (results[i].op, op) == 0 && g_strcmp0 (results[i].results[j], name) == 0)
        return j;
  return 0;
}

/* What a reference in a function is called in the graph; %NULL for a control input that orders
 * nothing there. */
static char *
translate (const Inlining *self,
           const Call     *call,
           const char     *reference)
{
  const char *name = call->node->name;
  const char *op = NULL;
  g_auto (GStrv) parts = g_strsplit (reference, ":", 3);
  const gboolean is_control = koma_tf_reference_is_control (reference);
  const char    *first = parts[0] == NULL ? "" : parts[0] + (is_control ? 1 : 0);
  const char    *arg = g_hash_table_lookup (call->args, first);
  guint64        result = 0;

  if (is_control)
    return arg != NULL ? NULL : g_strdup_printf ("^%s//%s", name, first);
  if (arg != NULL)
    return g_strdup (arg);

  op = g_hash_table_lookup (call->ops, first);
  if (parts[0] != NULL && parts[1] != NULL && parts[2] != NULL)
    (void) g_ascii_string_to_unsigned (parts[2], 10, 0, KOMA_MAX_NODE_ARITY, &result, NULL);
  if (op != NULL && parts[1] != NULL)
    result += find_result (self, op, parts[1]);
  return g_strdup_printf ("%s//%s:%" G_GUINT64_FORMAT, name, first, result);
}

static gboolean
translate_inputs (Inlining   *self,
                  const Call *call,
                  KomaTfNode *node,
                  GError    **error)
{
  GPtrArray *from = node->inputs;

  node->inputs = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < from->len; i++) {
    char *translated = translate (self, call, from->pdata[i]);

    if (translated == NULL)
      continue;
    g_ptr_array_add (node->inputs, translated);
    if (!spend (self, strlen (translated), error)) {
      g_ptr_array_unref (from);
      return FALSE;
    }
  }
  g_ptr_array_unref (from);
  return TRUE;
}

static gboolean
add_node (Inlining      *self,
          const Call    *call,
          const NodeDef *node_def,
          gsize          index,
          GError       **error)
{
  static const guint8 reached = TRUE;
  const guint8        depth = call->depth + 1;
  const guint         position = koma_tf_graph_get_n_nodes (self->graph);
  g_autoptr (KomaTfNode) node = NULL;
  char *name = NULL;

  if (!spend (self, koma__tf__node_def__get_packed_size (node_def) + strlen (call->node->name),
              error))
    return FALSE;
  node = koma_graphdef_read_node (node_def, index, error);
  if (node == NULL || !translate_inputs (self, call, node, error))
    return FALSE;
  name = g_strdup_printf ("%s//%s", call->node->name, node->name);
  g_free (node->name);
  node->name = name;
  if (!koma_tf_graph_add (self->graph, g_steal_pointer (&node), error))
    return FALSE;

  g_byte_array_append (self->depths, &depth, 1);
  g_byte_array_append (self->is_reached, &reached, 1);
  g_array_append_val (self->todo, position);
  return TRUE;
}

static const char *
find_return (const FunctionDef *function,
             const char        *name)
{
  for (gsize i = 0; i < function->n_ret; i++)
    if (strcmp (function->ret[i]->key, name) == 0)
      return function->ret[i]->value;
  return NULL;
}

static gboolean
hand_on_results (Inlining *self,
                 Call     *call,
                 GError  **error)
{
  const Koma__Tf__OpDef *signature = call->function->signature;
  g_autoptr (GPtrArray) returned = g_ptr_array_new_with_free_func (g_free);

  for (gsize i = 0; i < signature->n_output_arg; i++) {
    const char *name = signature->output_arg[i]->name;
    const char *reference = find_return (call->function, name);
    char       *translated = reference != NULL ? translate (self, call, reference) : NULL;

    if (translated == NULL)
      return koma_fail (error, KOMA_ERROR_MODEL, "function '%s' returns nothing as '%s'",
                        signature->name, name);
    g_ptr_array_add (returned, translated);
    if (!spend (self, strlen (translated), error))
      return FALSE;
  }
  g_ptr_array_unref (call->node->inputs);
  call->node->inputs = g_steal_pointer (&returned);
  g_free (call->node->op);
  call->node->op = g_strdup ("IdentityN");
  return TRUE;
}

/* Control inputs come after the others. */
static gboolean
bind_args (Call    *call,
           GError **error)
{
  const Koma__Tf__OpDef *signature = call->function->signature;

  for (gsize i = 0; i < signature->n_input_arg; i++) {
    if (i >= call->node->inputs->len ||
        koma_tf_reference_is_control (call->node->inputs->pdata[i]))
      return koma_fail (error, KOMA_ERROR_MODEL,
                        "%s '%s': function '%s' has %zu arguments, found %zu", call->node->op,
                        call->node->name, signature->name, signature->n_input_arg, i);
    g_hash_table_insert (call->args, signature->input_arg[i]->name, call->node->inputs->pdata[i]);
  }
  return TRUE;
}

static gboolean
inline_call (Inlining          *self,
             guint              index,
             const FunctionDef *function,
             GError           **error)
{
  g_auto (Call) call = {
    .node = g_ptr_array_index (self->graph->nodes, index),
    .function = function,
    .args = g_hash_table_new (g_str_hash, g_str_equal),
    .ops = g_hash_table_new (g_str_hash, g_str_equal),
    .depth = self->depths->data[index],
  };

  if (call.depth >= KOMA_MAX_NESTING)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "%s '%s': functions call each other more than %d deep", call.node->op,
                      function->signature->name, KOMA_MAX_NESTING);
  if (!bind_args (&call, error))
    return FALSE;
  for (gsize i = 0; i < function->n_node_def; i++)
    g_hash_table_insert (call.ops, function->node_def[i]->name, function->node_def[i]->op);
  for (gsize i = 0; i < function->n_node_def; i++)
    if (!add_node (self, &call, function->node_def[i], i, error))
      return FALSE;
  return hand_on_results (self, &call, error);
}

/* A node calls a function by its attribute, or, as TensorFlow 1 does, by its op. */
static gboolean
visit (Inlining *self,
       guint     index,
       GError  **error)
{
  const KomaTfNode *node = koma_tf_graph_get_node (self->graph, index);
  const gboolean    is_call =
    koma_tf_node_is (node, "PartitionedCall") || koma_tf_node_is (node, "StatefulPartitionedCall");
  const char        *name = is_call ? koma_attrs_get_string (node->attrs, "f", "") : node->op;
  const FunctionDef *function = g_hash_table_lookup (self->functions, name);

  if (is_call && function == NULL)
    return koma_fail (error, KOMA_ERROR_MODEL, "%s '%s': function '%s' is not in the file",
                      node->op, node->name, name);
  for (guint i = 0; i < node->inputs->len; i++)
    reach (self, node->inputs->pdata[i]);
  return function == NULL || inline_call (self, index, function, error);
}

static gboolean
add_functions (Inlining                        *self,
               const Koma__Tf__FunctionLibrary *library,
               GError                         **error)
{
  for (gsize i = 0; library != NULL && i < library->n_function; i++) {
    FunctionDef *function = library->function[i];

    if (function->signature == NULL || *function->signature->name == '\0' ||
        !g_utf8_validate (function->signature->name, -1, NULL))
      return koma_fail (error, KOMA_ERROR_MODEL, "function %zu has no name that is text", i);
    g_hash_table_insert (self->functions, function->signature->name, function);
  }
  return TRUE;
}

/**
 * koma_graphdef_inline:
 * @graph: a graph; nodes are added to it
 * @library: (nullable): the functions that its nodes call
 * @roots: (element-type utf8): references to what is wanted: "scores", "^restore"
 * @error: return location
 *
 * Puts the nodes of functions in place of the calls that @roots need, also by control inputs, and
 * those in functions. Calls that nothing wanted needs stay as they are.
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL where a function is not there or damaged, or functions
 * call each other without end; %KOMA_ERROR_MEMORY where there would be more than %KOMA_MAX_NODES
 * nodes; those of koma_graphdef_read_node().
 *
 * Returns: whether all calls are gone
 */
gboolean
koma_graphdef_inline (KomaTfGraph                     *graph,
                      const Koma__Tf__FunctionLibrary *library,
                      const GPtrArray                 *roots,
                      GError                         **error)
{
  const guint n_nodes = koma_tf_graph_get_n_nodes (graph);
  g_auto (Inlining) self = {
    .graph = graph,
    .functions = g_hash_table_new (g_str_hash, g_str_equal),
    .depths = g_byte_array_new (),
    .is_reached = g_byte_array_new (),
    .todo = g_array_new (FALSE, FALSE, sizeof (guint)),
  };

  if (!add_functions (&self, library, error))
    return FALSE;
  g_byte_array_set_size (self.depths, n_nodes);
  g_byte_array_set_size (self.is_reached, n_nodes);
  memset (self.depths->data, 0, n_nodes);
  memset (self.is_reached->data, 0, n_nodes);

  for (guint i = 0; i < roots->len; i++)
    reach (&self, roots->pdata[i]);
  while (self.todo->len > 0) {
    const guint index = g_array_index (self.todo, guint, self.todo->len - 1);

    g_array_set_size (self.todo, self.todo->len - 1);
    if (!visit (&self, index, error))
      return FALSE;
  }
  return TRUE;
}
