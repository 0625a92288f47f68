/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Steps by a loss: for a function, and in two halves for languages that call it between them. */
#include "engine/koma/ops/clone.h"
#include "engine/koma/tensor/gradients-private.h"
#include "engine/koma/koma-error.h"
#include "optimizer-private.h"
#include "engine/koma/tensor/scope.h"

/* Those that a tape can watch: that may be trained. */
static GPtrArray *
list_trainable (KomaVariable *const *variables, /* (nullable) */
                guint                n_variables,
                gboolean             may_be_none, /* there may be some later */
                GError             **error)
{
  g_autoptr (GPtrArray) all = koma_gradients_list_variables (variables, n_variables);
  g_autoptr (GPtrArray) trainable = g_ptr_array_new ();

  for (guint i = 0; i < all->len; i++)
    if (koma_variable_is_trainable (all->pdata[i]))
      g_ptr_array_add (trainable, all->pdata[i]);
  if (trainable->len > 0 || (variables == NULL && may_be_none))
    return g_steal_pointer (&trainable);
  koma_fail (error, KOMA_ERROR_ARGUMENT, "None of %u variables may be trained", all->len);
  return NULL;
}

/**
 * koma_optimizer_watch:
 * @self: an optimizer
 * @tape: a tape in force
 * @variables: (array length=n_variables) (nullable): as in koma_optimizer_minimize()
 * @n_variables: number of them
 * @error: return location for an error
 *
 * What koma_optimizer_minimize() begins with: lets @tape watch the variables that are trained. Then
 * the loss is computed, and koma_optimizer_learn() makes the step. With %NULL it is called again
 * behind the loss, for the weights of layers that were made meanwhile. Thread: its own.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if none of @variables may be trained, or the optimizer was
 * disposed of; those of koma_tape_watch().
 *
 * Returns: (transfer container) (element-type KomaVariable) (nullable): the variables that are
 *   trained
 */
GPtrArray *
koma_optimizer_watch (KomaOptimizer       *self,
                      KomaTape            *tape,
                      KomaVariable *const *variables,
                      guint                n_variables,
                      GError             **error)
{
  g_autoptr (GPtrArray) trained = NULL;

  g_return_val_if_fail (KOMA_IS_OPTIMIZER (self) && KOMA_IS_TAPE (tape), NULL);

  if (!koma_optimizer_check_usable (self, error))
    return NULL;
  trained = list_trainable (variables, n_variables, TRUE, error);
  return trained != NULL && koma_gradients_watch (tape, trained, error) ? g_steal_pointer (&trained)
                                                                        : NULL;
}

/* The loss is a tensor of its own: the function may have returned a variable. */
static KomaTensor *
learn (KomaOptimizer *self,
       KomaTape      *tape,
       KomaTensor    *value,
       GPtrArray     *variables,
       GError       **error)
{
  g_autoptr (GPtrArray) gradients = koma_gradients_derive_loss (tape, value, variables, error);
  KomaTensor *const *dx = gradients != NULL ? (KomaTensor *const *) gradients->pdata : NULL;
  KomaTensor        *loss = gradients != NULL ? koma_tensor_clone (value, error) : NULL;

  if (loss == NULL || !koma_optimizer_make_step (self, (KomaVariable *const *) variables->pdata, dx,
                                                 variables->len, loss, error))
    return NULL;
  return loss;
}

/**
 * koma_optimizer_learn:
 * @self: an optimizer
 * @tape: a tape in force
 * @loss: (nullable): a scalar that was computed while it was
 * @variables: (array length=n_variables): what koma_optimizer_watch() gave
 * @n_variables: number of them
 * @error: return location for an error
 *
 * What koma_optimizer_minimize() ends with: the gradients of @loss, and new values of the variables
 * that it depends on, in one run. Thread: its own.
 *
 * Errors: those of koma_optimizer_minimize().
 *
 * Returns: (transfer none) (nullable): the loss before the step, a scalar of float32: floating, or
 *   the scope's in force
 */
KomaTensor *
koma_optimizer_learn (KomaOptimizer       *self,
                      KomaTape            *tape,
                      KomaTensor          *loss,
                      KomaVariable *const *variables,
                      guint                n_variables,
                      GError             **error)
{
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  g_autoptr (GPtrArray) trained = NULL;

  g_return_val_if_fail (KOMA_IS_OPTIMIZER (self) && KOMA_IS_TAPE (tape), NULL);

  if (loss == NULL || !koma_optimizer_check_usable (self, error))
    return NULL;
  trained = list_trainable (n_variables > 0 ? variables : NULL, n_variables, FALSE, error);
  return trained != NULL ? koma_scope_return (scope, learn (self, tape, loss, trained, error))
                         : NULL;
}

/**
 * koma_optimizer_minimize:
 * @self: an optimizer
 * @f: (scope call) (closure user_data): the loss, made of ops on variables; called once, with the
 *   variables that are trained; its value is a scalar
 * @user_data: for @f
 * @variables: (array length=n_variables) (nullable): what is changed, those of them that may be
 *   trained; %NULL: all trainable variables of float32 that this thread made
 * @n_variables: number of them
 * @error: return location for an error
 *
 * A step: the loss, its gradients, and new values of the variables that it depends on, in one run.
 * A loop that makes the same formula each time plans it once. Tensors that @f makes are disposed
 * of. Thread: its own, which is that of the variables.
 *
 * Errors: those of @f and of koma_variable_grads(); %KOMA_ERROR_ARGUMENT if none of the variables
 * may be trained, one is given twice, or the optimizer was disposed of. No variable is changed
 * then.
 *
 * Returns: (transfer none) (nullable): the loss before the step, a scalar of float32: floating, or
 *   the scope's in force
 */
KomaTensor *
koma_optimizer_minimize (KomaOptimizer       *self,
                         KomaFunction         f,
                         gpointer             user_data,
                         KomaVariable *const *variables,
                         guint                n_variables,
                         GError             **error)
{
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  g_autoptr (KomaTape) tape = koma_tape_new ();
  g_autoptr (GPtrArray) trained = NULL;
  g_autoptr (KomaTensor) value = NULL;

  g_return_val_if_fail (KOMA_IS_OPTIMIZER (self), NULL);

  trained = koma_optimizer_watch (self, tape, variables, n_variables, error);
  if (trained != NULL)
    value = koma_gradients_call (f, trained, user_data, error);
  if (value == NULL)
    return NULL;
  g_object_ref_sink (value);
  /* Layers may have made weights meanwhile. */
  g_ptr_array_unref (trained);
  trained = list_trainable (variables, n_variables, FALSE, error);
  if (trained == NULL || !koma_gradients_watch (tape, trained, error))
    return NULL;
  return koma_scope_return (scope, learn (self, tape, value, trained, error));
}
