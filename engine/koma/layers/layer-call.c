/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The layer is lowered to a graph of its own, for the shapes of the tensors. That is the formula of
 * an op on them and on the layer's weights, as any other: a tape can derive it. Under a tape
 * weights are variables, which it watches. */
#include "layer-call.h"

#include "engine/formats/keras/model.h"
#include "engine/formats/keras/weight.h"
#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/environment-private.h"
#include "engine/koma/tensor/execute.h"
#include "engine/koma/tensor/tensor-private.h"
#include "engine/koma/tensor/variable-private.h"
#include "graph-copy.h"
#include "layer-inputs.h"
#include "layer-private.h"
#include "layer-shapes.h"
#include "layer-weights.h"
#include "layers-weights.h"
#include "own-layer-private.h"

typedef struct
{
  KomaLayer       *layer;
  gboolean         is_training;
  GPtrArray       *layers; /* (owned) KomaLayer: that one */
  KomaKerasBuilder builder;
  GArray          *values;  /* (owned) KomaValueId: inputs of the builder's graph … */
  GPtrArray       *tensors; /* (owned) KomaTensor: … and what they are */
  GArray          *outputs; /* (owned) KomaValueId */
  GArray          *weights; /* (owned) (nullable) KomaLayersWeight */
} Call;

static void
call_clear (Call *self)
{
  koma_keras_builder_clear (&self->builder);
  g_clear_pointer (&self->layers, g_ptr_array_unref);
  g_clear_pointer (&self->weights, g_array_unref);
  g_clear_pointer (&self->values, g_array_unref);
  g_clear_pointer (&self->tensors, g_ptr_array_unref);
  g_clear_pointer (&self->outputs, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Call, call_clear)

static void
add_input (Call       *self,
           KomaTensor *tensor)
{
  const KomaValueId value = koma_graph_add_input (self->builder.nodes.graph, "x",
                                                  KOMA_DTYPE_FLOAT32, &tensor->shape);

  g_array_append_val (self->values, value);
  g_ptr_array_add (self->tensors, g_object_ref (tensor));
}

static gboolean
check_input (KomaLayer  *layer,
             KomaTensor *tensor,
             guint       index,
             GError    **error)
{
  if (tensor == NULL || !koma_tensor_check (tensor, error))
    return FALSE;
  if (tensor->dtype == KOMA_DTYPE_FLOAT32 && tensor->shape.rank > 0)
    return TRUE;
  return koma_fail (error, KOMA_ERROR_SHAPE,
                    "%s: input %u is %s of %u dimensions, expected float32 of a batch",
                    koma_layer_get_class_name (layer), index, koma_dtype_name (tensor->dtype),
                    tensor->shape.rank);
}

static gboolean
check_inputs (KomaLayer   *layer,
              KomaTensor **inputs,
              guint        n_inputs,
              GError     **error)
{
  g_autoptr (GArray) shapes = g_array_new (FALSE, FALSE, sizeof (KomaShape));

  for (guint i = 0; i < n_inputs; i++) {
    if (!check_input (layer, inputs[i], i, error))
      return FALSE;
    g_array_append_val (shapes, inputs[i]->shape);
  }
  return koma_layer_check_inputs (layer, shapes, error);
}

static gboolean
lower (Call        *self,
       KomaTensor **inputs,
       guint        n_inputs,
       GError     **error)
{
  g_autoptr (GArray) given = NULL;

  if (!check_inputs (self->layer, inputs, n_inputs, error))
    return FALSE;
  koma_keras_builder_init_building (&self->builder, NULL, inputs[0]->shape.dims[0],
                                    self->is_training);
  koma_own_layer_attach (&self->builder, self->layers);
  for (guint i = 0; i < n_inputs; i++)
    add_input (self, inputs[i]);
  given = g_array_copy (self->values);
  return koma_keras_lower_layer (&self->builder, koma_layer_get_entry (self->layer), given, 0,
                                 self->outputs, error) &&
         koma_layer_shapes_check_weights (self->layer, self->builder.weights_made, error);
}

/* A layer of one's own is being traced, and calls this one: the weight is its, too. */
static void
note_use (KomaTrace                 *trace,
          const KomaLayersWeight    *weight,
          const KomaKerasMadeWeight *made)
{
  KomaOwnWeight *use = g_new0 (KomaOwnWeight, 1);

  use->name = g_path_get_basename (made->label);
  use->initializer = made->initializer != NULL
                       ? json_node_copy (made->initializer)
                       : json_node_init_string (json_node_alloc (), made->fallback);
  use->regularizer = made->regularizer != NULL ? json_node_copy (made->regularizer) : NULL;
  use->constraint = made->constraint != NULL ? json_node_copy (made->constraint) : NULL;
  use->is_trainable = made->is_trainable;
  use->memory = koma_layer_memory_ref (weight->memory);
  g_ptr_array_add (trace->uses, use);
}

/* What the layer computes with: its numbers, or the variable where a tape writes down what becomes
 * of it. (transfer full) (nullable) */
static KomaTensor *
find_tensor (const KomaLayersWeight    *weight,
             const KomaKerasMadeWeight *made,
             GError                   **error)
{
  KomaTrace    *trace = koma_environment_get_trace (koma_environment_get ());
  KomaVariable *variable = NULL;
  g_autoptr (KomaArray) copy = NULL;

  if (trace == NULL || weight->is_state) {
    copy = koma_array_new_from_data (KOMA_DTYPE_FLOAT32, &weight->shape,
                                     weight->memory->array->data, error);
    return copy != NULL ? g_object_ref_sink (koma_tensor_new_from_array (copy)) : NULL;
  }
  variable = koma_layer_memory_get_variable (weight->memory);
  koma_variable_set_trainable (variable, made->is_trainable);
  if (trace->uses != NULL) {
    note_use (trace, weight, made);
    koma_trace_watch (trace, variable, weight->memory->array);
  } else if (made->is_trainable) {
    KomaArray *array = koma_tensor_get_array (KOMA_TENSOR (variable), error);

    if (array == NULL)
      return NULL;
    koma_trace_watch (trace, variable, array);
  }
  return g_object_ref (KOMA_TENSOR (variable));
}

/* Nobody knows its weights yet. */
static gboolean
may_be_drawn (const Call *self)
{
  const GPtrArray *own = koma_layer_get_private (self->layer)->memory;

  for (guint i = 0; i < own->len; i++)
    if (!koma_layer_memory_is_open (own->pdata[i]))
      return FALSE;
  return TRUE;
}

/* Those that it is given while it is traced are to be drawn by the seed of a model. */
static void
note_fresh (const Call *self)
{
  const KomaTrace *trace = koma_environment_get_trace (koma_environment_get ());
  const GPtrArray *own = koma_layer_get_private (self->layer)->memory;

  for (guint i = 0; trace != NULL && trace->uses != NULL && i < own->len; i++)
    ((KomaLayerMemory *) own->pdata[i])->is_fresh = TRUE;
}

/* Makes those that the layer has not yet. */
static gboolean
add_weights (Call    *self,
             GError **error)
{
  JsonObject    *entry = koma_layer_get_entry (self->layer);
  const gboolean is_open = may_be_drawn (self);
  g_autoptr (GArray) order = koma_layers_weights_sort (entry, self->builder.weights_made);

  self->weights = koma_layers_weights_new (entry, self->builder.weights_made, self->layers,
                                           g_random_int (), error);
  if (self->weights == NULL)
    return FALSE;
  if (is_open)
    note_fresh (self);
  for (guint i = 0; i < self->weights->len; i++) {
    const KomaKerasMadeWeight *made = &g_array_index (
      self->builder.weights_made, KomaKerasMadeWeight, g_array_index (order, guint, i));
    KomaTensor *tensor =
      find_tensor (&g_array_index (self->weights, KomaLayersWeight, i), made, error);

    if (tensor == NULL)
      return FALSE;
    g_array_append_val (self->values, made->value);
    g_ptr_array_add (self->tensors, tensor);
  }
  return TRUE;
}

/* Random numbers of layers that drop: others in each call, and in each step where it is a layer of
 * one's own that calls. */
static gboolean
add_keys (Call    *self,
          GError **error)
{
  KomaTrace *trace = koma_environment_get_trace (koma_environment_get ());

  for (guint i = 0; i < self->builder.keys->len; i++) {
    const KomaShape shape = KOMA_SHAPE (2);
    const gint32    numbers[2] = { (gint32) g_random_int (), (gint32) g_random_int () };
    g_autoptr (KomaArray) array =
      koma_array_new_from_data (KOMA_DTYPE_INT32, &shape, numbers, error);
    KomaTensor *key = NULL;

    if (array == NULL)
      return FALSE;
    key = g_object_ref_sink (koma_tensor_new_from_array (array));
    g_array_append_val (self->values, g_array_index (self->builder.keys, KomaValueId, i));
    g_ptr_array_add (self->tensors, key);
    if (trace != NULL && trace->keys != NULL) {
      koma_trace_watch (trace, key, array);
      g_ptr_array_add (trace->keys, g_object_ref (key));
    }
  }
  return TRUE;
}

/* The memory that a value of the builder is. */
static KomaLayerMemory *
find_memory (const Call *self,
             KomaValueId value)
{
  g_autoptr (GArray) order =
    koma_layers_weights_sort (koma_layer_get_entry (self->layer), self->builder.weights_made);

  for (guint i = 0; i < order->len; i++)
    if (g_array_index (self->builder.weights_made, KomaKerasMadeWeight,
                       g_array_index (order, guint, i))
          .value == value)
      return g_array_index (self->weights, KomaLayersWeight, i).memory;
  g_return_val_if_reached (NULL);
}

/* A layer of one's own is being traced, and calls this one: its model changes the weight. */
static void
note_update (KomaTrace    *trace,
             KomaVariable *variable,
             KomaTensor   *value)
{
  const KomaValueId id = value->trace == trace ? value->value : koma_trace_find (trace, value);

  if (id != KOMA_VALUE_NONE)
    g_hash_table_insert (trace->updates, g_object_ref (variable), GUINT_TO_POINTER (id + 1));
}

/* What training changes besides, as averages of statistics. @values: behind the outputs */
static gboolean
take_updates (Call      *self,
              GPtrArray *values,
              GError   **error)
{
  KomaTrace    *trace = koma_environment_get_trace (koma_environment_get ());
  const GArray *updates = self->builder.updates;

  for (guint i = 0; i < updates->len; i++) {
    KomaVariable *variable = koma_layer_memory_get_variable (
      find_memory (self, g_array_index (updates, KomaKerasUpdate, i).value));
    KomaTensor *value = values->pdata[self->outputs->len + i];

    if (trace != NULL && trace->updates != NULL)
      note_update (trace, variable, value);
    else if (!koma_variable_assign (variable, value, error))
      return FALSE;
  }
  g_ptr_array_set_size (values, (int) self->outputs->len);
  return TRUE;
}

/* (transfer full) (element-type KomaValueId): outputs, then updates */
static GArray *
list_results (const Call *self)
{
  GArray *results = g_array_copy (self->outputs);

  for (guint i = 0; i < self->builder.updates->len; i++)
    g_array_append_val (results, g_array_index (self->builder.updates, KomaKerasUpdate, i).update);
  return results;
}

static GPtrArray *
execute (Call    *self,
         GError **error)
{
  const KomaGraph        *graph = self->builder.nodes.graph;
  g_autofree KomaValueId *ids = koma_graph_copy_new_ids (graph);
  g_autoptr (GArray) results = list_results (self);
  g_autofree KomaTensor **ys = g_new0 (KomaTensor *, results->len + 1);
  GPtrArray              *tensors = NULL;
  KomaExecution           run;

  if (!koma_execute_begin (&run, koma_layer_get_class_name (self->layer),
                           (KomaTensor *const *) self->tensors->pdata, self->tensors->len, error))
    return NULL;
  for (guint i = 0; i < self->values->len; i++)
    ids[g_array_index (self->values, KomaValueId, i)] = run.x[i];
  koma_graph_copy_nodes (graph, 0, &run.builder, ids);
  for (guint i = 0; i < results->len; i++) {
    KomaValueId *result = &g_array_index (results, KomaValueId, i);

    if (ids[*result] == KOMA_VALUE_NONE)
      koma_builder_fail (&run.builder, KOMA_ERROR_UNSUPPORTED, "reads what is no tensor");
    *result = koma_builder_unary (&run.builder, KOMA_OP_IDENTITY, ids[*result]);
  }
  if (!koma_execute_end_all (&run, (const KomaValueId *) results->data, results->len, ys, error))
    return NULL;
  tensors = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < results->len; i++)
    g_ptr_array_add (tensors, g_object_ref_sink (ys[i]));
  return tensors;
}

static GPtrArray *
call_layer (KomaLayer   *self,
            KomaTensor **inputs,
            guint        n_inputs,
            gboolean     is_training,
            GError     **error)
{
  g_auto (Call) call = {
    .layer = self,
    .is_training = is_training,
    .layers = g_ptr_array_new (),
    .values = g_array_new (FALSE, FALSE, sizeof (KomaValueId)),
    .tensors = g_ptr_array_new_with_free_func (g_object_unref),
    .outputs = g_array_new (FALSE, FALSE, sizeof (KomaValueId)),
  };
  g_autoptr (GPtrArray) tensors = NULL;

  g_ptr_array_add (call.layers, self);
  /* Those that a model decides on are made as it says. */
  if (!koma_layer_ensure_weights (self, error) || !lower (&call, inputs, n_inputs, error) ||
      !add_weights (&call, error) || !add_keys (&call, error))
    return NULL;
  tensors = execute (&call, error);
  return tensors != NULL && take_updates (&call, tensors, error) ? g_steal_pointer (&tensors)
                                                                 : NULL;
}

/**
 * koma_layer_call:
 * @self: a layer, or a model as one
 * @inputs: (array length=n_inputs): float32, `[batch, …]`
 * @n_inputs: at least 1
 *
 * What the layer makes of tensors, as it does where it is not trained. Its weights are made if it
 * has none. A tape in force watches the weights that may be trained, and derives the result by them
 * and by the inputs. A state that the layer keeps from run to run is read, and stays as it was.
 * Thread: the one that uses its models.
 *
 * Errors: %KOMA_ERROR_SHAPE if the layer does not fit its inputs, or has weights for others;
 * %KOMA_ERROR_ARGUMENT if an input was disposed of, or the layer belongs to another thread;
 * %KOMA_ERROR_MODEL, %KOMA_ERROR_UNSUPPORTED if a setting is damaged or not computed;
 * %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer container) (element-type KomaTensor) (nullable): one for each output
 */
GPtrArray *
koma_layer_call (KomaLayer   *self,
                 KomaTensor **inputs,
                 guint        n_inputs,
                 GError     **error)
{
  g_return_val_if_fail (KOMA_IS_LAYER (self) && n_inputs > 0, NULL);

  return call_layer (self, inputs, n_inputs, FALSE, error);
}

/**
 * koma_layer_call_training:
 * @self: a layer, or a model as one
 * @inputs: (array length=n_inputs): float32, `[batch, …]`
 * @n_inputs: at least 1
 *
 * What the layer makes of tensors where it is trained: layers drop numbers, normalise with the
 * statistics of the batch, and move their averages; in the call of a layer of one's own they are
 * moved by the steps of the model that the layer is in. Otherwise as koma_layer_call(). Thread: the
 * one that uses its models.
 *
 * Errors: those of koma_layer_call().
 *
 * Returns: (transfer container) (element-type KomaTensor) (nullable): one for each output
 */
GPtrArray *
koma_layer_call_training (KomaLayer   *self,
                          KomaTensor **inputs,
                          guint        n_inputs,
                          GError     **error)
{
  g_return_val_if_fail (KOMA_IS_LAYER (self) && n_inputs > 0, NULL);

  return call_layer (self, inputs, n_inputs, TRUE, error);
}
