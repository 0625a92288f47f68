/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* A network with channels first is read as operations with channels last between pairs of
 * Transpose. Each Transpose sinks: its readers are computed in the layout before it, down to a
 * Transpose that takes it back, and both are gone:
 *
 *   Conv2D → Transpose → Relu → Transpose → Conv2D   becomes   Conv2D → Relu → Conv2D
 *
 * While the nodes are walked in their order, a value has a view: it is a transposition of another,
 * its base, that is not computed. A Reshape of it is one of its base, where what is merged or split
 * stands together there too. A node that can not be computed in another layout gets what its views
 * stand for, computed after all. */

#include "layout.h"
#include "passes.h"

typedef struct
{
  KomaGraph *graph;
  GArray    *views;      /* KomaView [n_values] */
  GArray    *computed;   /* KomaValueId [n_values]: what a view stands for, or KOMA_VALUE_NONE */
  gboolean  *is_removed; /* [n_nodes] of the nodes at first */
} Sinking;

static void
sinking_clear (Sinking *self)
{
  g_clear_pointer (&self->views, g_array_unref);
  g_clear_pointer (&self->computed, g_array_unref);
  g_clear_pointer (&self->is_removed, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sinking, sinking_clear)

static const KomaShape *
get_shape (const Sinking *self,
           KomaValueId    value)
{
  return &koma_graph_get_value (self->graph, value)->shape;
}

/* Values that were added since have no view; nor have those that no node makes any more. */
static KomaView
get_view (const Sinking *self,
          KomaValueId    value)
{
  KomaView view = { .base = value };

  if (value < self->views->len)
    return g_array_index (self->views, KomaView, value);
  if (koma_shape_is_known (get_shape (self, value)))
    view.rank = get_shape (self, value)->rank;
  for (guint i = 0; i < view.rank; i++)
    view.perm[i] = i;
  return view;
}

static gboolean
has_view (const Sinking *self,
          KomaValueId    value)
{
  const KomaView view = get_view (self, value);

  return view.base != value || !koma_view_is_identity (&view);
}

static KomaShape
get_view_shape (const Sinking  *self,
                const KomaView *view)
{
  const KomaShape *base = get_shape (self, view->base);
  KomaShape        shape = *base;

  for (guint i = 0; i < view->rank; i++)
    shape.dims[i] = base->dims[view->perm[i]];
  return shape;
}

/* A Transpose or a Reshape. */
static KomaValueId
add_node (Sinking      *self,
          KomaOp        op,
          KomaValueId   x,
          const gint64 *numbers,
          guint         n,
          GError      **error)
{
  const char *name = koma_graph_get_value (self->graph, x)->name;
  KomaValueId inputs[2] = { x, koma_layout_add_ints (self->graph, name, numbers, n, error) };
  KomaNode   *node = NULL;

  if (inputs[1] == KOMA_VALUE_NONE)
    return KOMA_VALUE_NONE;
  node = koma_graph_add_node (self->graph, op, name, inputs, 2, NULL, error);
  if (node == NULL || !koma_node_infer (self->graph, node, error))
    return KOMA_VALUE_NONE;
  return node->outputs[0];
}

/* The contents of @view as a value of the graph. */
static KomaValueId
compute (Sinking        *self,
         const KomaView *view,
         GError        **error)
{
  const KomaValue *base = koma_graph_get_value (self->graph, view->base);
  const KomaShape  shape = get_view_shape (self, view);
  const gboolean   is_reshape = koma_view_is_reshape (view, &base->shape);
  gint64           numbers[KOMA_MAX_RANK] = { 0 };

  if (is_reshape && koma_shape_equal (&shape, &base->shape))
    return view->base;
  for (guint i = 0; i < view->rank; i++)
    numbers[i] = is_reshape ? shape.dims[i] : view->perm[i];
  return add_node (self, is_reshape ? KOMA_OP_RESHAPE : KOMA_OP_TRANSPOSE, view->base, numbers,
                   view->rank, error);
}

/* What a value of the graph as it was is. */
static KomaValueId
get_plain (Sinking    *self,
           KomaValueId value,
           GError    **error)
{
  const KomaView view = get_view (self, value);
  KomaValueId   *computed = &g_array_index (self->computed, KomaValueId, value);

  if (koma_view_is_identity (&view))
    return view.base;
  if (*computed == KOMA_VALUE_NONE)
    *computed = compute (self, &view, error);
  return *computed;
}

/* A value with as many dimensions as the others it is computed with, ones in front. */
static KomaValueId
widen (Sinking    *self,
       KomaValueId value,
       guint       rank,
       GError    **error)
{
  const KomaShape *shape = get_shape (self, value);
  const guint      n_ones = rank - shape->rank;
  gint64           dims[KOMA_MAX_RANK] = { 0 };

  for (guint i = 0; i < rank; i++)
    dims[i] = i < n_ones ? 1 : shape->dims[i - n_ones];
  return add_node (self, KOMA_OP_RESHAPE, value, dims, rank, error);
}

/* The operand @value of a node that is computed in the layout of @layout's base. */
static KomaValueId
bring (Sinking        *self,
       KomaValueId     value,
       const KomaView *layout,
       GError        **error)
{
  KomaView view = { 0 };

  if (get_shape (self, value)->rank < layout->rank) {
    value = get_plain (self, value, error);
    if (value == KOMA_VALUE_NONE || koma_shape_count (get_shape (self, value)) == 1)
      return value;
    value = widen (self, value, layout->rank, error);
    if (value == KOMA_VALUE_NONE)
      return KOMA_VALUE_NONE;
  }
  view = get_view (self, value);
  view = koma_view_undo (&view, layout);
  return compute (self, &view, error);
}

/* The operand whose layout a node takes on: a view of as many elements as the result has, the other
 * operands being repeated. NULL: there is none, or more elements would be moved than are now. */
static gboolean
choose_layout (const Sinking  *self,
               const KomaNode *node,
               guint           n_operands,
               KomaView       *ret_layout)
{
  gsize    n_moved = 0;
  gsize    n_plain = 0;
  gboolean is_found = FALSE;

  for (guint i = 0; i < n_operands; i++) {
    const KomaValue *value = koma_node_input (self->graph, node, i);
    const KomaView   view = get_view (self, node->inputs[i]);
    const gsize      count = koma_shape_count (&value->shape);
    KomaShape        shape = { 0 };

    if (koma_view_is_identity (&view)) {
      n_plain += value->constant == NULL ? count : 0;
      continue;
    }
    n_moved += count;
    shape = get_view_shape (self, &view);
    if (is_found || !koma_layout_leads (self->graph, node, &shape))
      continue;
    *ret_layout = view;
    is_found = TRUE;
  }
  return is_found && n_moved >= n_plain;
}

static gboolean
sink (Sinking        *self,
      KomaNode       *node,
      guint           n_operands,
      const KomaView *layout,
      GError        **error)
{
  g_autofree KomaValueId *inputs = g_memdup2 (node->inputs, node->n_inputs * sizeof *inputs);
  KomaView                result = *layout;

  if (!koma_layout_change (self->graph, node, layout, inputs, &result, error))
    return FALSE;
  for (guint i = 0; i < n_operands; i++) {
    inputs[i] = bring (self, inputs[i], layout, error);
    if (inputs[i] == KOMA_VALUE_NONE)
      return FALSE;
  }
  koma_node_set_inputs (node, inputs, node->n_inputs);
  if (!koma_node_infer (self->graph, node, error))
    return FALSE;
  for (guint i = 0; i < node->n_outputs; i++) {
    result.base = node->outputs[i];
    g_array_index (self->views, KomaView, node->outputs[i]) = result;
  }
  return TRUE;
}

/* What the node reads is computed, as it was. A Reshape may as well read the base of a view that
 * moves no element. */
static gboolean
leave (Sinking  *self,
       KomaNode *node,
       GError  **error)
{
  for (guint i = 0; i < node->n_inputs; i++) {
    const KomaView view = get_view (self, node->inputs[i]);

    if (!has_view (self, node->inputs[i]))
      continue;
    node->inputs[i] = i == 0 && node->op == KOMA_OP_RESHAPE &&
                          koma_view_is_reshape (&view, get_shape (self, view.base))
                        ? view.base
                        : get_plain (self, node->inputs[i], error);
    if (node->inputs[i] == KOMA_VALUE_NONE)
      return FALSE;
  }
  return TRUE;
}

static gboolean
is_reshape (const KomaNode *node)
{
  return node->op == KOMA_OP_RESHAPE || node->op == KOMA_OP_SQUEEZE ||
         node->op == KOMA_OP_EXPAND_DIMS;
}

/* Reshapes the base instead, where that is possible: @ret_is_done. */
static gboolean
reshape_base (Sinking        *self,
              const KomaNode *node,
              gboolean       *ret_is_done,
              GError        **error)
{
  const KomaValueId output = node->outputs[0];
  const KomaView    view = get_view (self, node->inputs[0]);
  const KomaShape  *base = get_shape (self, view.base);
  KomaShape         shape = { 0 };
  KomaView          result = { 0 };

  *ret_is_done = has_view (self, node->inputs[0]) && !koma_view_is_reshape (&view, base) &&
                 koma_shape_is_known (get_shape (self, output)) && koma_shape_count (base) > 0 &&
                 koma_view_reshape (&view, base, get_shape (self, output), &shape, &result);
  if (!*ret_is_done)
    return TRUE;
  result.base = add_node (self, KOMA_OP_RESHAPE, view.base, shape.dims, shape.rank, error);
  g_array_index (self->views, KomaView, output) = result;
  return result.base != KOMA_VALUE_NONE;
}

static gboolean
visit (Sinking *self,
       guint    index,
       GError **error)
{
  KomaNode   *node = koma_graph_get_node (self->graph, index);
  const guint n_operands = koma_layout_count_operands (self->graph, node);
  KomaView    layout = { 0 };

  if (node->op == KOMA_OP_TRANSPOSE) {
    const KomaView view = get_view (self, node->inputs[0]);

    g_array_index (self->views, KomaView, node->outputs[0]) =
      koma_view_transpose (&view, node->params.perm);
    self->is_removed[index] = TRUE;
    return TRUE;
  }
  if (is_reshape (node)) {
    if (!reshape_base (self, node, &self->is_removed[index], error))
      return FALSE;
    if (self->is_removed[index])
      return TRUE;
  }
  if (n_operands > 0 && choose_layout (self, node, n_operands, &layout))
    return sink (self, node, n_operands, &layout, error);
  return leave (self, node, error);
}

static void
init_views (Sinking *self)
{
  const guint n_values = koma_graph_get_n_values (self->graph);

  self->computed = g_array_sized_new (FALSE, FALSE, sizeof (KomaValueId), n_values);
  for (KomaValueId id = 0; id < n_values; id++) {
    const KomaView    view = get_view (self, id);
    const KomaValueId none = KOMA_VALUE_NONE;

    g_array_append_val (self->computed, none);
    g_array_append_val (self->views, view);
  }
}

static gboolean
has_transpose (const KomaGraph *graph)
{
  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++)
    if (koma_graph_get_node (graph, i)->op == KOMA_OP_TRANSPOSE)
      return TRUE;
  return FALSE;
}

/**
 * koma_pass_sink_transposes:
 *
 * Moves each Transpose behind the nodes that can as well be computed in the layout before it, where
 * it meets another that takes it back, and drops those that change nothing or only move dimensions
 * of size 1. What remains is where a node needs one layout: the inputs and the outputs, and before
 * a Reshape that joins channels and places. The graph must be inferred.
 *
 * Errors: %KOMA_ERROR_MEMORY; those of koma_pass_infer().
 */
gboolean
koma_pass_sink_transposes (KomaGraph *graph,
                           GError   **error)
{
  const guint n_nodes = koma_graph_get_n_nodes (graph);
  g_auto (Sinking) self = {
    .graph = graph,
    .views = g_array_new (FALSE, FALSE, sizeof (KomaView)),
  };

  if (!has_transpose (graph))
    return TRUE;
  init_views (&self);
  self.is_removed = g_new0 (gboolean, n_nodes);
  for (guint i = 0; i < n_nodes; i++)
    if (!visit (&self, i, error))
      return FALSE;
  for (guint i = 0; i < koma_graph_get_n_outputs (graph); i++) {
    const KomaValueId plain = get_plain (&self, koma_graph_get_output (graph, i), error);

    if (plain == KOMA_VALUE_NONE)
      return FALSE;
    koma_graph_set_output (graph, i, plain);
  }
  self.is_removed = g_renew (gboolean, self.is_removed, koma_graph_get_n_nodes (graph) + 1);
  for (guint i = n_nodes; i < koma_graph_get_n_nodes (graph); i++)
    self.is_removed[i] = FALSE;
  koma_graph_remove_nodes (graph, self.is_removed);
  return koma_pass_infer (graph, error);
}
