/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layer-memory.h"

#include "engine/koma/tensor/environment-private.h"
#include "engine/koma/tensor/variable-private.h"

/**
 * koma_layer_memory_new: (skip)
 *
 * Errors: %KOMA_ERROR_SHAPE, %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer full) (nullable): it belongs to the calling thread
 */
KomaLayerMemory *
koma_layer_memory_new (const KomaShape *shape,
                       const float     *values,
                       GError         **error)
{
  KomaArray       *array = values != NULL
                             ? koma_array_new_from_data (KOMA_DTYPE_FLOAT32, shape, values, error)
                             : koma_array_new (KOMA_DTYPE_FLOAT32, shape, error);
  KomaLayerMemory *self = NULL;

  if (array == NULL)
    return NULL;
  self = g_new0 (KomaLayerMemory, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->array = array;
  self->environment = g_object_ref (koma_environment_get ());
  koma_environment_add_weight (self->environment, self, koma_array_get_size_bytes (array));
  return self;
}

/**
 * koma_layer_memory_ref: (skip)
 *
 * Thread: any.
 */
KomaLayerMemory *
koma_layer_memory_ref (KomaLayerMemory *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * koma_layer_memory_unref: (skip)
 * @self: (nullable) (transfer full)
 *
 * Thread: any.
 */
void
koma_layer_memory_unref (KomaLayerMemory *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  if (self->variable == NULL)
    koma_environment_remove_weight (self->environment, self,
                                    koma_array_get_size_bytes (self->array));
  g_clear_object (&self->variable);
  koma_array_unref (self->array);
  g_object_unref (self->environment);
  g_free (self);
}

/**
 * koma_layer_memory_get_variable: (skip)
 *
 * Returns: (transfer none): a variable that reads and writes the memory
 */
KomaVariable *
koma_layer_memory_get_variable (KomaLayerMemory *self)
{
  if (self->variable == NULL) {
    self->variable = koma_variable_new_for_store (self->array, self->is_learnable);
    koma_environment_remove_weight (self->environment, self,
                                    koma_array_get_size_bytes (self->array));
  }
  return self->variable;
}

/**
 * koma_layer_memory_is_open: (skip)
 */
gboolean
koma_layer_memory_is_open (const KomaLayerMemory *self)
{
  return self->is_fresh && (self->variable == NULL || !koma_variable_is_read (self->variable));
}
