/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* What an optimizer has noted, for files of one's own: training goes on where it ended. */
#include "optimizer-private.h"

#include "engine/koma/koma-error.h"
#include "engine/koma/ops/clone.h"
#include "engine/koma/tensor/tensor-private.h"

static int
compare_places (gconstpointer a,
                gconstpointer b)
{
  const KomaOptimizerNote *const *first = a;
  const KomaOptimizerNote *const *second = b;

  return (int) (*first)->place - (int) (*second)->place;
}

/* Of all variables that there are, in the order of their first steps; borrowed. */
static GPtrArray *
list_notes (KomaOptimizer *self)
{
  GPtrArray     *notes = g_ptr_array_new ();
  GHashTableIter each;
  gpointer       note = NULL;

  g_hash_table_iter_init (&each, self->notes);
  while (g_hash_table_iter_next (&each, NULL, &note)) {
    g_autoptr (KomaTensor) variable = g_weak_ref_get (&((KomaOptimizerNote *) note)->variable);

    if (variable != NULL && !koma_tensor_is_disposed (variable))
      g_ptr_array_add (notes, note);
  }
  g_ptr_array_sort (notes, compare_places);
  return notes;
}

/**
 * koma_optimizer_get_weights:
 * @self: an optimizer
 * @error: return location for an error
 *
 * What it has noted of variables in its own steps: moving means and the like, float32, each of its
 * variable's shape. First those of one kind for all variables, in the order in which steps met
 * them, then those of the next kind. Variables that are gone have none, and an optimizer such as
 * SGD, which notes nothing, has none at all. What a model of layers notes in `fit ()` is
 * koma_layers_model_get_optimizer_weights(). Thread: its own.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if it was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer container) (element-type KomaTensor) (nullable): copies, which share data
 */
GPtrArray *
koma_optimizer_get_weights (KomaOptimizer *self,
                            GError       **error)
{
  g_autoptr (GPtrArray) weights = g_ptr_array_new ();
  g_autoptr (GPtrArray) notes = NULL;

  g_return_val_if_fail (KOMA_IS_OPTIMIZER (self), NULL);

  if (!koma_optimizer_check_usable (self, error))
    return NULL;
  notes = list_notes (self);
  for (guint slot = 0; slot < koma_optimizer_settings_get_n_slots (&self->settings); slot++)
    for (guint i = 0; i < notes->len; i++) {
      const KomaOptimizerNote *note = notes->pdata[i];
      KomaTensor              *weight = koma_tensor_clone (KOMA_TENSOR (note->slots[slot]), error);

      if (weight == NULL)
        return NULL;
      g_ptr_array_add (weights, weight);
    }
  return g_steal_pointer (&weights);
}

static gboolean
check_weights (KomaOptimizer     *self,
               KomaTensor *const *weights,
               guint              n,
               GError           **error)
{
  const guint n_slots = koma_optimizer_settings_get_n_slots (&self->settings);

  if (n_slots == 0 ? n > 0 : n % n_slots != 0)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "%s notes %u values of each variable, not %u",
                      self->settings.name, n_slots, n);
  for (guint i = 0; i < n; i++) {
    if (!koma_tensor_check (weights[i], error))
      return FALSE;
    if (weights[i]->dtype != KOMA_DTYPE_FLOAT32)
      return koma_fail (error, KOMA_ERROR_SHAPE, "A weight of an optimizer is not of float32");
  }
  return TRUE;
}

static void
dispose_variable (gpointer data)
{
  koma_tensor_dispose_data (KOMA_TENSOR (data));
  g_object_unref (data);
}

static GPtrArray *
hold (KomaTensor *const *weights,
      guint              n,
      GError           **error)
{
  g_autoptr (GPtrArray) held = g_ptr_array_new_with_free_func (dispose_variable);

  for (guint i = 0; i < n; i++) {
    KomaVariable *variable = koma_variable_new (weights[i], FALSE, NULL, error);

    if (variable == NULL)
      return NULL;
    g_ptr_array_add (held, variable);
  }
  return g_steal_pointer (&held);
}

/**
 * koma_optimizer_set_weights:
 * @self: an optimizer of the kind and with the settings of that which gave @weights
 * @weights: (array length=n_weights): what koma_optimizer_get_weights() gave
 * @n_weights: number of them
 * @iterations: what koma_optimizer_get_iterations() gave
 * @error: return location for an error
 *
 * Goes on from there: the variables of the next steps take them in the order in which steps meet
 * them. What the optimizer noted before is forgotten. Thread: its own.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if they are no multiple of what this optimizer notes of a variable,
 * or one of them, or the optimizer, was disposed of; %KOMA_ERROR_SHAPE if one is not of float32;
 * %KOMA_ERROR_MEMORY. Nothing is changed then. A step whose variable has another shape than what it
 * takes fails with %KOMA_ERROR_SHAPE.
 *
 * Returns: whether they are set
 */
gboolean
koma_optimizer_set_weights (KomaOptimizer     *self,
                            KomaTensor *const *weights,
                            guint              n_weights,
                            guint64            iterations,
                            GError           **error)
{
  GPtrArray *given = NULL;

  g_return_val_if_fail (KOMA_IS_OPTIMIZER (self), FALSE);

  if (!koma_optimizer_check_usable (self, error) ||
      !check_weights (self, weights, n_weights, error))
    return FALSE;
  given = hold (weights, n_weights, error);
  if (given == NULL)
    return FALSE;
  g_clear_pointer (&self->given, g_ptr_array_unref);
  self->given = given;
  g_hash_table_remove_all (self->notes);
  self->n_noted = 0;
  self->iterations = iterations;
  return TRUE;
}
