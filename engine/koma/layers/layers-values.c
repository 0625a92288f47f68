/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Reading and writing the weights of a model. */
#include "engine/formats/keras/model.h"
#include "engine/koma/koma-error.h"
#include "layers-state.h"
#include "engine/koma/tensor/tensor-private.h"

static KomaLayersWeight *
get_weight (KomaLayersModel *self,
            guint            index)
{
  return &g_array_index (self->weights, KomaLayersWeight, index);
}

/**
 * koma_layers_model_order_weights: (skip)
 *
 * Returns: (transfer full) (element-type guint): indices into weights
 */
GArray *
koma_layers_model_order_weights (KomaLayersModel *self)
{
  GArray *order = g_array_new (FALSE, FALSE, sizeof (guint));

  for (gboolean is_trainable = TRUE; is_trainable >= FALSE; is_trainable--)
    for (guint i = 0; i < self->weights->len; i++)
      if (!get_weight (self, i)->is_state && get_weight (self, i)->is_trainable == is_trainable)
        g_array_append_val (order, i);
  return order;
}

/* From a public index to one into weights. */
static gboolean
find (KomaLayersModel *self,
      guint            index,
      guint           *ret_index,
      GError         **error)
{
  g_autoptr (GArray) order = NULL;

  if (!koma_layers_model_ensure_weights (self, error))
    return FALSE;
  order = koma_layers_model_order_weights (self);
  if (index >= order->len)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "The model has %u weights, and none of number %u",
                      order->len, index);
  *ret_index = g_array_index (order, guint, index);
  return TRUE;
}

/**
 * koma_layers_model_get_n_weights:
 * @self: a model
 * @ret_n: (out): how many weights, states not counted
 *
 * Makes the weights, where there are none yet. Thread: the owner's.
 *
 * Errors: %KOMA_ERROR_MODEL if the model has no layers or a setting is damaged;
 * %KOMA_ERROR_UNSUPPORTED if an initializer, a regularizer or a constraint is not known;
 * %KOMA_ERROR_MEMORY.
 *
 * Returns: whether they could be counted
 */
gboolean
koma_layers_model_get_n_weights (KomaLayersModel *self,
                                 guint           *ret_n,
                                 GError         **error)
{
  g_autoptr (GArray) order = NULL;

  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), FALSE);

  if (!koma_layers_model_ensure_weights (self, error))
    return FALSE;
  order = koma_layers_model_order_weights (self);
  *ret_n = order->len;
  return TRUE;
}

/**
 * koma_layers_model_get_weight_name:
 * @self: a model
 * @index: of the weight, from 0
 *
 * Thread: the owner's.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if there is no weight of that number; those of
 * koma_layers_model_get_n_weights().
 *
 * Returns: (transfer none) (nullable): "dense_Dense1/kernel"
 */
const char *
koma_layers_model_get_weight_name (KomaLayersModel *self,
                                   guint            index,
                                   GError         **error)
{
  guint i = 0;

  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), NULL);

  return find (self, index, &i, error) ? get_weight (self, i)->name : NULL;
}

/**
 * koma_layers_model_get_weight:
 * @self: a model
 * @index: of the weight, from 0
 *
 * Thread: the owner's.
 *
 * Errors: those of koma_layers_model_get_weight_name(), and %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): a copy, float32 of the weight's shape; floating, or its
 *   scope's
 */
KomaTensor *
koma_layers_model_get_weight (KomaLayersModel *self,
                              guint            index,
                              GError         **error)
{
  guint i = 0;
  g_autoptr (KomaArray) array = NULL;

  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), NULL);

  if (!find (self, index, &i, error))
    return NULL;
  array = koma_layers_model_copy_weight (self, i, error);
  return array != NULL ? koma_tensor_new_from_array (array) : NULL;
}

static gboolean
write_weight (KomaLayersModel *self,
              guint            index,
              KomaArray       *array,
              GError         **error)
{
  KomaLayersWeight *weight = get_weight (self, index);

  if (array->dtype != KOMA_DTYPE_FLOAT32 || !koma_shape_equal (&array->shape, &weight->shape)) {
    g_autofree char *found = koma_shape_to_string (&array->shape);
    g_autofree char *expected = koma_shape_to_string (&weight->shape);

    return koma_fail (error, KOMA_ERROR_SHAPE, "Weight “%s” is float32 %s, and not %s %s",
                      weight->name, expected, koma_dtype_name (array->dtype), found);
  }
  memcpy (weight->memory->array->data, array->data, koma_array_get_size_bytes (array));
  return TRUE;
}

/**
 * koma_layers_model_set_weight:
 * @self: a model
 * @index: of the weight, from 0
 * @value: float32, of the weight's shape; copied
 *
 * Thread: the owner's.
 *
 * Errors: those of koma_layers_model_get_weight_name(); %KOMA_ERROR_SHAPE if @value is of another
 * shape or type; %KOMA_ERROR_ARGUMENT if it was disposed of.
 *
 * Returns: whether it was set
 */
gboolean
koma_layers_model_set_weight (KomaLayersModel *self,
                              guint            index,
                              KomaTensor      *value,
                              GError         **error)
{
  KomaArray *array = NULL;
  guint      i = 0;

  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), FALSE);

  if (value == NULL || !find (self, index, &i, error))
    return FALSE;
  array = koma_tensor_get_array (value, error);
  return array != NULL && write_weight (self, i, array, error);
}

/**
 * koma_layers_model_reset_states:
 * @self: a model
 *
 * Sets the states of stateful layers to zero, as they are before the first run. Thread: the
 * owner's.
 *
 * Errors: those of koma_layers_model_get_n_weights().
 *
 * Returns: whether they were reset
 */
gboolean
koma_layers_model_reset_states (KomaLayersModel *self,
                                GError         **error)
{
  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), FALSE);

  if (!koma_layers_model_ensure_weights (self, error))
    return FALSE;
  for (guint i = 0; i < self->weights->len; i++)
    if (get_weight (self, i)->is_state)
      memset (get_weight (self, i)->memory->array->data, 0,
              koma_array_get_size_bytes (get_weight (self, i)->memory->array));
  return TRUE;
}

/**
 * koma_layers_model_count_params:
 * @self: a model
 * @ret_total: (out): numbers in all weights
 * @ret_trainable: (out) (optional): numbers in those that learn
 *
 * Thread: the owner's.
 *
 * Errors: those of koma_layers_model_get_n_weights().
 *
 * Returns: whether they could be counted
 */
gboolean
koma_layers_model_count_params (KomaLayersModel *self,
                                gsize           *ret_total,
                                gsize           *ret_trainable,
                                GError         **error)
{
  gsize n[2] = { 0 };

  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), FALSE);

  if (!koma_layers_model_ensure_weights (self, error))
    return FALSE;
  for (guint i = 0; i < self->weights->len; i++)
    if (!get_weight (self, i)->is_state)
      n[get_weight (self, i)->is_trainable != FALSE] +=
        koma_shape_count (&get_weight (self, i)->shape);
  *ret_total = n[0] + n[1];
  if (ret_trainable != NULL)
    *ret_trainable = n[1];
  return TRUE;
}
