/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The model as it computes while it is trained, without being trained. */
#include "engine/formats/keras/model.h"
#include "engine/runtime/session.h"
#include "engine/koma/tensor/environment-private.h"
#include "engine/koma/koma-error.h"
#include "layer-call.h"
#include "layers-data.h"
#include "layers-nest.h"
#include "layers-train.h"
#include "own-layer-private.h"
#include "engine/koma/tensor/tensor-private.h"

typedef struct
{
  KomaLayersModel *model;
  KomaKerasBuilder builder;
  GArray          *order;   /* of the weights made */
  KomaSession     *session; /* (nullable) */
} Application;

static void
application_clear (Application *self)
{
  g_clear_pointer (&self->session, koma_session_free);
  g_clear_pointer (&self->order, g_array_unref);
  koma_keras_builder_clear (&self->builder);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Application, application_clear)

static gboolean
open (Application    *self,
      KomaLayersData *data,
      GError        **error)
{
  g_autofree KomaShape *shapes = g_new0 (KomaShape, data->x->len + 1);
  KomaKerasBuilder     *builder = &self->builder;

  for (guint i = 0; i < data->x->len; i++)
    shapes[i] = ((KomaArray *) g_ptr_array_index (data->x, i))->shape;
  builder->shapes = shapes;
  builder->n_shapes = data->x->len;
  if (!koma_keras_build (builder, self->model->entry, error))
    return FALSE;
  for (guint i = 0; i < builder->updates->len; i++)
    koma_graph_add_output (builder->nodes.graph, "update",
                           g_array_index (builder->updates, KomaKerasUpdate, i).update);
  self->order = koma_layers_weights_sort (self->model->entry, builder->weights_made);
  self->session = koma_session_new (
    builder->nodes.graph,
    &(KomaSessionOptions){
      .backend = "cpu",
      .n_threads = koma_environment_get_n_threads (koma_environment_get ()),
    },
    error);
  return self->session != NULL;
}

/* The index of a value among the inputs of the session. */
static guint
find_input (const Application *self,
            KomaValueId        value)
{
  for (guint i = 0; i < koma_graph_get_n_inputs (self->builder.nodes.graph); i++)
    if (koma_graph_get_input (self->builder.nodes.graph, i) == value)
      return i;
  g_return_val_if_reached (0);
}

static void
write_inputs (Application    *self,
              KomaLayersData *data)
{
  for (guint i = 0; i < data->x->len; i++) {
    const KomaArray *x = g_ptr_array_index (data->x, i);

    memcpy (koma_session_get_input_data (self->session, i), x->data,
            koma_array_get_size_bytes (x));
  }
  for (guint i = 0; i < self->order->len; i++) {
    const KomaKerasMadeWeight *made =
      &g_array_index (self->builder.weights_made, KomaKerasMadeWeight,
                      g_array_index (self->order, guint, i));

    memcpy (koma_session_get_input_data (self->session, find_input (self, made->value)),
            g_array_index (self->model->weights, KomaLayersWeight, i).memory->array->data,
            koma_shape_count (&made->shape) * sizeof (float));
  }
  for (guint i = 0; i < self->builder.keys->len; i++) {
    const gint32 key[2] = { (gint32) g_random_int (), (gint32) g_random_int () };

    memcpy (koma_session_get_input_data (
              self->session,
              find_input (self, g_array_index (self->builder.keys, KomaValueId, i))),
            key, sizeof key);
  }
}

static void
take_updates (Application *self)
{
  for (guint i = 0; i < self->order->len; i++) {
    const KomaKerasMadeWeight *made =
      &g_array_index (self->builder.weights_made, KomaKerasMadeWeight,
                      g_array_index (self->order, guint, i));

    for (guint k = 0; k < self->builder.updates->len; k++)
      if (g_array_index (self->builder.updates, KomaKerasUpdate, k).value == made->value)
        memcpy (g_array_index (self->model->weights, KomaLayersWeight, i).memory->array->data,
                koma_session_get_output_data (self->session, self->model->n_outputs + k),
                koma_shape_count (&made->shape) * sizeof (float));
  }
}

static GPtrArray *
read_outputs (Application *self,
              GError     **error)
{
  g_autoptr (GPtrArray) tensors = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < self->model->n_outputs; i++) {
    const KomaValue *value = koma_session_get_output (self->session, i);
    g_autoptr (KomaArray) array =
      koma_array_new_from_data (KOMA_DTYPE_FLOAT32, &value->shape,
                                koma_session_get_output_data (self->session, i), error);

    if (array == NULL)
      return NULL;
    g_ptr_array_add (tensors, g_object_ref_sink (koma_tensor_new_from_array (array)));
  }
  return g_steal_pointer (&tensors);
}

/* An op like others, which the tape in force derives. */
static GPtrArray *
apply_traced (KomaLayersModel *self,
              KomaTensor     **x,
              guint            n_x,
              gboolean         is_training,
              GError         **error)
{
  g_autoptr (KomaLayer) layer = koma_layers_model_as_layer (self, error);

  if (layer == NULL)
    return NULL;
  return is_training ? koma_layer_call_training (layer, x, n_x, error)
                     : koma_layer_call (layer, x, n_x, error);
}

/**
 * koma_layers_model_apply:
 * @self: a model
 * @x: (array length=n_x): float32, of the shapes that koma_layers_model_predict() wants
 * @n_x: how many inputs the model has
 * @is_training: whether layers do what they do while the model is trained: drop numbers, normalise
 *   with the statistics of the batch and move their averages
 *
 * What the model makes of samples, all at once. No weight learns. A tape in force derives it, as
 * koma_layer_call(). Thread: the owner's.
 *
 * Errors: those of koma_layers_model_predict().
 *
 * Returns: (transfer container) (element-type KomaTensor) (nullable): one for each output
 */
GPtrArray *
koma_layers_model_apply (KomaLayersModel *self,
                         KomaTensor     **x,
                         guint            n_x,
                         gboolean         is_training,
                         GError         **error)
{
  g_auto (KomaLayersData) data = { 0 };
  g_auto (Application) application = { .model = self };
  GPtrArray *outputs = NULL;

  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), NULL);

  if (koma_environment_get_trace (koma_environment_get ()) != NULL)
    return apply_traced (self, x, n_x, is_training, error);
  if (!koma_layers_data_init (&data, self, x, n_x, NULL, 0, error))
    return NULL;
  koma_keras_builder_init_building (&application.builder, NULL, data.n, is_training);
  koma_own_layer_attach (&application.builder, self->layers);
  if (!open (&application, &data, error))
    return NULL;
  write_inputs (&application, &data);
  if (!koma_session_run (application.session, error))
    return NULL;
  outputs = read_outputs (&application, error);
  if (outputs != NULL)
    take_updates (&application);
  return outputs;
}
