/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights count as tensors from when they are made to when the model is disposed of. */
#include "engine/koma/tensor/environment-private.h"
#include "layers-state.h"

static gsize
get_size_bytes (const KomaLayersWeight *weight)
{
  return koma_shape_count (&weight->shape) * koma_dtype_size (KOMA_DTYPE_FLOAT32);
}

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
  for (guint i = 0; i < weights->len; i++) {
    const KomaLayersWeight *weight = &g_array_index (weights, KomaLayersWeight, i);

    koma_environment_add_weight (self->environment, weight, get_size_bytes (weight));
  }
}

/**
 * koma_layers_model_dispose_data:
 * @self: a model that is not being trained
 *
 * Frees its weights, and what it computes with, now, whoever still has references. What it is made
 * of can still be looked at; all that needs weights is refused. Nothing happens the second time.
 * Thread: the owner's.
 */
void
koma_layers_model_dispose_data (KomaLayersModel *self)
{
  g_return_if_fail (KOMA_IS_LAYERS_MODEL (self) && !self->is_trained);

  self->is_disposed = TRUE;
  if (self->environment != NULL)
    koma_environment_free_trainer (self->environment, g_steal_pointer (&self->trainer));
  g_clear_pointer (&self->stored_slots, g_ptr_array_unref);
  for (guint i = 0; self->weights != NULL && i < self->weights->len; i++) {
    const KomaLayersWeight *weight = &g_array_index (self->weights, KomaLayersWeight, i);

    koma_environment_remove_weight (self->environment, weight, get_size_bytes (weight));
  }
  g_clear_pointer (&self->weights, g_array_unref);
  g_clear_object (&self->environment);
}
