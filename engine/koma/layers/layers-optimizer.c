/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* What the optimizer of a model has noted in its training, for files of one's own. */
#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/tensor-private.h"
#include "layers-state.h"
#include "layers-train.h"

static gboolean
check_compiled (KomaLayersModel *self,
                GError         **error)
{
  return self->losses != NULL || koma_fail (error, KOMA_ERROR_ARGUMENT,
                                            "The model is not compiled: it has no optimizer");
}

/* In the public order: indices of weights that learn by gradients. */
static GArray *
list_learning (KomaLayersModel *self)
{
  GArray *order = koma_layers_model_order_weights (self);

  for (guint i = order->len; i > 0; i--)
    if (!g_array_index (self->weights, KomaLayersWeight, g_array_index (order, guint, i - 1))
           .is_learning)
      g_array_remove_index (order, i - 1);
  return order;
}

/**
 * koma_layers_model_get_iterations:
 * @self: a model
 *
 * Thread: the owner's.
 *
 * Returns: how many steps its optimizer has made since the model was compiled, or since the
 *   training began that a file or koma_layers_model_set_optimizer_weights() goes on with
 */
guint64
koma_layers_model_get_iterations (KomaLayersModel *self)
{
  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), 0);

  return koma_layers_model_get_n_steps (self);
}

/**
 * koma_layers_model_get_optimizer_weights:
 * @self: a model that is compiled
 * @error: return location for an error
 *
 * What the model's optimizer has noted in koma_layers_model_fit() and
 * koma_layers_model_train_on_batch(): moving means and the like, float32, each of its weight's
 * shape. First those of one kind for all weights that learn, in the order of
 * koma_layers_model_get_weight(), then those of the next kind. Before a step there are none, and of
 * SGD, which notes nothing, there are never any. They belong to the model: a #KomaOptimizer that it
 * was compiled with does not have them. koma_layers_model_save() writes them, too. Thread: the
 * owner's.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if the model is not compiled; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer container) (element-type KomaTensor) (nullable): copies, floating, or the
 *   scope's in force
 */
GPtrArray *
koma_layers_model_get_optimizer_weights (KomaLayersModel *self,
                                         GError         **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  g_autoptr (GArray) learning = NULL;

  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), NULL);

  if (!check_compiled (self, error))
    return NULL;
  learning = list_learning (self);
  for (guint slot = 0; koma_layers_model_get_n_steps (self) > 0 &&
                       slot < koma_optimizer_settings_get_n_slots (&self->optimizer);
       slot++)
    for (guint i = 0; i < learning->len; i++) {
      const guint  index = g_array_index (learning, guint, i);
      const float *values = koma_layers_model_get_slot (self, index, slot);
      g_autoptr (KomaArray) array = NULL;

      if (values == NULL)
        continue;
      array = koma_array_new_from_data (
        KOMA_DTYPE_FLOAT32, &g_array_index (self->weights, KomaLayersWeight, index).shape, values,
        error);
      if (array == NULL)
        return NULL;
      g_ptr_array_add (found, koma_tensor_new_from_array (array));
    }
  return g_steal_pointer (&found);
}

static KomaArray *
read_slot (const KomaLayersWeight *weight,
           KomaTensor             *given,
           GError                **error)
{
  KomaArray *array = koma_tensor_get_array (given, error);

  if (array == NULL)
    return NULL;
  if (array->dtype != KOMA_DTYPE_FLOAT32 || !koma_shape_equal (&array->shape, &weight->shape)) {
    g_autofree char *found = koma_shape_to_string (&array->shape);
    g_autofree char *expected = koma_shape_to_string (&weight->shape);

    koma_fail (error, KOMA_ERROR_SHAPE, "What is noted of “%s” is float32 %s, and not %s %s",
               weight->name, expected, koma_dtype_name (array->dtype), found);
    return NULL;
  }
  return koma_array_ref (array);
}

/* As stored_slots has them: of each weight all slots; none of weights that do not learn. */
static GPtrArray *
read_slots (KomaLayersModel   *self,
            KomaTensor *const *weights, /* (nullable): there are none */
            const GArray      *learning,
            GError           **error)
{
  const guint n_rule = self->optimizer.rule->n_slots;
  const guint n_slots =
    weights != NULL ? koma_optimizer_settings_get_n_slots (&self->optimizer) : 0;
  g_autoptr (GPtrArray) slots = koma_layers_model_new_slots ();

  g_ptr_array_set_size (slots, (int) (self->weights->len * n_rule));
  for (guint slot = 0; slot < n_slots; slot++)
    for (guint i = 0; i < learning->len; i++) {
      const guint index = g_array_index (learning, guint, i);
      KomaArray  *array = read_slot (&g_array_index (self->weights, KomaLayersWeight, index),
                                     weights[slot * learning->len + i], error);

      if (array == NULL)
        return NULL;
      slots->pdata[index * n_rule + slot] = array;
    }
  return g_steal_pointer (&slots);
}

/**
 * koma_layers_model_set_optimizer_weights:
 * @self: a model that is compiled with an optimizer of the same kind and settings as that which
 *   gave @weights
 * @weights: (array length=n_weights): what koma_layers_model_get_optimizer_weights() gave
 * @n_weights: number of them; 0: it has noted nothing
 * @iterations: what koma_layers_model_get_iterations() gave
 * @error: return location for an error
 *
 * The training goes on from there, to the last bit as if it had not been interrupted, where the
 * weights of the model are those of then, too, and its seed; and of a training that shuffles
 * KomaFitOptions:initial-epoch. @weights are copied. Thread: the owner's.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if the model is not compiled, or is being trained, @weights are not
 * as many as the optimizer notes, or one was disposed of; %KOMA_ERROR_SHAPE if one is not float32
 * of its weight's shape; %KOMA_ERROR_MEMORY. Nothing is changed then.
 *
 * Returns: whether they are set
 */
gboolean
koma_layers_model_set_optimizer_weights (KomaLayersModel   *self,
                                         KomaTensor *const *weights,
                                         guint              n_weights,
                                         guint64            iterations,
                                         GError           **error)
{
  g_autoptr (GArray) learning = NULL;
  g_autoptr (GPtrArray) slots = NULL;
  guint n_expected = 0;

  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), FALSE);

  if (!check_compiled (self, error))
    return FALSE;
  if (self->is_trained)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "The model is being trained");
  learning = list_learning (self);
  n_expected = koma_optimizer_settings_get_n_slots (&self->optimizer) * learning->len;
  if (n_weights != 0 && n_weights != n_expected)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "%s notes %u tensors of this model, not %u",
                      self->optimizer.name, n_expected, n_weights);
  slots = read_slots (self, n_weights > 0 ? weights : NULL, learning, error);
  if (slots == NULL || !koma_layers_model_drop_trainer (self, error))
    return FALSE;
  g_clear_pointer (&self->stored_slots, g_ptr_array_unref);
  self->stored_slots = g_steal_pointer (&slots);
  self->n_stored_steps = iterations;
  return TRUE;
}
