/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "weight.h"

#include "engine/passes/passes.h"

static KomaValueId
note_value (KomaKerasBuilder *self,
            KomaValueId       value,
            guint             rank)
{
  if (value != KOMA_VALUE_NONE)
    koma_keras_set_rank (self, value, rank);
  return value;
}

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
  self->graph = koma_graph_new ();
  self->weights = weights;
  self->op_counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->raw = raw;
  self->ranks = g_array_new (FALSE, TRUE, sizeof (guint));
  self->masks = g_hash_table_new (NULL, NULL);
  self->others = g_array_new (FALSE, FALSE, sizeof (KomaValueId));
  self->n_calls = 0;
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
  g_clear_pointer (&self->graph, koma_graph_free);
  g_clear_pointer (&self->weights, g_hash_table_unref);
  g_clear_pointer (&self->op_counts, g_hash_table_unref);
  g_clear_pointer (&self->ranks, g_array_unref);
  g_clear_pointer (&self->weights_made, g_array_unref);
  g_clear_pointer (&self->updates, g_array_unref);
  g_clear_pointer (&self->keys, g_array_unref);
  g_clear_pointer (&self->input_shapes, g_array_unref);
  g_clear_pointer (&self->scratch, g_ptr_array_unref);
  g_clear_pointer (&self->uses, g_array_unref);
  g_clear_pointer (&self->masks, g_hash_table_unref);
  g_clear_pointer (&self->others, g_array_unref);
}

static gboolean
infer (KomaKerasBuilder *self,
       KomaNode         *node,
       GError          **error)
{
  gboolean is_folded = FALSE;

  g_ptr_array_set_size (self->scratch, (int) koma_graph_get_n_values (self->graph));
  return koma_pass_infer_node (self->graph, node, self->scratch->pdata, &is_folded, error);
}

/**
 * koma_keras_add_node:
 * @like: gives the node its name and inputs
 * @attrs: (transfer full) (nullable):
 *
 * Appends a node with one output.
 *
 * Errors: %KOMA_ERROR_MODEL if the op does not take so many inputs; while building, those of
 * koma_pass_infer_node().
 */
gboolean
koma_keras_add_node (KomaKerasBuilder    *self,
                     KomaOp               op,
                     const KomaKerasCall *like,
                     KomaAttrs           *attrs,
                     KomaValueId         *ret_value,
                     GError             **error)
{
  KomaNode *node = koma_graph_add_node (self->graph, op, like->name, like->inputs, like->n_inputs,
                                        attrs, error);

  if (node == NULL || (self->is_building && !infer (self, node, error)))
    return FALSE;
  *ret_value = note_value (self, node->outputs[0],
                           like->n_inputs > 0 ? koma_keras_get_rank (self, like->inputs[0]) : 0);
  return TRUE;
}

/**
 * koma_keras_add_unary:
 *
 * Appends a node without attributes that reads one value.
 *
 * Errors: %KOMA_ERROR_MODEL if the op does not take one input.
 */
gboolean
koma_keras_add_unary (KomaKerasBuilder *self,
                      KomaOp            op,
                      const char       *name,
                      KomaValueId       input,
                      KomaValueId      *ret_value,
                      GError          **error)
{
  const KomaKerasCall like = { .name = name, .inputs = &input, .n_inputs = 1 };

  return koma_keras_add_node (self, op, &like, NULL, ret_value, error);
}

/**
 * koma_keras_add_binary:
 *
 * Appends a node without attributes that reads two values. Either may be
 * %KOMA_VALUE_NONE, from a constant that failed and set @error.
 *
 * Errors: %KOMA_ERROR_MODEL if the op does not take two inputs.
 */
gboolean
koma_keras_add_binary (KomaKerasBuilder *self,
                       KomaOp            op,
                       const char       *name,
                       KomaValueId       a,
                       KomaValueId       b,
                       KomaValueId      *ret_value,
                       GError          **error)
{
  const KomaValueId   inputs[] = { a, b };
  const KomaKerasCall like = { .name = name, .inputs = inputs, .n_inputs = 2 };

  if (a == KOMA_VALUE_NONE || b == KOMA_VALUE_NONE ||
      !koma_keras_add_node (self, op, &like, NULL, ret_value, error))
    return FALSE;
  koma_keras_set_rank (self, *ret_value,
                       MAX (koma_keras_get_rank (self, a), koma_keras_get_rank (self, b)));
  return TRUE;
}

/**
 * koma_keras_get_rank:
 *
 * Returns: how many dimensions a value has; a reader needs no more of its shape
 */
guint
koma_keras_get_rank (const KomaKerasBuilder *self,
                     KomaValueId             value)
{
  if (self->is_building)
    return koma_graph_get_value (self->graph, value)->shape.rank;
  return value < self->ranks->len ? g_array_index (self->ranks, guint, value) : 0;
}

/**
 * koma_keras_get_dim:
 *
 * Returns: a size; %KOMA_DIM_UNKNOWN while reading, or where there is no such dimension
 */
gint64
koma_keras_get_dim (const KomaKerasBuilder *self,
                    KomaValueId             value,
                    guint                   axis)
{
  const KomaShape *shape = &koma_graph_get_value (self->graph, value)->shape;

  return self->is_building && axis < shape->rank ? shape->dims[axis] : KOMA_DIM_UNKNOWN;
}

/**
 * koma_keras_set_rank:
 *
 * For nodes whose result has another rank than their first input. Does nothing while building:
 * shapes are known then.
 */
void
koma_keras_set_rank (KomaKerasBuilder *self,
                     KomaValueId       value,
                     guint             rank)
{
  if (value >= self->ranks->len)
    g_array_set_size (self->ranks, value + 1);
  g_array_index (self->ranks, guint, value) = rank;
}

/**
 * koma_keras_add_constant:
 * @tensor: (transfer none):
 */
KomaValueId
koma_keras_add_constant (KomaKerasBuilder *self,
                         const char       *name,
                         KomaArray        *tensor)
{
  return note_value (self, koma_graph_add_constant (self->graph, name, tensor),
                     tensor->shape.rank);
}

static KomaValueId
add_scalar (KomaKerasBuilder *self,
            KomaDType         dtype,
            double            number,
            GError          **error)
{
  g_autoptr (KomaArray) tensor = koma_array_new_scalar (dtype, number, error);

  return tensor != NULL ? koma_keras_add_constant (self, "constant", tensor) : KOMA_VALUE_NONE;
}

static KomaValueId
add_vector (KomaKerasBuilder *self,
            KomaDType         dtype,
            gconstpointer     values,
            guint             n_values,
            GError          **error)
{
  const KomaShape shape = KOMA_SHAPE (n_values);
  g_autoptr (KomaArray) tensor = koma_array_new_from_data (dtype, &shape, values, error);

  return tensor != NULL ? koma_keras_add_constant (self, "constant", tensor) : KOMA_VALUE_NONE;
}

/**
 * koma_keras_add_float:
 *
 * A scalar.
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
KomaValueId
koma_keras_add_float (KomaKerasBuilder *self,
                      double            value,
                      GError          **error)
{
  return add_scalar (self, KOMA_DTYPE_FLOAT32, value, error);
}

/**
 * koma_keras_add_int:
 *
 * A scalar.
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
KomaValueId
koma_keras_add_int (KomaKerasBuilder *self,
                    gint32            value,
                    GError          **error)
{
  return add_scalar (self, KOMA_DTYPE_INT32, value, error);
}

/**
 * koma_keras_add_floats:
 *
 * A vector, `[n_values]`.
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
KomaValueId
koma_keras_add_floats (KomaKerasBuilder *self,
                       const float      *values,
                       guint             n_values,
                       GError          **error)
{
  return add_vector (self, KOMA_DTYPE_FLOAT32, values, n_values, error);
}

/**
 * koma_keras_add_ints:
 *
 * A vector, `[n_values]`.
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
KomaValueId
koma_keras_add_ints (KomaKerasBuilder *self,
                     const gint32     *values,
                     guint             n_values,
                     GError          **error)
{
  return add_vector (self, KOMA_DTYPE_INT32, values, n_values, error);
}
