/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layer-variables.h"

#include "engine/koma/tensor/variable-private.h"
#include "layer-private.h"
#include "layers-state.h"

static void
add_variable (GPtrArray       *variables,
              KomaLayerMemory *memory,
              gboolean         is_trainable,
              gboolean         only_trainable)
{
  KomaVariable *variable = NULL;

  if (memory->is_state || (only_trainable && !is_trainable))
    return;
  variable = koma_layer_memory_get_variable (memory);
  koma_variable_set_trainable (variable, is_trainable);
  if (!g_ptr_array_find (variables, variable, NULL))
    g_ptr_array_add (variables, g_object_ref (variable));
}

static void
collect (KomaLayer *self,
         gboolean   is_frozen,
         gboolean   is_learnable,
         gboolean   only_trainable,
         GPtrArray *ret_variables)
{
  const KomaLayerPrivate *own = koma_layer_get_private (self);

  is_frozen = is_frozen || !koma_layer_get_trainable (self);
  for (guint i = 0; i < own->memory->len; i++) {
    KomaLayerMemory *memory = own->memory->pdata[i];

    if (memory->is_learnable == is_learnable)
      add_variable (ret_variables, memory, is_learnable && !is_frozen, only_trainable);
  }
  for (guint i = 0; own->children != NULL && i < own->children->len; i++)
    collect (own->children->pdata[i], is_frozen, is_learnable, only_trainable, ret_variables);
}

/**
 * koma_layer_get_variables:
 * @self: a layer
 * @only_trainable: without those that are frozen, or never learn
 * @error: return location for an error
 *
 * The layer's weights as variables, in the order of koma_layer_get_weights(): gradients are taken
 * by them, optimizers change them, and what they are assigned is the layer's from then on. They are
 * made where they are not there yet, as koma_layer_get_weights() does. Thread: the one that uses
 * its models.
 *
 * Errors: those of koma_layer_get_weights().
 *
 * Returns: (transfer container) (element-type KomaVariable) (nullable): each once
 */
GPtrArray *
koma_layer_get_variables (KomaLayer *self,
                          gboolean   only_trainable,
                          GError   **error)
{
  GPtrArray *variables = NULL;

  g_return_val_if_fail (KOMA_IS_LAYER (self), NULL);

  if (!koma_layer_ensure_weights (self, error))
    return NULL;
  variables = g_ptr_array_new_with_free_func (g_object_unref);
  collect (self, FALSE, TRUE, only_trainable, variables);
  collect (self, FALSE, FALSE, only_trainable, variables);
  return variables;
}

/**
 * koma_layers_model_get_variables:
 * @self: a model
 * @only_trainable: without those that are frozen, or never learn
 * @error: return location for an error
 *
 * koma_layer_get_variables() of all its layers, in the order of koma_layers_model_get_weight().
 * Thread: the owner's.
 *
 * Errors: those of koma_layers_model_get_n_weights().
 *
 * Returns: (transfer container) (element-type KomaVariable) (nullable): each once
 */
GPtrArray *
koma_layers_model_get_variables (KomaLayersModel *self,
                                 gboolean         only_trainable,
                                 GError         **error)
{
  g_autoptr (GArray) order = NULL;
  GPtrArray *variables = NULL;

  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), NULL);

  if (!koma_layers_model_ensure_weights (self, error) ||
      !koma_layers_model_read_frozen (self, error))
    return NULL;
  order = koma_layers_model_order_weights (self);
  variables = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < order->len; i++) {
    const KomaLayersWeight *weight =
      &g_array_index (self->weights, KomaLayersWeight, g_array_index (order, guint, i));

    add_variable (variables, weight->memory, weight->is_trainable, only_trainable);
  }
  return variables;
}

/**
 * koma_layer_refresh_variables: (skip)
 */
void
koma_layer_refresh_variables (KomaLayer *self,
                              gboolean   is_frozen)
{
  const KomaLayerPrivate *own = koma_layer_get_private (self);

  is_frozen = is_frozen || !koma_layer_get_trainable (self);
  for (guint i = 0; i < own->memory->len; i++) {
    KomaLayerMemory *memory = own->memory->pdata[i];

    if (memory->variable != NULL)
      koma_variable_set_trainable (memory->variable, memory->is_learnable && !is_frozen);
  }
  for (guint i = 0; own->children != NULL && i < own->children->len; i++)
    koma_layer_refresh_variables (own->children->pdata[i], is_frozen);
}

/**
 * koma_layer_set_trainable:
 * @self: a layer
 * @is_trainable: false freezes the layer, and all layers in it if it is a model
 *
 * Takes effect when the model is compiled next. Thread: the one that trains the model.
 */
void
koma_layer_set_trainable (KomaLayer *self,
                          gboolean   is_trainable)
{
  g_return_if_fail (KOMA_IS_LAYER (self));

  json_object_set_boolean_member (
    json_object_get_object_member (koma_layer_get_entry (self), "config"), "trainable",
    is_trainable);
  koma_layer_refresh_variables (self, FALSE);
}
