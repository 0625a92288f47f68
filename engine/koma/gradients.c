/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* What users of TensorFlow.js know, on top of KomaTape: a function is called with copies of its
 * arguments, so that a gradient within another is by its own arguments alone. */
#include "gradients.h"

#include "environment-private.h"
#include "clone.h"
#include "koma-error.h"
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

/* Data of all, in one run, unless another tape is in force and may derive them again. */
static gboolean
compute_all (KomaTensor *value,
             GPtrArray  *gradients,
             GError    **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();

  if (koma_environment_get_trace (koma_environment_get ()) != NULL)
    return TRUE;
  g_ptr_array_add (all, value);
  for (guint i = 0; i < gradients->len; i++)
    if (gradients->pdata[i] != NULL)
      g_ptr_array_add (all, gradients->pdata[i]);
  if (!koma_tensor_compute ((KomaTensor *const *) all->pdata, all->len, error))
    return FALSE;
  return TRUE;
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

static GPtrArray *
derive (KomaTape    *tape,
        KomaFunction f,
        gpointer     user_data,
        GPtrArray   *xs,
        KomaTensor  *dy, /* (nullable) */
        KomaTensor **ret_value,
        GError     **error)
{
  g_autoptr (GPtrArray) gradients = NULL;
  g_autoptr (KomaTensor) value = f (xs, user_data, error);

  if (value == NULL)
    return NULL;
  g_object_ref_sink (value);
  koma_tape_end (tape);
  gradients = koma_tape_gradient (tape, value, dy, (KomaTensor *const *) xs->pdata, xs->len, error);
  if (gradients == NULL || !compute_all (value, gradients, error))
    return NULL;
  *ret_value = g_steal_pointer (&value);
  return g_steal_pointer (&gradients);
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
 * Errors: those of @f and of koma_tape_gradient(); %KOMA_ERROR_ARGUMENT if the value does not
 * depend on an x; %KOMA_ERROR_SHAPE if an x is not of float32.
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
  if (gradients == NULL || !check_connected (gradients, error))
    return NULL;
  move_out (scope, value, gradients);
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

static gboolean
watch_variables (KomaTape  *tape,
                 GPtrArray *variables,
                 GError   **error)
{
  for (guint i = 0; i < variables->len; i++)
    if (!koma_tape_watch (tape, variables->pdata[i], error))
      return FALSE;
  return TRUE;
}

static GPtrArray *
list_variables (KomaVariable *const *variables, /* (nullable) */
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
 * Errors: those of @f and of koma_tape_gradient(); %KOMA_ERROR_ARGUMENT if the value is no scalar,
 * or depends on none of the variables.
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
  g_autoptr (GPtrArray) xs = list_variables (variables, n_variables);
  g_autoptr (GPtrArray) gradients = NULL;
  g_autoptr (KomaTensor) value = NULL;

  if (watch_variables (tape, xs, error))
    gradients = derive (tape, f, user_data, xs, NULL, &value, error);
  if (gradients == NULL || !check_loss (value, gradients, error))
    return NULL;
  move_out (scope, value, gradients);
  if (ret_value != NULL)
    *ret_value = g_steal_pointer (&value);
  return g_steal_pointer (&gradients);
}

typedef struct
{
  KomaTrace           *trace; /* (borrowed) it owns this */
  KomaValueId         *xs;    /* [n_xs] */
  guint                n_xs;
  KomaGradientFunction gradient;
  gpointer             user_data;
  GDestroyNotify       destroy;
} Custom;

static void
custom_free (gpointer data)
{
  Custom *self = data;

  if (self->destroy != NULL)
    self->destroy (self->user_data);
  g_free (self->xs);
  g_free (self);
}

static GPtrArray *
trace_values (KomaTrace         *trace,
              const KomaValueId *values,
              guint              n_values)
{
  GPtrArray *tensors = g_ptr_array_new_with_free_func (unref_tensor);

  for (guint i = 0; i < n_values; i++)
    g_ptr_array_add (tensors, g_object_ref_sink (koma_tensor_new_traced (trace, values[i])));
  return tensors;
}

static KomaValueId
find_result (const Custom *self,
             KomaTensor   *dx,
             KomaEmit     *emit)
{
  KomaArray *array = NULL;

  if (dx->trace == self->trace)
    return dx->value;
  array = koma_tensor_get_array (dx, &emit->error);
  return array != NULL ? koma_trace_capture (self->trace, array) : KOMA_VALUE_NONE;
}

/* Calls the user's function with tensors of the trace, which is in force; what it computes is
 * appended. */
static void
emit_custom (KomaEmit    *emit,
             KomaValueId  dy,
             KomaValueId *ret_dx,
             gpointer     user_data)
{
  const Custom               *self = user_data;
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GPtrArray) xs = trace_values (self->trace, self->xs, self->n_xs);
  g_autoptr (GPtrArray) dys = trace_values (self->trace, &dy, 1);
  g_autoptr (GPtrArray) dxs = self->gradient (dys->pdata[0], xs, self->user_data, &emit->error);

  if (dxs == NULL)
    return;
  if (dxs->len != self->n_xs) {
    koma_emit_fail (emit, KOMA_ERROR_ARGUMENT,
                    "The gradient function gives %u tensors, expected %u", dxs->len, self->n_xs);
    return;
  }
  for (guint i = 0; i < dxs->len && emit->error == NULL; i++)
    if (dxs->pdata[i] != NULL)
      ret_dx[i] = find_result (self, dxs->pdata[i], emit);
}

/* What the tape watches among the arguments; the others have no gradient. */
static void
add_custom (KomaTensor          *y,
            GPtrArray           *xs,
            KomaGradientFunction gradient,
            gpointer             user_data,
            GDestroyNotify       destroy)
{
  Custom *custom = g_new0 (Custom, 1);

  custom->trace = y->trace;
  custom->xs = g_new (KomaValueId, xs->len + 1);
  custom->n_xs = xs->len;
  custom->gradient = gradient;
  custom->user_data = user_data;
  custom->destroy = destroy;
  for (guint i = 0; i < xs->len; i++)
    custom->xs[i] = KOMA_TENSOR (xs->pdata[i])->value;
  koma_trace_add_custom (y->trace,
                         &(KomaGradientCustom){
                           .y = y->value,
                           .x = custom->xs,
                           .n_x = custom->n_xs,
                           .func = emit_custom,
                           .user_data = custom,
                         },
                         custom, custom_free);
}

/* Copies, all of them values of the trace in force, so that what is not watched is captured. */
static GPtrArray *
trace_copies (KomaTensor *const *xs,
              guint              n_xs,
              GError           **error)
{
  KomaTrace *trace = koma_environment_get_trace (koma_environment_get ());
  g_autoptr (GPtrArray) copies = g_ptr_array_new_with_free_func (unref_tensor);

  for (guint i = 0; i < n_xs; i++) {
    KomaTensor *copy = koma_tensor_clone (xs[i], error);
    KomaArray  *array = NULL;

    if (copy == NULL)
      return NULL;
    if (trace != NULL && copy->trace != trace) {
      array = koma_tensor_get_array (copy, error);
      g_object_unref (g_object_ref_sink (copy));
      if (array == NULL)
        return NULL;
      copy = koma_tensor_new_traced (trace, koma_trace_capture (trace, array));
    }
    g_ptr_array_add (copies, g_object_ref_sink (copy));
  }
  return g_steal_pointer (&copies);
}

/**
 * koma_custom_grad:
 * @f: (scope call) (closure user_data): a function of tensors
 * @gradient: (scope notified) (closure user_data) (destroy destroy): its derivatives, called while
 *   a gradient is made; what it computes can be derived again
 * @user_data: for @f and @gradient
 * @destroy: (nullable): frees @user_data
 * @xs: (array length=n_xs): the arguments, of any shapes; gradients are of those of float32
 * @n_xs: number of arguments
 * @error: return location for an error
 *
 * f (xs), of which the gradient is given, not derived. Thread: that of the tensors.
 *
 * Errors: those of @f; %KOMA_ERROR_ARGUMENT if an x was disposed of.
 *
 * Returns: (transfer none) (nullable): the value, floating, or the scope's in force
 */
KomaTensor *
koma_custom_grad (KomaFunction         f,
                  KomaGradientFunction gradient,
                  gpointer             user_data,
                  GDestroyNotify       destroy,
                  KomaTensor *const   *xs,
                  guint                n_xs,
                  GError             **error)
{
  g_autoptr (GPtrArray) copies = trace_copies (xs, n_xs, error);
  g_autoptr (KomaTensor) value = NULL;
  KomaTensor *y = NULL;

  if (copies != NULL)
    value = f (copies, user_data, error);
  if (value != NULL)
    y = koma_tensor_clone (g_object_ref_sink (value), error);
  if (y != NULL && y->trace != NULL)
    add_custom (y, copies, gradient, user_data, destroy);
  else if (destroy != NULL)
    destroy (user_data);
  return y;
}
