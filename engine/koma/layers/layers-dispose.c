/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights count as tensors from when they are made to when the model is disposed of. */
#include "engine/koma/tensor/environment-private.h"
#include "layer-private.h"
#include "layers-state.h"
#include "own-layer-private.h"

/**
 * koma_layers_model_take_weights: (skip)
 * @weights: (transfer full) (element-type KomaLayersWeight): of a model that has none
 */
void
koma_layers_model_take_weights (KomaLayersModel *self,
                                GArray          *weights)
{
  self->weights = weights;
  self->environment = g_object_ref (koma_environment_get ());
}

/**
 * koma_layers_model_free_data: (skip)
 *
 * Thread: the owner's; any with the last reference.
 */
void
koma_layers_model_free_data (KomaLayersModel *self)
{
  if (self->environment != NULL)
    koma_environment_free_trainer (self->environment, g_steal_pointer (&self->trainer));
  g_clear_pointer (&self->stored_slots, g_ptr_array_unref);
  g_clear_pointer (&self->weights, g_array_unref);
  g_clear_object (&self->environment);
}

static gboolean
is_used (KomaLayer *layer)
{
  const GPtrArray *models = koma_layer_get_private (layer)->models;

  for (guint i = 0; i < models->len; i++) {
    g_autoptr (KomaLayersModel) model = g_weak_ref_get (models->pdata[i]);

    if (model != NULL && !model->is_disposed)
      return TRUE;
  }
  return FALSE;
}

static void
dispose_variables (KomaLayer *layer)
{
  const GPtrArray *list = koma_layer_get_private (layer)->memory;

  for (guint i = 0; i < list->len; i++)
    if (((KomaLayerMemory *) list->pdata[i])->variable != NULL)
      koma_tensor_dispose_data (KOMA_TENSOR (((KomaLayerMemory *) list->pdata[i])->variable));
}

static void
forget (GPtrArray *layers)
{
  for (guint i = 0; i < layers->len; i++) {
    KomaLayer *layer = layers->pdata[i];

    if (!is_used (layer)) {
      dispose_variables (layer);
      koma_own_layer_forget (layer);
      g_ptr_array_set_size (koma_layer_get_private (layer)->memory, 0);
    }
    if (koma_layer_get_private (layer)->children != NULL)
      forget (koma_layer_get_private (layer)->children);
  }
}

/**
 * koma_layers_model_dispose_data:
 * @self: a model that is not being trained
 *
 * Frees its weights, and what it computes with, now, whoever still has references. Weights of
 * layers that are part of another model, too, stay until that is disposed of. What it is made of
 * can still be looked at; all that needs weights is refused. Nothing happens the second time.
 * Thread: the owner's.
 */
void
koma_layers_model_dispose_data (KomaLayersModel *self)
{
  g_return_if_fail (KOMA_IS_LAYERS_MODEL (self) && !self->is_trained);

  self->is_disposed = TRUE;
  koma_layers_model_free_data (self);
  g_ptr_array_set_size (self->own_losses, 0);
  g_ptr_array_set_size (self->own_metrics, 0);
  forget (self->layers);
}
