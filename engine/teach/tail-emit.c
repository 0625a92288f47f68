/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tail-private.h"

KomaShape
koma_tail_get_shape (const KomaTail *self,
                     guint           batch)
{
  KomaShape shape = koma_graph_get_value (self->graph, self->cut)->shape;

  shape.dims[0] = batch;
  return shape;
}

/* While nodes are added. */
typedef struct
{
  const KomaTail    *tail;
  KomaBuilder       *builder;
  KomaValueId       *ids;     /* [n_values] of what is added; NONE before */
  const KomaValueId *weights; /* the next one */
  gint64             batch;
} Emission;

static KomaValueId
build_input (Emission       *self,
             const KomaNode *node,
             guint           input)
{
  const KomaValue *value = koma_node_input (self->tail->graph, node, input);

  if (koma_tail_is_weight (self->tail->graph, node, input))
    return *self->weights++;
  return value->constant != NULL ? koma_builder_array (self->builder, value->constant)
                                 : self->ids[node->inputs[input]];
}

/* Ops that name all sizes name that of the batch. */
static KomaValueId
build_reshape (Emission       *self,
               const KomaNode *node)
{
  KomaShape shape = koma_node_output (self->tail->graph, node, 0)->shape;

  shape.dims[0] = self->batch;
  return koma_builder_reshape (self->builder, self->ids[node->inputs[0]], shape);
}

static KomaValueId
build_one (Emission       *self,
           const KomaNode *node)
{
  g_autofree KomaValueId *inputs = g_new (KomaValueId, node->n_inputs + 1);
  const KomaNode         *copy = NULL;

  if (node->op == KOMA_OP_RESHAPE || node->op == KOMA_OP_SQUEEZE || node->op == KOMA_OP_EXPAND_DIMS)
    return build_reshape (self, node);
  for (guint k = 0; k < node->n_inputs; k++)
    inputs[k] = build_input (self, node, k);
  copy = koma_builder_nodes (self->builder, node->op, inputs, node->n_inputs,
                             koma_attrs_copy (node->attrs));
  for (guint k = 1; copy != NULL && k < node->n_outputs; k++)
    self->ids[node->outputs[k]] = copy->outputs[k];
  return copy != NULL ? copy->outputs[0] : KOMA_VALUE_NONE;
}

static void
build_node (Emission       *self,
            const KomaNode *node)
{
  KomaShape   shape = koma_node_output (self->tail->graph, node, 0)->shape;
  KomaValueId y = build_one (self, node);
  KomaShape   found = koma_builder_get_shape (self->builder, y);

  if (shape.rank > 0)
    shape.dims[0] = self->batch;
  if (y != KOMA_VALUE_NONE && !koma_shape_equal (&found, &shape))
    y = koma_builder_fail (self->builder, KOMA_ERROR_UNSUPPORTED,
                           "%s “%s” mixes pictures of a batch: it can not be fine-tuned",
                           koma_node_get_op_name (node), node->name);
  self->ids[node->outputs[0]] = y;
}

KomaValueId
koma_tail_emit (const KomaTail    *self,
                KomaBuilder       *builder,
                KomaValueId        x,
                const KomaValueId *weights)
{
  const guint             n_values = koma_graph_get_n_values (self->graph);
  const gint64            batch = koma_builder_get_shape (builder, x).dims[0];
  g_autofree KomaValueId *ids = g_new (KomaValueId, n_values + 1);
  Emission                emission = { self, builder, ids, weights, batch };

  for (guint i = 0; i < n_values; i++)
    ids[i] = KOMA_VALUE_NONE;
  ids[self->cut] = x;
  for (guint i = self->first; i < koma_graph_get_n_nodes (self->graph); i++)
    build_node (&emission, koma_graph_get_node (self->graph, i));
  return koma_builder_reshape (builder, ids[koma_graph_get_output (self->graph, 0)],
                               KOMA_SHAPE (batch, (gint64) koma_tail_get_n_features (self)));
}

/**
 * koma_tail_make_graph:
 * @weights: of this tail
 *
 * Errors: those of inference, if the first picture of a batch is not by itself. Thread: any.
 *
 * Returns: (transfer full): from the cut to the features
 */
KomaGraph *
koma_tail_make_graph (const KomaTail   *self,
                      KomaTunedWeights *weights,
                      GError          **error)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  const guint             n_weights = koma_tuned_weights_get_n (weights);
  g_autofree KomaValueId *ids = g_new (KomaValueId, n_weights + 1);
  const KomaShape         shape = koma_tail_get_shape (self, 1);
  const KomaValueId       x = koma_graph_add_input (graph, "x", KOMA_DTYPE_FLOAT32, &shape);
  KomaValueId             y = KOMA_VALUE_NONE;
  KomaBuilder             builder;

  koma_builder_init (&builder, graph, "tail");
  for (guint i = 0; i < n_weights; i++)
    ids[i] = koma_builder_array (&builder, koma_tuned_weights_get (weights, i));
  y = koma_tail_emit (self, &builder, x, ids);
  if (!koma_builder_finish (&builder, error))
    return NULL;
  koma_graph_add_output (graph, "features", y);
  return g_steal_pointer (&graph);
}
