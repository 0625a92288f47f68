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
  gboolean           has_placeholder; /* among the needed nodes */
  GArray           **values;          /* [n_nodes] (nullable) KomaValueId of each result */
} Lowering;

static void
lowering_clear (Lowering *self)
{
  for (guint i = 0; i < koma_tf_graph_get_n_nodes (self->tf); i++)
    g_clear_pointer (&self->values[i], g_array_unref);
  g_clear_pointer (&self->values, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Lowering, lowering_clear)

static void
count_op (GHashTable *counts,
          const char *name)
{
  const guint count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, name));

  g_hash_table_insert (counts, g_strdup (name), GUINT_TO_POINTER (count + 1));
}

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
static gboolean
find_value (const Lowering *self,
            const char     *reference,
            KomaValueId    *ret_value,
            GError        **error)
{
  guint node = 0;
  guint output = 0;

  if (!koma_tf_graph_resolve (self->tf, reference, &node, &output))
    return koma_fail (error, KOMA_ERROR_MODEL, "'%s' is not in the graph", reference);

  if (self->values[node] == NULL) {
    *ret_value = KOMA_VALUE_NONE;
    return TRUE;
  }

  if (output >= self->values[node]->len) {
    const KomaTfNode *found = koma_tf_graph_get_node (self->tf, node);

    return koma_fail (error, KOMA_ERROR_MODEL,
                      "'%s': %s '%s' has %u results", reference, found->op, found->name,
                      self->values[node]->len);
  }

  *ret_value = g_array_index (self->values[node], KomaValueId, output);
  return TRUE;
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

static gboolean
lower_const (Lowering         *self,
             guint             index,
             const KomaTfNode *node,
             GError          **error)
{
  KomaArray *tensor = get_contents (self, node);

  if (tensor == NULL)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "Const '%s': its numbers are neither among the weights nor in the graph",
                      node->name);

  set_value (self, index, koma_graph_add_constant (self->raw->graph, node->name, tensor));
  return TRUE;
}

static gboolean
lower_input (Lowering         *self,
             guint             index,
             const KomaTfNode *node,
             GError          **error)
{
  const char *name = koma_attrs_get_string (node->attrs, "dtype", "DT_FLOAT");
  KomaDType   dtype = KOMA_DTYPE_FLOAT32;

  if (self->values[index] != NULL)
    return TRUE;

  if (strcmp (name, "DT_UINT8") == 0 || strcmp (name, "DT_INT64") == 0)
    dtype = KOMA_DTYPE_INT32;
  else if (!koma_dtype_from_name (name, &dtype) || dtype == KOMA_DTYPE_FLOAT16)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "%s '%s': expected numbers as input, found %s", node->op, node->name, name);

  set_value (self, index, koma_graph_add_input (self->raw->graph, node->name, dtype, &node->shape));
  return TRUE;
}

/* Those the signature lists, then the others. */
static gboolean
lower_inputs (Lowering     *self,
              const GArray *order,
              GError      **error)
{
  g_autofree guint8 *is_needed = g_new0 (guint8, koma_tf_graph_get_n_nodes (self->tf));

  for (guint i = 0; i < order->len; i++)
    is_needed[g_array_index (order, guint, i)] = TRUE;

  for (guint i = 0; i < self->tf->inputs->len; i++) {
    guint index = 0;
    guint output = 0;

    if (koma_tf_graph_resolve (self->tf, self->tf->inputs->pdata[i], &index, &output) &&
        is_needed[index] && is_input (self, koma_tf_graph_get_node (self->tf, index)) &&
        !lower_input (self, index, koma_tf_graph_get_node (self->tf, index), error))
      return FALSE;
  }

  for (guint i = 0; i < koma_tf_graph_get_n_nodes (self->tf); i++) {
    const KomaTfNode *node = koma_tf_graph_get_node (self->tf, i);

    if (is_needed[i] && is_input (self, node) && !lower_input (self, i, node, error))
      return FALSE;
  }

  return TRUE;
}

/* The values of a node's inputs; @ret_is_complete says whether all of them
 * could be lowered. */
static GArray *
collect_inputs (const Lowering   *self,
                const KomaTfNode *node,
                gboolean         *ret_is_complete,
                GError          **error)
{
  g_autoptr (GArray) inputs = g_array_new (FALSE, FALSE, sizeof (KomaValueId));

  *ret_is_complete = TRUE;
  for (guint i = 0; i < node->inputs->len; i++) {
    const char *reference = node->inputs->pdata[i];
    KomaValueId value = KOMA_VALUE_NONE;

    if (koma_tf_reference_is_control (reference))
      continue;

    if (!find_value (self, reference, &value, error)) {
      g_prefix_error (error, "%s '%s': input ", node->op, node->name);
      return NULL;
    }

    *ret_is_complete = *ret_is_complete && value != KOMA_VALUE_NONE;
    g_array_append_val (inputs, value);
  }

  return g_steal_pointer (&inputs);
}

static gboolean
is_channels_first (const KomaTfNode *node)
{
  return g_str_has_prefix (koma_attrs_get_string (node->attrs, "data_format", "NHWC"), "NC");
}

/* By the op's rule; what Koma can not compute is counted. */
static gboolean
apply_rule (Lowering          *self,
            guint              index,
            const KomaTfOpRow *row,
            const GArray      *inputs,
            GError           **error)
{
  const KomaTfNode *node = koma_tf_graph_get_node (self->tf, index);
  g_autoptr (GArray) outputs = g_array_new (FALSE, FALSE, sizeof (KomaValueId));
  g_autoptr (GError) rule_error = NULL;
  const KomaTfCall call = {
    .node = node,
    .op = row->op,
    .inputs = (const KomaValueId *) inputs->data,
    .n_inputs = inputs->len,
  };

  if (row->rule (&call, self->raw->graph, outputs, &rule_error)) {
    self->values[index] = g_steal_pointer (&outputs);
    return TRUE;
  }

  if (!g_error_matches (rule_error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED)) {
    g_propagate_error (error, g_steal_pointer (&rule_error));
    return FALSE;
  }

  koma_raw_model_note_unsupported (self->raw, rule_error->message, node->name);
  return TRUE;
}

static gboolean
lower_op (Lowering *self,
          guint     index,
          GError  **error)
{
  const KomaTfNode *node = koma_tf_graph_get_node (self->tf, index);
  gboolean          is_complete = FALSE;
  KomaTfOpRow       row = { 0 };
  g_autoptr (GArray) inputs = collect_inputs (self, node, &is_complete, error);

  if (inputs == NULL)
    return FALSE;

  if (!koma_tf_op_find (node->op, &row)) {
    koma_raw_model_note_unsupported (self->raw, node->op, node->name);
    return TRUE;
  }

  if (is_channels_first (node)) {
    g_autofree char *name = g_strdup_printf ("%s (NCHW)", node->op);

    koma_raw_model_note_unsupported (self->raw, name, node->name);
    return TRUE;
  }

  return !is_complete || apply_rule (self, index, &row, inputs, error);
}

static gboolean
lower_nodes (Lowering     *self,
             const GArray *order,
             GError      **error)
{
  for (guint i = 0; i < order->len; i++) {
    const guint       index = g_array_index (order, guint, i);
    const KomaTfNode *node = koma_tf_graph_get_node (self->tf, index);

    if (self->values[index] != NULL || !koma_tf_node_has_result (node))
      continue;
    if (koma_tf_node_is (node, "Const")) {
      if (!lower_const (self, index, node, error))
        return FALSE;
    } else if (!lower_op (self, index, error)) {
      return FALSE;
    }
  }

  return TRUE;
}

/* TensorFlow.js names results by node: "scores" for "scores:0". */
static gboolean
add_outputs (Lowering        *self,
             const GPtrArray *references,
             GError         **error)
{
  for (guint i = 0; i < references->len; i++) {
    const char      *reference = references->pdata[i];
    g_autofree char *name = g_strdup (reference);
    KomaValueId      value = KOMA_VALUE_NONE;

    if (!find_value (self, reference, &value, error)) {
      g_prefix_error (error, "Output ");
      return FALSE;
    }

    if (g_str_has_suffix (name, ":0"))
      name[strlen (name) - 2] = '\0';
    if (value != KOMA_VALUE_NONE)
      koma_graph_add_output (self->raw->graph, name, value);
    else
      koma_raw_model_note_missing (self->raw, name, NULL);
  }

  return TRUE;
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
      count_op (self->raw->op_counts, node->op);
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

static gboolean
lower (Lowering        *self,
       const GPtrArray *outputs,
       GError         **error)
{
  g_autofree char *cycle = NULL;
  g_autoptr (GArray) roots = koma_tf_find_roots (self->tf, outputs, error);
  g_autoptr (GArray) order = roots != NULL ? koma_tf_order (self->tf, roots, &cycle, error) : NULL;

  if (order == NULL)
    return FALSE;

  self->has_placeholder = has_placeholder (self->tf, order);
  if (!lower_inputs (self, order, error) ||
      !lower_nodes (self, order, error) ||
      !add_outputs (self, outputs, error))
    return FALSE;
  count_weights (self);

  /* Loops of control flow are cycles too, of ops that Koma does not have. */
  if (cycle != NULL && g_hash_table_size (self->raw->unsupported) == 0)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "The graph has a cycle, where it must have none: %s", cycle);

  return TRUE;
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

  count_ops (&self);
  take_labels (&self);
  return lower (&self, outputs, error);
}
