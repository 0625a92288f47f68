/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "recurrent.h"

/**
 * koma_recurrent_read:
 *
 * Returns: what the attributes and the number of inputs say; nothing is checked
 */
KomaRecurrent
koma_recurrent_read (const KomaNode *node)
{
  const gint64  n_states = koma_attrs_get_int (node->attrs, "n_states", 0);
  KomaRecurrent self = {
    .body = koma_attrs_get_object (node->attrs, "body"),
    .n_states = n_states > 0 && n_states < KOMA_MAX_NODE_ARITY ? (guint) n_states : 0,
    .has_mask = koma_attrs_get_int (node->attrs, "has_mask", FALSE) != FALSE,
  };

  self.n_shared = node->n_inputs - MIN (node->n_inputs, KOMA_RECURRENT_SHARED (&self, 0));
  return self;
}

static gpointer
copy_body (gconstpointer body)
{
  return koma_graph_copy (body);
}

static void
free_body (gpointer body)
{
  koma_graph_free (body);
}

/**
 * koma_recurrent_set_body:
 * @body: (transfer full): no longer changed; each of its nodes comes behind those that it reads
 *
 * Sets the one attribute that is a graph.
 */
void
koma_recurrent_set_body (KomaAttrs *attrs,
                         KomaGraph *body)
{
  koma_attrs_set_object (attrs, "body", body, copy_body, free_body);
}

/**
 * koma_recurrent_make_attrs:
 * @body: (transfer full): no longer changed
 *
 * Returns: (transfer full): the attributes of a node
 */
KomaAttrs *
koma_recurrent_make_attrs (guint      n_states,
                           gboolean   has_mask,
                           KomaGraph *body)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "n_states", n_states);
  koma_attrs_set_int (attrs, "has_mask", has_mask);
  koma_recurrent_set_body (attrs, body);
  return attrs;
}

static gboolean
infer_nodes (KomaGraph *body,
             GError   **error)
{
  for (guint i = 0; i < koma_graph_get_n_nodes (body); i++) {
    KomaNode *node = koma_graph_get_node (body, i);

    if (!koma_node_infer (body, node, error)) {
      g_prefix_error (error, "%s “%s”: ", koma_op_get_name (node->op), node->name);
      return FALSE;
    }
  }
  return TRUE;
}

static void
bind_input (KomaGraph       *body,
            guint            index,
            KomaDType        dtype,
            const KomaShape *shape)
{
  KomaValue *input = koma_graph_get_value (body, koma_graph_get_input (body, index));

  input->dtype = dtype;
  input->shape = *shape;
}

/**
 * koma_recurrent_bind:
 * @node: whose attributes and number of inputs are sound, and whose inputs have known shapes
 *
 * Errors: those of koma_node_infer() for the nodes of the body, with their names.
 *
 * Returns: (transfer full) (nullable): a copy of the body for the shapes of these inputs
 */
KomaGraph *
koma_recurrent_bind (const KomaGraph *graph,
                     const KomaNode  *node,
                     GError         **error)
{
  const KomaRecurrent self = koma_recurrent_read (node);
  const KomaValue    *x = koma_node_input (graph, node, 0);
  KomaShape           step = { .rank = x->shape.rank - 1, .dims = { x->shape.dims[0] } };
  g_autoptr (KomaGraph) body = koma_graph_copy (self.body);

  for (guint d = 1; d < step.rank; d++)
    step.dims[d] = x->shape.dims[d + 1];
  bind_input (body, 0, x->dtype, &step);
  for (guint i = 0; i < self.n_states + self.n_shared; i++) {
    const guint      index = i < self.n_states ? KOMA_RECURRENT_STATE (i)
                                               : KOMA_RECURRENT_SHARED (&self, i - self.n_states);
    const KomaValue *input = koma_node_input (graph, node, index);

    bind_input (body, 1 + i, input->dtype, &input->shape);
  }
  return infer_nodes (body, error) ? g_steal_pointer (&body) : NULL;
}
