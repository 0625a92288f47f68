/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "weight.h"

#include "engine/passes/passes.h"

/**
 * koma_keras_builder_init:
 * @weights: (transfer full): name to #KomaArray
 * @raw: outlives @self
 */
void
koma_keras_builder_init (KomaKerasBuilder *self,
                         GHashTable       *weights,
                         KomaRawModel     *raw)
{
  koma_builder_init_open (&self->nodes, koma_graph_new (), "");
  self->weights = weights;
  self->raw = raw;
  self->masks = g_hash_table_new (NULL, NULL);
  self->others = g_array_new (FALSE, FALSE, sizeof (KomaValueId));
  self->n_calls = 0;
}

/* Building: what depends on no input is computed at once, as sizes are. */
static gboolean
infer (KomaBuilder *nodes,
       KomaNode    *node,
       GError     **error)
{
  KomaKerasBuilder *self = (KomaKerasBuilder *) nodes;
  gboolean          is_folded = FALSE;

  G_STATIC_ASSERT (G_STRUCT_OFFSET (KomaKerasBuilder, nodes) == 0);
  g_ptr_array_set_size (self->scratch, (int) koma_graph_get_n_values (nodes->graph));
  return koma_pass_infer_node (nodes->graph, node, self->scratch->pdata, &is_folded, error);
}

static void
clear_use (gpointer data)
{
  KomaKerasUse *use = data;

  g_clear_pointer (&use->inputs, g_array_unref);
  g_clear_pointer (&use->outputs, g_array_unref);
}

/**
 * koma_keras_builder_init_building:
 * @weights: (transfer full) (nullable): those of a file: a weight that is not among them is an
 *   error; %NULL: weights are new
 * @batch: at least 1
 * @is_training: whether layers that do something else while training do that
 */
void
koma_keras_builder_init_building (KomaKerasBuilder *self,
                                  GHashTable       *weights,
                                  gint64            batch,
                                  gboolean          is_training)
{
  koma_keras_builder_init (self, weights, NULL);
  koma_builder_clear (&self->nodes);
  koma_builder_init (&self->nodes, self->nodes.graph, "");
  self->nodes.infer = infer;
  self->is_building = TRUE;
  self->is_training = is_training;
  self->batch = batch;
  self->weights_made = g_array_new (FALSE, TRUE, sizeof (KomaKerasMadeWeight));
  g_array_set_clear_func (self->weights_made, (GDestroyNotify) koma_keras_made_weight_clear);
  self->updates = g_array_new (FALSE, TRUE, sizeof (KomaKerasUpdate));
  self->keys = g_array_new (FALSE, FALSE, sizeof (KomaValueId));
  self->input_shapes = g_array_new (FALSE, FALSE, sizeof (KomaShape));
  self->scratch = g_ptr_array_new ();
  self->open_size = KOMA_DIM_UNKNOWN;
  self->uses = g_array_new (FALSE, TRUE, sizeof (KomaKerasUse));
  g_array_set_clear_func (self->uses, clear_use);
}

/**
 * koma_keras_builder_clear:
 *
 * Frees what has not been stolen.
 */
void
koma_keras_builder_clear (KomaKerasBuilder *self)
{
  koma_builder_clear (&self->nodes);
  g_clear_pointer (&self->nodes.graph, koma_graph_free);
  g_clear_pointer (&self->weights, g_hash_table_unref);
  g_clear_pointer (&self->weights_made, g_array_unref);
  g_clear_pointer (&self->updates, g_array_unref);
  g_clear_pointer (&self->keys, g_array_unref);
  g_clear_pointer (&self->input_shapes, g_array_unref);
  g_clear_pointer (&self->scratch, g_ptr_array_unref);
  g_clear_pointer (&self->uses, g_array_unref);
  g_clear_pointer (&self->masks, g_hash_table_unref);
  g_clear_pointer (&self->others, g_array_unref);
}
