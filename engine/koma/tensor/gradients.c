/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* What users of TensorFlow.js know, on top of KomaTape: a function is called with copies of its
 * arguments, so that a gradient within another is by its own arguments alone. */
#include "gradients-private.h"

#include "engine/koma/layers/callback.h"
#include "engine/koma/ops/clone.h"
#include "environment-private.h"
#include "engine/koma/koma-error.h"
#include "scope.h"
#include "tensor-private.h"

static void
unref_tensor (gpointer tensor)
{
  g_clear_object (&tensor);
}

/* (transfer full) (nullable): copies of the arguments that the tape watches. */
static GPtrArray *
watch_copies (KomaTape          *tape,
              KomaTensor *const *xs,
              guint              n_xs,
              GError           **error)
{
  g_autoptr (GPtrArray) copies = g_ptr_array_new_with_free_func (unref_tensor);

  for (guint i = 0; i < n_xs; i++) {
    KomaTensor *copy = koma_tensor_clone (xs[i], error);

    if (copy == NULL)
      return NULL;
    g_ptr_array_add (copies, g_object_ref_sink (copy));
    if (!koma_tape_watch (tape, copy, error))
      return NULL;
  }
  return g_steal_pointer (&copies);
}

/**
 * koma_gradients_call:
 *
 * Errors: those of @f; %KOMA_ERROR_ARGUMENT if it gives no tensor without an error.
 */
KomaTensor *
koma_gradients_call (KomaFunction f,
                     GPtrArray   *xs,
                     gpointer     user_data,
                     GError     **error)
{
  GError     *own = NULL;
  KomaTensor *value = f (xs, user_data, &own);

  return koma_callback_check (value, own, "tensor", error) ? value : NULL;
}

/* Data of all, in one run. */
static gboolean
compute_all (KomaTape   *tape,
             KomaTensor *value,
             GPtrArray  *gradients,
             GError    **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();

  g_ptr_array_add (all, value);
  for (guint i = 0; i < gradients->len; i++)
    g_ptr_array_add (all, gradients->pdata[i]);
  return koma_tape_compute (tape, (KomaTensor *const *) all->pdata, all->len, error);
}

static gboolean
check_connected (GPtrArray *gradients,
                 GError   **error)
{
  for (guint i = 0; i < gradients->len; i++)
    if (gradients->pdata[i] == NULL)
      return koma_fail (error, KOMA_ERROR_ARGUMENT,
                        "The value of the function does not depend on argument %u", i);
  return TRUE;
}

/* Without the scope: what is to outlive it. */
static void
move_out (KomaScope  *scope,
          KomaTensor *value,
          GPtrArray  *gradients)
{
  koma_scope_move_out (scope, value);
  for (guint i = 0; i < gradients->len; i++)
    koma_scope_move_out (scope, gradients->pdata[i]);
}

/* Traced by the tape, which is in force: nothing is computed. */
static GPtrArray *
derive (KomaTape    *tape,
        KomaFunction f,
        gpointer     user_data,
        GPtrArray   *xs,
        KomaTensor  *dy, /* (nullable) */
        KomaTensor **ret_value,
        GError     **error)
{
  GPtrArray *gradients = NULL;
  g_autoptr (KomaTensor) value = koma_gradients_call (f, xs, user_data, error);

  if (value == NULL)
    return NULL;
  g_object_ref_sink (value);
  gradients = koma_tape_gradient (tape, value, dy, (KomaTensor *const *) xs->pdata, xs->len, error);
  if (gradients != NULL)
    *ret_value = g_steal_pointer (&value);
  return gradients;
}

/* Ends the tape, and moves what is to outlive the scope out of it. */
static gboolean
finish (KomaTape   *tape,
        KomaScope  *scope,
        KomaTensor *value,
        GPtrArray  *gradients,
        GError    **error)
{
  if (!compute_all (tape, value, gradients, error))
    return FALSE;
  move_out (scope, value, gradients);
  return TRUE;
}

/**
 * koma_value_and_grads:
 * @f: (scope call) (closure user_data): a function of tensors
 * @user_data: for @f
 * @xs: (array length=n_xs): its arguments, tensors of float32
 * @n_xs: number of arguments
 * @dy: (nullable): factors of the value, of its shape; %NULL: ones
 * @ret_value: (out) (optional) (transfer full): f (xs)
 * @error: return location for an error
 *
 * The value of a function and the derivatives of sum (f (xs) · dy) by each x, computed in one run.
 * Tensors that @f makes are disposed of. Within another tape the results can be derived again.
 * Thread: that of the tensors.
 *
 * Errors: those of @f and of koma_tape_gradient(); %KOMA_ERROR_ARGUMENT if @f gives no tensor and
 * no error, or the value does not depend on an x; %KOMA_ERROR_SHAPE if an x is not of float32.
 *
 * Returns: (transfer container) (element-type KomaTensor) (nullable): of the shape of each x
 */
GPtrArray *
koma_value_and_grads (KomaFunction       f,
                      gpointer           user_data,
                      KomaTensor *const *xs,
                      guint              n_xs,
                      KomaTensor        *dy,
                      KomaTensor       **ret_value,
                      GError           **error)
{
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  g_autoptr (KomaTape) tape = koma_tape_new ();
  g_autoptr (GPtrArray) copies = watch_copies (tape, xs, n_xs, error);
  g_autoptr (GPtrArray) gradients = NULL;
  g_autoptr (KomaTensor) value = NULL;

  if (copies != NULL)
    gradients = derive (tape, f, user_data, copies, dy, &value, error);
  if (gradients == NULL || !check_connected (gradients, error) ||
      !finish (tape, scope, value, gradients, error))
    return NULL;
  if (ret_value != NULL)
    *ret_value = g_steal_pointer (&value);
  return g_steal_pointer (&gradients);
}

/**
 * koma_grads:
 * @f: (scope call) (closure user_data): a function of tensors
 * @user_data: for @f
 * @xs: (array length=n_xs): its arguments, tensors of float32
 * @n_xs: number of arguments
 * @dy: (nullable): factors of the value, of its shape; %NULL: ones
 * @error: return location for an error
 *
 * As koma_value_and_grads(), without the value. Thread: that of the tensors.
 *
 * Errors: those of koma_value_and_grads().
 *
 * Returns: (transfer container) (element-type KomaTensor) (nullable): of the shape of each x
 */
GPtrArray *
koma_grads (KomaFunction       f,
            gpointer           user_data,
            KomaTensor *const *xs,
            guint              n_xs,
            KomaTensor        *dy,
            GError           **error)
{
  return koma_value_and_grads (f, user_data, xs, n_xs, dy, NULL, error);
}

/**
 * koma_grad:
 * @f: (scope call) (closure user_data): a function of one tensor
 * @user_data: for @f
 * @x: its argument, a tensor of float32
 * @dy: (nullable): factors of the value, of its shape; %NULL: ones
 * @error: return location for an error
 *
 * The derivative of sum (f (x) · dy) by x. Thread: that of the tensors.
 *
 * Errors: those of koma_value_and_grads().
 *
 * Returns: (transfer none) (nullable): of the shape of @x, floating, or the scope's in force
 */
KomaTensor *
koma_grad (KomaFunction f,
           gpointer     user_data,
           KomaTensor  *x,
           KomaTensor  *dy,
           GError     **error)
{
  g_autoptr (GPtrArray) gradients = NULL;

  if (x == NULL)
    return NULL;
  gradients = koma_grads (f, user_data, &x, 1, dy, error);
  return gradients != NULL ? koma_tensor_float (g_ptr_array_steal_index (gradients, 0)) : NULL;
}

/**
 * koma_gradients_watch:
 *
 * Errors: those of koma_tape_watch().
 */
gboolean
koma_gradients_watch (KomaTape  *tape,
                      GPtrArray *variables,
                      GError   **error)
{
  for (guint i = 0; i < variables->len; i++)
    if (!koma_tape_watch (tape, variables->pdata[i], error))
      return FALSE;
  return TRUE;
}

GPtrArray *
koma_gradients_list_variables (KomaVariable *const *variables,
                               guint                n_variables)
{
  g_autoptr (GPtrArray) all = NULL;
  GPtrArray *chosen = g_ptr_array_new ();

  for (guint i = 0; variables != NULL && i < n_variables; i++)
    g_ptr_array_add (chosen, variables[i]);
  if (variables != NULL)
    return chosen;
  all = koma_environment_list_variables (koma_environment_get ());
  for (guint i = 0; i < all->len; i++)
    if (koma_variable_is_trainable (all->pdata[i]) &&
        KOMA_TENSOR (all->pdata[i])->dtype == KOMA_DTYPE_FLOAT32 &&
        !koma_tensor_is_disposed (all->pdata[i]))
      g_ptr_array_add (chosen, all->pdata[i]);
  return chosen;
}

/**
 * koma_tape_watch_variables:
 * @self: a tape in force
 * @variables: (array length=n_variables) (nullable): variables of float32; %NULL: all trainable
 *   ones of float32 that this thread made, in the order in which it made them
 * @n_variables: number of them
 * @error: return location for an error
 *
 * koma_tape_watch() of several variables. Thread: its own.
 *
 * Errors: those of koma_tape_watch().
 *
 * Returns: (transfer container) (element-type KomaVariable) (nullable): those that are watched
 */
GPtrArray *
koma_tape_watch_variables (KomaTape            *self,
                           KomaVariable *const *variables,
                           guint                n_variables,
                           GError             **error)
{
  g_autoptr (GPtrArray) watched = koma_gradients_list_variables (variables, n_variables);

  g_return_val_if_fail (KOMA_IS_TAPE (self), NULL);

  return koma_gradients_watch (self, watched, error) ? g_steal_pointer (&watched) : NULL;
}

static gboolean
check_loss (KomaTensor *value,
            GPtrArray  *gradients,
            GError    **error)
{
  if (koma_tensor_get_rank (value) != 0)
    return koma_fail (error, KOMA_ERROR_ARGUMENT,
                      "The function gives a tensor of %u dimensions, expected a scalar",
                      koma_tensor_get_rank (value));
  for (guint i = 0; i < gradients->len; i++)
    if (gradients->pdata[i] != NULL)
      return TRUE;
  return koma_fail (error, KOMA_ERROR_ARGUMENT,
                    "The value of the function does not depend on any variable");
}

/**
 * koma_gradients_derive_loss:
 *
 * Errors: those of koma_variable_grads() but for its function's.
 */
GPtrArray *
koma_gradients_derive_loss (KomaTape   *tape,
                            KomaTensor *value,
                            GPtrArray  *variables,
                            GError    **error)
{
  g_autoptr (GPtrArray) gradients = koma_tape_gradient (
    tape, value, NULL, (KomaTensor *const *) variables->pdata, variables->len, error);

  return gradients != NULL && check_loss (value, gradients, error) ? g_steal_pointer (&gradients)
                                                                   : NULL;
}

/**
 * koma_variable_grads:
 * @f: (scope call) (closure user_data): a function of variables; called without arguments; its
 *   value is a scalar
 * @user_data: for @f
 * @variables: (array length=n_variables) (nullable): what it is derived by; %NULL: all trainable
 *   variables of float32 that this thread made, in the order in which it made them
 * @n_variables: number of them
 * @ret_value: (out) (optional) (transfer full): the value
 * @error: return location for an error
 *
 * The value of a function, such as a loss, and its derivatives by variables. Thread: that of the
 * tensors.
 *
 * Errors: those of @f and of koma_tape_gradient(); %KOMA_ERROR_ARGUMENT if @f gives no tensor and
 * no error, or the value is no scalar, or depends on none of the variables.
 *
 * Returns: (transfer container) (element-type KomaTensor) (nullable): a tensor of the shape of each
 *   variable; %NULL for those that the value does not depend on
 */
GPtrArray *
koma_variable_grads (KomaFunction         f,
                     gpointer             user_data,
                     KomaVariable *const *variables,
                     guint                n_variables,
                     KomaTensor         **ret_value,
                     GError             **error)
{
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  g_autoptr (KomaTape) tape = koma_tape_new ();
  g_autoptr (GPtrArray) xs = koma_gradients_list_variables (variables, n_variables);
  g_autoptr (GPtrArray) gradients = NULL;
  g_autoptr (KomaTensor) value = NULL;

  if (koma_gradients_watch (tape, xs, error))
    value = koma_gradients_call (f, xs, user_data, error);
  if (value != NULL)
    g_object_ref_sink (value);
  /* Layers may have made weights meanwhile. */
  g_ptr_array_unref (xs);
  xs = koma_gradients_list_variables (variables, n_variables);
  if (value != NULL && koma_gradients_watch (tape, xs, error))
    gradients = koma_gradients_derive_loss (tape, value, xs, error);
  if (gradients == NULL || !finish (tape, scope, value, gradients, error))
    return NULL;
  if (ret_value != NULL)
    *ret_value = g_steal_pointer (&value);
  return g_steal_pointer (&gradients);
}
