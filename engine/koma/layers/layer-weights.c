/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layer-weights.h"

#include "engine/formats/keras/weight.h"
#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/environment-private.h"
#include "engine/koma/tensor/tensor-private.h"
#include "layer-private.h"
#include "layer-shapes.h"
#include "layers-state.h"

/* A model in use, whose seed decides what the weights begin with. (transfer full) (nullable) */
static KomaLayersModel *
find_model (KomaLayer *self)
{
  const GPtrArray *models = koma_layer_get_private (self)->models;

  for (guint i = 0; i < models->len; i++) {
    g_autoptr (KomaLayersModel) model = g_weak_ref_get (models->pdata[i]);

    if (model != NULL && !model->is_disposed)
      return g_steal_pointer (&model);
  }
  return NULL;
}

/* For the shapes that the layer was applied to. */
static gboolean
make_weights (KomaLayer *self,
              GError   **error)
{
  KomaKerasBuilder builder = { 0 };
  g_autoptr (GPtrArray) layers = g_ptr_array_new ();
  g_autoptr (GArray) made = NULL;

  g_ptr_array_add (layers, self);
  if (koma_layer_shapes_build (&builder, layers, koma_layer_get_private (self)->shapes, error))
    made = koma_layers_weights_new (koma_layer_get_entry (self), builder.weights_made, layers,
                                    g_random_int (), error);
  koma_keras_builder_clear (&builder);
  return made != NULL;
}

/**
 * koma_layer_ensure_weights: (skip)
 *
 * Errors: those of koma_layer_get_weights().
 */
gboolean
koma_layer_ensure_weights (KomaLayer *self,
                           GError   **error)
{
  const KomaLayerPrivate *own = koma_layer_get_private (self);
  g_autoptr (KomaLayersModel) model = NULL;

  if (own->memory->len > 0)
    return koma_environment_check_thread (((KomaLayerMemory *) own->memory->pdata[0])->environment,
                                          "layer", error);
  model = own->model != NULL ? g_object_ref (KOMA_LAYERS_MODEL (own->model)) : find_model (self);
  if (model != NULL)
    return koma_layers_model_ensure_weights (model, error);
  return own->shapes == NULL || make_weights (self, error);
}

/* Those that somebody knows stay as they are. */
static void
collect (KomaLayer *self,
         gboolean   is_learnable,
         GPtrArray *ret_memory)
{
  const KomaLayerPrivate *own = koma_layer_get_private (self);

  for (guint i = 0; i < own->memory->len; i++) {
    KomaLayerMemory *memory = own->memory->pdata[i];

    if (!memory->is_state && memory->is_learnable == is_learnable &&
        !g_ptr_array_find (ret_memory, memory, NULL)) {
      g_ptr_array_add (ret_memory, memory);
      memory->is_fresh = FALSE;
    }
  }
  for (guint i = 0; own->children != NULL && i < own->children->len; i++)
    collect (own->children->pdata[i], is_learnable, ret_memory);
}

/* (element-type KomaLayerMemory) (nullable) */
static GPtrArray *
list_memory (KomaLayer *self,
             GError   **error)
{
  GPtrArray *list = NULL;

  if (!koma_layer_ensure_weights (self, error))
    return NULL;
  list = g_ptr_array_new ();
  collect (self, TRUE, list);
  collect (self, FALSE, list);
  return list;
}

/**
 * koma_layer_get_weights:
 * @self: a layer
 *
 * The layer's weights as they are now, made where they are not there yet. A layer that is applied
 * to nothing, and part of no model, has none. Those of a model that is a layer are those of its
 * layers, each once. Thread: the one that uses its models.
 *
 * Errors: those of koma_layers_model_get_n_weights(); %KOMA_ERROR_ARGUMENT if the layer belongs to
 * another thread.
 *
 * Returns: (transfer container) (element-type KomaTensor) (nullable): copies, float32: those that
 *   learn if nothing is frozen, then the others
 */
GPtrArray *
koma_layer_get_weights (KomaLayer *self,
                        GError   **error)
{
  g_autoptr (GPtrArray) list = NULL;
  g_autoptr (GPtrArray) tensors = g_ptr_array_new_with_free_func (g_object_unref);

  g_return_val_if_fail (KOMA_IS_LAYER (self), NULL);

  list = list_memory (self, error);
  for (guint i = 0; list != NULL && i < list->len; i++) {
    const KomaArray *array = ((KomaLayerMemory *) list->pdata[i])->array;
    g_autoptr (KomaArray) copy =
      koma_array_new_from_data (KOMA_DTYPE_FLOAT32, &array->shape, array->data, error);

    if (copy == NULL)
      return NULL;
    g_ptr_array_add (tensors, g_object_ref_sink (koma_tensor_new_from_array (copy)));
  }
  return list != NULL ? g_steal_pointer (&tensors) : NULL;
}

static KomaArray *
check_value (KomaLayer       *self,
             guint            index,
             const KomaArray *own,
             KomaTensor      *value,
             GError         **error)
{
  KomaArray       *array = koma_tensor_get_array (value, error);
  g_autofree char *found = NULL;
  g_autofree char *expected = NULL;

  if (array == NULL ||
      (array->dtype == KOMA_DTYPE_FLOAT32 && koma_shape_equal (&array->shape, &own->shape)))
    return array;
  found = koma_shape_to_string (&array->shape);
  expected = koma_shape_to_string (&own->shape);
  koma_fail (error, KOMA_ERROR_SHAPE, "%s “%s”: weight %u is float32 %s, and not %s %s",
             koma_layer_get_class_name (self), koma_layer_get_name (self), index, expected,
             koma_dtype_name (array->dtype), found);
  return NULL;
}

/**
 * koma_layer_set_weights:
 * @self: a layer
 * @weights: (array length=n_weights): float32, of the shapes and in the order that
 *   koma_layer_get_weights() has; copied
 * @n_weights: as many as the layer has
 *
 * Sets the layer's weights, for all models that it is part of; all or none. Thread: the one that
 * uses its models.
 *
 * Errors: those of koma_layer_get_weights(); %KOMA_ERROR_SHAPE if they are not as many, or one is
 * of another shape or type; %KOMA_ERROR_ARGUMENT if one was disposed of.
 *
 * Returns: whether they were set
 */
gboolean
koma_layer_set_weights (KomaLayer   *self,
                        KomaTensor **weights,
                        guint        n_weights,
                        GError     **error)
{
  g_autoptr (GPtrArray) list = NULL;

  g_return_val_if_fail (KOMA_IS_LAYER (self), FALSE);

  list = list_memory (self, error);
  if (list == NULL)
    return FALSE;
  if (list->len != n_weights)
    return koma_fail (error, KOMA_ERROR_SHAPE, "%s “%s” has %u weights, and not %u",
                      koma_layer_get_class_name (self), koma_layer_get_name (self), list->len,
                      n_weights);
  for (guint i = 0; i < n_weights; i++)
    if (check_value (self, i, ((KomaLayerMemory *) list->pdata[i])->array, weights[i], error) ==
        NULL)
      return FALSE;
  for (guint i = 0; i < n_weights; i++) {
    KomaArray *own = ((KomaLayerMemory *) list->pdata[i])->array;

    memcpy (own->data, koma_tensor_get_array (weights[i], NULL)->data,
            koma_array_get_size_bytes (own));
  }
  return TRUE;
}
