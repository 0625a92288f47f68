/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The layer is lowered to a graph of its own, for the shapes of the tensors. That is the formula of
 * an op on them and on the layer's weights, as any other: a tape can derive it. */
#include "layer-call.h"

#include "engine/formats/keras/model.h"
#include "engine/formats/keras/weight.h"
#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/execute.h"
#include "engine/koma/tensor/tensor-private.h"
#include "graph-copy.h"
#include "layer-private.h"
#include "layer-weights.h"
#include "layers-weights.h"

typedef struct
{
  KomaLayer       *layer;
  KomaKerasBuilder builder;
  GArray          *values;  /* (owned) KomaValueId: inputs of the builder's graph … */
  GPtrArray       *tensors; /* (owned) KomaTensor: … and what they are */
  GArray          *outputs; /* (owned) KomaValueId */
} Call;

static void
call_clear (Call *self)
{
  koma_keras_builder_clear (&self->builder);
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
lower (Call        *self,
       KomaTensor **inputs,
       guint        n_inputs,
       GError     **error)
{
  g_autoptr (GArray) given = NULL;

  for (guint i = 0; i < n_inputs; i++)
    if (!check_input (self->layer, inputs[i], i, error))
      return FALSE;
  koma_keras_builder_init_building (&self->builder, NULL, inputs[0]->shape.dims[0], FALSE);
  for (guint i = 0; i < n_inputs; i++)
    add_input (self, inputs[i]);
  given = g_array_copy (self->values);
  return koma_keras_lower_layer (&self->builder, koma_layer_get_entry (self->layer), given, 0,
                                 self->outputs, error);
}

/* Makes those that the layer has not yet. */
static gboolean
add_weights (Call    *self,
             GError **error)
{
  JsonObject *entry = koma_layer_get_entry (self->layer);
  g_autoptr (GPtrArray) layers = g_ptr_array_new ();
  g_autoptr (GArray) order = koma_layers_weights_sort (entry, self->builder.weights_made);
  g_autoptr (GArray) weights = NULL;

  g_ptr_array_add (layers, self->layer);
  weights = koma_layers_weights_new (entry, self->builder.weights_made, layers, g_random_int (),
                                     error);
  for (guint i = 0; weights != NULL && i < weights->len; i++) {
    const KomaLayersWeight    *weight = &g_array_index (weights, KomaLayersWeight, i);
    const KomaKerasMadeWeight *made = &g_array_index (
      self->builder.weights_made, KomaKerasMadeWeight, g_array_index (order, guint, i));
    g_autoptr (KomaArray) copy = koma_array_new_from_data (
      KOMA_DTYPE_FLOAT32, &weight->shape, weight->memory->array->data, error);

    if (copy == NULL)
      return FALSE;
    g_array_append_val (self->values, made->value);
    g_ptr_array_add (self->tensors, g_object_ref_sink (koma_tensor_new_from_array (copy)));
  }
  return weights != NULL;
}

static GPtrArray *
execute (Call    *self,
         GError **error)
{
  const KomaGraph        *graph = self->builder.nodes.graph;
  g_autofree KomaValueId *ids = koma_graph_copy_new_ids (graph);
  g_autofree KomaTensor **ys = g_new0 (KomaTensor *, self->outputs->len + 1);
  GPtrArray              *tensors = NULL;
  KomaExecution           run;

  if (!koma_execute_begin (&run, koma_layer_get_class_name (self->layer),
                           (KomaTensor *const *) self->tensors->pdata, self->tensors->len, error))
    return NULL;
  for (guint i = 0; i < self->values->len; i++)
    ids[g_array_index (self->values, KomaValueId, i)] = run.x[i];
  koma_graph_copy_nodes (graph, 0, &run.builder, ids);
  for (guint i = 0; i < self->outputs->len; i++) {
    KomaValueId *output = &g_array_index (self->outputs, KomaValueId, i);

    if (ids[*output] == KOMA_VALUE_NONE)
      koma_builder_fail (&run.builder, KOMA_ERROR_UNSUPPORTED, "reads what is no tensor");
    *output = koma_builder_unary (&run.builder, KOMA_OP_IDENTITY, ids[*output]);
  }
  if (!koma_execute_end_all (&run, (const KomaValueId *) self->outputs->data, self->outputs->len,
                             ys, error))
    return NULL;
  tensors = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < self->outputs->len; i++)
    g_ptr_array_add (tensors, g_object_ref_sink (ys[i]));
  return tensors;
}

/**
 * koma_layer_call:
 * @self: a layer, or a model as one
 * @inputs: (array length=n_inputs): float32, `[batch, …]`
 * @n_inputs: at least 1
 *
 * What the layer makes of tensors, as it does where it is not trained. Its weights are made if it
 * has none. Tapes derive the result by the inputs, not by the weights. A state that the layer
 * keeps from run to run is read, and stays as it was. Thread: the one that uses its models.
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
  g_auto (Call) call = {
    .layer = self,
    .values = g_array_new (FALSE, FALSE, sizeof (KomaValueId)),
    .tensors = g_ptr_array_new_with_free_func (g_object_unref),
    .outputs = g_array_new (FALSE, FALSE, sizeof (KomaValueId)),
  };
  g_autoptr (GPtrArray) own = NULL;

  g_return_val_if_fail (KOMA_IS_LAYER (self) && n_inputs > 0, NULL);

  /* Those that a model decides on are made as it says. */
  own = koma_layer_get_weights (self, error);
  if (own == NULL || !lower (&call, inputs, n_inputs, error) || !add_weights (&call, error))
    return NULL;
  return execute (&call, error);
}
