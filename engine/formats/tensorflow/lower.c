/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* From TensorFlow's nodes to Koma's graph:
 *
 *   1. which results are wanted (the signature's, or those nobody reads),
 *   2. which nodes they need, in an order that can be computed,
 *   3. inputs, in the file's order; then node by node by its rule.
 *
 * A node that Koma has no op for is counted, and so is none of those that
 * need it lowered: the model may then be looked at, and not run. */

#include "lower.h"

#include <string.h>

#include "rules.h"
#include "tf-order.h"
#include "tf-outputs.h"

#define LABELS_NAME "labels"

typedef struct
{
  const KomaTfGraph *tf;
  KomaRawModel      *raw;
  KomaBuilder        nodes;           /* of its graph; keeps the first error */
  gboolean           has_placeholder; /* among the needed nodes */
  GArray           **values;          /* [n_nodes] (nullable) KomaValueId of each result */
} Lowering;

static void
lowering_clear (Lowering *self)
{
  for (guint i = 0; i < koma_tf_graph_get_n_nodes (self->tf); i++)
    g_clear_pointer (&self->values[i], g_array_unref);
  g_clear_pointer (&self->values, g_free);
  koma_builder_clear (&self->nodes);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Lowering, lowering_clear)

/* An input, or a placeholder whose default stands in where the graph has a
 * real input: the retrained models of 2018 have one in their middle. */
static gboolean
is_input (const Lowering   *self,
          const KomaTfNode *node)
{
  return koma_tf_node_is (node, "Placeholder") ||
         (koma_tf_node_is (node, "PlaceholderWithDefault") && !self->has_placeholder &&
          node->shape.rank != KOMA_RANK_UNKNOWN && node->shape.rank >= 3);
}

static void
set_value (Lowering   *self,
           guint       node,
           KomaValueId value)
{
  self->values[node] = g_array_new (FALSE, FALSE, sizeof (KomaValueId));
  g_array_append_val (self->values[node], value);
}

/* Which value a reference stands for. %KOMA_VALUE_NONE, without an error,
 * where it was not lowered. */
static KomaValueId
find_value (Lowering   *self,
            const char *reference)
{
  guint             node = 0;
  guint             output = 0;
  const KomaTfNode *found = NULL;

  if (!koma_tf_graph_resolve (self->tf, reference, &node, &output))
    return koma_builder_fail (&self->nodes, KOMA_ERROR_MODEL, "'%s' is not in the graph",
                              reference);
  if (self->values[node] == NULL)
    return KOMA_VALUE_NONE;
  if (output < self->values[node]->len)
    return g_array_index (self->values[node], KomaValueId, output);

  found = koma_tf_graph_get_node (self->tf, node);
  return koma_builder_fail (&self->nodes, KOMA_ERROR_MODEL, "'%s': %s '%s' has %u results",
                            reference, found->op, found->name, self->values[node]->len);
}

static KomaArray *
get_contents (const Lowering   *self,
              const KomaTfNode *node)
{
  KomaArray *tensor = NULL;

  if (self->tf->weights != NULL)
    tensor = g_hash_table_lookup (self->tf->weights, node->name);

  return tensor != NULL ? tensor : node->value;
}

static void
lower_const (Lowering         *self,
             guint             index,
             const KomaTfNode *node)
{
  KomaArray *tensor = get_contents (self, node);

  if (tensor != NULL)
    set_value (self, index, koma_builder_constant (&self->nodes, node->name, tensor));
  else
    koma_builder_fail (&self->nodes, KOMA_ERROR_MODEL,
                       "Const '%s': its numbers are neither among the weights nor in the graph",
                       node->name);
}

/* Where the node is an input, and was none before. */
static void
lower_input (Lowering *self,
             guint     index)
{
  const KomaTfNode *node = koma_tf_graph_get_node (self->tf, index);
  const char       *name = koma_attrs_get_string (node->attrs, "dtype", "DT_FLOAT");
  KomaDType         dtype = KOMA_DTYPE_FLOAT32;

  if (self->nodes.error != NULL || self->values[index] != NULL || !is_input (self, node))
    return;

  if (strcmp (name, "DT_UINT8") == 0 || strcmp (name, "DT_INT64") == 0)
    dtype = KOMA_DTYPE_INT32;
  else if (!koma_dtype_from_name (name, &dtype) || dtype == KOMA_DTYPE_FLOAT16)
    koma_builder_fail (&self->nodes, KOMA_ERROR_UNSUPPORTED,
                       "%s '%s': expected numbers as input, found %s", node->op, node->name, name);

  if (self->nodes.error == NULL)
    set_value (self, index,
               koma_graph_add_input (self->raw->graph, node->name, dtype, &node->shape));
}

/* Those the signature lists, then the others. */
static void
lower_inputs (Lowering     *self,
              const GArray *order)
{
  g_autofree guint8 *is_needed = g_new0 (guint8, koma_tf_graph_get_n_nodes (self->tf));

  for (guint i = 0; i < order->len; i++)
    is_needed[g_array_index (order, guint, i)] = TRUE;

  for (guint i = 0; i < self->tf->inputs->len; i++) {
    guint index = 0;
    guint output = 0;

    if (koma_tf_graph_resolve (self->tf, self->tf->inputs->pdata[i], &index, &output) &&
        is_needed[index])
      lower_input (self, index);
  }

  for (guint i = 0; i < koma_tf_graph_get_n_nodes (self->tf); i++)
    if (is_needed[i])
      lower_input (self, i);
}

/* The values of a node's inputs; @ret_is_complete says whether all of them
 * could be lowered. */
static GArray *
collect_inputs (Lowering         *self,
                const KomaTfNode *node,
                gboolean         *ret_is_complete)
{
  GArray *inputs = g_array_new (FALSE, FALSE, sizeof (KomaValueId));

  *ret_is_complete = TRUE;
  for (guint i = 0; i < node->inputs->len && self->nodes.error == NULL; i++) {
    const char *reference = node->inputs->pdata[i];
    KomaValueId value = KOMA_VALUE_NONE;

    if (koma_tf_reference_is_control (reference))
      continue;
    value = find_value (self, reference);
    *ret_is_complete = *ret_is_complete && value != KOMA_VALUE_NONE;
    g_array_append_val (inputs, value);
  }

  g_prefix_error (&self->nodes.error, "%s '%s': input ", node->op, node->name);
  return inputs;
}

static gboolean
is_channels_first (const KomaTfNode *node)
{
  return g_str_has_prefix (koma_attrs_get_string (node->attrs, "data_format", "NHWC"), "NC");
}

static void
check_arity (KomaBuilder       *b,
             const KomaTfCall  *call,
             const KomaTfOpRow *row)
{
  g_autofree char *wanted = NULL;

  if (row->max_inputs == 0 ||
      (call->n_inputs >= row->min_inputs && call->n_inputs <= row->max_inputs))
    return;

  wanted = row->min_inputs == row->max_inputs
             ? g_strdup_printf ("%u", row->min_inputs)
             : g_strdup_printf ("%u to %u", row->min_inputs, row->max_inputs);
  koma_builder_fail (b, KOMA_ERROR_MODEL, "%s '%s': expected %s inputs, found %u",
                     call->node->op, call->node->name, wanted, call->n_inputs);
}

static void
apply_rule (Lowering          *self,
            guint              index,
            const KomaTfOpRow *row,
            const GArray      *inputs)
{
  KomaBuilder *b = &self->nodes;
  g_autoptr (GArray) results = g_array_new (FALSE, FALSE, sizeof (KomaValueId));
  const KomaTfCall call = {
    .node = koma_tf_graph_get_node (self->tf, index),
    .op = row->op,
    .inputs = (const KomaValueId *) inputs->data,
    .n_inputs = inputs->len,
    .others = results,
  };
  KomaValueId first = KOMA_VALUE_NONE;

  check_arity (b, &call, row);
  if (b->error == NULL)
    first = row->rule (b, &call);
  if (b->error != NULL)
    return;
  g_array_prepend_val (results, first);
  self->values[index] = g_steal_pointer (&results);
}

/* By the op's rule; what Koma can not compute is counted. */
static void
lower_op (Lowering         *self,
          guint             index,
          const KomaTfNode *node)
{
  KomaBuilder *b = &self->nodes;
  gboolean     is_complete = FALSE;
  KomaTfOpRow  row = { 0 };
  g_autoptr (GArray) inputs = collect_inputs (self, node, &is_complete);

  b->name = node->name;
  if (!koma_tf_op_find (node->op, &row))
    koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "%s", node->op);
  else if (is_channels_first (node))
    koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "%s (NCHW)", node->op);
  else if (is_complete)
    apply_rule (self, index, &row, inputs);

  if (g_error_matches (b->error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED)) {
    koma_raw_model_note_unsupported (self->raw, b->error->message, node->name);
    g_clear_error (&b->error);
  }
}

static void
lower_nodes (Lowering     *self,
             const GArray *order)
{
  for (guint i = 0; i < order->len && self->nodes.error == NULL; i++) {
    const guint       index = g_array_index (order, guint, i);
    const KomaTfNode *node = koma_tf_graph_get_node (self->tf, index);

    if (self->values[index] != NULL || !koma_tf_node_has_result (node))
      continue;
    if (koma_tf_node_is (node, "Const"))
      lower_const (self, index, node);
    else
      lower_op (self, index, node);
  }
}

/* TensorFlow.js names results by node: "scores" for "scores:0". */
static void
add_outputs (Lowering        *self,
             const GPtrArray *references)
{
  KomaBuilder *b = &self->nodes;

  for (guint i = 0; i < references->len && b->error == NULL; i++) {
    const char       *reference = references->pdata[i];
    g_autofree char  *name = g_strdup (reference);
    const KomaValueId value = find_value (self, reference);

    if (g_str_has_suffix (name, ":0"))
      name[strlen (name) - 2] = '\0';
    if (value != KOMA_VALUE_NONE)
      koma_graph_add_output (b->graph, name, value);
    else if (b->error == NULL)
      koma_raw_model_note_missing (self->raw, name, NULL);
  }

  g_prefix_error (&b->error, "Output ");
}

/* The article of 2018 keeps the labels in the graph: an int32 constant of
 * that name, which nobody reads. */
static void
take_labels (Lowering *self)
{
  guint             index = 0;
  guint             output = 0;
  const KomaTfNode *node = NULL;
  KomaArray        *tensor = NULL;

  if (!koma_tf_graph_resolve (self->tf, LABELS_NAME, &index, &output))
    return;

  node = koma_tf_graph_get_node (self->tf, index);
  tensor = koma_tf_node_is (node, "Const") ? get_contents (self, node) : NULL;
  if (tensor != NULL && tensor->dtype == KOMA_DTYPE_INT32)
    self->raw->labels = koma_array_ref (tensor);
}

static void
count_ops (Lowering *self)
{
  for (guint i = 0; i < koma_tf_graph_get_n_nodes (self->tf); i++) {
    const KomaTfNode *node = koma_tf_graph_get_node (self->tf, i);

    if (!koma_tf_node_is (node, "Const") && !koma_tf_node_is (node, "Placeholder"))
      koma_raw_model_count_op (self->raw, node->op);
  }
}

/* The labels are read by Koma itself. */
static void
count_weights (Lowering *self)
{
  GHashTableIter iter;
  gpointer       name = NULL;

  if (self->tf->weights == NULL)
    return;
  self->raw->n_weights = g_hash_table_size (self->tf->weights);
  g_hash_table_iter_init (&iter, self->tf->weights);
  while (g_hash_table_iter_next (&iter, &name, NULL)) {
    guint index = 0;
    guint output = 0;

    if (strcmp (name, LABELS_NAME) != 0 &&
        (!koma_tf_graph_resolve (self->tf, name, &index, &output) || self->values[index] == NULL))
      self->raw->n_unused_weights++;
  }
}

static gboolean
has_placeholder (const KomaTfGraph *tf,
                 const GArray      *order)
{
  for (guint i = 0; i < order->len; i++) {
    const guint index = g_array_index (order, guint, i);

    if (koma_tf_node_is (koma_tf_graph_get_node (tf, index), "Placeholder"))
      return TRUE;
  }

  return FALSE;
}

static void
lower (Lowering        *self,
       const GPtrArray *outputs)
{
  KomaBuilder     *b = &self->nodes;
  g_autofree char *cycle = NULL;
  g_autoptr (GArray) roots = koma_tf_find_roots (self->tf, outputs, &b->error);
  g_autoptr (GArray) order =
    roots != NULL ? koma_tf_order (self->tf, roots, &cycle, &b->error) : NULL;

  if (order == NULL)
    return;

  self->has_placeholder = has_placeholder (self->tf, order);
  lower_inputs (self, order);
  lower_nodes (self, order);
  if (b->error == NULL)
    add_outputs (self, outputs);
  if (b->error != NULL)
    return;
  count_weights (self);

  /* Loops of control flow are cycles too, of ops that Koma does not have. */
  if (cycle != NULL && g_hash_table_size (self->raw->unsupported) == 0)
    koma_builder_fail (b, KOMA_ERROR_MODEL,
                       "The graph has a cycle, where it must have none: %s", cycle);
}

/**
 * koma_tf_lower:
 * @tf_graph: the nodes of a file
 * @raw: its graph, op_counts, unsupported and labels are set, also on
 *   failure
 * @error: return location
 *
 * Makes Koma's graph of TensorFlow's nodes. Shapes are not inferred.
 *
 * Thread: any.
 *
 * Errors: %KOMA_ERROR_MODEL if nodes, inputs or numbers are missing, or nodes
 * wait for each other; %KOMA_ERROR_SHAPE if the axis of a split is not one
 * number; %KOMA_ERROR_UNSUPPORTED if an input holds no numbers;
 * %KOMA_ERROR_MEMORY. They name nodes. Ops that Koma does not have are no
 * error: they are counted in @raw.
 *
 * Returns: whether the graph makes sense
 */
gboolean
koma_tf_lower (const KomaTfGraph *tf_graph,
               KomaRawModel      *raw,
               GError           **error)
{
  g_auto (Lowering) self = {
    .tf = tf_graph,
    .raw = raw,
    .values = g_new0 (GArray *, koma_tf_graph_get_n_nodes (tf_graph)),
  };
  g_autoptr (GPtrArray) outputs = koma_tf_list_outputs (tf_graph);

  raw->graph = koma_graph_new ();
  raw->op_counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  raw->unsupported = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  koma_builder_init_open (&self.nodes, raw->graph, "");
  count_ops (&self);
  take_labels (&self);
  lower (&self, outputs);
  return koma_builder_finish (&self.nodes, error);
}
